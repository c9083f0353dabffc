/** Whose a request is: interfaces of providers know no sessions, programs that use them say it in many places. */
import { rowOf, textOf, type Row } from "../fields.ts";

export interface NamedSession {
  readonly session: string | null;
  readonly agent: string | null;
}

/** Session and sub-agent of a request, where it or its headers name them. */
export function sessionOf({ request, headers }: { readonly request: Row | null; readonly headers: Row }): NamedSession {
  const metadata = rowOf(request?.["metadata"]);
  const client = rowOf(request?.["client_metadata"]);
  const user = userSession(metadata?.["user_id"]);
  const conversation = request?.["conversation"];
  const session =
    textOf(headers["x-claude-code-session-id"]) ??
    textOf(client?.["session_id"]) ??
    user ??
    textOf(metadata?.["session_id"]) ??
    textOf(conversation) ??
    textOf(rowOf(conversation)?.["id"]) ??
    textOf(headers["session_id"]) ??
    textOf(headers["session-id"]) ??
    textOf(headers["x-session-id"]) ??
    textOf(request?.["prompt_cache_key"]);
  const thread = textOf(client?.["thread_id"]);
  const agent = textOf(headers["x-claude-code-agent-id"]) ?? (thread === session ? null : thread);
  return { session, agent };
}

/** `{"session_id":"…"}`, or `user_…_session_…` as it was before. */
function userSession(value: unknown): string | null {
  const text = textOf(value);
  if (text === null) return null;
  return /"session_id":"([\w-]{1,100})"/.exec(text)?.[1] ?? /_session_([\w-]{8,100})$/.exec(text)?.[1] ?? null;
}
