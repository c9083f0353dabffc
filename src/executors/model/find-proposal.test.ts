import { describe, expect, it } from "vitest";
import { findObject } from "./find-proposal.ts";

const object = '{"transition":"HALT","halt":{"reason":"a } in a \\"string\\" {"}}';
const found = { ok: true, json: object };

describe("a proposal in a text", () => {
  it.each([
    ["alone", object],
    ["in a fence", `\`\`\`json\n${object}\n\`\`\``],
    ["in a fence without a language", `\`\`\`\n${object}\n\`\`\``],
    ["behind words", `Here is the proposal, {as you asked}: ${object}`],
    ["before words", `${object}\n\nI hope that this { helps`],
    ["between objects of other kinds", `{"note":1} ${object} {"note":2}`],
    ["behind a brace that is never closed", `use { carefully, it's "quoted\n${object}`.replace('"quoted', "quoted")],
  ])("is found %s", (_, text) => {
    expect(findObject(text, "transition")).toEqual(found);
  });

  it("is not chosen among two", () => {
    expect(findObject(`${object}\n${object}`, "transition")).toEqual({
      ok: false,
      reason: 'the answer holds 2 JSON objects with "transition": exactly one is wanted',
    });
  });

  it("that was cut off is handed on for the parser to say so", () => {
    expect(findObject('```json\n{"transition":"HALT","halt":{"rea', "transition")).toEqual({
      ok: true,
      json: '{"transition":"HALT","halt":{"rea',
    });
  });

  it.each(["", "   ", "I would rather not.", "{}", '{"a":1}', "}{"])("is not found in %j", (text) => {
    expect(findObject(text, "transition").ok).toBe(false);
  });

  it("is looked for in bounded time, whatever the text", () => {
    const started = performance.now();
    findObject("{".repeat(200_000), "transition");
    findObject('{"'.repeat(100_000), "transition");
    findObject(`${"{}".repeat(100_000)}`, "transition");
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
