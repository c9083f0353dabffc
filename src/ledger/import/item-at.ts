/** Items made at a place of a log: what the importers that follow a conversation have in common. */
import type { SourceKind } from "../../contracts/index.ts";
import type { LedgerRole } from "../item.ts";
import { mediaMembers, type Content } from "./content.ts";
import type { ImportedItem, ImportScope, Provenance, SourceLine } from "./imported.ts";

/** The time of a thing of which a log gives none. */
export const NO_TIME = "1970-01-01T00:00:00.000Z";

/** Where and when something stood, and whose it is. */
export interface Spot {
  readonly scope: ImportScope;
  /** ISO 8601; `NO_TIME` where it is not known. */
  readonly at: string;
  readonly place: Omit<Provenance, "messageId">;
}

export interface SpotFields {
  /** Unique within client and session. */
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
  readonly isError?: boolean;
  readonly spawned?: string | null;
}

/** The place of a line in a file. */
export const placeIn = (file: string, { line, offset }: SourceLine): Spot["place"] => ({ file, line, offset });

/** A key of this client and session. */
export const keyAt = ({ scope }: Spot, key: string): string => `${scope.client}:${scope.session}:${key}`;

/** An item at that place. */
export function itemAt(spot: Spot, fields: SpotFields): ImportedItem {
  const { spawned } = fields;
  return {
    type: "item",
    key: keyAt(spot, fields.key),
    scope: spot.scope,
    role: fields.role,
    kind: fields.kind,
    tool: fields.tool,
    path: fields.path ?? null,
    command: fields.command ?? null,
    pattern: fields.pattern ?? null,
    createdAt: spot.at,
    durationUs: fields.durationUs ?? 0,
    produced: fields.produced ?? null,
    delivered: fields.content.text,
    ...mediaMembers(fields.content),
    ...(spawned === null || spawned === undefined ? {} : { spawned }),
    isError: fields.isError ?? false,
    provenance: { ...spot.place, messageId: fields.messageId },
  };
}
