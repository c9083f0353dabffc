/** What waits for a person, and how they deal with it. */
import type { InboxQuestion, InboxWork, RunInbox } from "../../app.ts";
import { bold, dim, green, red, yellow } from "./marks.ts";
import { counted } from "./numbers.ts";
import { quoted, shortId } from "./result.ts";
import { moment } from "./runs.ts";

/** Every run that waits for a person; a line where none does. */
export function* inboxLines(runs: readonly RunInbox[]): Generator<string> {
  const waiting = runs.filter((it) => it.questions.length + it.work.length > 0);
  if (waiting.length === 0) yield "Nothing waits for you.";
  for (const [at, { run, objective, questions, work }] of waiting.entries()) {
    if (at > 0) yield "";
    yield `${yellow("●")} ${bold(objective)} ${dim(shortId(run))}`;
    for (const it of questions) yield* questionLines(run, it);
    for (const it of work) yield* workHead(run, it);
  }
}

function* questionLines(run: string, it: InboxQuestion): Generator<string> {
  yield `  ${yellow("?")} ${it.question} ${dim(`asked ${moment(it.asked_at)} UTC${deadlineText(it)}`)}`;
  if (it.given) {
    yield `      ${green("answered")} ${moment(it.given.at)} UTC: ${it.given.text}; ${dim(`go on with cairn resume ${shortId(run)}`)}`;
    return;
  }
  for (const option of it.options.length > 0 ? it.options : ["…"])
    yield `      cairn answer ${shortId(run)} ${it.escalation} ${quoted(option)}`;
}

function deadlineText({ deadline_at, default: fallback }: InboxQuestion): string {
  if (deadline_at === null) return ", waits for ever";
  const then = fallback === null ? "then it counts as not answered" : `then the answer is ${JSON.stringify(fallback)}`;
  return `, until ${moment(deadline_at)} UTC, ${then}`;
}

function* workHead(run: string, it: InboxWork): Generator<string> {
  const what = it.purpose === "answer" ? "a question of a child" : "work";
  yield `  ${yellow("✎")} ${it.task}: ${it.objective} ${dim(`(${what} for ${it.executor})`)}`;
  if (it.is_handed_in) yield `      ${green("handed in")}; ${dim(`go on with cairn resume ${shortId(run)}`)}`;
  else yield `      cairn inbox ${shortId(run)} ${it.task}`;
}

/** One piece of work in full: what is asked, what is known, and how to hand in. */
export function* workLines(run: string, it: InboxWork): Generator<string> {
  yield `${yellow("✎")} ${bold(it.task)}: ${it.objective}`;
  yield "";
  for (const { id, statement, needs, satisfied } of it.requirements)
    yield `  ${satisfied ? green("✓") : dim("·")} ${id}: ${statement} ${dim(`needs ${needs}`)}`;
  if (it.claims.length > 0) yield* ["", bold(counted(it.claims.length, "claim"))];
  for (const { id, statement, status } of it.claims) yield `  ${id}: ${statement} ${dim(status)}`;
  if (it.refusals.length > 0) yield* ["", bold(red("What was handed in last was refused"))];
  for (const text of it.refusals) yield `  ${text}`;
  yield "";
  yield `  cairn show ${shortId(run)} ${it.task} ${dim("the whole state packet")}`;
  yield `  cairn inbox ${shortId(run)} ${it.task} --template > work.yaml ${dim("a proposal to fill in")}`;
  yield `  cairn propose ${shortId(run)} ${it.task} work.yaml`;
}

/** That a task has no work for a person, and which ones have. */
export function noWorkLines({ run, work }: RunInbox, task: string): string[] {
  const others = work.map((it) => it.task).join(", ");
  return [
    `cairn: ${task} of run ${run} has no work for a person now`,
    others === "" ? "  no other task has, either: see cairn inbox" : `  these have: ${others}`,
  ];
}

/** A proposal to fill in, as YAML: it halts the task complete with one claim for each requirement that is open. */
export function templateText(it: InboxWork): string {
  const open = it.requirements.filter(({ satisfied }) => !satisfied);
  const claims = open.map(({ id, statement }) => [
    `  - id: ${claimFor(id)}`,
    `    statement: ${JSON.stringify(`TODO: what shows that ${statement}`)}`,
    "    status: supported # or proposed, where there is no evidence yet",
    `    evidence_refs: ["file:path/in/the/workspace.txt#L1-L3"] # lines that you looked at`,
  ]);
  return [
    `# ${it.task}: ${it.objective}`.replaceAll("\n", " "),
    it.purpose === "answer"
      ? "# A child of this task asks: give `answer: { escalation, text }` or `answer: { escalation, hand_on: true }`."
      : `# Legal now: ${it.legal.join(", ")}. To say more and go on: transition EXECUTE, without halt.`,
    `transition: ${it.legal.includes("HALT") ? "HALT" : (it.legal[0] ?? "EXECUTE")}`,
    ...(claims.length > 0 ? ["claims:", ...claims.flat()] : []),
    ...(open.length > 0 ? ["satisfies:"] : []),
    ...open.map(({ id }) => `  - { requirement: ${JSON.stringify(id)}, claims: [${claimFor(id)}] }`),
    ...(it.legal.includes("HALT") ? ['halt: { outcome: complete, reason: "", summary: "" }'] : []),
    "",
  ].join("\n");
}

/** The id of the claim that stands for a requirement, as a YAML text. */
function claimFor(requirement: string): string {
  return JSON.stringify(`for-${requirement}`.replaceAll("/", "-"));
}
