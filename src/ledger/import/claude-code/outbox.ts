/**
 * Facts on their way out, in file order, while messages among them are still being put together.
 *
 * Rows of one message may have rows of others between them. A message keeps the place of its first row; what comes
 * after waits behind it until it is closed: when enough newer ones began, or when too much waits. At the end of what is
 * there, all is said, and open messages stay open: what grows is said again, under its key.
 */
import type { Imported } from "../imported.ts";
import { factsOf, type OpenMessage } from "./message.ts";

/** Newer messages of the same agent that close one. */
const NEWER_OF_AGENT = 2;
/** Newer messages of anybody that close one: an agent's last message, and agents that write under one name. */
const NEWER_OF_ALL = 24;
/** Characters that may wait. */
const MAX_WAITING_CHARS = 4 * 1024 * 1024;

export interface Outbox {
  /** The open message of that id, or undefined. */
  open(id: string): OpenMessage | undefined;
  /** Takes in a message that begins. */
  begin(message: OpenMessage): void;
  /** Says that an open message may have grown. */
  grew(message: OpenMessage, chars: number): void;
  add(fact: Imported): void;
  /** What need not wait any longer. */
  take(): readonly Imported[];
  /** All of it, as far as it is known. */
  takeAll(): readonly Imported[];
  /** The open messages, oldest first: JSON. */
  state(): readonly OpenMessage[];
}

const NOTHING: readonly Imported[] = Object.freeze([]);

interface Waiting {
  /** Open messages by id, oldest first. */
  readonly messages: Map<string, OpenMessage>;
  /** Those that have a place in the queue: what stands behind them waits. */
  readonly placed: Set<OpenMessage>;
  /** How many messages had begun when one began, by id. */
  readonly ages: Map<string, number>;
  begun: number;
  queue: (Imported | OpenMessage)[];
  chars: number;
}

export function createOutbox(from: readonly OpenMessage[] = []): Outbox {
  const messages = new Map(from.map((message) => [message.id, message]));
  const waiting: Waiting = { messages, placed: new Set(), ages: new Map(), begun: 0, queue: [], chars: 0 };
  return {
    open: (id) => messages.get(id),
    begin(message) {
      messages.set(message.id, message);
      waiting.begun += 1;
      waiting.ages.set(message.id, waiting.begun);
      place(waiting, message);
      closeOld(waiting, message);
    },
    grew(message, chars) {
      place(waiting, message);
      wait(waiting, chars);
    },
    add(fact) {
      waiting.queue.push(fact);
      if (fact.type === "item") wait(waiting, fact.delivered.length + (fact.produced?.length ?? 0));
    },
    take: () => take(waiting),
    takeAll() {
      const taken = waiting.queue.flatMap(factsOfEntry);
      waiting.queue = [];
      waiting.placed.clear();
      waiting.chars = 0;
      return taken;
    },
    state: () => [...messages.values()],
  };
}

function place({ messages, placed, queue }: Waiting, message: OpenMessage): void {
  if (placed.has(message) || !messages.has(message.id)) return;
  placed.add(message);
  queue.push(message);
}

function closeOld(waiting: Waiting, begun: OpenMessage): void {
  const all = [...waiting.messages.values()];
  const ofAgent = begun.isShared ? [] : all.filter(({ scope }) => scope.agent === begun.scope.agent);
  for (const old of ofAgent.slice(0, -NEWER_OF_AGENT)) close(waiting, old);
  const tooOld = waiting.begun - NEWER_OF_ALL;
  for (const old of all) if ((waiting.ages.get(old.id) ?? 0) <= tooOld) close(waiting, old);
}

function close({ messages, placed, ages }: Waiting, message: OpenMessage): void {
  messages.delete(message.id);
  ages.delete(message.id);
  placed.delete(message);
}

/** Counts what waits; where it is too much, nothing waits any longer. */
function wait(waiting: Waiting, chars: number): void {
  waiting.chars += chars;
  if (waiting.chars <= MAX_WAITING_CHARS) return;
  for (const message of waiting.messages.values()) close(waiting, message);
  waiting.chars = 0;
}

function take(waiting: Waiting): readonly Imported[] {
  const { queue, placed } = waiting;
  const count = queue.findIndex((entry) => entry.type === "open-message" && placed.has(entry));
  if (count === 0 || queue.length === 0) return NOTHING;
  const taken = queue.splice(0, count < 0 ? queue.length : count).flatMap(factsOfEntry);
  if (queue.length === 0) waiting.chars = 0;
  return taken;
}

function factsOfEntry(entry: Imported | OpenMessage): readonly Imported[] {
  if (entry.type !== "open-message") return [entry];
  if (entry.saidVersion === entry.version) return NOTHING;
  entry.saidVersion = entry.version;
  return factsOf(entry);
}
