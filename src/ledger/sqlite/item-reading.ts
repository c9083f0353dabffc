/** Items from rows: as lists show them, and whole. */
import { bytes, count, hex, text, textOrNull, type Database, type Row } from "../../sqlite/index.ts";
import type { ItemDetails, ItemLine } from "../answers.ts";
import { sha256Hex } from "../../contracts/index.ts";
import type { ImportedMedia } from "../import/imported.ts";
import { kindOf, roleOf } from "./codes.ts";
import type { Contents } from "./contents.ts";
import { redactionsOf } from "./item-writing.ts";
import { instantOf } from "./time.ts";

/** What lists show of an item; to be followed by conditions on `items`. */
const LINE_SELECT = `SELECT items.id, items.created_us, clients.text AS client, scopes.session, projects.text AS project, scopes.agent,
    scopes.agent_type, items.role, items.kind, tools.text AS tool, paths.text AS path, items.command, items.pattern, items.input_tokens,
    items.output_tokens, items.is_error, items.is_repeat, items.is_cut, sources.path AS file, items.line, items.message_id, items.content,
    items.key, items.redactions, items.media, items.spawned, items.duration_us`;
const LINE_JOINS = `JOIN scopes ON scopes.id = items.scope
  LEFT JOIN names AS clients ON clients.id = scopes.client
  LEFT JOIN names AS tools ON tools.id = items.tool
  LEFT JOIN paths ON paths.id = items.path
  LEFT JOIN paths AS projects ON projects.id = scopes.project
  LEFT JOIN sources ON sources.id = items.source`;
export const LINE_SQL: string = `${LINE_SELECT} FROM items ${LINE_JOINS}`;

export function itemLine(row: Row): ItemLine {
  const agent = text(row, "agent");
  return {
    item: count(row, "id"),
    created_at: instantOf(count(row, "created_us")),
    client: textOrNull(row, "client") ?? "",
    session: text(row, "session"),
    project: textOrNull(row, "project"),
    agent: agent === "" ? null : agent,
    role: roleOf(count(row, "role")),
    kind: kindOf(count(row, "kind")),
    tool: textOrNull(row, "tool") ?? "unknown",
    path: textOrNull(row, "path"),
    command: textOrNull(row, "command"),
    pattern: textOrNull(row, "pattern"),
    input_tokens: count(row, "input_tokens"),
    output_tokens: count(row, "output_tokens"),
    is_error: count(row, "is_error") === 1,
    is_repeat: count(row, "is_repeat") === 1,
    origin: {
      file: textOrNull(row, "file") ?? "",
      line: count(row, "line"),
      message_id: textOrNull(row, "message_id"),
    },
  };
}

/** One item by its number, or null. */
export function itemById(database: Database, id: number): Row | null {
  return database.get(`${LINE_SQL} WHERE items.id = ?`, id);
}

const EMPTY_SHA256 = sha256Hex("");

export function itemDetails(database: Database, contents: Contents, row: Row): ItemDetails {
  const line = itemLine(row);
  const contentId = count(row, "content");
  const media = mediaOf(textOrNull(row, "media"));
  const near = database.get("SELECT earlier, permille FROM near_repeats WHERE item = ?", line.item);
  return {
    ...line,
    key: hex(row, "key"),
    agent_type: textOrNull(row, "agent_type"),
    duration_us: count(row, "duration_us"),
    content: contents.text(contentId),
    content_sha256: shaOf(database, contentId),
    is_cut: count(row, "is_cut") === 1,
    redactions: redactionsOf(textOrNull(row, "redactions")),
    media: media.counts,
    media_parts: media.parts,
    spawned: textOrNull(row, "spawned"),
    near_repeat_of: near === null ? null : { item: count(near, "earlier"), share: count(near, "permille") / 1000 },
  };
}

/** SHA-256 (hex) of a content. */
export function shaOf(database: Database, content: number): string {
  if (content === 0) return EMPTY_SHA256;
  const row = database.get("SELECT sha256 FROM contents WHERE id = ?", content);
  return row === null ? "" : Buffer.from(bytes(row, "sha256")).toString("hex");
}

function mediaOf(cell: string | null): {
  readonly counts: Record<string, number>;
  readonly parts: readonly ImportedMedia[];
} {
  if (cell === null) return { counts: {}, parts: [] };
  return JSON.parse(cell) as { counts: Record<string, number>; parts: ImportedMedia[] };
}
