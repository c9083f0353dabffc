/**
 * Items of a conversation that is told again and again: every request carries all that was said before.
 *
 * T1 What is said once is one item, in however many requests it stands: it goes by its text and by how often that text
 *    came in the same request before it, results go by the id of their call.
 * T2 State is bounded; what is told again after it was forgotten has its old key.
 */
import { hash } from "node:crypto";
import { createSeenCalls, seenCall, type SeenCalls } from "../calls.ts";
import { textContent, type Content } from "../content.ts";
import { durationUsBetween, listOf, rowOf } from "../fields.ts";
import type { ImportedItem } from "../imported.ts";
import { itemAt, keyAt, type Spot, type SpotFields } from "../item-at.ts";
import { createRecent, type Recent } from "../recent.ts";
import { sourceOfTool } from "../tool-source.ts";
import { joined, type ChatMessage, type ChatPart } from "./message.ts";

export interface Conversation {
  readonly calls: SeenCalls;
  /** How long what was said under a key was. */
  readonly said: Recent<number>;
  state(): unknown;
}

/** A conversation that goes on from what a reader left in its state, or begins. */
export function createConversation(state: unknown): Conversation {
  const from = rowOf(state);
  const calls = createSeenCalls(from?.["calls"]);
  const said = createRecent<number>(
    { maxEntries: 4096, maxChars: 500_000, charsOf: () => 8 },
    listOf(from?.["said"]).filter(isSaid),
  );
  return { calls, said, state: () => ({ calls: calls.entries(), said: said.entries() }) };
}

function isSaid(value: unknown): value is [string, number] {
  const [key, length] = listOf(value);
  return typeof key === "string" && typeof length === "number";
}

/** One request with its response, or one span. */
export interface Turn {
  /** Items of messages that are new. */
  say(messages: readonly ChatMessage[], spot: Spot): readonly ImportedItem[];
  /** The item of a tool's result; null where it says no more than it did before. */
  result(part: ResultPart, spot: Spot, durationUs?: number): ImportedItem | null;
  /** The item of tool definitions; null where they were told before. */
  tools(text: string | null, spot: Spot): ImportedItem | null;
}

export interface TurnOptions {
  /** Ids of calls are unique in a session whatever they look like: then a result goes by its id alone. */
  readonly idsAreUnique?: boolean;
}

type ResultPart = Extract<ChatPart, { readonly type: "result" }>;

/** Shorter ids than that are counted up, or names, and come again. */
const UNIQUE_ID_LENGTH = 16;

export function openTurn(conversation: Conversation, { idsAreUnique = false }: TurnOptions = {}): Turn {
  const { calls, said } = conversation;
  const times = new Map<string, number>();

  const tell = (spot: Spot, fields: SpotFields): ImportedItem | null => {
    const item = itemAt(spot, fields);
    const short = keyAt(spot, fields.key);
    const size = item.delivered.length;
    const before = said.get(short);
    said.set(short, Math.max(size, before ?? 0));
    return before === undefined || before < size ? item : null;
  };
  const byText = (spot: Spot, { tool, content, ...fields }: Spoken): ImportedItem | null => {
    if (content.text === "" && content.mediaParts.length === 0) return null;
    const name = `${tool}:${spot.scope.agent ?? ""}:${digestOf(content)}`;
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return tell(spot, { ...fields, tool, content, key: time === 1 ? name : `${name}:${time}` });
  };
  const result: Turn["result"] = (part, spot, durationUs) => {
    const fields = resultFields(part, spot, conversation);
    const isUnique = idsAreUnique || (part.id !== null && part.id.length >= UNIQUE_ID_LENGTH && part.id !== part.name);
    const key = `result:${part.id ?? ""}${isUnique && part.id !== null ? "" : `:${digestOf(part.content)}`}`;
    return tell(spot, { ...fields, key, durationUs: durationUs ?? fields.durationUs ?? 0 });
  };
  return {
    result,
    tools: (text, spot) =>
      text === null ? null : byText(spot, { ...PROMPT, tool: "tool-definitions", content: textContent(text) }),
    say(messages, spot) {
      const items: (ImportedItem | null)[] = [];
      const first = messages.findIndex(({ parts }) => parts.length > 0);
      for (const [at, message] of messages.entries()) {
        for (const part of message.parts) {
          if (part.type === "call" && part.id !== null && calls.get(part.id) === undefined) {
            calls.set(part.id, seenCall(part.name, part.input, spot.at));
          }
          if (part.type === "result") items.push(result(part, spot));
        }
        const spoken = spokenBy(message, { spot, isFirst: at === first });
        for (const one of spoken) items.push(byText(spot, one));
      }
      return items.filter((item) => item !== null);
    },
  };
}

