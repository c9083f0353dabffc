import { describe, expect, test } from "vitest";
import { answerIn } from "./answer.ts";

const proposal = { transition: "EXECUTE", claims: [{ id: "c", statement: 'a "}" brace' }] };
const text = JSON.stringify(proposal);

describe("the answer in what was said", () => {
  test.each([
    ["alone", text],
    ["with white space around it", `\n  ${text}\n\n`],
    ["in a fence", `I found this:\n\`\`\`json\n${JSON.stringify(proposal, null, 2)}\n\`\`\`\nDone.`],
    ["in the middle of a sentence", `So {this} is it: ${text} and that's all {`],
  ])("is found %s", (_, said) => {
    expect(answerIn(said, "transition")).toEqual(proposal);
  });

  test.each(["", "nothing here", '{"claims":[]} only {"results":[]}'])(
    "is the text itself where there is none: %s",
    (said) => {
      expect(answerIn(`so: ${said}`, "transition")).toBe(`so: ${said}`.trim());
    },
  );

  test.each([text.slice(0, -5), '{"transition":1,"transition":2}'])(
    "is handed on as it is where it is no I-JSON, so that whoever parses it says why: %s",
    (said) => {
      expect(answerIn(`so: ${said}`, "transition")).toBe(said);
    },
  );

  test("is not guessed at where there are several", () => {
    expect(() => answerIn(`${JSON.stringify({ transition: "HALT" })}\nno, rather:\n${text}`, "transition")).toThrow(
      "exactly one is wanted",
    );
  });

  test("takes no longer than the text is long", () => {
    const started = performance.now();
    answerIn("{".repeat(1_000_000), "transition");
    answerIn('{"'.repeat(500_000), "transition");
    answerIn("```\n".repeat(200_000), "transition");
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
