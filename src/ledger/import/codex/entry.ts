/** A line of a rollout with what is known of where it stands, and the items made from it. */
import type { Row } from "../fields.ts";
import type { ImportedItem, ImportScope, Provenance } from "../imported.ts";
import { placedItem, type ItemFields as Fields } from "../item-at.ts";

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

export interface ItemFields extends Omit<Fields, "spawned"> {
  /** Unique within the thread. */
  readonly key: string;
  readonly messageId: string | null;
}

/** An item at the place of a line. */
export function itemOf({ scope, thread, at, place }: Entry, fields: ItemFields): ImportedItem {
  const provenance = { ...place, messageId: fields.messageId };
  return placedItem({ key: `${CLIENT}:${thread}:${fields.key}`, scope, at, provenance }, fields);
}
