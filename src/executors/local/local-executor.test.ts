import { describe, expect, test } from "vitest";
import type { Claim, LocalRule, StatePacket } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { ExecutorTools, Invocation, OpenedClaim, ReadResult } from "../executor.ts";
import type { LocalProposal } from "./compose.ts";
import { createLocalExecutor } from "./local-executor.ts";

const versions: LocalRule = {
  extract: [{ paths: ["**/*.conf"], pattern: "(?m)^(\\w+) (\\S+)$", subject: "version of $1", value: "$2" }],
  agree: {},
};
const noTodo: LocalRule = { forbid: { paths: ["**/*.conf"], pattern: "TODO" } };
const rules = { versions, "no-todo": noTodo };

interface World {
  readonly files?: Record<string, string>;
  readonly opened?: readonly OpenedClaim[];
  readonly read?: (path: string) => Promise<ReadResult>;
}

/** Tools over files in memory: one part, everything delivered whole. */
function toolsOf({ files = {}, opened = [], read }: World): ExecutorTools {
  const paths = Object.keys(files);
  const sizes = paths.map((path) => ({ path, tokenEstimate: Math.ceil((files[path] ?? "").length / 3) }));
  const tokenEstimate = sizes.reduce((sum, it) => sum + it.tokenEstimate, 0);
  const part = { first: paths[0] ?? "", last: paths.at(-1) ?? "", fileCount: paths.length, tokenEstimate };
  return {
    survey: async () => ({
      seq: 1,
      fileCount: paths.length,
      tokenEstimate,
      files: sizes,
      parts: paths.length > 0 ? [part] : [],
      unreadable: [],
    }),
    read: async (path, range = {}) => {
      if (read) return read(path);
      const lines = (files[path] ?? "").split(/(?<=\n)/).slice((range.fromLine ?? 1) - 1, range.toLine);
      const fromLine = range.fromLine ?? 1;
      return {
        seq: 10 + paths.indexOf(path),
        path,
        text: lines.join(""),
        fromLine,
        toLine: fromLine + lines.length - 1,
        more: false,
      };
    },
    openClaims: async (_tasks, keep) => ({ seq: 5, claims: opened.filter((it) => keep(it.statement)) }),
    sourceOf: async (seq) => {
      const path = paths[seq - 10];
      return path === undefined ? null : { path, fromLine: 1, toLine: 999 };
    },
  };
}

function claim(id: string, statement: string, refs: readonly string[] = ["ctx:1"]): Claim {
  return { id, statement, status: "supported", confidence: null, evidence_refs: [...refs] };
}

function packet(changes: Partial<StatePacket> = {}, unsatisfied: readonly string[] = ["versions"]): StatePacket {
  return {
    schema_version: "0.1.0",
    task_id: "t",
    parent_id: null,
    depth: 0,
    phase: "BEGINNING",
    objective: "Audit",
    invariants: [],
    claims: [],
    artifact_deltas: [],
    dependencies: [],
    contradictions: [],
    open_loops: [],
    coverage: { required: [...unsatisfied], satisfied: [], unsatisfied: [...unsatisfied] },
    budget: {
      context_tokens: 8000,
      output_tokens: 2000,
      maximum_children: 4,
      maximum_depth: 3,
      remaining_invocations: 20,
      remaining_wall_time_ms: null,
    },
    next_transition: "EXECUTE",
    ...changes,
  };
}

function invocation(own: StatePacket, changes: Partial<Invocation> = {}): Invocation {
  return {
    id: "t#1",
    purpose: "work",
    packet: own,
    basedOn: "0".repeat(64),
    rootObjective: "Audit",
    requirements: Object.fromEntries(
      own.coverage.required.map((id) => [id, { id, statement: id, needs: "supported" as const }]),
    ),
    refinements: {},
    items: [],
    halted: [],
    roomTokens: 6000,
    ...changes,
  };
}

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

describe("verification", () => {
  const verify = async (claims: readonly Claim[], world: World): Promise<readonly (readonly [boolean, string])[]> => {
    const verdicts = await createLocalExecutor({ rules }).verify?.(
      [...claims],
      toolsOf(world),
      new AbortController().signal,
    );
    return (verdicts ?? []).map((it) => [it.confirmed, it.reason] as const);
  };
  const files = { "a.conf": "x 1\n# TODO\n", "b.conf": "y 2\n" };

  test("confirms what the cited lines say, and nothing else", async () => {
    const claims = [
      claim("c1", "version of x = 1", ["ctx:10#L1-L1"]),
      claim("c2", "version of x = 9", ["ctx:10#L1-L1"]),
      claim("c3", "version of x = 1", ["ctx:10#L2-L2"]),
      claim("c4", 'forbidden by no-todo: "a.conf" line 2: "TODO"', ["ctx:10#L2-L2"]),
      claim("c5", "version of x = 1", ["ctx:10"]),
      claim("c6", "version of x = 1", ["ctx:99#L1-L1"]),
      claim("c7", "version of x = 1", []),
      claim("c8", "the tests pass", ["ctx:10#L1-L1"]),
      claim("c9", "missing for versions: version of z", ["ctx:10#L1-L1"]),
    ];
    expect((await verify(claims, { files })).map(([confirmed]) => confirmed)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test("counts the files of a span again, and reads those in which nothing was found", async () => {
    const span = 'from "a.conf" to "b.conf"';
    const claims = [
      claim("c1", `read 2 files ${span}`),
      claim("c2", `read 3 files ${span}`),
      claim("c3", `nothing forbidden by no-todo in 2 files ${span}`),
      claim("c4", `nothing forbidden by nobody in 2 files ${span}`),
      claim("c5", `read 2 files from "a.conf" line 3 to "b.conf"`),
    ];
    const confirmed = async (of: Record<string, string>): Promise<boolean[]> =>
      (await verify(claims, { files: of })).map(([it]) => it);
    expect(await confirmed(files)).toEqual([true, false, false, false, false]);
    expect(await confirmed({ "a.conf": "x 1\n", "b.conf": "y 2\n" })).toEqual([true, false, true, false, false]);
  });

  test("judges again what the parts found together", async () => {
    const open = (value: string, at: number): OpenedClaim => ({
      ref: `clm:t.${at}/c1`,
      id: "c1",
      statement: `version of x = ${value}`,
      status: "supported",
      evidenceRefs: [],
    });
    const together = claim("c1", "for versions, 1 subject fit together in what 2 tasks found", [
      "clm:t.1/c1",
      "clm:t.2/c1",
    ]);
    const shared = claim("c2", "for versions, 1 subject fit together in what 2 tasks found (share 1 of 2)", [
      "clm:t.1/c1",
    ]);
    expect((await verify([together, shared], { opened: [open("1", 1), open("1", 2)] })).map(([it]) => it)).toEqual([
      true,
      false,
    ]);
    expect((await verify([together], { opened: [open("1", 1), open("2", 2)] })).map(([it]) => it)).toEqual([false]);
    expect((await verify([together], { opened: [] })).map(([it]) => it)).toEqual([false]);
  });

  test("does not confirm what cannot be read again", async () => {
    const read = async (): Promise<ReadResult> => {
      throw new RuntimeFailure("workspace-unreadable", "gone", { details: { reason: "missing" } });
    };
    const [verdict] = await verify([claim("c1", "version of x = 1", ["ctx:10#L1-L1"])], { files, read });
    expect(verdict).toEqual([false, "a.conf was not read again: missing"]);
  });
});
