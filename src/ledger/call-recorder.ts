/**
 * Recording what a program of one's own sends to models, while it is sent: for libraries, where no log is read.
 *
 * CR1  What goes to the model is recorded before it goes, what comes back when it came; each is written whole or not at all.
 * CR2  A conversation is sent again with every call: a message is one item, and its next sending is none (conversation.ts).
 */
import { randomUUID } from "node:crypto";
import { createConversation, openTurn } from "./import/chat/conversation.ts";
import type { ChatMessage } from "./import/chat/message.ts";
import type { Imported, ImportScope } from "./import/imported.ts";
import type { Spot } from "./import/item-at.ts";
import type { WriteCounts } from "./ledger-store.ts";

/** What calls are recorded into: an open `SessionLedger`. */
export interface FactSink {
  record(facts: readonly Imported[], from: string): Promise<WriteCounts>;
}

/** Whose calls they are. */
export interface CallScope {
  /** The program: what `--client` asks for. */
  readonly client: string;
  /** Calls of one session are one conversation. Default: a new one. */
  readonly session?: string;
  /** The folder it works in. Default: none. */
  readonly project?: string | null;
  /** A sub-agent's id. Default: the main agent. */
  readonly agent?: string | null;
}

/** Tokens as the provider counted them; null where it did not say. `input` is without what a cache gave or took. */
export interface CallUsage {
  readonly model: string | null;
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
}

export interface CallRecorder {
  /** The session that the calls are recorded under. */
  readonly session: string;
  /** Records what a call sends: its messages, and its tool definitions as one text (null: none). */
  sent(messages: readonly ChatMessage[], tools: string | null): Promise<void>;
  /** Records what came back, whole or as far as it came, and the usage where there is one. */
  received(messages: readonly ChatMessage[], usage: CallUsage | null): Promise<void>;
}

/** A recorder for one session. Errors of its calls: those of the ledger (RuntimeFailure `store-…`, `disk-full`, `run-busy`). */
export function createCallRecorder(sink: FactSink, options: CallScope): CallRecorder {
  const { client, session = randomUUID(), project = null, agent = null } = options;
  const scope: ImportScope = { client, session, project, agent };
  const conversation = createConversation(null);
  let calls = 0;
  const spotNow = (): Spot => ({
    scope,
    at: new Date().toISOString(),
    place: { file: client, line: calls, offset: 0 },
  });
  const write = async (facts: readonly Imported[]): Promise<void> => {
    if (facts.length > 0) await sink.record(facts, `${client}:${session}`);
  };
  return {
    session,
    sent: async (messages, tools) => {
      calls += 1;
      const turn = openTurn(conversation);
      const spot = spotNow();
      const definitions = turn.tools(tools, spot);
      await write([...(definitions === null ? [] : [definitions]), ...turn.say(messages, spot)]);
    },
    received: async (messages, usage) => {
      const spot = spotNow();
      const items = openTurn(conversation).say(messages, spot);
      await write([...items, ...(usage === null ? [] : [usageFact(usage, spot)])]);
    },
  };
}

function usageFact(usage: CallUsage, { scope, at, place }: Spot): Imported {
  return {
    type: "usage",
    // Ids that providers give to responses are not always unique; every response that comes here is one.
    key: `${scope.client}:${scope.session}:usage:${randomUUID()}`,
    scope,
    model: usage.model,
    createdAt: at,
    inputTokens: usage.input,
    cacheReadTokens: usage.cacheRead,
    cacheWriteTokens: usage.cacheWrite,
    outputTokens: usage.output,
    reasoningTokens: usage.reasoning,
    provenance: { ...place, messageId: null },
  };
}
