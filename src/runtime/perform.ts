/**
 * Carries out one effect and puts its result to the engine.
 *
 * P1  What an executor gets is recorded first; what it returns is redacted, parsed and judged like hostile input.
 * P2  Whatever happens outside becomes an input: a crash, a timeout and an answer that is no JSON are results too.
 * P3  When the run stops (signal), nothing is recorded: the effect is repeated under the same id (§5).
 */
import { parseProposal, type TaskFile } from "../contracts/index.ts";
import { RuntimeFailure } from "../errors.ts";
import type { Decision, Effect, Engine, Task } from "../engine/index.ts";
import type { DeliveredItem, Executor, Invocation } from "../executors/index.ts";
import type { Recorder } from "../ledger/index.ts";
import { runCheck, type Baseline } from "./checks/index.ts";
import type { ActiveClock, Clock } from "./clock.ts";
import { contextParts, invocationOf, packetPart } from "./context.ts";
import { startDeadline } from "./deadline.ts";
import { evidenceFacts } from "./evidence-facts.ts";
import { createTools } from "./executor-tools.ts";
import { childInputs, contentHashes, outputTokens, redactProposal, textOf } from "./proposal-text.ts";
import type { Recording, RunLog } from "./run-log.ts";
import type { Store } from "./store.ts";
import type { Workspace } from "./workspace/index.ts";

export interface Work {
  readonly log: RunLog;
  readonly store: Store;
  readonly engine: Engine;
  readonly executor: Executor;
  readonly recorder: Recorder;
  readonly workspace: Workspace;
  readonly taskFile: TaskFile;
  /** Folder of the task file: where its commands run. */
  readonly folder: string;
  readonly trusted: boolean;
  readonly baselines: ReadonlyMap<string, Baseline>;
  readonly clock: Clock;
  readonly activeClock: ActiveClock;
}

type EffectOf<K extends Effect["kind"]> = Extract<Effect, { kind: K }>;

/** An invocation takes no longer than this, whatever is left of the task's wall time. */
const INVOCATION_TIMEOUT_MS = 600_000;
const CHECK_TIMEOUT_MS = 120_000;

const decoder = new TextDecoder();

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
    case "verify":
      return verify(work, effect, signal);
  }
}

async function invoke(work: Work, effect: EffectOf<"invoke">, signal: AbortSignal): Promise<Decision> {
  const task = taskOf(work, effect.task);
  const { items, roomTokens } = await deliverContext(work, effect, task);
  if (!isOpen(work, effect)) return closeGone(work, effect);
  const invocation = invocationOf(work.log.state, task, { effect, items, roomTokens });
  const timeoutMs = Math.min(INVOCATION_TIMEOUT_MS, remainingMs(work, task));
  const outcome = await execute(work, invocation, { signal, timeoutMs });
  signal.throwIfAborted();
  if (!isOpen(work, effect)) return closeGone(work, effect);
  if (!outcome.ok) {
    const { code, message } = outcome;
    return work.log.decideNow({
      kind: "fail",
      task: effect.task,
      invocation: effect.id,
      code,
      message: work.recorder.redact(message),
      clockMs: work.activeClock.nowMs(),
    });
  }
  return propose(work, effect, outcome.value);
}

/** False where the task was halted meanwhile: cancelled, or out of time. */
function isOpen(work: Work, { task, id }: EffectOf<"invoke">): boolean {
  return work.log.state.tasks.get(task)?.record.invocation?.id === id;
}

/** A result for an invocation that is no more: `decide` says that nothing happens. */
function closeGone(work: Work, effect: EffectOf<"invoke">): Decision {
  const { task, id } = effect;
  const clockMs = work.activeClock.nowMs();
  return work.log.decideNow({ kind: "fail", task, invocation: id, code: "interrupted", message: "", clockMs });
}

function taskOf(work: Work, id: string): Task {
  const task = work.log.state.tasks.get(id);
  if (!task) throw new Error(`cairn bug: ${id} has an effect and is not alive`);
  return task;
}

function remainingMs(work: Work, task: Task): number {
  const deadline = task.record.deadline_ms;
  return deadline === null ? INVOCATION_TIMEOUT_MS : Math.max(1, deadline - work.activeClock.nowMs());
}

interface Delivered {
  readonly items: readonly DeliveredItem[];
  readonly roomTokens: number;
}

/** Records the packet and everything else that the invocation is given, and the event that opens it, in one append. */
async function deliverContext(work: Work, effect: EffectOf<"invoke">, task: Task): Promise<Delivered> {
  const { log, recorder } = work;
  const packet = packetPart(task, work.engine, recorder);
  const parts = contextParts(task, recorder);
  const given = givenInput(work, task);
  const recordings: Recording[] = [packet, ...parts.map((it) => it.prepared)].map((prepared) => ({
    task: effect.task,
    prepared,
  }));
  const first = log.nextItemSeq;
  const seqs = recordings.map((_, at) => first + at);
  if (effect.opened) await log.record(recordings);
  else {
    const items = [...seqs, ...(given ? [given.seq] : [])];
    log.decideNow(
      {
        kind: "open-invocation",
        task: effect.task,
        invocation: effect.id,
        executor: work.executor.name,
        items,
        clockMs: work.activeClock.nowMs(),
      },
      { recordings },
    );
    await log.settled();
  }
  const delivered = parts.map(({ role, prepared }, at): DeliveredItem => ({
    seq: first + 1 + at,
    role,
    text: prepared.text,
  }));
  const items = given ? [given, ...delivered] : delivered;
  const spent =
    [packet, ...parts.map((it) => it.prepared)].reduce((sum, it) => sum + it.item.outputTokens, 0) +
    (given ? recorder.countTokens(given.text) : 0);
  const { context_tokens, output_tokens } = task.packet.budget;
  return { items, roomTokens: Math.max(0, context_tokens - output_tokens - spent) };
}

