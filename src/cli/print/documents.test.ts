import { describe, expect, it } from "vitest";
import type { Finding, StatePacket } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import { defectLines, failureLines, systemFailure } from "./failure.ts";
import { findingLine, findingLines } from "./findings.ts";
import { renderMarks } from "./marks.ts";
import { packetLines } from "./packet.ts";
import { tryLines } from "./trial.ts";

const plain = (lines: Iterable<string>): string[] => [...lines].map((line) => renderMarks(line, false));

const finding = (fields: Partial<Finding> = {}): Finding => ({
  code: "P-ID",
  level: "error",
  pointer: "/claims/1/id",
  message: "c1 is used twice",
  line: 3,
  column: 7,
  ...fields,
});

describe("findings", () => {
  it("are told with the place first, so that an editor can jump to it", () => {
    expect(plain([findingLine("p.json", finding())])).toEqual([
      "p.json:3:7 error P-ID c1 is used twice (/claims/1/id)",
    ]);
    expect(plain([findingLine("p.json", finding({ pointer: "", level: "note" }))])).toEqual([
      "p.json:3:7 note P-ID c1 is used twice",
    ]);
  });

  it("are grouped by file and summed up", () => {
    const files = [
      { file: "a", findings: [finding(), finding({ level: "warning" })] },
      { file: "b", findings: [] },
      { file: "c", findings: [finding({ level: "note" })] },
    ];
    const lines = plain(findingLines(files));
    expect(lines.filter((line) => line === "")).toHaveLength(2);
    expect(lines.at(-1)).toBe("✗ 3 files checked: 1 error, 1 warning, 1 note");
    expect(plain(findingLines([{ file: "b", findings: [] }]))).toEqual([
      "✓ 1 file checked: 0 errors, 0 warnings, 0 notes",
    ]);
  });
});

describe("a failure", () => {
  it("says what is wrong, where, and what to do", () => {
    const failure = new RuntimeFailure("input-invalid", "t.yaml is not a task file", {
      details: { path: "t.yaml", findings: [finding(), "no finding"] },
    });
    expect(plain(failureLines(failure))).toEqual([
      "cairn: t.yaml is not a task file",
      "  t.yaml:3:7 error P-ID c1 is used twice (/claims/1/id)",
    ]);
    expect(plain(failureLines(new RuntimeFailure("store-missing", "there is no store at x"))).at(-1)).toContain(
      "--store",
    );
    expect(plain(failureLines(new RuntimeFailure("usage", "no", { details: { hint: "do this" } })))).toEqual([
      "cairn: no",
      "  do this",
    ]);
  });

  it("shows the first findings of many and counts the rest", () => {
    const findings = Array.from({ length: 25 }, () => finding());
    const lines = plain(failureLines(new RuntimeFailure("input-invalid", "no", { details: { findings } })));
    expect(lines).toHaveLength(22);
    expect(lines[1]).toContain("input:3:7");
    expect(lines.at(-1)).toBe("  and 5 more");
  });

  it("of the operating system is one to the user too, and a full disk is told apart", () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
      syscall: "write",
      code: "ENOSPC",
    });
    expect(systemFailure(full)?.code).toBe("disk-full");
    expect(systemFailure(Object.assign(new Error("EIO"), { syscall: "read", code: "EIO" }))?.code).toBe(
      "input-unreadable",
    );
    expect(systemFailure(new TypeError("x is not a function"))).toBeNull();
    expect(systemFailure("thrown text")).toBeNull();
  });

  it("of ours comes with what a report needs", () => {
    expect(plain(defectLines(new TypeError("x is not a function"))).join("\n")).toMatch(
      /defect of cairn.*\n.*TypeError: x is not a function\n.*at /,
    );
    expect(plain(defectLines("text"))).toHaveLength(2);
  });
});

