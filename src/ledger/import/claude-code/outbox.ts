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

export function createOutbox(from: readonly OpenMessage[] = []): Outbox {
  const messages = new Map(from.map((message) => [message.id, message]));
  let queue: (Imported | OpenMessage)[] = [];
  /** Open messages that have a place in the queue: what stands behind them waits. */
  const placed = new Set<OpenMessage>();
  let waitingChars = 0;

  const close = (message: OpenMessage): void => {
    messages.delete(message.id);
    placed.delete(message);
  };
  const wait = (chars: number): void => {
    waitingChars += chars;
    if (waitingChars <= MAX_WAITING_CHARS) return;
    for (const message of messages.values()) close(message);
    waitingChars = 0;
  };
  const place = (message: OpenMessage): void => {
    if (placed.has(message) || !messages.has(message.id)) return;
    placed.add(message);
    queue.push(message);
  };
  const facts = (entry: Imported | OpenMessage): readonly Imported[] => {
    if (entry.type !== "open-message") return [entry];
    if (entry.saidVersion === entry.version) return NOTHING;
    entry.saidVersion = entry.version;
    return factsOf(entry);
  };

  return {
    open: (id) => messages.get(id),
    begin(message) {
      messages.set(message.id, message);
      place(message);
      const all = [...messages.values()];
      const ofAgent = message.isShared ? [] : all.filter(({ scope }) => scope.agent === message.scope.agent);
      for (const old of ofAgent.slice(0, -NEWER_OF_AGENT)) close(old);
      for (const old of all.slice(0, -NEWER_OF_ALL)) close(old);
    },
    grew(message, chars) {
      place(message);
      wait(chars);
    },
    add(fact) {
      queue.push(fact);
      if (fact.type === "item") wait(fact.delivered.length + (fact.produced?.length ?? 0));
    },
    take() {
      const count = queue.findIndex((entry) => entry.type === "open-message" && placed.has(entry));
      if (count === 0 || queue.length === 0) return NOTHING;
      const taken = queue.splice(0, count < 0 ? queue.length : count).flatMap(facts);
      if (queue.length === 0) waitingChars = 0;
      return taken;
    },
    takeAll() {
      const taken = queue.flatMap(facts);
      queue = [];
      placed.clear();
      waitingChars = 0;
      return taken;
    },
    state: () => [...messages.values()],
  };
}
