/**
 * Splits a task whose files do not fit into one invocation: a child a part of the files.
 *
 * SP1  Every unsatisfied requirement is refined into one part a child, or kept: none disappears.
 * SP2  A rule whose findings must be judged together keeps a sub-requirement for that.
 */
import type { Refinement, SplitChild, SubRequirement } from "../../contracts/index.ts";
import type { Survey, SurveyPart } from "../executor.ts";
import { FRAME_TOKENS, frameOf, type LocalProposal } from "./compose.ts";
import { surveyed, surveyRequest, type Scope } from "./reading.ts";
import { jsonTokens, type Room } from "./room.ts";
import { TOGETHER } from "./rules.ts";
import { planShares } from "./shares.ts";
import { inputText, type RuledRequirement, type Work } from "./work.ts";

/** Longest id of a requirement; a part's id is longer than its whole's. */
const MAXIMUM_ID = 256;
const MAXIMUM_LISTED_FILES = 1;
/** To judge together what the parts found may take many invocations, and nobody knows before they are halted. */
const JOINT_RESERVE = 0.2;

/** Parts that a SPLIT of this task could have at most; below 2 it cannot split. */
export function maximumParts(work: Work): number {
  const { packet } = work.invocation;
  if (packet.depth >= packet.budget.maximum_depth || work.input.mode !== "read") return 0;
  if (work.ruled.some((it) => it.id.length + 8 > MAXIMUM_ID)) return 0;
  const sample = { first: "p".repeat(60), last: "p".repeat(60), fileCount: 1, tokenEstimate: 1 };
  const of = (count: number): number =>
    jsonTokens(splitMembers(work, { parts: Array.from({ length: count }, () => sample), shares: [99], kept: [] }));
  const fixed = FRAME_TOKENS + of(0);
  const each = of(1) - of(0);
  return Math.min(packet.budget.maximum_children, Math.floor((work.outputTokens - fixed) / each));
}

export interface SplitRequest {
  readonly scope: Scope;
  readonly survey: Survey;
  readonly room: Room;
  /** Tokens that a child reads in one invocation: likely, going by what it will have to say, and at most. */
  readonly easyTokens: number;
  readonly leafTokens: number;
}

/** Returns the proposal to split, or null where invocations, parts or room do not allow it. */
export async function split(work: Work, request: SplitRequest): Promise<LocalProposal | null> {
  const { packet } = work.invocation;
  let { parts } = await finestSurvey(work, request);
  while (parts.length >= 2) {
    const plan = (leafTokens: number): ReturnType<typeof planShares> =>
      planShares({
        parts,
        available: work.invocationsLeft === null ? null : work.invocationsLeft - 1,
        leafTokens,
        maximumChildren: packet.budget.maximum_children,
        depthLeft: packet.budget.maximum_depth - packet.depth - 1,
        reserve: work.ruled.some((it) => it.extent === "whole" && it.rule.isJoint) ? JOINT_RESERVE : 0,
      });
    const shares = plan(request.easyTokens) ?? plan(request.leafTokens);
    if (!shares) return null;
    const kept = await untouched(work, request);
    const proposal: LocalProposal = {
      ...frameOf(work),
      transition: "SPLIT",
      ...splitMembers(work, { parts, shares, kept }),
    };
    if (jsonTokens(proposal) <= work.outputTokens) return proposal;
    parts = withSmallestMerged(parts);
  }
  return null;
}

/** Where all files are in one folder, that folder has to be cut after all: joint rules put it together again. */
async function finestSurvey(work: Work, { scope, survey, room, easyTokens }: SplitRequest): Promise<Survey> {
  if (survey.parts.length >= 2 || scope.groupBy === "file") return survey;
  return surveyed(
    work.tools,
    room,
    surveyRequest({ ...scope, groupBy: "file" }, { partTokens: easyTokens, maximumParts: maximumParts(work) }),
  );
}

/**
 * Requirements of the whole whose paths name no file at all: parts would be satisfied by having nothing to read, so
 * they are kept, and said to be unsatisfied in the end. Joint rules are judged at the end anyway.
 */
