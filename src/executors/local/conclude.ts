/**
 * Concludes what a task read: which requirements are satisfied by which claims, and what stands against the others.
 *
 * CC1  A requirement is satisfied only where all files of its rule in the task's range were read and nothing speaks
 *      against it; it rests on claims of this task's packet.
 */
import {
  isBlockingLoop,
  isOpenContradiction,
  type ProposedClaim,
  type ProposedContradiction,
} from "../../contracts/index.ts";
import {
  executeProposal,
  fitting,
  FRAME_TOKENS,
  haltProposal,
  numbered,
  type LocalProposal,
  type Numbered,
} from "./compose.ts";
import { costOf } from "./reading.ts";
import { isSubjectOf, isValue, judge, sayings, type Judgement, type Said } from "./judge.ts";
import { loopChanges } from "./progress.ts";
import type { Draft } from "./facts.ts";
import { parseStatement, statementOf } from "./statements.ts";
import { counted, tokensOf } from "./texts.ts";
import { jsonTokens, OPENED_FRAME_TOKENS, roomOf } from "./room.ts";
import type { OpenedClaim } from "../executor.ts";
import { isFoldedClaim, isOwnClaim, type RuledRequirement, type Work } from "./work.ts";

/** A claim that can be named, with what it says. `id` null: it is folded and cannot be named itself. */
export interface Held extends Said {
  readonly id: string | null;
  readonly status: string;
}

/** What came of one requirement. */
export interface Verdict {
  readonly id: string;
  readonly needs: string;
  /** Claims that satisfy it, the most telling first; null: it is not satisfied. */
  readonly claims: readonly string[] | null;
  /** What stands against it, without its id. */
  readonly reasons: readonly string[];
}

export interface Conclusion {
  readonly drafts: readonly Draft[];
  /** Says for people what this invocation did. */
  readonly note: string;
}

/** Returns the proposal that ends the task, or one that first makes room or asks for verification. */
export async function conclude(work: Work, conclusion: Conclusion): Promise<LocalProposal> {
  const { packet } = work.invocation;
  const folded = packet.claims
    .filter((claim) => isOwnClaim(claim) && isFoldedClaim(claim) && claim.status !== "rejected")
    .map((claim) => claim.id);
  const loops = loopChanges(packet, null);
  if (
    folded.length > 0 &&
    conclusion.drafts.length > 0 &&
    (work.invocationsLeft === null || work.invocationsLeft >= 2)
  ) {
    // What was folded has to be opened before it can be judged, and the room of this invocation went into reading.
    return executeProposal(work, { claims: numbered(packet.claims, conclusion.drafts).claims, loops, verify: [] });
  }
  const opened = folded.length > 0 ? await openedClaims(work) : [];
  const drafts = opened === null ? conclusion.drafts : withAllRead(work, conclusion.drafts, opened);
  const own = numbered(packet.claims, drafts);
  if (opened === null) {
    const reasons = work.ruled.map((it): Verdict => ({
      id: it.id,
      needs: it.requirement.needs,
      claims: null,
      reasons: [`what was found does not fit into one invocation`],
    }));
    return ending(work, { own, verdicts: reasons, contradictions: [], note: conclusion.note });
  }
  const held = heldClaims(work, own.claims, opened);
  const judged = work.ruled.map((it) => ({ it, judgement: judge(it.rule, held) }));
  const verdicts = judged.map(({ it, judgement }) => verdictOf(it, { judgement, held, folded }));
  const asked = toVerify(work, verdicts, own);
  if (asked.length > 0) return executeProposal(work, { claims: own.claims, loops, verify: asked });
  const missing = judged.flatMap(({ it, judgement }) =>
    it.extent === "whole"
      ? missingDrafts(it, judgement, refsByStatement([...packet.claims, ...own.claims], opened))
      : [],
  );
  const all = numbered(packet.claims, [
    ...drafts,
    ...fitting(missing, work.outputTokens - FRAME_TOKENS - costOf(drafts) - jsonTokens(verdicts)),
  ]);
  return ending(work, {
    own: all,
    verdicts,
    contradictions: contradictionsOf(
      work,
      judged.flatMap(({ judgement }) => judgement.conflicts),
    ),
    note: conclusion.note,
  });
}

