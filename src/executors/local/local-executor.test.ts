import { describe, expect, test } from "vitest";
import type { StatePacket } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { Invocation, OpenedClaim, ReadResult, Survey } from "../executor.ts";
import { joined, type LocalProposal } from "./compose.ts";
import { claim, invocation, packet, rules, toolsOf, type World } from "./in-memory.suite.ts";
import { createLocalExecutor } from "./local-executor.ts";

async function propose(it: Invocation, world: World = {}): Promise<LocalProposal> {
  const proposal = await createLocalExecutor({ rules }).execute(it, toolsOf(world), new AbortController().signal);
  return proposal as LocalProposal;
}

describe("the local executor's decisions", () => {
  test("it never answers a question: it hands it on", async () => {
    const question = { escalation: "t.1/e1", text: "Which?", options: [] };
    expect(await propose(invocation(packet(), { purpose: "answer", question }))).toMatchObject({
      answer: { escalation: "t.1/e1", hand_on: true },
    });
  });

  test("what a person must decide is put to one first, once, and then it works with the answer", async () => {
    const requirements = { boss: { id: "boss", statement: "The boss agrees", needs: "person" as const } };
    const own = packet({}, ["boss"]);
    expect(await propose(invocation(own, { requirements }))).toMatchObject({
      transition: "ESCALATE",
      escalation: { to: "person", blocking: true, requirement: "boss" },
    });
    const answer = {
      seq: 3,
      role: "answer" as const,
      text: '{"question":"Is it so? The boss agrees","answer":"refuse"}',
    };
    const proposal = await propose(invocation(own, { requirements, items: [answer] }));
    expect(proposal.halt).toMatchObject({ outcome: "incomplete", reason: expect.stringContaining("boss") });
  });

  test("a file in which a secret was replaced cannot be judged", async () => {
    const files = { "a.conf": "x 1\n", "b.conf": "token [REDACTED:github-token]\n" };
    const proposal = await propose(invocation(packet({}, ["no-todo"])), { files });
    expect(proposal.halt?.outcome).toBe("incomplete");
    expect(proposal.halt?.reason).toContain("b.conf");
    const clean = await propose(invocation(packet({}, ["no-todo"])), { files: { "a.conf": "x 1\n" } });
    expect(clean.halt?.outcome).toBe("complete");
  });

  test("it stops at once when it is told to", async () => {
    const executor = createLocalExecutor({ rules });
    const stopped = executor.execute(invocation(packet()), toolsOf({}), AbortSignal.abort(new Error("stop")));
    await expect(stopped).rejects.toThrow("stop");
  });

  test("rules that cannot be used are told when it is made, not when it works", () => {
    expect(() => createLocalExecutor({ rules: { r: { forbid: { paths: ["x"], pattern: "(" } } } })).toThrow(
      RuntimeFailure,
    );
  });

  test("what the runtime refused as complete is not proposed as complete again", async () => {
    const items = [{ seq: 3, role: "rejection" as const, text: "R-HALT at /halt/outcome: clean is unsatisfied" }];
    const proposal = await propose(invocation(packet(), { items }), { files: { "a.conf": "x 1\n" } });
    expect(proposal.halt).toMatchObject({
      outcome: "incomplete",
      reason: expect.stringContaining("clean is unsatisfied"),
    });
  });

  test("a proposal that was too large is made smaller", async () => {
    const files = { "a.conf": Array.from({ length: 60 }, (_, at) => `name${at} ${at}`).join("\n") };
    const first = await propose(invocation(packet()), { files });
    const items = [
      {
        seq: 3,
        role: "rejection" as const,
        text: "R-BUDGET at /: the proposal has 4000 tokens; output_tokens is 2000",
      },
    ];
    const second = await propose(invocation(packet(), { items }), { files });
    expect(first.transition).toBe("EXECUTE");
    expect(JSON.stringify(second).length).toBeLessThan(JSON.stringify(first).length * 0.6);
  });

  test("findings of one text that do not fit are proposed in order, none twice and none left out", async () => {
    const files = { "a.conf": Array.from({ length: 90 }, (_, at) => `name${at} ${at}`).join("\n") };
    const found: string[] = [];
    let own = packet();
    for (let round = 0; round < 9 && own.next_transition === "EXECUTE"; round++) {
      const proposal = await propose(invocation(own), { files });
      const claims = [...own.claims, ...(proposal.claims ?? []).map((it) => ({ confidence: null, ...it }))];
      const ids = new Set((proposal.open_loops ?? []).map((it) => it.id));
      const open_loops = [
        ...own.open_loops.filter((it) => !ids.has(String(it["id"]))),
        ...(proposal.open_loops ?? []).map((it) => ({ ...it })),
      ];
      found.push(...(proposal.claims ?? []).map((it) => it.statement));
      own = packet({
        phase: "MIDDLE",
        claims,
        open_loops,
        next_transition: proposal.transition === "HALT" ? "HALT" : "EXECUTE",
      });
    }
    expect(own.next_transition).toBe("HALT");
    const values = found.filter((it) => it.startsWith("version of"));
    expect(values).toEqual(Array.from({ length: 90 }, (_, at) => `version of name${at} = ${at}`));
  });

  test("one finding that can never fit ends the task, and says so", async () => {
    const tiny = { ...packet().budget, output_tokens: 260 };
    const proposal = await propose(invocation(packet({ budget: tiny })), {
      files: { "a.conf": `${"n".repeat(300)} ${"v".repeat(300)}\n` },
    });
    expect(proposal.halt).toMatchObject({
      outcome: "incomplete",
      reason: expect.stringContaining("does not fit into output_tokens"),
    });
  });

  test("a room too small for a single line ends incomplete, with the file named", async () => {
    const read = async (path: string): Promise<ReadResult> => ({
      seq: 9,
      path,
      text: "",
      fromLine: 1,
      toLine: 0,
      more: true,
    });
    const proposal = await propose(invocation(packet()), { files: { "a.conf": "x 1\n" }, read });
    expect(proposal.halt?.outcome).toBe("incomplete");
    expect(proposal.claims?.map((it) => it.statement)).toContain(
      'not read: "a.conf" (no line of it fits into the room that is left)',
    );
  });

  test("a failure that is no unreadable file is the runtime's to know", async () => {
    const read = async (): Promise<ReadResult> => {
      throw new RuntimeFailure("disk-full", "no space");
    };
    await expect(propose(invocation(packet()), { files: { "a.conf": "x 1\n" }, read })).rejects.toMatchObject({
      code: "disk-full",
    });
  });

  test("an input in words means the whole workspace", async () => {
    const items = [{ seq: 2, role: "input" as const, text: "please look at everything" }];
    expect((await propose(invocation(packet(), { items }), { files: { "a.conf": "x 1\n" } })).halt?.outcome).toBe(
      "complete",
    );
  });
});

