import { describe, expect, it } from "vitest";
import type { RunResult, RunStatus, TreeNode } from "../../app.ts";
import { renderMarks } from "./marks.ts";
import { exportLines, replayLines, verifyLines } from "./report.ts";
import { nextLines, quoted, questionLines, resultLines, shortId } from "./result.ts";
import { moment, runLines, statusLines } from "./runs.ts";
import { countsLine, treeLines } from "./tree.ts";

const plain = (lines: Iterable<string>): string[] => [...lines].map((line) => renderMarks(line, false));
const RUN = "01a22fc0-0e3d-761f-b625-1704b6e5af1f";
const whole = Number.POSITIVE_INFINITY;

const claim = (
  id: string,
  statement: string,
  fields: Partial<RunResult["findings"][number]> = {},
): RunResult["findings"][number] => ({
  id,
  statement,
  status: "supported",
  evidence: [{ ref: "ctx:1#L1-L2", place: `${id}.txt:1-2` }],
  ...fields,
});

const mit = claim("c1", "left-pad = MIT", { status: "contradicted" });
const isc = claim("c2", "left-pad = ISC", { status: "contradicted" });

const result: RunResult = {
  run: RUN,
  task: "licences",
  objective: "Say which licence each package has",
  outcome: "incomplete",
  reasons: ["agrees: different values; open contradiction k1", "agrees: different values"],
  summary: "",
  requirements: [
    { id: "agrees", statement: "They agree", needs: "supported", satisfied: false, rests_on: [], refined_into: 2 },
    { id: "agrees/1", statement: "part 1", needs: "supported", satisfied: true, rests_on: ["c4"], refined_into: 0 },
    { id: "agrees/2", statement: "part 2", needs: "supported", satisfied: false, rests_on: [], refined_into: 0 },
    { id: "stated", statement: "It is stated", needs: "check", satisfied: true, rests_on: [], refined_into: 0 },
  ],
  contradictions: [
    { id: "k1", kind: "claim", status: "open", claims: [mit, isc] },
    { id: "k2", kind: "artifact", status: "open", claims: [claim("c8", "a text")] },
    { id: "k3", kind: "claim", status: "settled", claims: [] },
  ],
  findings: [
    claim("c4", "is-odd = MIT"),
    claim("c5", "joined", { evidence: [{ ref: "clm:t.1/c1", place: null }] }),
    mit,
    isc,
    claim("c3", "unsure", {
      status: "unresolved",
      evidence: [1, 2, 3].map((at) => ({ ref: `ctx:${at}`, place: `f${at}` })),
    }),
    claim("c6", "is-even = MIT"),
  ],
  invariants: [
    { id: "i1", operator: "PROHIBIT", statement: "Do not change any file", authority: "user", held: "unchecked" },
  ],
  changed_files: [],
  open_loops: [],
  questions: [
    { escalation: "licences/e1", question: "Do you approve?", options: ["approve", "not yet"] },
    { escalation: "licences/e2", question: "Which one?", options: [] },
  ],
  budget: { granted_invocations: 400, remaining_invocations: 332, active_ms: 8440 },
};