/** Those claims that this task's own packet has folded and that matter to its end, or null where they do not fit into the room. */
async function openedClaims(work: Work): Promise<readonly OpenedClaim[] | null> {
  const room = roomOf(work.invocation.roomTokens);
  const matters = whatMatters(work);
  let tokens = 0;
  const { claims } = await work.tools.openClaims([work.invocation.packet.task_id], (statement) => {
    if (!matters(statement)) return false;
    tokens += tokensOf(statement) + OPENED_FRAME_TOKENS;
    return tokens <= room.left;
  });
  return tokens <= room.left ? claims : null;
}

/**
 * True for what may stand against a requirement here, and for one claim a rule that says that it had files to read.
 * Values of a part of a joint rule are judged later, with those of the other parts.
 */
function whatMatters(work: Work): (statement: string) => boolean {
  const judgedHere = work.ruled.filter((it) => it.extent === "whole" || !it.rule.isJoint).map((it) => it.rule);
  const touched = new Set<string>();
  return (statement) => {
    const saying = parseStatement(statement);
    if (!saying) return false;
    if (isValue(saying)) return judgedHere.some((rule) => isSubjectOf(rule, saying.subject));
    if (saying.kind === "found") return judgedHere.some((rule) => rule.label === saying.rule);
    if (saying.kind !== "clean" && saying.kind !== "none") return saying.kind !== "read";
    const isFirst = !touched.has(saying.rule);
    touched.add(saying.rule);
    return isFirst;
  };
}

/**
 * Where a part ends incomplete although all of it was read, that is said: only then can the whole tell what is missing.
 */
function withAllRead(work: Work, drafts: readonly Draft[], opened: readonly OpenedClaim[]): readonly Draft[] {
  const { packet } = work.invocation;
  const parts = work.ruled.filter((it) => it.extent === "part");
  if (!parts.some((it) => it.rule.expect)) return drafts;
  const held = heldClaims(work, numbered(packet.claims, drafts).claims, opened);
  const judged = parts.map((it) => ({ it, judgement: judge(it.rule, held) }));
  const isRead = judged.every(({ judgement }) => judgement.unread.length === 0 && judgement.overflows.length === 0);
  const isComplete = judged.every(({ it, judgement }) => reasonsAgainst(it, judgement).length === 0);
  const read = [...drafts.map((draft) => ({ ...draft, evidence_refs: draft.refs })), ...packet.claims].find(
    (it) => parseStatement(it.statement)?.kind === "read",
  );
  if (!isRead || isComplete || !read) return drafts;
  return [...drafts, { statement: statementOf({ kind: "all", task: packet.task_id }), refs: read.evidence_refs }];
}

/** Live claims of this executor's forms: of the packet, of the proposal, and those that the packet folded. */
function heldClaims(work: Work, added: readonly ProposedClaim[], opened: readonly OpenedClaim[]): Held[] {
  const { claims } = work.invocation.packet;
  const present = new Set([...claims, ...added].map((claim) => claim.statement));
  const folded = opened.filter((claim) => !present.has(claim.statement)).map((claim) => ({ ...claim, id: null }));
  return sayings<{ id: string | null; statement: string; status: string }>([...claims, ...added, ...folded]);
}

/** What is missing is a claim of its own, which rests on where it was expected from. */
function missingDrafts(
  { rule }: RuledRequirement,
  judgement: Judgement<Held>,
  refs: ReadonlyMap<string, readonly string[]>,
): Draft[] {
  return judgement.missing.map(({ subject, claim }) => ({
    statement: statementOf({ kind: "missing", rule: rule.label, subject }),
    refs: refs.get(claim.statement) ?? [],
  }));
}

