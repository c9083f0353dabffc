/**
 * What the process ends with (decision 0010). `test/pins` holds the numbers as literals.
 */
import type { FailureCode } from "../errors.ts";

/** Exit codes by what they say. Two more follow the shells' custom: 128 + signal for a stopped run, 70 for a defect of ours. */
export const EXIT = {
  done: 0,
  no: 1,
  misuse: 2,
  incomplete: 3,
  defect: 70,
} as const;

export type ExitCode = number;

/** The signals that stop a run, and what the process then ends with: 128 + the signal's number. */
export const STOP_EXIT = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export type StopSignal = keyof typeof STOP_EXIT;

/** What an operating failure makes the process end with: 2 where the caller has to change something, 3 where work is left. */
export const FAILURE_EXIT: Readonly<Record<FailureCode, ExitCode>> = {
  usage: EXIT.misuse,
  "input-unreadable": EXIT.misuse,
  "input-invalid": EXIT.misuse,
  "input-too-large": EXIT.misuse,
  "not-trusted": EXIT.misuse,
  "run-unknown": EXIT.misuse,
  "run-ambiguous": EXIT.misuse,
  "run-busy": EXIT.misuse,
  conflict: EXIT.incomplete,
  "stale-epoch": EXIT.incomplete,
  "workspace-missing": EXIT.misuse,
  "workspace-unreadable": EXIT.misuse,
  "workspace-escape": EXIT.misuse,
  "store-missing": EXIT.misuse,
  "store-newer": EXIT.misuse,
  "store-damaged": EXIT.misuse,
  "store-behind": EXIT.misuse,
  "store-readonly": EXIT.misuse,
  "disk-full": EXIT.incomplete,
  "executor-failed": EXIT.incomplete,
  "timed-out": EXIT.incomplete,
  interrupted: EXIT.incomplete,
};
