/**
 * The closed list of error codes and the one class that carries them.
 *
 * Expected outcomes (a bad packet, a refused transition) are values, never thrown. What is thrown is an operating
 * failure (disk, permissions, another process) or a bug of ours (`assert`). Shells print the first and exit.
 */

/** Every operating failure that crosses a boundary. `test/pins` holds this list as literals. */
export const FAILURE_CODES = [
  "usage", // the command line does not make sense
  "input-unreadable", // a file named by the user is missing, a directory, not permitted, not text
  "input-invalid", // a document the user gave breaks its rules; details.findings says which
  "input-too-large",
  "not-trusted", // the task file names commands and nobody allowed them
  "run-unknown",
  "run-ambiguous",
  "run-busy", // another process holds the run's lease
  "conflict", // events were appended by somebody else
  "stale-epoch", // this process lost its lease
  "workspace-missing",
  "workspace-unreadable",
  "workspace-escape", // a path leads out of the workspace
  "store-missing",
  "store-newer", // written by a newer version
  "store-damaged",
  "store-behind", // it lacks what was acknowledged: the end of its log is gone, or an older copy was put back
  "store-readonly",
  "disk-full",
  "executor-failed",
  "timed-out",
  "interrupted",
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** When trying again may help. */
export type Retry = "never" | "later" | { readonly afterMs: number };

/** An operating failure: something outside the program's rules went wrong. */
export class RuntimeFailure extends Error {
  readonly code: FailureCode;
  readonly retry: Retry;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: FailureCode,
    message: string,
    options: { retry?: Retry; cause?: unknown; details?: Record<string, unknown> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "RuntimeFailure";
    this.code = code;
    this.retry = options.retry ?? "never";
    this.details = options.details ?? {};
  }
}

/** Throws when one of our own rules does not hold: a bug, never a user's mistake. */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`cairn bug: ${sentence}`);
}
