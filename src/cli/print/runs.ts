/** Runs under each other, and where one of them stands. */
import type { RunStatus, RunSummary } from "../../app.ts";
import { columned } from "./columns.ts";
import { bold, cyan, dim, yellow } from "./marks.ts";
import { counted, duration, grouped } from "./numbers.ts";
import { questionLines } from "./result.ts";
import { limitText, spentText } from "./spending.ts";
import { outcomeSign } from "./symbols.ts";
import { countsLine } from "./tree.ts";
import { fit } from "./width.ts";

/** A line a run, newest first: sign, id, when, events, what for. */
export function runLines(runs: readonly RunSummary[], columns: number | null): string[] {
  const rows = runs.map(({ id, outcome, createdAt, head, objective }) => [
    `${outcome === null ? cyan("●") : outcomeSign(outcome)} ${id}`,
    dim(moment(createdAt)),
    outcome ?? "open",
    dim(counted(head.seq, "event")),
    objective,
  ]);
  return columned(rows).map((line) => (columns === null ? line : fit(line, columns)));
}

/** `2026-12-01 03:42:45` of an ISO 8601 time in UTC; `no time` where it is not known. */
export function moment(time: string): string {
  // The ledger has 1970 where a log says no time.
  if (Date.parse(time) === 0) return "no time";
  return `${time.slice(0, 10)} ${time.slice(11, 19)}`;
}

export function* statusLines(status: RunStatus): Generator<string> {
  yield `${stateSign(status)} ${bold(stateText(status))}: ${status.objective}`;
  const rows: string[][] = [
    ["run", status.run],
    [
      "begun",
      `${moment(status.created_at)} UTC${status.forked_from ? `, as a fork of ${status.forked_from.run} at event ${status.forked_from.seq}` : ""}`,
    ],
    ["last event", `${status.events}, ${moment(status.updated_at)} UTC`],
    ["work", countsLine(status.tasks)],
    ["requirements", `${status.requirements.satisfied} of ${status.requirements.required} satisfied`],
    ...(status.budget ? [["budget", budgetText(status.budget)]] : []),
    ...spendingRows(status),
    ...(status.workspace === null ? [] : [["workspace", status.workspace]]),
    ...(status.waiting_messages > 0
      ? [["mailbox", `${counted(status.waiting_messages, "message")} not yet decided on`]]
      : []),
  ];
  yield* columned(rows.map(([name = "", text = ""]) => [`  ${dim(name)}`, text]));
  yield* questionLines(status);
  for (const task of status.people_work)
    yield* ["", `${yellow("✎")} ${task} is your work: cairn inbox ${status.run} ${task}`];
  const next = nextStep(status);
  if (next !== null) yield* ["", next];
}

/** What was counted, and limits that are near. */
function spendingRows({ spending: { whole, limits } }: RunStatus): string[][] {
  const spent = spentText(whole);
  const near = limits.filter((it) => it.state !== "fine").map((it) => ["", limitText(it)]);
  return [...(spent === "" ? [] : [["spent", spent]]), ...near];
}

function stateSign({ state, outcome }: RunStatus): string {
  if (state === "halted" && outcome !== null) return outcomeSign(outcome);
  return state === "working" ? cyan("●") : yellow("●");
}

function stateText({ state, outcome, holder }: RunStatus): string {
  switch (state) {
    case "halted":
      return outcome ?? "halted";
    case "working":
      return `at work in ${holder ?? "a process"}`;
    case "waiting":
      return "waiting for a person";
    case "stopped":
      return "stopped";
  }
}

function budgetText({
  granted_invocations,
  remaining_invocations,
  active_ms,
}: NonNullable<RunStatus["budget"]>): string {
  const left =
    remaining_invocations === null
      ? "invocations not limited"
      : `${grouped(remaining_invocations)} of ${counted(granted_invocations ?? remaining_invocations, "invocation")} left`;
  return `${left}, ${duration(active_ms)} of work`;
}

function nextStep({ state, run, is_for_agents }: RunStatus): string | null {
  if (is_for_agents && state !== "halted")
    return "Agents carry it on, over MCP: cairn mcp; set them up with cairn init";
  if (state === "stopped") return `Nobody works on it: cairn resume ${run}`;
  if (state === "waiting") return `Once answered: cairn resume ${run}`;
  return null;
}