const packet: StatePacket = {
  schema_version: "0.1.0",
  task_id: "t.2",
  parent_id: "t",
  depth: 1,
  phase: "MIDDLE",
  objective: "Read part 2",
  invariants: [{ id: "i1", operator: "PROHIBIT", statement: "Do not change any file", authority: "user" }],
  claims: [
    { id: "c1", statement: "left-pad = MIT", status: "supported", evidence_refs: ["ctx:1#L1-L2"] },
    { id: "c2", statement: "left-pad = ISC", status: "contradicted", evidence_refs: ["ctx:2"] },
  ],
  artifact_deltas: [{ id: "d1", op: "modify", path: "a.txt", status: "proposed", added: 1, removed: 2 }],
  dependencies: ["t.1"],
  contradictions: [
    { id: "k1", kind: "claim", between: ["c1", "c2"], found_by: "runtime", status: "open" },
    { id: "k2", kind: "claim", between: "nothing", found_by: "runtime", status: "settled" },
  ],
  open_loops: [
    { id: "l1", kind: "question", text: "which?", owner: "person", blocking: true, status: "open" },
    { strange: true },
  ],
  coverage: { required: ["r1", "r2"], satisfied: ["r1"], unsatisfied: ["r2"] },
  budget: {
    context_tokens: 8000,
    output_tokens: 1000,
    maximum_children: 1,
    maximum_depth: 3,
    remaining_invocations: 10,
    remaining_wall_time_ms: 60_000,
  },
  next_transition: "EXECUTE",
};

describe("a packet", () => {
  it("shows everything that it holds", () => {
    const text = plain(packetLines(packet, 42)).join("\n");
    for (const part of [
      "MIDDLE, next EXECUTE",
      "as of event 42",
      "10 invocations left, 1 min 00 s left",
      "8,000 tokens",
      "at most 1 child,",
      "after t.1",
    ])
      expect(text).toContain(part);
    for (const part of [
      "✓ r1",
      "✗ r2",
      "1 of 2",
      "+ c1",
      "≠ c2",
      "PROHIBIT Do not change",
      "≠ k1 claim open: c1, c2",
      "○ l1 which?",
      "blocking",
      "d1 modify a.txt  proposed, +1 -2",
    ])
      expect(text).toContain(part);
  });

  it("of another program, with members of any form, is shown as far as it goes", () => {
    const text = plain(
      packetLines(
        {
          ...packet,
          budget: { ...packet.budget, remaining_invocations: null, remaining_wall_time_ms: null },
          dependencies: [],
        },
        1,
      ),
    ).join("\n");
    expect(text).toContain("= k2 claim settled:");
    expect(text).toContain("● ? ?  ?, ?, owned by ?");
    expect(text).toContain("invocations not limited here;");
  });
});

describe("what would come of a proposal", () => {
  it("is every reason against it", () => {
    const lines = plain(
      tryLines({
        accepted: false,
        rejections: [
          { code: "R-STALE", pointer: "/based_on", message: "old" },
          { code: "R-HALT", pointer: "", message: "no" },
        ],
        packet: null,
        pending: [],
      }),
    );
    expect(lines).toEqual(["✗ rejected: 2 reasons", "  R-STALE old (/based_on)", "  R-HALT no"]);
  });

  it("is the checks that would decide", () => {
    const lines = plain(
      tryLines({
        accepted: true,
        rejections: [],
        packet: null,
        pending: [
          { check: "tests", requirement: "r1" },
          { check: "same", invariant: "i1" },
        ],
      }),
    );
    expect(lines).toEqual([
      "… pending: no rule stands against it; 2 checks would decide",
      "  tests for requirement r1",
      "  same for invariant i1",
    ]);
  });

  it("is the packet that would follow", () => {
    const accepted = { accepted: true, rejections: [], pending: [] };
    expect(plain(tryLines({ ...accepted, packet }))).toEqual([
      "✓ accepted",
      "  then MIDDLE / EXECUTE, 1 of 2 requirements satisfied",
      "  10 invocations left",
    ]);
    expect(
      plain(
        tryLines({ ...accepted, packet: { ...packet, budget: { ...packet.budget, remaining_invocations: null } } }),
      ),
    ).toHaveLength(2);
    expect(plain(tryLines({ ...accepted, packet: null }))).toEqual(["✓ accepted"]);
  });
});
