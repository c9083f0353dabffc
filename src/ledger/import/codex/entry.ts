/** A line of a rollout with what is known of where it stands, and the items made from it. */
import type { SourceKind } from "../../../contracts/index.ts";
import type { LedgerRole } from "../../item.ts";
import { mediaMembers, type Content } from "../content.ts";
import type { Row } from "../fields.ts";
import type { ImportedItem, ImportScope, Provenance } from "../imported.ts";

/** The name of this client in scopes and keys. */
export const CLIENT = "codex";

export interface Entry {
  /** `response_item`, `event_msg`, `session_meta` … */
  readonly type: string;
  readonly payload: Row;
  readonly scope: ImportScope;
  /** Id of the thread that the file is of: a session, or a sub-agent of one. */
  readonly thread: string;
  readonly at: string;
  readonly place: Omit<Provenance, "messageId">;
}

export interface ItemFields {
  /** Unique within the thread. */
  readonly key: string;
  readonly role: LedgerRole;
  readonly kind: SourceKind;
  readonly tool: string;
  readonly content: Content;
  readonly messageId: string | null;
  readonly path?: string | null;
  readonly command?: string | null;
  readonly pattern?: string | null;
  readonly durationUs?: number;
  readonly produced?: string | null;
  readonly producedTokens?: number | null;
  readonly isError?: boolean;
}

/** An item at the place of a line. */
export function itemOf({ scope, thread, at, place }: Entry, fields: ItemFields): ImportedItem {
  const { producedTokens } = fields;
  return {
    type: "item",
    key: `${CLIENT}:${thread}:${fields.key}`,
    scope,
    role: fields.role,
    kind: fields.kind,
    tool: fields.tool,
    path: fields.path ?? null,
    command: fields.command ?? null,
    pattern: fields.pattern ?? null,
    createdAt: at,
    durationUs: fields.durationUs ?? 0,
    produced: fields.produced ?? null,
    ...(producedTokens === null || producedTokens === undefined ? {} : { producedTokens }),
    delivered: fields.content.text,
    ...mediaMembers(fields.content),
    isError: fields.isError ?? false,
    provenance: { ...place, messageId: fields.messageId },
  };
}
