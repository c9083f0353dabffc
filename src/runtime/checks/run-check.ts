/**
 * Runs one check of a task file and says what it came to.
 *
 * CK1  A check that crashes, times out or cannot look at everything fails; it never passes by accident.
 * CK2  A check ends within its timeout and leaves nothing running.
 */
import type { Check } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { Privately } from "../changes/index.ts";
import { openWorkspace, type Workspace } from "../workspace/index.ts";
import { runCommand } from "./command.ts";
import { checkJsonSchema } from "./json-schema.ts";
import { failed, type CheckOutcome } from "./outcome.ts";
import { checkAbsent, checkMatch } from "./texts.ts";
import { checkUnchanged, type Baseline } from "./unchanged.ts";

export interface CheckOptions {
  /** Absolute path of the task file's folder: where commands run and schema files are found. */
  readonly folder: string;
  /** Used where the check has no `timeout_ms` of its own. */
  readonly timeoutMs: number;
  /** True where a person allowed the commands of this task file. */
  readonly trusted: boolean;
  /** What `captureBaseline` said when the run began, for `unchanged`. */
  readonly baseline: Baseline | null;
  /** Runs the command in a private copy of the workspace; absent: it works in the workspace. */
  readonly privately?: Privately;
  readonly signal: AbortSignal;
}

export interface CheckReport extends CheckOutcome {
  readonly durationUs: number;
}

/**
 * Returns what the check came to.
 *
 * Units:  `durationUs` microseconds.
 * Errors: RuntimeFailure `not-trusted` for a command that nobody allowed; the signal's reason once it is aborted.
 */
export async function runCheck(check: Check, workspace: Workspace, options: CheckOptions): Promise<CheckReport> {
  options.signal.throwIfAborted();
  if (check.command && !options.trusted) {
    throw new RuntimeFailure(
      "not-trusted",
      `the task file names the command ${JSON.stringify(check.command)} and nobody allowed it`,
    );
  }
  const timeoutMs = check.timeout_ms ?? options.timeoutMs;
  const started = performance.now();
  const outcome = await withDeadline(check, workspace, { ...options, timeoutMs });
  return { ...outcome, durationUs: Math.round((performance.now() - started) * 1000) };
}

async function withDeadline(check: Check, workspace: Workspace, options: CheckOptions): Promise<CheckOutcome> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([options.signal, deadline]);
  try {
    return await dispatch(check, workspace, { options, signal });
  } catch (cause) {
    options.signal.throwIfAborted();
    // No space for a private copy says nothing about the work: the run stops, and can be taken up again.
    if (cause instanceof RuntimeFailure && cause.code === "disk-full") throw cause;
    if (deadline.aborted) return failed(`the check did not end within ${options.timeoutMs} ms`);
    return failed(cause instanceof Error ? cause.message : String(cause));
  }
}

/** The copy is made and removed outside the command's own time. */
async function runCommandIn(
  command: readonly string[],
  workspace: Workspace,
  options: CheckOptions,
): Promise<CheckOutcome> {
  const { privately, folder, signal } = options;
  if (!privately) return runCommand(command, { ...options, workspace: workspace.root });
  return privately(async ({ root, at, restored }) => {
    const outcome = await runCommand(command, { ...options, folder: at(folder), workspace: root });
    return { ...outcome, detail: restored(outcome.detail), output: restored(outcome.output) };
  }, signal);
}

/** Commands and validations keep the deadline themselves, as they have something to kill; `signal` has it for the others. */
function dispatch(
  check: Check,
  workspace: Workspace,
  { options, signal }: { readonly options: CheckOptions; readonly signal: AbortSignal },
): Promise<CheckOutcome> {
  if (check.command) return runCommandIn(check.command, workspace, options);
  if (check.json_schema)
    return checkJsonSchema(workspace, { ...check.json_schema, ...options, folder: openWorkspace(options.folder) });
  if (check.match) return checkMatch(check.match, workspace, signal);
  if (check.absent) return checkAbsent(check.absent, workspace, signal);
  if (check.unchanged) return checkUnchanged(workspace, { globs: check.unchanged, baseline: options.baseline, signal });
  return Promise.resolve(failed("the check says nothing to check"));
}
