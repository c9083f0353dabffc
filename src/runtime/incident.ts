/** What an executor's failure is to the run: an incident that is recorded, or the end of this process's work. */
import { RuntimeFailure, type FailureCode } from "../errors.ts";
import type { Deadline } from "./deadline.ts";

export interface Incident {
  readonly code: string;
  readonly message: string;
}

/** Failures of executors and of their tools; any other is the store's or the process's, and stops the work. */
const INCIDENTS: ReadonlySet<FailureCode> = new Set([
  "workspace-unreadable",
  "executor-failed",
  "input-invalid",
  "input-unreadable",
  "input-too-large",
  "not-trusted",
  "timed-out",
]);

export interface Limits {
  /** The run's own: when it is aborted, nothing is recorded (P3). */
  readonly signal: AbortSignal;
  readonly deadline: Deadline;
  readonly timeoutMs: number;
}

/** Returns the incident that an error is. Errors: throws it again where it is none. */
export function failureOf(error: unknown, { signal, deadline, timeoutMs }: Limits): Incident {
  if (signal.aborted || (error instanceof RuntimeFailure && !INCIDENTS.has(error.code))) throw error;
  if (deadline.isOver) return { code: "timed-out", message: `no answer within ${timeoutMs} ms` };
  const code = error instanceof RuntimeFailure && error.code === "timed-out" ? "timed-out" : "executor-failed";
  return { code, message: error instanceof Error ? error.message : String(error) };
}
