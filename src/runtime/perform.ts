/**
 * Carries out one effect and puts its result to the engine.
 *
 * P1  What an executor gets is recorded first; what it returns is redacted, parsed and judged like hostile input.
 * P2  Whatever happens outside becomes an input: a crash, a timeout and an answer that is no JSON are results too.
 * P3  When the run stops (signal), nothing is recorded: the effect is repeated under the same id (§5).
 */
import type { Decision, Effect } from "../engine/index.ts";
import type { Executor, Invocation } from "../executors/index.ts";
import { harvest, type Harvest, type PrivatePlace } from "./changes/index.ts";
import { runCheck, toldOf } from "./checks/index.ts";
import { invocationOf } from "./context.ts";
import { startDeadline, untilOver } from "./deadline.ts";
import { deliverContext } from "./deliver-context.ts";
import { createTools } from "./executor-tools.ts";
import { mergeChanges } from "./merge-changes.ts";
import { handIn } from "./hand-in.ts";
import { failureOf, type Incident } from "./incident.ts";
import { countUsage, type UsageCount } from "./usage.ts";
import { verifyClaims } from "./verify-claims.ts";
import { executorFor, privatelyOf, remainingMs, seenBy, taskOf, toolContext, type Work } from "./work.ts";

type EffectOf<K extends Effect["kind"]> = Extract<Effect, { kind: K }>;

/** An invocation takes no longer than this, whatever is left of the task's wall time, where its executor says nothing else. */
const INVOCATION_TIMEOUT_MS = 600_000;
const CHECK_TIMEOUT_MS = 120_000;

/**
 * Performs an effect, once everything that led to it is durable. Resolves with what was decided, which is appended with
 * the rest of this turn (run-log.ts, L2); rejects when the run was stopped or the store failed.
 */
export async function perform(
  work: Work,
  effect: Exclude<Effect, EffectOf<"ask">>,
  signal: AbortSignal,
): Promise<Decision> {
  switch (effect.kind) {
    case "invoke":
      return invoke(work, effect, signal);
    case "check":
      return check(work, effect, signal);
    case "merge":
      return mergeChanges(work, effect, signal);
    case "verify":
      return verifyClaims(work, effect, signal);
  }
}

function invoke(work: Work, effect: EffectOf<"invoke">, signal: AbortSignal): Promise<Decision> {
  return invokeBy(work, effect, { executor: executorFor(work, effect), signal });
}

/** Who does an invocation; `consumed`: the messages that the work came in, which leave the mailbox with its end. */
interface Doing {
  readonly executor: Executor;
  readonly signal: AbortSignal;
  readonly consumed?: readonly number[];
}

/** Performs an invocation by an executor, whoever the routes name. As `perform`. */
export async function invokeBy(
  work: Work,
  effect: EffectOf<"invoke">,
  { executor, signal, consumed = [] }: Doing,
): Promise<Decision> {
  const task = taskOf(work, effect.task);
  const { items, roomTokens } = await deliverContext(work, task, { effect, executor });
  if (!isOpen(work, effect)) return closeGone(work, effect, consumed);
  const workspace = work.workspace.root;
  const invocation = invocationOf(work.log.state, task, { effect, items, roomTokens, workspace });
  const timeoutMs = Math.min(executor.timeoutMs ?? INVOCATION_TIMEOUT_MS, remainingMs(work, task));
  const usage = countUsage();
  const outcome = await execute(work, invocation, { executor, usage, signal, timeoutMs });
  signal.throwIfAborted();
  if (!isOpen(work, effect)) return closeGone(work, effect, consumed);
  if (outcome.ok) {
    const { value, edited } = outcome;
    return handIn(work, effect, { value, edited, usage: usage.total(), signal, consumed });
  }
  const failed = {
    kind: "fail",
    task: effect.task,
    invocation: effect.id,
    code: outcome.code,
    message: work.recorder.redact(outcome.message),
    usage: usage.total(),
    clockMs: work.activeClock.nowMs(),
  } as const;
  return work.log.decideNow(failed, { consumed });
}

