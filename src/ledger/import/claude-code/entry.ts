/** A row of a transcript with what is known of where it stands, and the facts made from it. */
import type { Row } from "../fields.ts";
import type { ImportedItem, ImportScope, Provenance } from "../imported.ts";
import { placedItem, type ItemFields as Fields } from "../item-at.ts";

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

export interface ItemFields extends Omit<Fields, "producedTokens"> {
  readonly key: string;
  readonly messageId?: string | null;
}

/** An item at the place of a row. `key` is unique within the client. */
export function itemOf({ scope, at, place, rowId }: Omit<Entry, "row">, fields: ItemFields): ImportedItem {
  const { file, line, offset } = place;
  const provenance = { file, line, offset, messageId: fields.messageId ?? rowId };
  return placedItem({ key: `${CLIENT}:${fields.key}`, scope, at, provenance }, fields);
}
