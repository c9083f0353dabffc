/**
 * RESOLVE is a join (J1, J2; §3.8, decision 0007: F56), and folding loses nothing (F1–F3).
 *
 * Seen to fail, each on the bug that was planted for it and taken out again:
 * - any order: children joined in the order given instead of the order of their ids;
 * - any repetition: children not made distinct before they are united;
 * - in groups: the union of a group keyed by the unqualified id, so that one child's claim replaced another's;
 * - one view: a conflict's `contradicted` written into the union, where it won over `verified`;
 * - folds: a fold of claims of two statuses, and one whose ref named the packet after the fold.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText, identity, packetFindings, type Claim } from "../contracts/index.ts";
import { createMeasure, foldedCount, foldPacket, isFolded } from "./fold.ts";
import { budget, countTokens, define, Play } from "./play.suite.ts";
import { cover } from "./requirements.ts";
import { joinChildren, uniteChildren } from "./resolve.ts";
import { patchTask, type Task } from "./state.ts";
import { reviewed } from "./transition.ts";

const base = new Play(
  define({ requirements: ["r1", "r2"].map((id) => ({ id, statement: id, needs: "supported" })) }),
).task();

const statement = fc.constantFrom("x = 1", "x  =  1", "x = 2", "y = 1", "p", "q", "r");
const status = fc.constantFrom<Claim["status"]>(
  "proposed",
  "supported",
  "supported",
  "verified",
  "unresolved",
  "rejected",
);
const ref = fc.constantFrom("ctx:1", "ctx:2", "ctx:3", "clm:t.1/c1", "clm:t.2/c1", "clm:t.2/t.2.1/c1");

const claimOf = fc.record({
  id: fc.constantFrom("c1", "c2", "c3", "c4", "t.9.1/c1"),
  statement,
  status,
  confidence: fc.constantFrom(null, 0.5),
  evidence_refs: fc.uniqueArray(ref, { minLength: 1, maxLength: 3 }),
});

const child = fc.record({
  ordinal: fc.integer({ min: 1, max: 12 }),
  claims: fc.uniqueArray(claimOf, { maxLength: 4, selector: (it) => it.id }),
  rests: fc.uniqueArray(fc.constantFrom("r1", "r2"), { maxLength: 2 }),
});

/** A child as its own run would leave it: its contradictions found, what was verified remembered. */
function taskOf({ ordinal, claims, rests }: { ordinal: number; claims: Claim[]; rests: string[] }): Task {
  const id = `t.${ordinal}`;
  const own = claims.map((it) => (it.id.includes("/") ? { ...it, id: `${id}.1/${it.id.slice(6)}` } : it));
  const held = own.filter((it) => it.status === "supported" || it.status === "verified").map((it) => it.id);
  const rests_on = held.length === 0 ? [] : rests.map((requirement) => ({ requirement, claims: held, refs: [] }));
  const coverage = cover(["r1", "r2"], new Set(rests_on.map((it) => it.requirement)));
  const was_verified = own.filter((it) => it.status === "verified").map((it) => it.id);
  return reviewed(
    patchTask(base, { task_id: id, parent_id: "t", depth: 1, claims: own, coverage }, { rests_on, was_verified }),
  );
}

const children = fc
  .uniqueArray(child, { minLength: 1, maxLength: 5, selector: (it) => it.ordinal })
  .map((all) => all.map(taskOf));

function parentOf(tasks: readonly Task[]): Task {
  const all = tasks.map(({ packet: { task_id } }) => ({
    id: task_id,
    key: task_id,
    requires: ["r1", "r2"],
    blocks: [],
    outcome: null,
    reasons: [],
    summary: "",
    packet: null,
  }));
  const ordered = all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return patchTask(base, {}, { splits: [{ children: ordered, any: ["r2"], joined: false }] });
}

function join(tasks: readonly Task[], of: readonly Task[] = tasks): string {
  const task = joinChildren(parentOf(of), tasks, null);
  return canonicalText({ packet: task.packet, record: task.record });
}

