/** JSON-RPC messages as far as the proxy looks into them: whatever it does not understand passes. */
import { membersOf, objectOf, type Members } from "../../app.ts";

/** The message in a line; null where it is none. */
export function messageOf(text: string): Members | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The tool that a message calls; null where it calls none. */
export function calledTool(message: Members): string | null {
  const { name } = membersOf(message["params"]);
  return message["method"] === "tools/call" && typeof name === "string" ? name : null;
}

/** A value with every text in it changed; the same value where no text changed. */
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