function refsByStatement(
  claims: readonly ProposedClaim[],
  opened: readonly OpenedClaim[],
): ReadonlyMap<string, readonly string[]> {
  const folded = opened.map((claim) => [claim.statement, claim.evidenceRefs] as const);
  return new Map([...folded, ...claims.map((claim) => [claim.statement, claim.evidence_refs] as const)]);
}

interface Grounds {
  readonly judgement: Judgement<Held>;
  readonly held: readonly Held[];
  /** Claims that the engine folded others into: what rests on one of those rests on these. */
  readonly folded: readonly string[];
}

function verdictOf(it: RuledRequirement, { judgement, held, folded }: Grounds): Verdict {
  const reasons = reasonsAgainst(it, judgement);
  const reads = held.filter(({ saying }) => saying.kind === "read");
  const quiet = held.filter(
    ({ saying }) => (saying.kind === "clean" || saying.kind === "none") && saying.rule === it.rule.label,
  );
  const found = held.filter(({ saying }) => saying.kind === "found" && saying.rule === it.rule.label);
  const seen = [...judgement.values, ...judgement.forbidden, ...quiet, ...found];
  const isUntouched = it.extent === "whole" ? seen.length === 0 : reads.length === 0 && folded.length === 0;
  if (isUntouched && reasons.length === 0) reasons.push(`no file that was read has one of its paths`);
  const { id, requirement } = it;
  if (reasons.length > 0) return { id, needs: requirement.needs, claims: null, reasons };
  const telling = [...quiet, ...reads, ...judgement.values, ...found];
  const ids = telling.map((claim) => claim.id).filter((name) => name !== null);
  return { id, needs: requirement.needs, claims: [...new Set([...ids, ...folded])], reasons };
}

/** What stands against a requirement, worst first. What is missing from a part may be in another. */
export function reasonsAgainst({ extent }: RuledRequirement, judgement: Judgement<Said>): string[] {
  const { conflicts, missing, saidMissing, forbidden, overflows, unread } = judgement;
  const subjects = conflicts.map((claims) => claims.map((claim) => claim.statement).join(" / "));
  const said = saidMissing.flatMap(({ saying }) => (saying.kind === "missing" ? [saying.subject] : []));
  const missed = extent === "part" ? said : missing.map((it) => it.subject);
  return [
    ...listed(
      "unread",
      unread.map((claim) => claim.statement),
    ),
    ...listed(
      "too many matches",
      overflows.map((claim) => claim.statement),
    ),
    ...listed("different values of", subjects),
    ...listed("missing", missed),
    ...listed(
      "forbidden",
      forbidden.map((claim) => claim.statement),
    ),
  ];
}

/** One reason for all findings of a kind: how many, and the first of them. */
export function listed(what: string, findings: readonly string[]): string[] {
  if (findings.length === 0) return [];
  const shown = findings.slice(0, 20).map((finding) => Array.from(finding).slice(0, 200).join(""));
  const more = findings.length > shown.length ? ` and ${findings.length - shown.length} more` : "";
  return [`${what} (${findings.length}): ${shown.join(", ")}${more}`];
}

/** Claims to be verified before a requirement can rest on them; empty where none is needed or it cannot be paid for. */
export function toVerify(work: Work, verdicts: readonly Verdict[], own: Numbered): string[] {
  if (work.invocationsLeft !== null && work.invocationsLeft < 3) return [];
  const fresh = new Set(own.claims.map((claim) => claim.id));
  const named = verdicts.filter((it) => it.needs === "verified").flatMap((it) => it.claims ?? []);
  return [...new Set(named)].filter((id) => fresh.has(id)).slice(0, 500);
}