describe("reasons", () => {
  test("as many as fit are given whole, the others are counted", () => {
    expect(joined(["one", "two"], 100)).toBe("one; two");
    expect(joined(["one", "two".repeat(30), "three"], 60)).toBe("one; and 2 more");
    expect(joined(["x".repeat(50)], 10)).toBe(`${"x".repeat(9)}…`);
    expect(joined([], 10)).toBe("");
  });

  test("a pattern that takes too long on a file leaves it unread, and says so", async () => {
    const slow = createLocalExecutor({ rules: { "no-todo": { forbid: { paths: ["**"], pattern: "a[^b]*b|a" } } } });
    const tools = toolsOf({ files: { "a.conf": "a".repeat(60_000) } });
    const it = invocation(packet({}, ["no-todo"]), { roomTokens: 90_000 });
    const proposal = (await slow.execute(it, tools, new AbortController().signal)) as LocalProposal;
    expect(proposal.halt).toMatchObject({ outcome: "incomplete", reason: expect.stringContaining("not read") });
  });
});

describe("splitting", () => {
  const part = (name: string, tokens: number): Survey["parts"][number] => ({
    first: `${name}/a.conf`,
    last: `${name}/z.conf`,
    fileCount: 3,
    tokenEstimate: tokens,
  });
  const surveyOf = (parts: Survey["parts"]): Survey => ({
    seq: 1,
    fileCount: parts.length * 3,
    tokenEstimate: parts.reduce((sum, it) => sum + it.tokenEstimate, 0),
    files: null,
    parts,
    unreadable: [],
  });
  const splitOf = async (own: StatePacket, parts: Survey["parts"]): Promise<LocalProposal> => {
    const tools = { ...toolsOf({}), survey: async () => surveyOf(parts) };
    return (await createLocalExecutor({ rules }).execute(
      invocation(own),
      tools,
      new AbortController().signal,
    )) as LocalProposal;
  };

  test("parts meet: each begins where the one before it ends", async () => {
    const { split } = await splitOf(packet(), [part("a", 6000), part("b", 6000), part("c", 6000)]);
    const inputs = split?.children.map((it) => JSON.parse(it.input ?? "") as unknown);
    expect(inputs).toEqual([
      { first: null, before: "b/a.conf" },
      { first: "b/a.conf", before: "c/a.conf" },
      { first: "c/a.conf", before: null },
    ]);
    expect(split?.refine).toMatchObject([
      {
        requirement: "versions",
        into: [{ id: "versions/1" }, { id: "versions/2" }, { id: "versions/3" }, { id: "versions/agree" }],
      },
    ]);
    expect(split?.keep).toEqual(["versions/agree"]);
  });

  test("where the proposal would be too large, the smallest neighbours become one part", async () => {
    const long = (name: string): string => `${name}${"x".repeat(900)}`;
    const own = packet({ budget: { ...packet().budget, output_tokens: 2200 } });
    const { split } = await splitOf(own, [
      part(long("a"), 9000),
      part(long("b"), 5000),
      part(long("c"), 4000),
      part(long("d"), 9000),
    ]);
    expect(split?.children).toHaveLength(3);
    expect(JSON.parse(split?.children[1]?.input ?? "")).toEqual({
      first: `${long("b")}/a.conf`,
      before: `${long("d")}/a.conf`,
    });
  });

  test("without a limit of invocations there are no shares", async () => {
    const own = packet({ budget: { ...packet().budget, remaining_invocations: null } });
    const { split } = await splitOf(own, [part("a", 6000), part("b", 6000)]);
    expect(split?.children.every((it) => it.share === undefined)).toBe(true);
  });

  test("an id that leaves no room for a part's name keeps a task from splitting", async () => {
    const id = `versions/${"1/".repeat(122)}1`;
    expect((await splitOf(packet({}, [id]), [part("a", 6000), part("b", 6000)])).transition).not.toBe("SPLIT");
  });

  test("what needs a check or has no rule is kept, never given away", async () => {
    const own = packet({}, ["versions", "taste"]);
    const { split } = await splitOf(own, [part("a", 6000), part("b", 6000)]);
    expect(split?.keep).toEqual(["taste", "versions/agree"]);
  });
});

