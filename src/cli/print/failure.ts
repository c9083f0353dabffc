/** An operating failure, for people: what, where, and what to do about it. */
import type { Finding } from "../../contracts/index.ts";
import { RuntimeFailure, type FailureCode } from "../../errors.ts";
import { findingLine } from "./findings.ts";
import { bold, dim, red } from "./marks.ts";

/** What helps, where the message does not say it already. */
const HINTS: Partial<Readonly<Record<FailureCode, string>>> = {
  "store-missing": "begin a run with `cairn run TASKFILE`, or name the folder of the store with --store",
  "store-newer": "install the version of cairn that wrote it, or a newer one",
  "store-damaged": "keep a copy of the store's folder; `cairn verify RUN` names the first thing that is damaged",
  "store-readonly": "name another folder with --store; looking at runs needs no writing",
  "disk-full": "free some space, then go on with `cairn resume RUN`: nothing that was recorded is lost",
  "run-ambiguous": "give more of the id, or `last` for the newest run",
  "workspace-missing": "name the folder with --workspace, or put it where the task file says",
  "executor-failed": "what was recorded is kept; go on with `cairn resume RUN`",
  "timed-out": "what was recorded is kept; go on with `cairn resume RUN`",
  "stale-epoch": "the other process goes on with the run; look at it with `cairn status RUN`",
  conflict: "what was recorded is kept; go on with `cairn resume RUN`",
};

/** Findings shown with a failure; what is beyond is counted. */
const SHOWN_FINDINGS = 20;

export function failureLines(failure: RuntimeFailure): string[] {
  const findings = findingsOf(failure);
  const path = typeof failure.details["path"] === "string" ? failure.details["path"] : "input";
  const shown = findings.slice(0, SHOWN_FINDINGS).map((it) => `  ${findingLine(path, it)}`);
  const more = findings.length > SHOWN_FINDINGS ? [`  and ${findings.length - SHOWN_FINDINGS} more`] : [];
  const hint = hintOf(failure);
  return [`${red("cairn:")} ${failure.message}`, ...shown, ...more, ...(hint === null ? [] : [dim(`  ${hint}`)])];
}

/** A defect of ours: with everything that a report needs. */
export function defectLines(error: unknown): string[] {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    `${red("cairn:")} ${bold("this is a defect of cairn, please report it with what follows")}`,
    ...text.split("\n").map((line) => `  ${line}`),
  ];
}

/** The failure that an error of the operating system is to the user; null where the error is no such thing. */
export function systemFailure(error: unknown): RuntimeFailure | null {
  if (!(error instanceof Error) || !("syscall" in error)) return null;
  const isFull = "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
  return new RuntimeFailure(isFull ? "disk-full" : "input-unreadable", error.message, { cause: error });
}

function hintOf({ code, details }: RuntimeFailure): string | null {
  if (typeof details["hint"] === "string") return details["hint"];
  return HINTS[code] ?? null;
}

/** The findings in a failure's details: ours put them there, as they come from the parsers. */
function findingsOf({ details }: RuntimeFailure): readonly Finding[] {
  return Array.isArray(details["findings"]) ? details["findings"].filter(isFinding) : [];
}

function isFinding(value: unknown): value is Finding {
  return typeof value === "object" && value !== null && "code" in value && "line" in value && "message" in value;
}
