/**
 * Ends a task after its parts: what was found over all of them, and what they left open, with the reasons.
 */
import { asOpenLoop, type ProposedClaim } from "../../contracts/index.ts";
import { executeProposal, fitting, FRAME_TOKENS, numbered, type LocalProposal } from "./compose.ts";
import { contradictionsOf, ending, listed, reasonsAgainst, toVerify, type Held, type Verdict } from "./conclude.ts";
import type { Draft } from "./facts.ts";
import { judge, sayings, type Said } from "./judge.ts";
import { jsonTokens } from "./room.ts";
import type { Work } from "./work.ts";

/** An opened claim as the judge sees it: `id` is the packet's, where the packet holds the statement. */
export interface Shown extends Held {
  readonly ref: string;
}

export interface Finish {
  /** `claims` are statements here: their ids are given below. */
  readonly verdicts: readonly Verdict[];
  readonly drafts: readonly Draft[];
  readonly conflicts: readonly (readonly Shown[])[];
  readonly note: string;
  /** What other tasks found that speaks against a requirement. */
  readonly against?: readonly Said[];
}

/** Ends the task, with as many of the findings as may be proposed at once: all of them are counted in the reasons. */
export function finish(work: Work, { verdicts, drafts, conflicts, note, against = [] }: Finish): LocalProposal {
  const { claims: packetClaims } = work.invocation.packet;
  const grounded = drafts.filter((it) => it.refs.length > 0);
  const all = numbered(packetClaims, grounded);
  const needed = new Set(verdicts.flatMap((it) => it.claims ?? []).map((statement) => all.idOf.get(statement)));
  const first = all.claims.filter((claim) => needed.has(claim.id));
  const others = fitting(
    all.claims.filter((claim) => !needed.has(claim.id)),
    Math.floor((work.outputTokens - FRAME_TOKENS - jsonTokens(first)) * 0.6),
  );
  const claims: ProposedClaim[] = [...first, ...others];
  const proposed = new Map([...packetClaims, ...claims].map((claim) => [claim.statement, claim]));
  const named = conflicts.map((own) =>
    own.map((claim): Held => {
      const it = proposed.get(claim.statement);
      return { ...claim, id: it?.id ?? null, status: it?.status ?? claim.status };
    }),
  );
  const own = { claims, idOf: all.idOf };
  const judged = verdicts.map((it) => ({
    ...it,
    claims: it.claims?.map((statement) => all.idOf.get(statement) ?? statement) ?? null,
  }));
  const asked = toVerify(work, judged, own);
  if (asked.length > 0) return executeProposal(work, { claims, loops: [], verify: asked });
  return ending(work, {
    own,
    verdicts: [...judged, ...leftOpen(work, verdicts, against)],
    contradictions: contradictionsOf(work, named),
    note,
  });
}

/** Requirements whose parts were not all satisfied, or that had no file to read, with what is known of why. */
function leftOpen(work: Work, verdicts: readonly Verdict[], against: readonly Said[]): Verdict[] {
  const { halted, refinements, packet } = work.invocation;
  const incomplete = halted.filter((it) => it.outcome !== "complete").map((it) => it.task);
  const judged = new Set(verdicts.map((it) => it.id));
  const held = [...new Map([...sayings(packet.claims), ...against].map((it) => [it.statement, it])).values()];
  const why = new Map(packet.open_loops.map(asOpenLoop).flatMap((it) => (it ? [[it.id, it.text] as const] : [])));
  return work.ruled.flatMap((it): Verdict[] => {
    if (judged.has(it.id)) return [];
    const isRefined = (refinements[it.id] ?? []).length > 0;
    const found = reasonsAgainst({ ...it, extent: "part" }, judge(it.rule, held));
    const parts = listed(
      "left open by",
      incomplete.flatMap((task) => leftBy(task, { id: it.id, why: why.get(`${task}/halted`) })),
    );
    const reasons = isRefined ? firstOf(found, parts) : [`no file of the workspace has one of its paths`];
    // Where every part is complete nothing stands against it: the engine puts the parts together by itself.
    return reasons.length === 0 ? [] : [{ id: it.id, needs: it.requirement.needs, claims: null, reasons }];
  });
}

/** Length at which the engine cuts the reasons of a child. */
const CUT_REASONS = 400;

/** The task with its reasons, where they are of this requirement, or nobody knows. */
function leftBy(task: string, { id, why }: { readonly id: string; readonly why: string | undefined }): string[] {
  if (why === undefined) return [task];
  const isOther = why.length < CUT_REASONS && !why.includes(`${id}/`);
  return isOther ? [] : [`${task} (${why.replaceAll("; ", ", ")})`];
}

function firstOf(found: readonly string[], otherwise: readonly string[]): readonly string[] {
  return found.length > 0 ? found : otherwise;
}
