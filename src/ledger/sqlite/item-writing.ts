/**
 * Items on their way into the tables.
 *
 * IW1  One key, one row: a fuller sighting replaces the row under its number, a poorer one changes nothing (LS2).
 * IW2  Whatever a row adds to sums, groups and lists is taken back before it changes.
 */
import { count, countOrNull, textOrNull, type Database, type Row, type SqlValue } from "../../sqlite/index.ts";
import { sizeSaysMore } from "../import/fuller.ts";
import type { PreparedEntry } from "../ledger-store.ts";
import { kindCode, roleCode } from "./codes.ts";
import type { Contents } from "./contents.ts";
import type { Dictionary, Scopes } from "./dictionaries.ts";
import { keyOf } from "./keys.ts";
import { subjectOf, type NearRepeats } from "./near-repeats.ts";
import type { GroupMember, RepeatGroups } from "./repeat-groups.ts";
import type { Sums } from "./sums.ts";
import { dayOf, microsOf } from "./time.ts";

/** What writing an item needs. */
export interface ItemTables {
  readonly database: Database;
  readonly names: Dictionary;
  readonly paths: Dictionary;
  readonly scopes: Scopes;
  readonly contents: Contents;
  readonly sums: Sums;
  readonly groups: RepeatGroups;
  readonly near: NearRepeats;
  /** Contents that an item referred to and perhaps none does any longer. */
  readonly replaced: Set<number>;
}

/** What became of a sighting: a new row, a fuller one, or nothing. */
export type Written = "new" | "grown" | "known";

/** An item as its row holds it. */
export interface StoredItem extends GroupMember {
  readonly isRepeat: boolean;
  readonly deliveredLength: number;
  readonly producedLength: number | null;
  readonly redactions: string | null;
}

const STORED_COLUMNS = `id, scope, content, created_us, kind, tool, role, path, input_tokens, output_tokens, is_error,
  duration_us, is_repeat, delivered_length, produced_length, redactions`;

function storedItem(row: Row): StoredItem {
  return {
    id: count(row, "id"),
    scope: count(row, "scope"),
    content: count(row, "content"),
    createdUs: count(row, "created_us"),
    kind: count(row, "kind"),
    tool: count(row, "tool"),
    role: count(row, "role"),
    path: count(row, "path"),
    inputTokens: count(row, "input_tokens"),
    outputTokens: count(row, "output_tokens"),
    isError: count(row, "is_error") === 1,
    durationUs: count(row, "duration_us"),
    isRepeat: count(row, "is_repeat") === 1,
    deliveredLength: count(row, "delivered_length"),
    producedLength: countOrNull(row, "produced_length"),
    redactions: textOrNull(row, "redactions"),
  };
}

const COLUMNS = [
  "scope",
  "role",
  "kind",
  "tool",
  "path",
  "command",
  "pattern",
  "created_us",
  "duration_us",
  "input_tokens",
  "output_tokens",
  "delivered_length",
  "produced_length",
  "content",
  "is_error",
  "is_repeat",
  "is_cut",
  "subject",
  "media",
  "redactions",
  "spawned",
  "source",
  "line",
  "message_id",
] as const;
const INSERT_SQL = `INSERT INTO items (${COLUMNS.join(", ")}, key) VALUES (${COLUMNS.map(() => "?").join(", ")}, ?)`;
const UPDATE_SQL = `UPDATE items SET ${COLUMNS.map((name) => `${name} = ?`).join(", ")} WHERE id = ?`;
const KNOWN_SQL = `SELECT ${STORED_COLUMNS} FROM items WHERE key = ?`;

/** Writes one sighting of an item. `isGone` says whether the item of a key was pruned. */
export function writeItem(
  tables: ItemTables,
  entry: PreparedEntry,
  { source, isGone }: { readonly source: number; readonly isGone: (key: Uint8Array) => boolean },
): Written {
  const key = keyOf(entry.key);
  const row = tables.database.get(KNOWN_SQL, key);
  if (row === null) {
    if (isGone(key)) return "known";
    place(tables, { entry, source, key, id: null });
    return "new";
  }
  const known = storedItem(row);
  const isFuller = sizeSaysMore(known, entry);
  if (!isFuller && (sizeSaysMore(entry, known) || !isEarlier(tables, entry, known))) return "known";
  takeBack(tables, known);
  place(tables, { entry, source, key, id: known.id });
  return isFuller ? "grown" : "known";
}

