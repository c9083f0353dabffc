import { MockLanguageModelV3, simulateReadableStream } from "ai/test";
import { describe, expect, it } from "vitest";
import type { StatePacket } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import { claim, toolsOf, type World } from "../local/in-memory.suite.ts";
import type { Usage } from "../executor.ts";
import type { ModelSettings } from "./options.ts";
import { openSession } from "./session.ts";
import { verify } from "./verify.ts";

const countTokens = (text: string): number => Math.ceil(text.length / 4);

/** A model that answers with texts, one after another, and counts nothing. */
function modelSaying(...texts: readonly string[]): { model: MockLanguageModelV3; prompts: string[] } {
  const prompts: string[] = [];
  const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const model = new MockLanguageModelV3({
    doStream: async ({ prompt }) => {
      prompts.push(JSON.stringify(prompt));
      const delta = texts[Math.min(prompts.length, texts.length) - 1] ?? "";
      return {
        stream: simulateReadableStream({
          chunks: [
            { type: "stream-start", warnings: [] },
            { type: "text-start", id: "1" },
            { type: "text-delta", id: "1", delta },
            { type: "text-end", id: "1" },
            {
              type: "finish",
              finishReason: { unified: "stop", raw: "stop" },
              usage: { inputTokens: none, outputTokens: { total: undefined, text: undefined, reasoning: undefined } },
            },
          ],
        }),
      };
    },
  });
  return { model, prompts };
}

const settings: ModelSettings = { kind: "model", provider: "openai", model: "m" };
const yes = (id: string): string => JSON.stringify({ verdicts: [{ claim: id, confirmed: true, reason: "so" }] });

async function verdictsOf(claims: StatePacket["claims"], world: World, texts: readonly string[]) {
  const { model, prompts } = modelSaying(...texts);
  const reported: Usage[] = [];
  const options = { name: "v", settings, environment: {}, countTokens, commands: [] };
  const tools = { ...toolsOf(world).conversing(), report: (usage: Usage) => void reported.push(usage) };
  const key = { value: undefined, variable: null, conceal: (text: string) => text };
  const session = openSession({ options, key, model, tools, signal: new AbortController().signal });
  const context = {
    objective: "Audit",
    requirements: { r1: { id: "r1", statement: "It is known", needs: "verified" as const } },
    workspace: "/",
  };
  return { verdicts: await verify({ options, session, tools, claims, context }), prompts, reported };
}

const world: World = { files: { "a.txt": "left-pad: MIT\n" } };

describe("a model as verifier", () => {
  it("is shown claims of halted tasks, and told what cannot be read again", async () => {
    const opened = [{ ref: "clm:t.1/c", id: "c", statement: "x = 1", status: "verified" as const, evidenceRefs: [] }];
    const refs = [
      "ctx:10#L1-L1",
      "ctx:99",
      `clm:t.1/c@${"a".repeat(64)}`,
      "clm:t.1/none",
      "https://example.com",
      "chk:x#3",
    ];
    const { prompts } = await verdictsOf([claim("c1", "a = b", refs)], { ...world, opened }, [yes("c1")]);
    const [prompt] = prompts;
    expect(prompt).toContain("left-pad: MIT");
    expect(prompt).toContain("a claim of a halted task (verified)");
    expect(prompt).toContain("ctx:99: is no part of a file");
    expect(prompt).toContain("clm:t.1/none: there is no such claim");
    expect(prompt).toContain("https://example.com");
    expect(prompt).toContain("It is known");
  });

  it("is told that a file is gone, and that lines are no more", async () => {
    const gone: World = {
      ...world,
      read: () => Promise.reject(new RuntimeFailure("workspace-unreadable", '"a.txt" cannot be read: missing')),
    };
    expect((await verdictsOf([claim("c1", "a", ["ctx:10"])], gone, [yes("c1")])).prompts[0]).toContain(
      "cannot be read: missing",
    );
    const { prompts } = await verdictsOf([claim("c1", "a", ["ctx:10#L50-L60"])], world, [yes("c1")]);
    expect(prompts[0]).toContain("no such lines any more");
  });

  it("lets through a failure that is not of the workspace", async () => {
    const full: World = { ...world, read: () => Promise.reject(new RuntimeFailure("disk-full", "no space")) };
    await expect(verdictsOf([claim("c1", "a", ["ctx:10"])], full, [yes("c1")])).rejects.toThrow("no space");
  });

  it("is asked about many claims in several requests, and answers for each", async () => {
    const claims = Array.from({ length: 45 }, (_, at) => claim(`c${at}`, `s${at}`, ["ctx:10"]));
    const { verdicts, prompts } = await verdictsOf(claims, world, [yes("c0"), yes("c21"), yes("c44")]);
    expect(prompts).toHaveLength(3);
    expect(verdicts.map((it) => it.claim)).toEqual(claims.map((it) => it.id));
    expect(verdicts.filter((it) => it.confirmed).map((it) => it.claim)).toEqual(["c0", "c21", "c44"]);
    expect(verdicts[1]?.reason).toBe("the verifier said nothing of this claim");
  });

  it("whose provider counts nothing is counted with the run's tokenizer", async () => {
    const { reported } = await verdictsOf([claim("c1", "a", ["ctx:10"])], world, [yes("c1")]);
    expect(reported).toHaveLength(1);
    expect(reported[0]?.inputTokens).toBeGreaterThan(50);
    expect(reported[0]?.outputTokens).toBeGreaterThan(10);
  });

  it.each(["[]", "no", '{"verdicts":{}}', '{"verdicts":[null,1,"c1",{"claim":7}]}'])(
    "confirms nothing by %s",
    async (text) => {
      const result = verdictsOf([claim("c1", "a", ["ctx:10"])], world, [text]);
      await expect(result.then((it) => it.verdicts.map((one) => one.confirmed)).catch(() => [false])).resolves.toEqual([
        false,
      ]);
    },
  );
});
