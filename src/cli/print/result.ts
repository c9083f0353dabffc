/** What a run came to, for people: the answer first, then what it rests on, then what to do. */
import type { RunResult } from "../../app.ts";
import { columned } from "./columns.ts";
import { bold, cyan, dim, green, red, yellow } from "./marks.ts";
import { counted, duration, grouped } from "./numbers.ts";
import { fit } from "./width.ts";
import { claimSign, outcomeSign, yesOrNo } from "./symbols.ts";

export interface ResultView {
  /** Entries of each list that are shown. */
  readonly limit: number;
}

type ResultClaim = RunResult["findings"][number];
type Requirement = RunResult["requirements"][number];

/** Places of one claim that are shown. */
const SHOWN_PLACES = 2;
const LONGEST_PLACE = 100;

export function* resultLines(result: RunResult, view: ResultView): Generator<string> {
  yield headline(result);
  yield `  ${sumUp(result)}`;
  if (result.outcome !== "complete") yield* section("Why not complete", reasonLines(result.reasons), view);
  yield* section("Requirements", requirementLines(result, view), { limit: Number.POSITIVE_INFINITY });
  yield* contradictionLines(result, view);
  yield* findingLines(result, view);
  yield* section("Invariants", result.invariants.map(invariantLine), view);
  yield* questionLines(result);
  yield "";
  yield dim(budgetLine(result.budget));
}

function headline({ outcome, objective }: RunResult): string {
  if (outcome === null) return `${cyan("●")} ${bold("not ended yet")}: ${objective}`;
  return `${outcomeSign(outcome)} ${bold(outcome)}: ${objective}`;
}

function sumUp({ requirements, contradictions, findings }: RunResult): string {
  const whole = requirements.filter((it) => !isPart(it));
  const satisfied = whole.filter((it) => it.satisfied).length;
  const open = contradictions.filter((it) => it.status === "open").length;
  const parts = [
    `${satisfied} of ${counted(whole.length, "requirement")} satisfied`,
    open > 0 ? red(`${counted(open, "contradiction")} open`) : "no contradiction open",
    counted(findings.length, "finding"),
  ];
  return parts.join(", ");
}

function* section(title: string, lines: readonly string[], { limit }: ResultView): Generator<string> {
  if (lines.length === 0) return;
  yield "";
  yield bold(title);
  for (const line of lines.slice(0, limit)) yield `  ${line}`;
  if (lines.length > limit) yield dim(`  ${grouped(lines.length - limit)} more`);
}

/** Executors put several reasons into one text. */
function reasonLines(reasons: readonly string[]): string[] {
  return [...new Set(reasons.flatMap((it) => it.split("; ")))].map((it) => `${yellow("-")} ${it}`);
}

/** Parts of a requirement stand below it: at the end of a run only those that are not satisfied. */
function requirementLines({ requirements }: RunResult, { limit }: ResultView): string[] {
  const showsAll = limit === Number.POSITIVE_INFINITY;
  const lines: string[] = [];
  for (const whole of requirements.filter((it) => !isPart(it)).slice(0, limit)) {
    lines.push(requirementLine(whole));
    const parts = requirements.filter((it) => it.id.startsWith(`${whole.id}/`) && (showsAll || !it.satisfied));
    for (const part of parts.slice(0, limit)) lines.push(`  ${requirementLine(part)}`);
  }
  if (requirements.some((it) => it.refined_into > 0))
    lines.push(dim("  That parts make up their whole is the executor's word; nobody verified it."));
  return lines;
}

/** A requirement of the task file has no slash in its id. */
function isPart({ id }: Requirement): boolean {
  return id.includes("/");
}

function requirementLine(it: Requirement): string {
  const rests = it.rests_on.length > 0 ? `rests on ${counted(it.rests_on.length, "claim")}` : "";
  const parts = it.refined_into > 0 ? `in ${counted(it.refined_into, "part")}` : "";
  const notes = [`needs ${it.needs}`, rests, parts].filter((note) => note !== "");
  return `${yesOrNo(it.satisfied)} ${bold(it.id)} ${it.statement}${dim(`  ${notes.join(", ")}`)}`;
}

function* contradictionLines({ contradictions }: RunResult, { limit }: ResultView): Generator<string> {
  if (contradictions.length === 0) return;
  const open = contradictions.filter((it) => it.status === "open");
  const settled = contradictions.length - open.length;
  const counts = [
    open.length > 0 ? red(`${grouped(open.length)} open`) : green("none open"),
    ...(settled > 0 ? [`${grouped(settled)} settled`] : []),
  ];
  yield "";
  yield `${bold("Contradictions")}  ${counts.join(", ")}`;
  for (const it of open.slice(0, limit)) yield* contradictionEntry(it);
  if (open.length > limit) yield dim(`  ${grouped(open.length - limit)} more`);
}

