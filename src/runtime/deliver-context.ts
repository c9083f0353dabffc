/** Opens an invocation: everything that its executor is given is recorded with the event that opens it, in one append. */
import type { Effect, Task } from "../engine/index.ts";
import type { DeliveredItem, Executor } from "../executors/index.ts";
import { contextParts, packetPart } from "./context.ts";
import { fitContext } from "./fit-context.ts";
import type { Recording } from "./run-log.ts";
import type { Work } from "./work.ts";

type Invoke = Extract<Effect, { kind: "invoke" }>;

/** Of what the packet and the input leave free, what the other items may take: the rest is for instructions and tools. */
const PARTS_SHARE = 0.6;

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
  const given = givenInput(work, task);
  const { context_tokens, output_tokens } = task.packet.budget;
  const fixed = packet.item.outputTokens + (given ? recorder.countTokens(given.text) : 0);
  const free = Math.max(0, context_tokens - output_tokens - fixed);
  const parts = fitContext(contextParts(task, recorder), { tokens: Math.floor(free * PARTS_SHARE), recorder });
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
  const spent = parts.reduce((sum, it) => sum + it.prepared.item.outputTokens, 0);
  return { items, roomTokens: Math.max(0, free - spent) };
}

/** What the SPLIT gave the task to work on: recorded when it split. */
function givenInput({ log }: Work, task: Task): DeliveredItem | null {
  const item = task.record.input === null ? null : log.item(task.record.input);
  const bytes = item ? log.blob(item.contentSha256) : null;
  return item && bytes ? { seq: item.seq, role: "input", text: decoder.decode(bytes) } : null;
}