type Spoken = Omit<SpotFields, "key">;

const PROMPT = { role: "prompt", kind: "other", messageId: null } as const;

/** Texts that clients write in the user's name, by how they begin. */
const CLIENT_TEXT =
  /^\s*(?:<(?:system-reminder|environment_context|user_instructions|permissions instructions|session_context|local-command-\w+|command-name|task-notification|turn_aborted|skill)\b|# AGENTS\.md instructions|<INSTRUCTIONS>)/;

function spokenBy(message: ChatMessage, about: { readonly spot: Spot; readonly isFirst: boolean }): readonly Spoken[] {
  const { role, id: messageId } = message;
  const texts = message.parts.flatMap((part) => (part.type === "text" ? [part.content] : []));
  if (role === "assistant") return proposals(message);
  if (role === "system") {
    // A system prompt stands first; what stands further on was put in on the way.
    const fields = about.isFirst ? { ...PROMPT, tool: "system-prompt" } : { ...NOTICE, tool: "system" };
    return [{ ...fields, content: joined(texts), messageId }];
  }
  const isByClient = ({ text }: Content): boolean => CLIENT_TEXT.test(text);
  const own = joined(texts.filter((text) => !isByClient(text)));
  // What a sub-agent is asked was written by the model that started it.
  const asks = about.spot.scope.agent === null ? USER : { ...PROMPT, tool: "agent-prompt" };
  return [
    ...texts.filter(isByClient).map((content) => ({ ...NOTICE, tool: "environment", content, messageId })),
    { ...asks, content: own, messageId },
  ];
}

const NOTICE = { role: "notice", kind: "other" } as const;
const USER = { role: "user", kind: "other", tool: "user" } as const;
const PROPOSAL = { role: "proposal", kind: "provider" } as const;

/** What the model thought, and what it said and called. */
function proposals({ parts, id: messageId }: ChatMessage): readonly Spoken[] {
  const thoughts = parts.flatMap((part) => (part.type === "reasoning" ? [part.content] : []));
  const said = parts.flatMap((part) => {
    if (part.type === "text") return [part.content];
    return part.type === "call" ? [textContent(`${part.name} ${part.text}`)] : [];
  });
  return [
    { ...PROPOSAL, tool: "thinking", content: joined(thoughts), messageId },
    { ...PROPOSAL, tool: "assistant", content: joined(said), messageId },
  ];
}

function resultFields(part: ResultPart, spot: Spot, { calls }: Conversation): Omit<SpotFields, "key"> {
  const call = part.id === null ? undefined : calls.get(part.id);
  const name = call?.name ?? part.name ?? "unknown";
  return {
    role: "evidence",
    ...(call?.source ?? sourceOfTool(name, {})),
    tool: name,
    content: part.content,
    messageId: part.id,
    durationUs: call === undefined ? 0 : durationUsBetween(call.at, spot.at),
    isError: part.isError,
  };
}

/** Tells contents apart: the text, and the hashes of what is no text. */
function digestOf({ text, mediaParts }: Content): string {
  const media = mediaParts.map(({ type, bytes, sha256 }) => `${type} ${bytes} ${sha256 ?? ""}`);
  return hash("sha256", [text, ...media].join("\0"), "hex").slice(0, 32);
}