/** Differences that do not read as `<subject> = <value>` are raised by name; the others the engine finds itself. */
export function contradictionsOf(work: Work, conflicts: readonly (readonly Held[])[]): ProposedContradiction[] {
  const { contradictions } = work.invocation.packet;
  const known = new Set(contradictions.map((it) => it["id"]));
  const raised: ProposedContradiction[] = [];
  for (const claims of conflicts) {
    if (claims.every((claim) => claim.saying.kind === "value")) continue;
    const between = claims.flatMap((claim) => (claim.id !== null && claim.status !== "contradicted" ? [claim.id] : []));
    const isKnown = raised.some((it) => between.every((id) => it.between.includes(id)));
    if (between.length < 2 || isKnown) continue;
    let ordinal = known.size + raised.length + 1;
    while (known.has(`differ-${ordinal}`)) ordinal += 1;
    raised.push({ id: `differ-${ordinal}`, kind: "claim", between, status: "open" });
  }
  return raised;
}

interface Closing {
  readonly own: Numbered;
  readonly verdicts: readonly Verdict[];
  readonly contradictions: readonly ProposedContradiction[];
  readonly note: string;
}

/** The HALT that follows from the verdicts, with what no reading can satisfy said as such. */
export function ending(work: Work, closing: Closing): LocalProposal {
  const { packet } = work.invocation;
  const status = new Map(packet.claims.map((claim) => [claim.id, claim.status]));
  const unverified = (verdict: Verdict): readonly string[] =>
    verdict.needs === "verified" ? (verdict.claims ?? []).filter((id) => status.get(id) !== "verified") : [];
  const satisfied = closing.verdicts.filter(
    (it) => it.claims !== null && it.claims.length > 0 && unverified(it).length === 0,
  );
  const checks = work.others.filter((it) => it.kind === "check");
  const reasons = [
    ...grouped(
      closing.verdicts.map((it) => ({ id: it.id, reasons: [...it.reasons, ...unconfirmed(it, unverified(it))] })),
    ),
    ...work.others.flatMap(otherReason),
    ...packet.contradictions.filter(isOpenContradiction).map((it) => `open contradiction ${String(it["id"])}`),
    ...packet.open_loops.filter(isBlockingLoop).map((it) => `blocking loop ${String(it["id"])}`),
    ...work.refusals
      .filter((text) => text.includes("R-HALT"))
      .map((text) => `refused as complete: ${text.slice(0, 500)}`),
  ];
  const names = satisfied.map((it) => it.id).join(", ");
  return haltProposal(work, {
    claims: closing.own.claims,
    loops: loopChanges(packet, null),
    contradictions: closing.contradictions,
    satisfies: [
      ...satisfied.map((it) => ({ requirement: it.id, claims: [...(it.claims ?? [])] })),
      ...checks.map((it) => ({ requirement: it.id, claims: [] })),
    ],
    reasons,
    summary: `${closing.note}${names === "" ? "" : `; satisfied: ${names}`}`.slice(0, 1000),
  });
}

/** One text for all requirements that have the same reason. */
function grouped(verdicts: readonly Pick<Verdict, "id" | "reasons">[]): string[] {
  const ids = new Map<string, string[]>();
  for (const { id, reasons } of verdicts) {
    for (const reason of reasons) ids.set(reason, [...(ids.get(reason) ?? []), id]);
  }
  return [...ids].map(([reason, own]) => `${own.join(", ")}: ${reason}`);
}

function unconfirmed({ claims }: Verdict, missing: readonly string[]): string[] {
  if (claims === null) return [];
  if (claims.length === 0) return [`nothing was found that it could rest on`];
  return missing.length === 0
    ? []
    : [`${counted(missing.length, "claim")} not verified: ${missing.slice(0, 10).join(", ")}`];
}

function otherReason({ id, kind }: Work["others"][number]): string[] {
  if (kind === "check") return [];
  return [
    kind === "person"
      ? `${id} needs a person's answer, which this executor does not ask for`
      : `${id}: the local executor has no rule for it`,
  ];
}