async function untouched(work: Work, { scope, room }: SplitRequest): Promise<readonly string[]> {
  const empty: string[] = [];
  for (const it of work.ruled) {
    if (it.extent !== "whole" || it.rule.isJoint) continue;
    const alone: Scope = { ...scope, rules: [it.rule], groupBy: "file" };
    const survey = await surveyed(
      work.tools,
      room,
      surveyRequest(alone, { partTokens: Number.MAX_SAFE_INTEGER, maximumParts: MAXIMUM_LISTED_FILES }),
    );
    if (survey.fileCount === 0) empty.push(it.id);
  }
  return empty;
}

interface Members {
  readonly parts: readonly SurveyPart[];
  readonly shares: readonly (number | null)[];
  readonly kept: readonly string[];
}

function splitMembers(work: Work, { parts, shares, kept }: Members): Pick<LocalProposal, "split"> {
  const refined = work.ruled.filter((it) => it.extent !== "together" && !kept.includes(it.id));
  const together = refined.filter((it) => it.extent === "whole" && it.rule.isJoint).map((it) => `${it.id}/${TOGETHER}`);
  const keptWhole = [...work.others, ...work.ruled.filter((it) => !refined.includes(it))].map((it) => it.id);
  return {
    split: {
      children: parts.map((_, at): SplitChild =>
        childOf(refined, { range: rangeOf(work, parts, at), at, count: parts.length, share: shares[at] ?? null }),
      ),
      keep: [...keptWhole, ...together],
      refine: refined.map((it): Refinement => refinementOf(it, parts.length)),
    },
  };
}

/** Parts meet: what could not be read between the files of two parts belongs to one of them. */
function rangeOf(
  { input }: Work,
  parts: readonly SurveyPart[],
  at: number,
): { readonly first: string | null; readonly before: string | null } {
  const outer = input.mode === "read" ? input : { first: null, before: null };
  return { first: at === 0 ? outer.first : (parts[at]?.first ?? null), before: parts[at + 1]?.first ?? outer.before };
}

interface ChildPlan {
  readonly range: { readonly first: string | null; readonly before: string | null };
  readonly at: number;
  readonly count: number;
  readonly share: number | null;
}

function childOf(refined: readonly RuledRequirement[], { range, at, count, share }: ChildPlan): SplitChild {
  return {
    key: String(at + 1),
    objective: `Read part ${at + 1} of ${count}`,
    requires: refined.map((it) => `${it.id}/${at + 1}`),
    depends_on: [],
    ...(share === null ? {} : { share: { invocations: share } }),
    input: inputText({ mode: "read", ...range }),
  };
}

function refinementOf({ id, requirement, rule, extent }: RuledRequirement, count: number): Refinement {
  const needs = requirement.needs;
  const part = (name: string, statement: string): SubRequirement => ({ id: `${id}/${name}`, statement, needs });
  const parts = Array.from({ length: count }, (_, at) => part(String(at + 1), `part ${at + 1}`));
  const isJoint = extent === "whole" && rule.isJoint;
  return { requirement: id, into: isJoint ? [...parts, part(TOGETHER, "all parts together")] : parts };
}

/** One part fewer: the two neighbours that are smallest together become one. */
function withSmallestMerged(parts: readonly SurveyPart[]): SurveyPart[] {
  let best = 0;
  const sum = (at: number): number => (parts[at]?.tokenEstimate ?? 0) + (parts[at + 1]?.tokenEstimate ?? 0);
  for (let at = 1; at < parts.length - 1; at++) if (sum(at) < sum(best)) best = at;
  return parts.flatMap((part, at) => {
    const next = parts[at + 1];
    if (at === best && next) {
      return [
        {
          first: part.first,
          last: next.last,
          fileCount: part.fileCount + next.fileCount,
          tokenEstimate: part.tokenEstimate + next.tokenEstimate,
        },
      ];
    }
    return at === best + 1 ? [] : [part];
  });
}