describe("what a packet folded", () => {
  const folded = claim("fold-rest-supported", "40 claims supported, and no requirement rests on it", [
    "clm:t/*@" + "a".repeat(64),
  ]);
  const opened = (statement: string, at: number): OpenedClaim => ({
    ref: `clm:t/c${at}`,
    id: `c${at}`,
    statement,
    status: "supported",
    evidenceRefs: ["ctx:1"],
  });

  test("is opened before the end is judged: a conflict behind a fold is a conflict", async () => {
    const own = packet({ phase: "MIDDLE", claims: [folded, claim("c41", "version of a = 2")] });
    const proposal = await propose(invocation(own), { opened: [opened("version of a = 1", 1)] });
    expect(proposal.halt).toMatchObject({
      outcome: "incomplete",
      reason: expect.stringContaining("version of a = 2 / version of a = 1"),
    });
  });

  test("is rested upon by the fold's own name", async () => {
    const own = packet({ phase: "MIDDLE", claims: [folded] });
    const proposal = await propose(invocation(own), { opened: [opened("version of a = 1", 1)] });
    expect(proposal).toMatchObject({
      halt: { outcome: "complete" },
      satisfies: [{ requirement: "versions", claims: ["fold-rest-supported"] }],
    });
  });

  test("gets room of its own: reading ends first, judging comes next", async () => {
    const loop = {
      id: "unread-1",
      kind: "retry",
      text: 'not read yet: "a.conf" from line 1 on',
      owner: "task",
      blocking: false,
      status: "open",
    };
    const own = packet({ phase: "MIDDLE", claims: [folded], open_loops: [loop] });
    const proposal = await propose(invocation(own), { files: { "a.conf": "x 1\n" } });
    expect(proposal).toMatchObject({ transition: "EXECUTE", open_loops: [{ id: "unread-1", status: "closed" }] });
    expect(proposal.claims?.[0]?.id).toBe("c41");
  });

  test("that does not fit into an invocation keeps the requirement open", async () => {
    const own = packet({ phase: "MIDDLE", claims: [folded] });
    const many = Array.from({ length: 200 }, (_, at) => opened(`version of name${at} = ${at}`, at));
    const proposal = await propose(invocation(own), { opened: many });
    expect(proposal.halt).toMatchObject({
      outcome: "incomplete",
      reason: expect.stringContaining("does not fit into one invocation"),
    });
  });

  test("of a part of a joint rule is left to whoever judges the parts together", async () => {
    const own = packet({ phase: "MIDDLE", claims: [folded] }, ["versions/2"]);
    const many = Array.from({ length: 200 }, (_, at) => opened(`version of name${at} = ${at}`, at));
    expect((await propose(invocation(own), { opened: many })).halt?.outcome).toBe("complete");
    const unread = [opened('not read: "x.conf" (socket)', 1)];
    expect((await propose(invocation(own), { opened: unread })).halt).toMatchObject({
      outcome: "incomplete",
      reason: expect.stringContaining("x.conf"),
    });
  });
});
