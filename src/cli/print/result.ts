/** What a run came to, for people: the answer first, then what it rests on, then what to do. */
import type { RunResult } from "../../app.ts";
import { columned } from "./columns.ts";
import { bold, cyan, dim, green, red, yellow } from "./marks.ts";
import { counted, duration, grouped } from "./numbers.ts";
import { claimSign, outcomeSign, yesOrNo } from "./symbols.ts";

export interface ResultView {
  /** Entries of each list that are shown. */
  readonly limit: number;
}

type ResultClaim = RunResult["findings"][number];

/** Places of one claim that are shown. */
const SHOWN_PLACES = 3;

export function* resultLines(result: RunResult, view: ResultView): Generator<string> {
  yield headline(result);
  for (const reason of result.outcome === "complete" ? [] : result.reasons) yield `  ${yellow("because")} ${reason}`;
  if (result.summary !== "") yield `  ${result.summary}`;
  yield* section("Requirements", result.requirements.map(requirementLine), view);
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

function* section(title: string, lines: readonly string[], { limit }: ResultView): Generator<string> {
  if (lines.length === 0) return;
  yield "";
  yield bold(title);
  for (const line of lines.slice(0, limit)) yield `  ${line}`;
  if (lines.length > limit) yield dim(`  ${grouped(lines.length - limit)} more`);
}

function requirementLine(it: RunResult["requirements"][number]): string {
  const rests = it.rests_on.length > 0 ? `rests on ${counted(it.rests_on.length, "claim")}` : "";
  const parts =
    it.refined_into > 0 ? `cut into ${counted(it.refined_into, "part")}; nobody verified that they make the whole` : "";
  const notes = [`needs ${it.needs}`, rests, parts].filter((note) => note !== "");
  return `${yesOrNo(it.satisfied)} ${bold(it.id)} ${it.statement}${dim(`  ${notes.join("; ")}`)}`;
}

function* contradictionLines({ contradictions }: RunResult, { limit }: ResultView): Generator<string> {
  const open = contradictions.filter((it) => it.status === "open");
  if (contradictions.length === 0) return;
  yield "";
  const settled = contradictions.length - open.length;
  yield `${bold("Contradictions")}  ${open.length > 0 ? red(`${grouped(open.length)} open`) : green("none open")}${settled > 0 ? dim(`, ${grouped(settled)} settled`) : ""}`;
  for (const { id, kind, claims } of open.slice(0, limit)) {
    yield `  ${red("≠")} ${bold(id)} ${dim(`(${kind})`)}`;
    for (const line of columned(claims.map((claim) => [claim.statement, cyan(placesOf(claim))]))) yield `      ${line}`;
  }
  if (open.length > limit) yield dim(`  ${grouped(open.length - limit)} more`);
}

function* findingLines({ findings }: RunResult, { limit }: ResultView): Generator<string> {
  if (findings.length === 0) return;
  yield "";
  yield `${bold("Findings")}  ${dim(grouped(findings.length))}`;
  const shown = findings.slice(0, limit);
  for (const line of columned(shown.map((it) => [`${claimSign(it.status)} ${it.statement}`, cyan(placesOf(it))])))
    yield `  ${line}`;
  if (findings.length > limit) yield dim(`  ${grouped(findings.length - limit)} more`);
}

/** Where the evidence is: a place that can be opened, where there is one. */
export function placesOf({ evidence }: ResultClaim): string {
  const places = [...new Set(evidence.map(({ ref, place }) => place ?? ref))];
  const more = places.length > SHOWN_PLACES ? ` and ${places.length - SHOWN_PLACES} more` : "";
  return `${places.slice(0, SHOWN_PLACES).join(", ")}${more}`;
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
      yield `      cairn answer ${run} ${escalation} ${quoted(option)}`;
  }
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function budgetLine({ granted_invocations, remaining_invocations, active_ms }: RunResult["budget"]): string {
  const spent =
    granted_invocations === null || remaining_invocations === null ? null : granted_invocations - remaining_invocations;
  const time = `${duration(active_ms)} of work`;
  return spent === null
    ? time
    : `${grouped(spent)} of ${counted(granted_invocations ?? 0, "invocation")} spent, ${time}`;
}

/** What to look at next. */
export function nextLines({ run, task, outcome, questions }: RunResult): string[] {
  const goOn =
    outcome === null ? [[`cairn resume ${run}`, questions.length > 0 ? "go on, once answered" : "go on"]] : [];
  const rows = [
    ...goOn,
    [`cairn result ${run}`, "everything that was found, with its evidence"],
    [`cairn tree ${run}`, "how the work was divided"],
    [`cairn show ${run} ${task}`, "the state packet of a task"],
    [`cairn log ${run}`, "what happened, event by event"],
  ];
  return [
    "",
    bold("Next"),
    ...columned(rows.map(([line = "", what = ""]) => [line, dim(what)])).map((line) => `  ${line}`),
  ];
}
