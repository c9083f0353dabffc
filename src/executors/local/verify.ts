/**
 * Verifies claims of this executor's forms, from the files and not from what was said: cited lines are read again, and
 * spans are surveyed and read again.
 *
 * VR1  A claim is confirmed only where everything it cites still says so. What cannot be read again is not confirmed.
 */
import type { Claim, StatePacket } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { ExecutorTools, ReadResult } from "../executor.ts";
import { factsOf, type Fact } from "./facts.ts";
import { inCommon } from "./facts.ts";
import { isSubjectOf, isValue, judge, sayings, valuesIn } from "./judge.ts";
import { surveyRequest } from "./reading.ts";
import type { CompiledRule } from "./rules.ts";
import { parseStatement, statementOf, type Saying, type SayingOf } from "./statements.ts";
import type { LocalSetup } from "./work.ts";

export interface Verification {
  readonly claim: string;
  readonly confirmed: boolean;
  readonly reason: string;
}

const CITED = /^ctx:(\d+)#L(\d+)-L(\d+)$/;

/** Returns one verdict a claim, in their order. Errors: whatever the tools throw beyond an unreadable file. */
export async function verifyClaims(
  setup: LocalSetup,
  claims: StatePacket["claims"],
  tools: ExecutorTools,
): Promise<readonly Verification[]> {
  const verdicts: Verification[] = [];
  for (const claim of claims) verdicts.push({ claim: claim.id, ...(await verifyClaim(setup, claim, tools)) });
  return verdicts;
}

type Verdict = Omit<Verification, "claim">;

const no = (reason: string): Verdict => ({ confirmed: false, reason });
const yes = (reason: string): Verdict => ({ confirmed: true, reason });

async function verifyClaim(setup: LocalSetup, claim: Claim, tools: ExecutorTools): Promise<Verdict> {
  const saying = parseStatement(claim.statement);
  if (!saying) return no("it has none of the forms that can be verified");
  switch (saying.kind) {
    case "value":
    case "choice":
    case "found":
    case "forbidden":
      return citedLines(setup, { claim, saying }, tools);
    case "read":
    case "clean":
    case "none":
      return span(setup, saying, tools);
    case "together":
      return together(setup, { claim, saying }, tools);
    case "missing":
    case "all":
    case "unread":
    case "overflow":
      return no("it says what was not found or not read, which one look cannot confirm");
  }
}

interface Cited {
  readonly claim: Claim;
  readonly saying: Saying;
}

/** Every cited line must say it again, by one of the rules. */
async function citedLines(setup: LocalSetup, { claim, saying }: Cited, tools: ExecutorTools): Promise<Verdict> {
  const rules = [...setup.rules.values()];
  let lines = 0;
  for (const ref of claim.evidence_refs) {
    const cited = CITED.exec(ref);
    const source = cited ? await tools.sourceOf(Number(cited[1])) : null;
    if (!cited || !source) return no(`${ref} names no lines of a file`);
    const text = await readAgain(tools, source.path, { fromLine: Number(cited[2]), toLine: Number(cited[3]) });
    if (typeof text === "string") return no(`${source.path} was not read again: ${text}`);
    if (!factsOf(rules, text).some((fact) => saysAgain(fact, saying)))
      return no(`lines ${cited[2]} to ${cited[3]} of ${source.path} do not say so`);
    lines += Number(cited[3]) - Number(cited[2]) + 1;
  }
  return lines === 0 ? no("it cites no lines") : yes(`${lines} cited lines say so`);
}

function saysAgain(fact: Fact, saying: Saying): boolean {
  if (isValue(saying))
    return (
      fact.kind === "value" &&
      fact.subject === saying.subject &&
      inCommon([valuesIn(saying), fact.values]).length === valuesIn(saying).length
    );
  return fact.kind === "said" && statementOf(fact.saying) === statementOf(saying);
}

async function readAgain(
  tools: ExecutorTools,
  path: string,
  range: { readonly fromLine: number; readonly toLine?: number },
): Promise<ReadResult | string> {
  try {
    return await tools.read(path, range);
  } catch (failure) {
    if (failure instanceof RuntimeFailure && failure.code === "workspace-unreadable")
      return typeof failure.details["reason"] === "string" ? failure.details["reason"] : "unreadable";
    throw failure;
  }
}

/** As many files as it says must be there; for a rule that found nothing, they are read again and nothing must be found. */
async function span(
  setup: LocalSetup,
  saying: SayingOf<"read"> | SayingOf<"clean"> | SayingOf<"none">,
  tools: ExecutorTools,
): Promise<Verdict> {
  if (saying.toLine !== null || saying.fromLine > 1) return no("it speaks of a part of a file");
  const all = [...setup.rules.values()];
  const rules = saying.kind === "read" ? all : all.filter((rule) => rule.label === saying.rule);
  if (rules.length === 0) return no("no rule has this name");
  const scope = { rules, ignore: setup.ignore, groupBy: setup.groupBy, first: saying.first, before: null };
  const survey = await tools.survey({
    ...surveyRequest(scope, { partTokens: Number.MAX_SAFE_INTEGER, maximumParts: 1 }),
    last: saying.last,
  });
  if (survey.fileCount !== saying.fileCount) return no(`there are ${survey.fileCount} files now`);
  if (saying.kind === "read") return yes(`there are ${survey.fileCount} files`);
  if (!survey.files) return no("the files are too many to be read again at once");
  for (const file of survey.files) {
    const text = await readAgain(tools, file.path, { fromLine: 1 });
    if (text === "binary") continue;
    if (typeof text === "string") return no(`${file.path} was not read again: ${text}`);
    if (text.more) return no(`${file.path} does not fit into the room for verification`);
    if (factsOf(rules, text).some((fact) => speaksAgainst(fact, saying))) return no(`${file.path} does hold a match`);
  }
  return yes(`${survey.fileCount} files were read again`);
}

function speaksAgainst(fact: Fact, saying: SayingOf<"clean"> | SayingOf<"none">): boolean {
  if (saying.kind === "clean") return fact.kind === "said" && fact.saying.kind === "forbidden";
  return fact.kind === "value" || fact.saying.kind === "found";
}

/** What the named tasks found is opened and judged again. */
async function together(
  setup: LocalSetup,
  { claim, saying }: { readonly claim: Claim; readonly saying: SayingOf<"together"> },
  tools: ExecutorTools,
): Promise<Verdict> {
  const rule = [...setup.rules.values()].find((it) => it.label === saying.rule);
  const tasks = [...new Set(claim.evidence_refs.flatMap((ref) => /^clm:([^/]+)\//.exec(ref)?.slice(1) ?? []))];
  if (!rule || tasks.length === 0) return no("it names no rule of this task file, or no tasks");
  if (saying.share !== "") return no("it speaks of a share of the subjects");
  const { claims } = await tools.openClaims(tasks, (statement) => isAbout(rule, parseStatement(statement)));
  const judgement = judge(rule, sayings(claims));
  if (judgement.conflicts.length > 0 || judgement.missing.length > 0) return no("taken together, the claims differ");
  if (judgement.subjectCount !== saying.subjectCount) return no(`the claims have ${judgement.subjectCount} subjects`);
  return yes(`${judgement.subjectCount} subjects of ${tasks.length} tasks fit together`);
}

function isAbout(rule: CompiledRule, saying: Saying | null): boolean {
  if (!saying) return false;
  return isValue(saying) ? isSubjectOf(rule, saying.subject) : saying.kind === "found" && saying.rule === rule.label;
}