describe("the result of a run", () => {
  it("begins with the answer and what stands against it, a reason a line and none twice", () => {
    const lines = plain(resultLines(result, { limit: 10 }));
    expect(lines[0]).toBe("◐ incomplete: Say which licence each package has");
    expect(lines[1]).toBe("  1 of 2 requirements satisfied, 2 contradictions open, 6 findings");
    expect(lines.slice(3, 6)).toEqual([
      "Why not complete",
      "  - agrees: different values",
      "  - open contradiction k1",
    ]);
  });

  it("puts the values of one subject under it, with file and line", () => {
    const lines = plain(resultLines(result, { limit: 10 }));
    const at = lines.indexOf("Contradictions  2 open, 1 settled");
    expect(lines.slice(at + 1, at + 6)).toEqual([
      "  ≠ left-pad  k1",
      "      = MIT  c1.txt:1-2",
      "      = ISC  c2.txt:1-2",
      "  ≠ k2  artifact",
      "      a text  c8.txt:1-2",
    ]);
  });

  it("at the end of a run tells each thing once and hides satisfied parts; alone it tells everything", () => {
    const short = plain(resultLines(result, { limit: 2 })).join("\n");
    expect(short).not.toContain("agrees/1");
    expect(short).toContain("✗ agrees/2 part 2");
    expect(short).toMatch(/\? unsure +f1, f2 and 1 more/);
    expect(short).toContain("  4 more");
    expect(short).not.toContain("≠ left-pad = MIT");
    const long = plain(resultLines(result, { limit: whole })).join("\n");
    expect(long).toContain("✓ agrees/1 part 1");
    expect(long).toContain("≠ left-pad = MIT");
    expect(long).toContain("claim t.1/c1");
    expect(long).toContain("nobody verified it");
    expect(long).toContain("? i1 PROHIBIT Do not change any file  unchecked, said by user");
    expect(long).toContain("68 of 400 invocations spent, 8.44 s of work");
  });

  it("counts what is beyond the limit of every list", () => {
    const many = {
      ...result,
      contradictions: Array.from({ length: 5 }, (_, at) => ({
        id: `k${at}`,
        kind: "claim",
        status: "open",
        claims: [],
      })),
      invariants: Array.from({ length: 4 }, () => result.invariants[0]!),
    };
    const text = plain(resultLines(many, { limit: 3 })).join("\n");
    expect(text).toContain("  2 more");
    expect(text).toContain("  1 more");
  });

  it("of a complete run has no reasons, and one that goes on says so", () => {
    const complete = plain(
      resultLines(
        {
          ...result,
          outcome: "complete",
          contradictions: [],
          questions: [],
          budget: { ...result.budget, granted_invocations: null },
        },
        { limit: 1 },
      ),
    );
    expect(complete[0]).toMatch(/^✓ complete/);
    expect(complete.join("\n")).not.toContain("Why not complete");
    expect(complete.join("\n")).toContain("no contradiction open");
    expect(complete.at(-1)).toBe("8.44 s of work");
    const settled = plain(resultLines({ ...result, contradictions: result.contradictions.slice(2) }, { limit: 1 }));
    expect(settled).toContain("Contradictions  none open, 1 settled");
    expect(plain(resultLines({ ...result, outcome: null, findings: [], requirements: [] }, { limit: 1 }))[0]).toMatch(
      /^● not ended yet/,
    );
    expect(plain(resultLines({ ...result, outcome: "refused" }, { limit: 1 }))[0]).toMatch(/^✗ refused/);
  });

  it("gives the exact command for every answer that is possible", () => {
    const lines = plain(questionLines(result));
    expect(lines).toContain("      cairn answer 01a22fc0-0e3d licences/e1 approve");
    expect(lines).toContain("      cairn answer 01a22fc0-0e3d licences/e1 'not yet'");
    expect(lines).toContain("      cairn answer 01a22fc0-0e3d licences/e2 '…'");
    expect(plain(questionLines({ run: RUN, questions: [] }))).toEqual([]);
    expect(quoted("it's $HOME")).toBe("'it'\\''s $HOME'");
  });

  it("names what to look at next, and to go on where it has not ended", () => {
    expect(plain(nextLines(result)).join("\n")).not.toMatch(/resume|changes/);
    expect(plain(nextLines({ ...result, changed_files: ["a"] })).join("\n")).toMatch(/cairn changes \S+ .*cairn apply/);
    expect(plain(nextLines({ ...result, outcome: null })).join("\n")).toMatch(
      /resume 01a22fc0-0e3d +go on, once answered/,
    );
    expect(plain(nextLines({ ...result, outcome: null, questions: [] })).join("\n")).toMatch(/resume .* go on$/m);
    expect(shortId("r")).toBe("r");
  });
});

const node = (task: string, fields: Partial<TreeNode> = {}): TreeNode => ({
  task,
  parent: task.includes(".") ? task.slice(0, task.lastIndexOf(".")) : null,
  objective: `Do ${task}`,
  state: "halted",
  outcome: "complete",
  invocations: 1,
  refusals: 0,
  openedSeq: 1,
  lastSeq: 2,
  ...fields,
});

