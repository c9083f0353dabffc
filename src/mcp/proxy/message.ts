/** JSON-RPC messages as far as the proxy looks into them: whatever it does not understand passes. */
import { membersOf, objectOf, type Members } from "../../app.ts";

/** What a line, a body or the data of an event holds. */
export interface Messages {
  /** In their order; none where the text holds none. */
  readonly all: readonly Members[];
  readonly isBatch: boolean;
}

/** The message in a text, or those of a batch. */
export function messagesOf(text: string): Messages {
  try {
    const value: unknown = JSON.parse(text);
    const isBatch = Array.isArray(value);
    const all = (isBatch ? value : [value]).map(objectOf).filter((it) => it !== null);
    return { all, isBatch };
  } catch {
    return { all: [], isBatch: false };
  }
}

/** Tells requests and their answers apart from others of the same side; null for a message that is neither. */
export function idOf(message: Members): string | null {
  const id = message["id"];
  return typeof id === "string" || typeof id === "number" ? `${typeof id} ${id}` : null;
}

/** The tool that a message calls; null where it calls none. */
export function calledTool(message: Members): string | null {
  const { name } = membersOf(message["params"]);
  return message["method"] === "tools/call" && typeof name === "string" ? name : null;
}

/** A value with every text in it changed; the same value where no text changed. Errors: RangeError for one that is nested too deep. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) {
    const mapped = value.map((it: unknown) => mapTexts(it, change));
    return mapped.every((it, index) => it === value[index]) ? value : mapped;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, it]) => [name, mapTexts(it, change)] as const);
  const isSame = entries.every(([name, it]) => it === (value as Members)[name]);
  return isSame ? value : Object.fromEntries(entries);
}
