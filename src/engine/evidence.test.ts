import { describe, expect, it } from "vitest";
import { judgeRef, parseEvidenceRef, type EvidenceFact } from "./evidence.ts";
import { claim, Play, splitRun } from "./play.suite.ts";

const SHA = "a".repeat(64);

describe("a ref", () => {
  it.each([
    ["ctx:1", { kind: "ctx", seq: 1, lines: null }],
    ["ctx:12#L3-L4", { kind: "ctx", seq: 12, lines: { from: 3, to: 4 } }],
    [`art:src/a@b.ts@${SHA}`, { kind: "art", path: "src/a@b.ts", sha256: SHA }],
    ["chk:all-known#12", { kind: "chk", check: "all-known", event: 12 }],
    ["clm:t.1/c1", { kind: "clm", task: "t.1", claim: "c1", packet: null }],
    ["clm:t.1/t.1.2/c1", { kind: "clm", task: "t.1", claim: "t.1.2/c1", packet: null }],
    [`clm:t/*@${SHA}`, { kind: "clm", task: "t", claim: "*", packet: SHA }],
    ["ans:t.1/e2", { kind: "ans", escalation: "t.1/e2" }],
    ["https://example.org/a", { kind: "url", url: "https://example.org/a" }],
  ])("%s is taken apart", (ref, parts) => {
    expect(parseEvidenceRef(ref)).toEqual(parts);
  });

  it.each([
    "",
    "ctx:0",
    "ctx:01",
    "ctx:5#L9-L2",
    "ctx:5#L0-L1",
    "ctx:5#L1",
    "art:a@b",
    "chk:a",
    "clm:c1",
    "ftp://a",
    "note",
  ])("%j is none (F25)", (ref) => {
    expect(parseEvidenceRef(ref)).toBeNull();
  });
});

describe("evidence", () => {
  const play = new Play();
  const ctx = { kind: "ctx", task: "t", citable: true, blank: false, firstLine: 5, lineCount: 3 } as const;
  const judge = (ref: string, fact?: EvidenceFact): string => {
    const facts = new Map(fact ? [[ref, fact]] : []);
    return judgeRef({ state: play.state, task: play.task(), facts }, ref).verdict;
  };

  it.each<[string, EvidenceFact | undefined, string]>([
    ["ctx:1", ctx, "counts"],
    ["ctx:1#L5-L7", ctx, "counts"],
    ["ctx:1#L4-L7", ctx, "unresolved"],
    ["ctx:1#L5-L8", ctx, "unresolved"],
    ["ctx:1", undefined, "unresolved"],
    ["ctx:1", { ...ctx, blank: true }, "kept"],
    ["ctx:1", { ...ctx, citable: false }, "kept"],
    ["ctx:1", { kind: "ans", task: "t", byPerson: true }, "unresolved"],
    [`art:a@${SHA}`, { kind: "art", task: "t", madeByRun: false }, "counts"],
    [`art:a@${SHA}`, { kind: "art", task: "t", madeByRun: true }, "kept"],
    ["chk:a#1", { kind: "chk", task: "t", passed: true, stale: false }, "counts"],
    ["chk:a#1", { kind: "chk", task: "t", passed: false, stale: false }, "kept"],
    ["chk:a#1", { kind: "chk", task: "t", passed: true, stale: true }, "kept"],
    ["clm:t/c", { kind: "clm", task: "t", status: "supported", halted: true }, "counts"],
    ["clm:t/c", { kind: "clm", task: "t", status: "verified", halted: true }, "counts"],
    ["clm:t/c", { kind: "clm", task: "t", status: "rejected", halted: true }, "kept"],
    ["clm:t/c", { kind: "clm", task: "t", status: "supported", halted: false }, "kept"],
    [`clm:t/c@${SHA}`, { kind: "clm", task: "t", status: "supported", halted: true }, "unresolved"],
    ["ans:t/e1", { kind: "ans", task: "t", byPerson: true }, "counts"],
    ["ans:t/e1", { kind: "ans", task: "t", byPerson: false }, "kept"],
    ["https://example.org/", undefined, "kept"],
    ["hearsay", undefined, "unresolved"],
  ])("%s with %j: %s", (ref, fact, verdict) => {
    expect(judge(ref, fact)).toBe(verdict);
  });
});

describe("R-EVIDENCE", () => {
  it("names each ref that does not resolve", () => {
    const play = new Play();
    expect(play.refuse("t", { claims: [claim("c1", [play.item(), "ctx:99", "ctx:98"])] })).toEqual([
      "R-EVIDENCE /claims/0/evidence_refs/1",
      "R-EVIDENCE /claims/0/evidence_refs/2",
    ]);
  });

  it("wants one ref that counts for a supported claim, and none for a proposed one", () => {
    const play = new Play();
    const silent = play.item("t", { citable: false });
    expect(play.refuse("t", { claims: [claim("c1", [silent, "https://example.org/"])] })).toEqual([
      "R-EVIDENCE /claims/0/evidence_refs",
    ]);
    expect(play.refuse("t", { claims: [claim("c1", [])] })).toEqual(["R-EVIDENCE /claims/0/evidence_refs"]);
    play.accept("t", { claims: [claim("c1", [silent], { status: "proposed" })] });
    expect(play.status("c1")).toBe("proposed");
  });

  it("leaves a ref that stood in the claim before, whether or not it still resolves", () => {
    const play = new Play();
    const [one, two] = [play.item(), play.item()];
    play.accept("t", { claims: [claim("c1", [one])] });
    play.items[0] = { task: "t", citable: false, blank: false, lineCount: 0 };
    play.accept("t", { claims: [claim("c1", [`${one}`, two])] });
    play.items.length = 0;
    play.accept("t", { claims: [claim("c1", [one])] });
    expect(play.packet().claims[0]?.evidence_refs).toEqual([one, two]);
  });

  it("counts what a halted dependency or child saw, never what others did (F18)", () => {
    const play = splitRun(2);
    const own = play.item("t.1");
    const roots = play.item("t");
    expect(play.refuse("t.2", { claims: [claim("c1", [own])] })).toEqual(["R-EVIDENCE /claims/0/evidence_refs/0"]);
    expect(play.refuse("t.2", { claims: [claim("c1", [roots])] })).toEqual(["R-EVIDENCE /claims/0/evidence_refs/0"]);
    play.accept("t.1", { claims: [claim("c1", [own])] });
    play.halt("t.1");
    play.halt("t.2");
    play.accept("t", { claims: [claim("c5", [own]), claim("c6", ["clm:t.1/c1"])] });
    const share = { invocations: 3 };
    const children = [
      { key: "a", objective: "a", requires: ["r1"], depends_on: ["t.1"], share },
      { key: "b", objective: "b", requires: ["r2"], depends_on: ["a"], share },
    ];
    play.accept("t", { transition: "SPLIT", split: { children, keep: [] } });
    play.accept("t.3", { claims: [claim("c1", [own])] });
    play.accept("t.3", { claims: [claim("c2", [play.item("t.1.1")])] });
    const mine = play.item("t.3");
    play.halt("t.3");
    play.accept("t.4", { claims: [claim("c1", [mine])] });
  });
});
