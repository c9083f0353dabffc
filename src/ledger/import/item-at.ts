/** Items made at a place of a log: what the importers that follow a conversation have in common. */
import type { SourceKind } from "../../contracts/index.ts";
import type { LedgerRole } from "../item.ts";
import { mediaMembers, type Content } from "./content.ts";
import type { ImportedItem, ImportScope, Provenance, SourceLine } from "./imported.ts";

/** Where and when something stood, and whose it is. */
export interface Spot {
  readonly scope: ImportScope;
  /** ISO 8601; `NO_TIME` where it is not known. */
  readonly at: string;
  readonly place: Omit<Provenance, "messageId">;
}

/** What an item says of itself, wherever it stands. What is missing is not known, or not so. */
export interface ItemFields {
  readonly role: LedgerRole;
  readonly kind: SourceKind;
  readonly tool: string;
  readonly content: Content;
  readonly path?: string | null;
  readonly command?: string | null;
  readonly pattern?: string | null;
  readonly durationUs?: number;
  readonly produced?: string | null;
  readonly producedTokens?: number | null;
  readonly isError?: boolean;
  readonly spawned?: string | null;
}

export interface SpotFields extends ItemFields {
  /** Unique within client and session. */
  readonly key: string;
  readonly messageId: string | null;
}

/** Which item it is, and where it stood. `key` is unique in the whole ledger. */
export interface Placed extends Pick<Spot, "scope" | "at"> {
  readonly key: string;
  readonly provenance: Provenance;
}

/** The place of a line in a file. */
export const placeIn = (file: string, { line, offset }: SourceLine): Spot["place"] => ({ file, line, offset });

/** A key of this client and session. */
export const keyAt = ({ scope }: Spot, key: string): string => `${scope.client}:${scope.session}:${key}`;

/** An item at that place. */
export function itemAt(spot: Spot, fields: SpotFields): ImportedItem {
  const { scope, at, place } = spot;
  return placedItem(
    { key: keyAt(spot, fields.key), scope, at, provenance: { ...place, messageId: fields.messageId } },
    fields,
  );
}

/** The item that is known under a key. */
export function placedItem({ key, scope, at, provenance }: Placed, fields: ItemFields): ImportedItem {
  const { spawned, producedTokens } = fields;
  return {
    type: "item",
    key,
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
    ...(spawned === null || spawned === undefined ? {} : { spawned }),
    isError: fields.isError ?? false,
    provenance,
  };
}
