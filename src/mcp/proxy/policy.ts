/** What a proxy may refuse or change. Without a policy, bytes pass as they are. */
import type { Members } from "../../app.ts";
import { calledTool, idOf, mapTexts, type Messages } from "./message.ts";

export interface Policy {
  /** Tools that are not to be called; null: all may be. */
  readonly refuses: ((tool: string) => boolean) | null;
  /** What replaces secrets in what the server says before the client has it; null: nothing does. */
  readonly redact: ((text: string) => string) | null;
}

/** The parts of a message that hold what somebody says; the rest is for finding the way. */
const SAID = ["result", "error", "params"] as const;
const SERVER_ERROR = -32_000;

/**
 * What a client is answered in place of what it sent: one answer a request, none to what asks for no answer; null where it
 * may pass. A batch passes whole or not at all.
 */
export function refusalOf({ refuses }: Policy, { all }: Messages): readonly Members[] | null {
  const isRefused = (message: Members): boolean => refuses?.(calledTool(message) ?? "") === true;
  if (refuses === null || !all.some((it) => calledTool(it) !== null && isRefused(it))) return null;
  return all
    .filter((it) => typeof it["method"] === "string" && it["id"] !== undefined)
    .map((it) => ({ jsonrpc: "2.0", id: it["id"], ...(isRefused(it) ? refusedCall(it) : NOT_SENT) }));
}

const NOT_SENT: Members = {
  error: { code: SERVER_ERROR, message: "not sent: another request of this batch is not allowed; send it alone" },
};

function refusedCall(message: Members): Members {
  const text = `The tool ${calledTool(message)} is not allowed here: this is a rule of the user. Do without it, or ask the user.`;
  return { result: { content: [{ type: "text", text }], isError: true, resultType: "complete" } };
}

/** What the client is to have in place of a server's text; null where it may have the text as it is. */
export function redactedText({ redact }: Policy, text: string, { all, isBatch }: Messages): string | null {
  if (redact === null) return null;
  if (all.length === 0) {
    const changed = redact(text);
    return changed === text ? null : changed;
  }
  const changed = all.map((it) => redactedMessage(it, redact));
  if (changed.every((it, index) => it === all[index])) return null;
  const kept = changed.filter((it) => it !== null);
  return JSON.stringify(isBatch ? kept : (kept[0] ?? {}));
}

/** The same message where nothing changed; null for one that could not be looked through and that nobody waits for. */
function redactedMessage(message: Members, redact: (text: string) => string): Members | null {
  try {
    const changed = SAID.filter((it) => it in message)
      .map((it) => [it, mapTexts(message[it], redact)] as const)
      .filter(([name, value]) => value !== message[name]);
    return changed.length === 0 ? message : { ...message, ...Object.fromEntries(changed) };
  } catch {
    if (idOf(message) === null || "method" in message) return null;
    return { jsonrpc: "2.0", id: message["id"], error: { code: SERVER_ERROR, message: NOT_LOOKED_THROUGH } };
  }
}

const NOT_LOOKED_THROUGH = "the answer could not be looked through for secrets, and is kept back";
