/** Opens an invocation: everything that its executor is given is recorded with the event that opens it, in one append. */
import type { Effect, Task } from "../engine/index.ts";
import type { DeliveredItem, Executor } from "../executors/index.ts";
import { contextParts, packetPart } from "./context.ts";
import type { Recording } from "./run-log.ts";
import type { Work } from "./work.ts";

type Invoke = Extract<Effect, { kind: "invoke" }>;

const decoder = new TextDecoder();

/** What an invocation was given, and what its tools may still deliver. */
export interface Delivered {
  readonly items: readonly DeliveredItem[];
  readonly roomTokens: number;
}

/** Records the packet and everything else that the invocation is given, and the event that opens it, in one append. */
export async function deliverContext(
  work: Work,
  task: Task,
  { effect, executor }: { readonly effect: Invoke; readonly executor: Pick<Executor, "name"> },
): Promise<Delivered> {
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
        executor: executor.name,
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
