/** A row of a transcript with what is known of where it stands, and the facts made from it. */
import type { SourceKind } from "../../../contracts/index.ts";
import type { LedgerRole } from "../../item.ts";
import { mediaMembers, type Content } from "../content.ts";
import type { Row } from "../fields.ts";
import type { ImportedItem, ImportScope, Provenance } from "../imported.ts";

/** The name of this client in scopes and keys. */
export const CLIENT = "claude-code";

export interface Entry {
  readonly row: Row;
  readonly scope: ImportScope;
  /** ISO 8601; the time of the row before where this one has none. */
  readonly at: string;
  /** File, line and offset of the row. */
  readonly place: Omit<Provenance, "messageId">;
  /** Identity of the row that a copy of it keeps. */
  readonly rowId: string;
}

export interface ItemFields {
  readonly key: string;
  readonly role: LedgerRole;
  readonly kind: SourceKind;
  readonly tool: string;
  readonly content: Content;
  readonly messageId?: string | null;
  readonly path?: string | null;
  readonly command?: string | null;
  readonly pattern?: string | null;
  readonly durationUs?: number;
  readonly produced?: string | null;
  readonly isError?: boolean;
  readonly spawned?: string | null;
}

/** An item at the place of a row. `key` is unique within the client. */
export function itemOf({ scope, at, place, rowId }: Omit<Entry, "row">, fields: ItemFields): ImportedItem {
  const { spawned } = fields;
  return {
    type: "item",
    key: `${CLIENT}:${fields.key}`,
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
    delivered: fields.content.text,
    ...mediaMembers(fields.content),
    ...(spawned === null || spawned === undefined ? {} : { spawned }),
    isError: fields.isError ?? false,
    provenance: { file: place.file, line: place.line, offset: place.offset, messageId: fields.messageId ?? rowId },
  };
}
