/** What a proxy may refuse or change. Without a policy, bytes pass as they are. */
import { membersOf, type Members } from "../../app.ts";
import { calledTool, mapTexts } from "./message.ts";

export interface Policy {
  /** Tools that are not to be called. */
  readonly refuses: (tool: string) => boolean;
  /** What replaces secrets in results before the client has them; null: nothing does. */
  readonly redact: ((text: string) => string) | null;
}

/** The answer to a call that the policy refuses; null where the message may pass. */
export function refusalOf(policy: Policy, message: Members): Members | null {
  const tool = calledTool(message);
  if (tool === null || message["id"] === undefined || !policy.refuses(tool)) return null;
  const text = `The tool ${tool} is not allowed here: this is a rule of the user. Do without it, or ask the user.`;
  return {
    jsonrpc: "2.0",
    id: message["id"],
    result: { content: [{ type: "text", text }], isError: true, resultType: "complete" },
  };
}

/** The message as the client is to have it; null where it may have the bytes as they are. */
export function redactedOf({ redact }: Policy, message: Members): Members | null {
  if (redact === null || message["result"] === undefined) return null;
  const result = membersOf(message["result"]);
  const changed = mapTexts(result, redact);
  return changed === result ? null : { ...message, result: changed };
}