const shuffled = children.chain((all) =>
  fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
);

describe("a join", () => {
  it("gives the same packet in any order and after any repetition", () => {
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(join(other, all)).toBe(join(all));
        expect(join([...other, ...all], all)).toBe(join(all));
      }),
      { numRuns: 200 },
    );
  });

  it("gives the same union in any grouping", () => {
    fc.assert(
      fc.property(shuffled, fc.nat({ max: 5 }), ([all, other], cut) => {
        const union = (tasks: readonly Task[]): Map<string, string> =>
          new Map(uniteChildren([], tasks).claims.map((it) => [it.id, canonicalText(it)]));
        const grouped = new Map([...union(other.slice(0, cut)), ...union(other.slice(cut))]);
        const byId = (it: Map<string, string>): unknown => [...it].toSorted(([a], [b]) => (a < b ? -1 : 1));
        expect(byId(grouped)).toEqual(byId(union(all)));
      }),
      { numRuns: 100 },
    );
  });

  it("makes a packet that passes every rule, loses no statement, and joins again to itself", () => {
    fc.assert(
      fc.property(children, (all) => {
        const task = joinChildren(parentOf(all), all, null);
        expect(packetFindings(task.packet).filter((it) => it.level === "error")).toEqual([]);
        const said = new Set(task.packet.claims.map((it) => it.statement.replaceAll(/\s+/g, " ")));
        const brought = all.flatMap((it) => it.packet.claims.map((one) => one.statement.replaceAll(/\s+/g, " ")));
        expect(brought.filter((it) => !said.has(it))).toEqual([]);
        const again = joinChildren(task, all, null);
        expect(canonicalText(again.packet.claims)).toBe(canonicalText(task.packet.claims));
        expect(canonicalText(again.packet.coverage)).toBe(canonicalText(task.packet.coverage));
      }),
      { numRuns: 200 },
    );
  });

  it("verifies nothing that no child had verified", () => {
    fc.assert(
      fc.property(children, (all) => {
        const verified = new Set(
          all.flatMap((it) =>
            it.packet.claims
              .filter((one) => one.status === "verified")
              .map((one) => one.statement.replaceAll(/\s+/g, " ")),
          ),
        );
        const { claims } = joinChildren(parentOf(all), all, null).packet;
        const risen = claims.filter(
          (it) => it.status === "verified" && !verified.has(it.statement.replaceAll(/\s+/g, " ")),
        );
        expect(risen).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a fold", () => {
  const measure = createMeasure(countTokens);

  it("changes no status and no coverage, and stands for exactly the claims that its packet holds (F2, F3)", () => {
    fc.assert(
      fc.property(children, fc.integer({ min: 250, max: 900 }), (all, context_tokens) => {
        const joined = joinChildren(parentOf(all), all, null);
        const task = patchTask(joined, { budget: { ...budget, context_tokens } });
        const { task: folded, archived } = foldPacket(task, measure);
        expect(folded.packet.coverage).toEqual(task.packet.coverage);
        expect(packetFindings(folded.packet).filter((it) => it.level === "error")).toEqual([]);
        const weigh = (claims: readonly Claim[]): Record<string, number> => {
          const sums: Record<string, number> = {};
          for (const it of claims) sums[it.status] = (sums[it.status] ?? 0) + foldedCount(it);
          return sums;
        };
        expect(weigh(folded.packet.claims)).toEqual(weigh(task.packet.claims));
        expect(archived === null).toBe(folded === task);
        const kept = new Set(folded.packet.claims.map((it) => canonicalText(it)));
        const gone = task.packet.claims.filter((it) => !kept.has(canonicalText(it)));
        const folds = folded.packet.claims.filter(isFolded);
        expect(folds.reduce((sum, it) => sum + foldedCount(it), 0)).toBe(gone.length);
        const refs = new Set(folds.flatMap((it) => it.evidence_refs));
        expect([...refs]).toEqual(gone.length === 0 ? [] : [`clm:t/*@${identity(task.packet)}`]);
      }),
      { numRuns: 200 },
    );
  });
});
