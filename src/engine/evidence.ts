/**
 * Evidence refs: their grammar, what they resolve to, and whether they count (§3.4, §6 Evidence).
 *
 * The engine reads no ledger. The runtime looks up each ref of a proposal and hands in the facts; the rules about
 * those facts are here, so that no executor and no adapter decides what counts.
 */
import type { Claim } from "../contracts/index.ts";
import { isDescendant, type RunState, type Task } from "./state.ts";

/** A ref, taken apart. `clm` may carry `@<identity>`: only the runtime writes that form, when it folds. */
export type EvidenceRef =
  | {
      readonly kind: "ctx";
      readonly seq: number;
      readonly lines: { readonly from: number; readonly to: number } | null;
    }
  | { readonly kind: "art"; readonly path: string; readonly sha256: string }
  | { readonly kind: "chk"; readonly check: string; readonly event: number }
  | { readonly kind: "clm"; readonly task: string; readonly claim: string; readonly packet: string | null }
  | { readonly kind: "ans"; readonly escalation: string }
  | { readonly kind: "url"; readonly url: string };

/** What the runtime found for a ref. A ref without a fact does not resolve. */
export type EvidenceFact =
  | {
      readonly kind: "ctx";
      readonly task: string;
      /** False for packets, prompts, results, notices and the model's own text. */
      readonly citable: boolean;
      readonly blank: boolean;
      readonly firstLine: number;
      readonly lineCount: number;
    }
  | { readonly kind: "art"; readonly task: string; readonly madeByRun: boolean }
  | { readonly kind: "chk"; readonly task: string; readonly passed: boolean; readonly stale: boolean }
  | { readonly kind: "clm"; readonly task: string; readonly status: Claim["status"]; readonly halted: boolean }
  | { readonly kind: "ans"; readonly task: string; readonly byPerson: boolean };

export type EvidenceFacts = ReadonlyMap<string, EvidenceFact>;

const CTX = /^ctx:([1-9]\d{0,15})(?:#L([1-9]\d{0,8})-L([1-9]\d{0,8}))?$/;
const ART = /^art:(.+)@([0-9a-f]{64})$/s;
const CHK = /^chk:([^#]+)#([1-9]\d{0,15})$/;
const CLM = /^clm:([^/@]+)\/(.+?)(?:@([0-9a-f]{64}))?$/s;
const ANS = /^ans:(.+)$/s;
const URL_REF = /^https?:\/\/\S+$/;

/** Takes a ref apart; null where it has none of the forms of §3.4. */
export function parseEvidenceRef(ref: string): EvidenceRef | null {
  return parseCtx(ref) ?? parseOther(ref);
}

function parseCtx(ref: string): EvidenceRef | null {
  const match = CTX.exec(ref);
  if (!match) return null;
  const [, seq, from, to] = match;
  if (from === undefined || to === undefined) return { kind: "ctx", seq: Number(seq), lines: null };
  if (Number(from) > Number(to)) return null;
  return { kind: "ctx", seq: Number(seq), lines: { from: Number(from), to: Number(to) } };
}

function parseOther(ref: string): EvidenceRef | null {
  const art = ART.exec(ref);
  if (art) return { kind: "art", path: String(art[1]), sha256: String(art[2]) };
  const chk = CHK.exec(ref);
  if (chk) return { kind: "chk", check: String(chk[1]), event: Number(chk[2]) };
  const clm = CLM.exec(ref);
  if (clm) return { kind: "clm", task: String(clm[1]), claim: String(clm[2]), packet: clm[3] ?? null };
  const ans = ANS.exec(ref);
  if (ans) return { kind: "ans", escalation: String(ans[1]) };
  return URL_REF.test(ref) ? { kind: "url", url: ref } : null;
}

/** What became of a ref: `counts`, `kept` (resolves but does not count, with the reason) or `unresolved`. */
export type RefVerdict =
  { readonly verdict: "counts" } | { readonly verdict: "kept" | "unresolved"; readonly reason: string };

const COUNTS: RefVerdict = { verdict: "counts" };

/** What refs are judged by: the task that cites them, and what the runtime found for each. */
export interface Grounds {
  readonly state: RunState;
  readonly task: Task;
  readonly facts: EvidenceFacts;
}

/**
 * Judges one ref for one task.
 *
 * Source: R-EVIDENCE, §6 Evidence; decisions 0005 (F15–F21, F25).
 */
export function judgeRef({ state, task, facts }: Grounds, ref: string): RefVerdict {
  const parsed = parseEvidenceRef(ref);
  if (!parsed) return { verdict: "unresolved", reason: "not an evidence ref (ctx:, art:, chk:, clm:, ans: or a URL)" };
  if (parsed.kind === "url")
    return { verdict: "kept", reason: "a URL never counts: cite the ctx: item that holds what was fetched" };
  if (parsed.kind === "clm" && parsed.packet !== null) {
    return { verdict: "unresolved", reason: "only the runtime writes clm: refs with a packet identity" };
  }
  const fact = facts.get(ref);
  if (!fact || fact.kind !== parsed.kind) return { verdict: "unresolved", reason: "nothing is recorded under it" };
  if (!isVisible(state, task, fact.task)) {
    return { verdict: "unresolved", reason: `it belongs to ${fact.task}, whose content this task was not given` };
  }
  return judgeFact(parsed, fact);
}

function judgeFact(ref: EvidenceRef, fact: EvidenceFact): RefVerdict {
  switch (fact.kind) {
    case "ctx":
      return judgeItem(ref, fact);
    case "art":
      return fact.madeByRun ? { verdict: "kept", reason: "a version that this run made proves nothing" } : COUNTS;
    case "chk":
      if (fact.stale) return { verdict: "kept", reason: "the workspace changed after that check" };
      return fact.passed ? COUNTS : { verdict: "kept", reason: "that check did not pass" };
    case "clm":
      if (!fact.halted) return { verdict: "kept", reason: "its task has not halted" };
      if (fact.status !== "supported" && fact.status !== "verified")
        return { verdict: "kept", reason: `that claim is ${fact.status}` };
      return COUNTS;
    case "ans":
      return fact.byPerson ? COUNTS : { verdict: "kept", reason: "no person gave that answer" };
  }
}

function judgeItem(ref: EvidenceRef, fact: Extract<EvidenceFact, { kind: "ctx" }>): RefVerdict {
  if (ref.kind === "ctx" && ref.lines) {
    const last = fact.firstLine + fact.lineCount - 1;
    if (ref.lines.from < fact.firstLine || ref.lines.to > last) {
      return { verdict: "unresolved", reason: `the delivered content holds lines ${fact.firstLine} to ${last}` };
    }
  }
  if (fact.blank) return { verdict: "kept", reason: "the item is blank" };
  if (!fact.citable)
    return { verdict: "kept", reason: "packets, prompts, results and the model's own text are no evidence" };
  return COUNTS;
}

/** True where content recorded for `owner` was this task's, or that of a task whose result it was given (§6 Evidence). */
function isVisible(state: RunState, task: Task, owner: string): boolean {
  const self = task.packet.task_id;
  if (owner === self) return true;
  if (isDescendant(owner, self)) return hasHalted(state, owner);
  return task.packet.dependencies.some((dependency) => owner === dependency || isDescendant(owner, dependency));
}

/** A task that is not alive has been joined, which only halted tasks are. */
function hasHalted(state: RunState, taskId: string): boolean {
  return state.tasks.get(taskId)?.record.outcome !== null;
}