/** Claims `<subject> = <value>` of one subject stand as values under it. */
function* contradictionEntry({ id, kind, claims }: RunResult["contradictions"][number]): Generator<string> {
  const subjects = new Set(claims.map(({ statement }) => subjectOf(statement)));
  const [subject = null] = subjects;
  const isShared = subjects.size === 1 && subject !== null;
  yield `  ${red("≠")} ${isShared ? `${bold(subject)}  ${dim(id)}` : `${bold(id)}  ${dim(kind)}`}`;
  const rows = claims.map((claim) => [
    isShared ? claim.statement.slice(subject.length + 1) : claim.statement,
    cyan(placesOf(claim)),
  ]);
  for (const line of columned(rows)) yield `      ${line}`;
}

function subjectOf(statement: string): string | null {
  const at = statement.indexOf(" = ");
  return at > 0 ? statement.slice(0, at) : null;
}

function* findingLines(result: RunResult, { limit }: ResultView): Generator<string> {
  const { findings } = result;
  if (findings.length === 0) return;
  yield "";
  yield `${bold("Findings")}  ${grouped(findings.length)}`;
  const isWhole = limit === Number.POSITIVE_INFINITY;
  const told = new Set(isWhole ? [] : result.contradictions.flatMap((it) => it.claims.map(({ id }) => id)));
  const shown = byWeight(result)
    .filter(({ id }) => !told.has(id))
    .slice(0, limit);
  for (const line of columned(shown.map((it) => [`${claimSign(it.status)} ${it.statement}`, cyan(placesOf(it))])))
    yield `  ${line}`;
  if (findings.length > limit) yield dim(`  ${grouped(findings.length - limit)} more`);
}

/** What is in doubt first, then what no satisfied requirement rests on and a file shows, then the rest; each in the packet's order. */
function byWeight({ findings, requirements }: RunResult): ResultClaim[] {
  const used = new Set(requirements.filter((it) => it.satisfied).flatMap((it) => it.rests_on));
  const weight = ({ id, status, evidence }: ResultClaim): number => {
    if (status === "contradicted") return 0;
    if (status === "unresolved" || status === "proposed") return 1;
    return used.has(id) || evidence.every(({ place }) => place === null) ? 3 : 2;
  };
  return findings.toSorted((a, b) => weight(a) - weight(b));
}

/** Where the evidence is: a place that can be opened, where there is one. */
function placesOf({ evidence }: ResultClaim): string {
  const places = [...new Set(evidence.map(({ ref, place }) => place ?? ref.replace(/^clm:/, "claim ")))];
  const more = places.length > SHOWN_PLACES ? ` and ${places.length - SHOWN_PLACES} more` : "";
  return `${places
    .slice(0, SHOWN_PLACES)
    .map((it) => fit(it, LONGEST_PLACE))
    .join(", ")}${more}`;
}

function invariantLine({ id, operator, statement, authority, held }: RunResult["invariants"][number]): string {
  const sign = { held: green("✓"), broken: red("✗"), unchecked: dim("?") }[held];
  return `${sign} ${bold(id)} ${operator} ${statement}${dim(`  ${held}, said by ${authority}`)}`;
}

/** The questions, each with the command that answers it. */
export function* questionLines({ run, questions }: Pick<RunResult, "run" | "questions">): Generator<string> {
  if (questions.length === 0) return;
  yield "";
  yield bold(yellow(`Waiting for you: ${counted(questions.length, "question")}`));
  for (const { escalation, question, options } of questions) {
    yield `  ${yellow("?")} ${question}`;
    for (const option of options.length > 0 ? options : ["…"])
      yield `      cairn answer ${shortId(run)} ${escalation} ${quoted(option)}`;
  }
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** As much of a run's id as names it in any store: the time it was begun, to the millisecond. */
export function shortId(run: string): string {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/.test(run) ? run.slice(0, 13) : run;
}

function budgetLine({ granted_invocations, remaining_invocations, active_ms }: RunResult["budget"]): string {
  const time = `${duration(active_ms)} of work`;
  if (granted_invocations === null || remaining_invocations === null) return time;
  return `${grouped(granted_invocations - remaining_invocations)} of ${counted(granted_invocations, "invocation")} spent, ${time}`;
}

/** What to look at next. */
export function nextLines({ run, task, outcome, questions, changed_files }: RunResult): string[] {
  const id = shortId(run);
  const goOn =
    outcome === null ? [[`cairn resume ${id}`, questions.length > 0 ? "go on, once answered" : "go on"]] : [];
  const changes =
    changed_files.length > 0 ? [[`cairn changes ${id}`, "which files it changed; `cairn apply` puts them in"]] : [];
  const rows = [
    ...goOn,
    ...changes,
    [`cairn result ${id}`, "everything that was found, with its evidence (--json for programs)"],
    [`cairn tree ${id}`, "how the work was divided"],
    [`cairn show ${id} ${task}`, "the state packet of a task"],
    [`cairn log ${id}`, "what happened, event by event"],
  ];
  return [
    "",
    bold("Next"),
    ...columned(rows.map(([line = "", what = ""]) => [line, dim(what)])).map((line) => `  ${line}`),
  ];
}