describe("the tree of a run", () => {
  const nodes = [
    node("t", { outcome: "incomplete", invocations: 2 }),
    node("t.1"),
    node("t.1.1", { state: "working", outcome: null }),
    node("t.1.2", { outcome: "refused", refusals: 1 }),
    node("t.2", { state: "asking", outcome: null }),
    node("t.3", { state: "waiting", outcome: null, invocations: 0 }),
    node("t.4", { outcome: null }),
  ];

  it("draws every branch to its end", () => {
    expect(plain(treeLines(nodes, { columns: null, maximumDepth: whole }))).toEqual([
      "◐ t Do t  incomplete, 2 invocations",
      "├─ ✓ t.1 Do t.1  complete, 1 invocation",
      "│  ├─ ● t.1.1 Do t.1.1  working, 1 invocation",
      "│  └─ ✗ t.1.2 Do t.1.2  refused, 1 invocation, 1 refusal",
      "├─ ? t.2 Do t.2  asking, 1 invocation",
      "├─ · t.3 Do t.3  waiting, 0 invocations",
      "└─ · t.4 Do t.4  halted, 1 invocation",
    ]);
  });

  it("says how much lies below the levels that are shown, and fits the terminal", () => {
    const lines = plain(treeLines(nodes, { columns: 30, maximumDepth: 1 }));
    expect(lines).toHaveLength(5);
    expect(lines[1]).toBe("├─ ✓ t.1 Do t.1  complete, 1 …");
    expect(plain(treeLines(nodes, { columns: null, maximumDepth: 1 }))[1]).toContain("(2 tasks below)");
  });

  it("is summed up by what its tasks do", () => {
    const counts = { opened: 7, halted: 4, working: 1, asking: 1, waiting: 1, invocations: 7, refusals: 1 };
    expect(countsLine(counts)).toBe("7 tasks: 4 halted, 1 working, 1 asking, 1 waiting; 7 invocations, 1 refusal");
    expect(countsLine({ ...counts, asking: 0, refusals: 0 })).toBe(
      "7 tasks: 4 halted, 1 working, 1 waiting; 7 invocations",
    );
  });
});