/** False where the task was halted meanwhile: cancelled, or out of time. */
function isOpen(work: Work, { task, id }: EffectOf<"invoke">): boolean {
  return work.log.state.tasks.get(task)?.record.invocation?.id === id;
}

/** A result for an invocation that is no more: `decide` says that nothing happens. */
function closeGone(work: Work, effect: EffectOf<"invoke">, consumed: readonly number[]): Decision {
  const { task, id } = effect;
  const gone = { kind: "fail", task, invocation: id, code: "interrupted", message: "" } as const;
  return work.log.decideNow({ ...gone, clockMs: work.activeClock.nowMs() }, { consumed });
}

type Outcome =
  { readonly ok: true; readonly value: unknown; readonly edited: Harvest | null } | ({ readonly ok: false } & Incident);

interface Execution {
  readonly executor: Executor;
  readonly usage: UsageCount;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

async function execute(work: Work, invocation: Invocation, execution: Execution): Promise<Outcome> {
  const { executor, usage, signal, timeoutMs } = execution;
  const deadline = startDeadline(signal, timeoutMs);
  const context = toolContext(work, { task: invocation.packet.task_id, signal: deadline.signal, usage });
  const tools = createTools(context, invocation.roomTokens);
  const run = (workspace: string): Promise<unknown> =>
    executor.execute({ ...invocation, workspace }, tools, deadline.signal);
  work.activeClock.start();
  try {
    const { privately } = context;
    const working = executor.worksInFolder
      ? privately(async (place) => {
          const value = await run(place.root);
          return { value, edited: await editedIn(work, place, { invocation, executor, signal: deadline.signal }) };
        }, deadline.signal)
      : run(invocation.workspace).then((value) => ({ value, edited: null }));
    return { ok: true, ...(await untilOver(working, deadline, executor)) };
  } catch (error) {
    return { ok: false, ...failureOf(error, { signal, deadline, timeoutMs }) };
  } finally {
    deadline.dispose();
    work.activeClock.stop();
  }
}

interface Editing {
  readonly invocation: Invocation;
  readonly executor: Executor;
  readonly signal: AbortSignal;
}

/** What an executor that edits files changed in its copy; null where that says nothing. */
async function editedIn(work: Work, place: PrivatePlace, it: Editing): Promise<Harvest | null> {
  if (!it.executor.proposesByEditing || it.invocation.purpose !== "work" || place.isOriginal) return null;
  const task = it.invocation.packet.task_id;
  const idPrefix = `edit-${work.log.state.seq}`;
  return harvest({ place, seen: seenBy(work, task), idPrefix, signal: it.signal });
}

async function check(
  work: Work,
  { task, id, check: requested }: EffectOf<"check">,
  signal: AbortSignal,
): Promise<Decision> {
  const definition = work.taskFile.checks?.[requested.check];
  await work.log.settled();
  work.activeClock.start();
  try {
    const report = definition
      ? await runCheck(definition, seenBy(work, task), {
          privately: privatelyOf(work, task),
          folder: work.folder,
          timeoutMs: CHECK_TIMEOUT_MS,
          trusted: work.trusted,
          baseline: work.baselines.get(requested.check) ?? null,
          signal,
        })
      : { passed: false, detail: `the task file has no check ${requested.check}`, output: "", durationUs: 0 };
    const prepared = work.recorder.prepare({
      role: "evidence",
      kind: definition?.command ? "shell" : "other",
      tool: `check:${requested.check}`,
      ...(definition?.command ? { command: definition.command.join(" ") } : {}),
      rawText: `${report.passed ? "passed" : "failed"}: ${report.detail}${report.output === "" ? "" : `\n${report.output}`}`,
      durationUs: report.durationUs,
    });
    const detail = toldOf(report, (text) => work.recorder.redact(text));
    return work.log.decideNow(
      {
        kind: "record-check",
        task,
        effect: id,
        passed: report.passed,
        detail,
        item: work.log.nextItemSeq,
        clockMs: work.activeClock.nowMs(),
      },
      { recordings: [{ task, prepared }] },
    );
  } finally {
    work.activeClock.stop();
  }
}