/** What the SPLIT gave the task to work on: recorded when it split. */
function givenInput({ log }: Work, task: Task): DeliveredItem | null {
  const item = task.record.input === null ? null : log.item(task.record.input);
  const bytes = item ? log.blob(item.contentSha256) : null;
  return item && bytes ? { seq: item.seq, role: "input", text: decoder.decode(bytes) } : null;
}

type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string };

async function execute(
  work: Work,
  invocation: Invocation,
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<Outcome> {
  const deadline = startDeadline(limits.signal, limits.timeoutMs);
  const tools = createTools(toolContext(work, invocation, deadline.signal), invocation.roomTokens);
  work.activeClock.start();
  try {
    // A hung executor that ignores its signal is left behind: its result, if one ever comes, is for nobody.
    return {
      ok: true,
      value: await Promise.race([work.executor.execute(invocation, tools, deadline.signal), deadline.ended]),
    };
  } catch (error) {
    if (limits.signal.aborted || (error instanceof RuntimeFailure && isStoreFailure(error))) throw error;
    if (deadline.isOver) return { ok: false, code: "timed-out", message: `no answer within ${limits.timeoutMs} ms` };
    return { ok: false, code: "executor-failed", message: error instanceof Error ? error.message : String(error) };
  } finally {
    deadline.dispose();
    work.activeClock.stop();
  }
}

function isStoreFailure({ code }: RuntimeFailure): boolean {
  return code !== "workspace-unreadable" && code !== "executor-failed" && code !== "input-invalid";
}

function toolContext(
  work: Work,
  invocation: Pick<Invocation, "packet">,
  signal: AbortSignal,
): Parameters<typeof createTools>[0] {
  const task = invocation.packet.task_id;
  return {
    workspace: work.workspace,
    recorder: work.recorder,
    store: work.store,
    signal,
    state: () => work.log.state,
    item: (seq) => work.log.item(seq),
    record: async (prepared) => {
      const [item] = await work.log.record([{ task, prepared }]);
      if (!item) throw new Error("cairn bug: one recording makes one item");
      return item;
    },
  };
}

function propose(work: Work, effect: EffectOf<"invoke">, value: unknown): Decision {
  const { log, recorder } = work;
  const text = textOf(value);
  const parsed = redactProposal(parseProposal(text), recorder);
  const facts = parsed.ok
    ? evidenceFacts(parsed.value, { state: log.state, store: work.store, run: log.run, item: (seq) => log.item(seq) })
    : new Map();
  const task = taskOf(work, effect.task);
  const { inputs, recordings } = childInputs(task, parsed, { recorder, firstSeq: log.nextItemSeq });
  const refused = parsed.ok
    ? []
    : [
        {
          task: effect.task,
          prepared: recorder.prepare({
            role: "proposal",
            kind: "other",
            tool: "cairn:proposal",
            rawText: text.slice(0, 65_536),
          }),
        },
      ];
  return log.decideNow(
    {
      kind: "propose",
      task: effect.task,
      invocation: effect.id,
      parsed,
      facts,
      contents: parsed.ok ? contentHashes(parsed.value) : null,
      outputTokens: outputTokens(text, task, recorder),
      item: refused.length > 0 ? log.nextItemSeq : null,
      inputs,
      clockMs: work.activeClock.nowMs(),
    },
    { recordings: [...refused, ...recordings] },
  );
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
      ? await runCheck(definition, work.workspace, {
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
    const detail = work.recorder.redact(report.detail);
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

/** A verifier is not the claim's author: this executor re-reads the evidence with fresh eyes, or nobody confirms (R-VERIFIED). */
async function verify(work: Work, { task, id, claims }: EffectOf<"verify">, signal: AbortSignal): Promise<Decision> {
  const { packet } = taskOf(work, task);
  const asked = packet.claims.filter((it) => claims.includes(it.id));
  await work.log.settled();
  work.activeClock.start();
  try {
    const { context_tokens, output_tokens } = packet.budget;
    const tools = createTools(toolContext(work, { packet }, signal), Math.max(0, context_tokens - output_tokens));
    const results = work.executor.verify
      ? await work.executor.verify(asked, tools, signal)
      : claims.map((claim) => ({ claim, confirmed: false, reason: "this executor cannot verify" }));
    return work.log.decideNow({
      kind: "record-verification",
      task,
      effect: id,
      verifier: work.executor.name,
      results,
      clockMs: work.activeClock.nowMs(),
    });
  } finally {
    work.activeClock.stop();
  }
}