describe("runs and their status", () => {
  const status: RunStatus = {
    run: RUN,
    task: "t",
    objective: "Say it",
    state: "stopped",
    outcome: null,
    holder: null,
    created_at: "2026-12-01T03:42:45.123Z",
    updated_at: "2026-12-01T03:43:00.000Z",
    workspace: "/w",
    forked_from: { run: "r0", seq: 4 },
    events: 12,
    tasks: { opened: 1, halted: 0, working: 0, asking: 0, waiting: 1, invocations: 0, refusals: 0 },
    requirements: { satisfied: 1, required: 2 },
    budget: result.budget,
    spending: {
      whole: { invocations: 68, input_tokens: 41_000, output_tokens: 900, cost: 0.5 },
      limits: [
        { of: "invocations", used: 68, most: 400, state: "fine" },
        { of: "tokens", used: 41_900, most: 50_000, state: "near" },
      ],
    },
    questions: [],
    people_work: [],
    is_for_agents: false,
    waiting_messages: 2,
  };

  it("say where a run stands and what to do about it", () => {
    const text = plain(statusLines(status)).join("\n");
    for (const part of [
      "● stopped: Say it",
      "fork of r0 at event 4",
      "12, 2026-12-01 03:43:00 UTC",
      "1 of 2 satisfied",
      "332 of 400 invocations left",
      "41,000 tokens in, 900 out, 0.5 spent",
      "tokens: 41,900 of 50,000 (83 %)",
      "/w",
      "2 messages not yet decided on",
      `cairn resume ${RUN}`,
    ])
      expect(text).toContain(part);
  });

  it("say that there is no time where there is none, not that it was 1970", () => {
    expect([moment("1970-01-01T00:00:00.000Z"), moment("2026-12-01T03:42:45.123Z")]).toEqual([
      "no time",
      "2026-12-01 03:42:45",
    ]);
  });

  it("tell work, waiting and every outcome apart", () => {
    const first = (fields: Partial<RunStatus>): string => plain(statusLines({ ...status, ...fields }))[0] ?? "";
    expect(first({ state: "working", holder: "process 7 on vm" })).toBe("● at work in process 7 on vm: Say it");
    expect(first({ state: "working" })).toContain("at work in a process");
    expect(first({ state: "waiting" })).toContain("waiting for a person");
    expect(first({ state: "halted", outcome: "complete" })).toMatch(/^✓ complete/);
    expect(first({ state: "halted" })).toContain("halted");
    const waiting = plain(statusLines({ ...status, state: "waiting", questions: result.questions })).join("\n");
    expect(waiting).toContain("Once answered: cairn resume");
    expect(waiting).toContain("cairn answer 01a22fc0-0e3d licences/e1 approve");
    const bare = plain(
      statusLines({
        ...status,
        state: "halted",
        workspace: null,
        budget: null,
        forked_from: null,
        waiting_messages: 0,
      }),
    ).join("\n");
    expect(bare).not.toContain("resume");
    const unlimited = plain(
      statusLines({ ...status, budget: { granted_invocations: null, remaining_invocations: null, active_ms: 0 } }),
    ).join("\n");
    expect(unlimited).toContain("invocations not limited, 0.00 s of work");
  });

  it("are listed a line each, cut to the terminal", () => {
    const summary = {
      id: "r1",
      task: "t",
      objective: "Say it",
      createdAt: status.created_at,
      updatedAt: status.updated_at,
      workspace: null,
      forkedFrom: null,
      head: { seq: 1, hash: "" },
      outcome: null,
    };
    expect(plain(runLines([summary, { ...summary, id: "r0", outcome: "complete" }], null))).toEqual([
      "● r1  2026-12-01 03:42:45  open      1 event  Say it",
      "✓ r0  2026-12-01 03:42:45  complete  1 event  Say it",
    ]);
    expect(plain(runLines([summary], 10))).toEqual(["● r1  202…"]);
    expect(moment("2026-12-01T03:42:45.123Z")).toBe("2026-12-01 03:42:45");
  });
});

describe("reports", () => {
  it("of a replay count what was compared and name the differences", () => {
    const report = { events: 217, packetsCompared: 87, bytesCompared: 1, findings: [] };
    expect(plain(replayLines(report))).toEqual([
      "✓ 217 events replayed, 87 packet identities and the bytes of 1 packet compared: no difference",
    ]);
    const findings = Array.from({ length: 22 }, (_, at) => ({ seq: at, task: "t", message: "differs" }));
    const lines = plain(replayLines({ ...report, findings }));
    expect(lines[0]).toMatch(/^✗ .*: 22 differences$/);
    expect(lines[1]).toBe("  event 0, t: differs");
    expect(lines.at(-1)).toBe("  2 more");
  });

  it("of a verification name the first flaw", () => {
    const report = { events: 2, items: 1, packets: 3, documents: 1, flaws: [] };
    expect(plain(verifyLines(report))[0]).toContain(
      "✓ 2 events, 1 ledger item, 3 packets, 1 Context-IR document checked",
    );
    expect(
      plain(verifyLines({ ...report, flaws: [{ part: "store", where: "event 7", message: "its hash is another" }] })),
    ).toEqual(["✗ 1 flaw, the first in event 7", "  event 7 its hash is another (store)"]);
  });

  it("of an export name the files", () => {
    expect(plain(exportLines({ kind: "events", files: ["o/events.jsonl"], count: 2 }))).toEqual([
      "✓ 2 events in 1 file: o/events.jsonl",
    ]);
    expect(plain(exportLines({ kind: "context-ir", files: ["a", "b", "c"], count: 300 }))).toEqual([
      "✓ 300 ledger items in 3 files: a … c",
    ]);
    expect(plain(exportLines({ kind: "packets", files: [], count: 0 }))[0]).toContain("nothing was recorded");
  });
});