/** Of sightings that say the same, the earlier one is kept, whatever was read first; of equal times, the first by session. */
function isEarlier({ database, scopes }: ItemTables, entry: PreparedEntry, known: StoredItem): boolean {
  const createdUs = microsOf(entry.createdAt);
  if (createdUs !== known.createdUs) return createdUs < known.createdUs;
  if (scopes.number(entry.scope) === known.scope) return false;
  const row = database.get("SELECT session, agent FROM scopes WHERE id = ?", known.scope);
  const kept = `${String(row?.["session"])}\n${String(row?.["agent"])}`;
  return `${entry.scope.session}\n${entry.scope.agent ?? ""}` < kept;
}

interface Placing {
  readonly entry: PreparedEntry;
  readonly source: number;
  readonly key: Uint8Array;
  /** The number of the row that is replaced; null for a new one. */
  readonly id: number | null;
}

function place(tables: ItemTables, { entry, source, key, id }: Placing): void {
  const { database, names, paths, scopes, contents, sums, groups, near } = tables;
  const createdUs = microsOf(entry.createdAt);
  const content = contents.number(entry.contentSha256, entry.content);
  const member = {
    id: id ?? 0,
    day: dayOf(createdUs),
    isRepeat: false,
    scope: scopes.number(entry.scope),
    content: content.id,
    createdUs,
    kind: kindCode(entry.kind),
    tool: names.number(entry.tool),
    role: roleCode(entry.role),
    path: paths.number(entry.path),
    inputTokens: entry.inputTokens,
    outputTokens: entry.outputTokens,
    isError: entry.isError,
    durationUs: entry.durationUs,
  };
  const subject = subjectOf(entry);
  const cells = rowOf(entry, member, { source, subject });
  if (id !== null) database.run(UPDATE_SQL, ...cells, id);
  // A group names its first item by number, so that the row comes first; a content that is new has no group.
  const written = id ?? database.run(INSERT_SQL, ...cells, key).lastId;
  member.id = written;
  member.isRepeat = !content.isNew && groups.join(member);
  if (member.isRepeat) database.run("UPDATE items SET is_repeat = 1 WHERE id = ?", written);
  sums.item(member, 1);
  noteRedactions(tables, { id: written, member, redactions: entry.redactions, sign: 1 });
  if (!member.isRepeat)
    near.note({
      id: written,
      scope: member.scope,
      subject,
      createdUs,
      content: content.id,
      outputTokens: entry.outputTokens,
      text: entry.content,
    });
  if (entry.spawned !== null) scopes.number({ ...entry.scope, agent: entry.spawned });
}

function rowOf(
  entry: PreparedEntry,
  member: GroupMember,
  { source, subject }: { readonly source: number; readonly subject: number | null },
): SqlValue[] {
  const hasMedia = Object.keys(entry.media).length > 0;
  const hasRedactions = Object.keys(entry.redactions).length > 0;
  return [
    member.scope,
    member.role,
    member.kind,
    member.tool,
    member.path,
    entry.command,
    entry.pattern,
    member.createdUs,
    entry.durationUs,
    entry.inputTokens,
    entry.outputTokens,
    entry.deliveredLength,
    entry.producedLength,
    member.content,
    Number(entry.isError),
    0,
    Number(entry.isCut === true),
    subject,
    hasMedia ? JSON.stringify({ counts: entry.media, parts: entry.mediaParts }) : null,
    hasRedactions ? JSON.stringify(entry.redactions) : null,
    entry.spawned,
    source,
    entry.provenance.line,
    entry.provenance.messageId,
  ];
}

/** Takes back what a row added (IW2). */
function takeBack(tables: ItemTables, item: StoredItem): void {
  const { sums, groups, near, replaced } = tables;
  groups.leave(item);
  replaced.add(item.content);
  sums.item({ ...item, day: dayOf(item.createdUs) }, -1);
  near.remove(item.id);
  noteRedactions(tables, { id: item.id, member: item, redactions: redactionsOf(item.redactions), sign: -1 });
}

function noteRedactions(
  { database, names, sums }: ItemTables,
  about: {
    readonly id: number;
    readonly member: GroupMember;
    readonly redactions: Readonly<Record<string, number>>;
    readonly sign: 1 | -1;
  },
): void {
  const kinds = Object.entries(about.redactions);
  if (kinds.length === 0) return;
  const { scope, createdUs } = about.member;
  for (const [kind, times] of kinds) {
    sums.redaction({ scope, day: dayOf(createdUs), kind: names.number(kind) }, times * about.sign);
  }
  const sql =
    about.sign === 1
      ? "INSERT OR IGNORE INTO redacted_items (item) VALUES (?)"
      : "DELETE FROM redacted_items WHERE item = ?";
  database.run(sql, about.id);
}

/** Redactions of an item from its cell. */
export function redactionsOf(cell: string | null): Readonly<Record<string, number>> {
  return cell === null ? {} : (JSON.parse(cell) as Record<string, number>);
}
