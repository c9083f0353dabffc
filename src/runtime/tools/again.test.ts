import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ConversationTools, ReadResult } from "../../executors/index.ts";
import type { LedgerItem } from "../store.ts";
import { claim, halt, proposal, useHarnesses } from "../harness.suite.ts";

const harness = useHarnesses();
const lines = Array.from({ length: 120 }, (_, at) => `const value${at} = ${at} * ${at + 1};\n`);
const whole = lines.join("");

interface Talk {
  readonly items: readonly LedgerItem[];
  readonly rejected: boolean;
}

/** Runs a conversation in one invocation; what it returns is cited as evidence. */
async function talk(
  script: (tools: ConversationTools, write: (text: string) => void) => Promise<string>,
): Promise<Talk> {
  const it = await harness({
    files: { "a.ts": whole },
    task: { repairs: 0 },
    script: async (invocation, tools) => {
      const cited = await script(tools.conversing(), (text) => writeFileSync(join(it.workspace, "a.ts"), text));
      return proposal(invocation, {
        ...halt("complete"),
        claims: [claim("c1", "it is so", cited)],
        satisfies: [{ requirement: "r1", claims: ["c1"] }],
      });
    },
  });
  await it.carryOn();
  return { items: [...it.services.store.items(it.run)], rejected: it.kinds().includes("proposal-rejected") };
}

const readsOf = (items: readonly LedgerItem[]): LedgerItem[] => items.filter((it) => it.tool.startsWith("read"));

describe("a conversation", () => {
  test("is sent a file's lines once, refers to them afterwards, and both are recorded with their true tokens", async () => {
    const seen: ReadResult[] = [];
    const { items, rejected } = await talk(async (tools) => {
      const before = tools.left();
      seen.push(await tools.read("a.ts"));
      const first = before - tools.left();
      seen.push(await tools.read("a.ts"), await tools.read("a.ts", { fromLine: 11, toLine: 90 }));
      expect(before - tools.left() - first).toBeLessThan(80);
      return `ctx:${seen[0]?.seq}#L3-L3`;
    });
    expect(seen[1]).toMatchObject({ again: { kind: "same", seq: seen[0]?.seq }, toLine: 120 });
    expect(seen[2]?.text).toBe(`lines 11-90 of a.ts: unchanged, as ctx:${seen[0]?.seq} shows them\n`);
    const [one, two] = readsOf(items);
    expect(two?.inputTokens).toBe(one?.inputTokens);
    expect(one?.outputTokens).toBe(one?.inputTokens);
    expect(two?.outputTokens).toBeLessThan(40);
    expect(rejected).toBe(false);
  });

  test("is sent only what is different of a file that changed, and may cite it", async () => {
    const seen: ReadResult[] = [];
    const { items, rejected } = await talk(async (tools, write) => {
      seen.push(await tools.read("a.ts"));
      write(whole.replace("value60 = 60", "value60 = 61"));
      seen.push(await tools.read("a.ts"));
      expect(await tools.sourceOf(seen[1]?.seq ?? 0)).toBeNull();
      return `ctx:${seen[1]?.seq}`;
    });
    expect(seen[1]?.again).toEqual({ kind: "difference", seq: seen[0]?.seq });
    expect(seen[1]?.text).toContain("@@ -59,5 +59,5 @@");
    expect(seen[1]?.text).toContain("+const value60 = 61 * 61;");
    const [one, two] = readsOf(items);
    expect(two?.outputTokens).toBeLessThan((one?.outputTokens ?? 0) / 4);
    expect(two?.inputTokens).toBe(one?.inputTokens);
    expect(rejected).toBe(false);
  });

  test("cannot cite a reference as evidence: it shows nothing", async () => {
    const { rejected } = await talk(async (tools) => {
      await tools.read("a.ts");
      const again = await tools.read("a.ts");
      return `ctx:${again.seq}`;
    });
    expect(rejected).toBe(true);
  });

  test("is sent a changed file whole where the difference would be longer", async () => {
    await talk(async (tools, write) => {
      const first = await tools.read("a.ts", { toLine: 40 });
      write(lines.map((it) => it.replace("const", "let")).join(""));
      const second = await tools.read("a.ts", { toLine: 40 });
      expect(second.again).toBeUndefined();
      expect(second.text).toContain("let value39");
      return `ctx:${first.seq}`;
    });
  });

  test("is sent the result of a search or a list once", async () => {
    await talk(async (tools) => {
      const first = await tools.search({ pattern: "value1\\d =" });
      const second = await tools.search({ pattern: "value1\\d =" });
      expect(second.again).toEqual({ kind: "same", seq: first.seq });
      return `ctx:${first.seq}`;
    });
  });

  test("pays for what the executor itself says", async () => {
    await talk(async (tools) => {
      const before = tools.left();
      tools.spend(1000);
      tools.spend(-5);
      expect(tools.left()).toBe(before - 1000);
      return "ctx:1";
    });
  });

  test("is the only one that is sent less: other tools deliver what is there each time", async () => {
    const it = await harness({
      files: { "a.ts": whole },
      script: async (invocation, tools) => {
        await tools.conversing().read("a.ts");
        expect((await tools.read("a.ts")).text).toBe(whole);
        expect((await tools.read("a.ts")).text).toBe(whole);
        return proposal(invocation, halt("incomplete", "seen"));
      },
    });
    await it.carryOn();
  });
});
