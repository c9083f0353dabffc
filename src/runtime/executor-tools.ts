/**
 * The tools of one invocation: what they read is in the ledger before the executor has it, and counts against its room.
 */
import type { ConversationTools, ExecutorTools } from "../executors/index.ts";
import { createMemory } from "./tools/again.ts";
import { openClaims, sourceOf } from "./tools/claims.ts";
import type { Room, ToolContext } from "./tools/context.ts";
import { list } from "./tools/list.ts";
import { observe } from "./tools/observe.ts";
import { read, survey } from "./tools/read.ts";
import { run } from "./tools/run.ts";
import { search } from "./tools/search.ts";

export type { ToolContext } from "./tools/context.ts";

/** Returns the tools of one invocation, with `roomTokens` to spend. */
export function createTools(context: ToolContext, roomTokens: number): ExecutorTools {
  return toolsOver(context, { tokens: Math.max(0, roomTokens), memory: null });
}

function toolsOver(context: ToolContext, room: Room): ExecutorTools {
  return {
    survey: (request) => survey(context, request, room),
    read: (path, range = {}) => read(context, { path, ...range }, room),
    openClaims: (tasks, keep) => openClaims(context, { tasks, keep }, room),
    list: (request) => list(context, request, room),
    search: (request) => search(context, request, room),
    run: (name) => run(context, name, room),
    observe: (observed) => observe(context, observed),
    report: (usage) => context.report(usage),
    sourceOf: async (seq) => sourceOf(context.item(seq)),
    conversing: () => conversing(context, room),
  };
}

function conversing(context: ToolContext, { tokens }: Room): ConversationTools {
  const room: Room = { tokens, memory: createMemory() };
  return {
    ...toolsOver(context, room),
    spend: (spent) => {
      room.tokens = Math.max(0, room.tokens - Math.max(0, spent));
    },
    left: () => room.tokens,
  };
}
