/**
 * Deliveries of which much had been delivered before: to the same agent, from the same source (path, command, pattern).
 *
 * What is compared are lines (line-sketch.ts), with the latest deliveries before; exact repetitions are not among them.
 */
import { hash } from "node:crypto";
import { count, type Database } from "../../sqlite/index.ts";
import type { PreparedEntry } from "../ledger-store.ts";
import { shareIn, sketchOf, type LineSketch } from "../line-sketch.ts";
import type { Contents } from "./contents.ts";

/** Below this share of lines it is another text. */
const LEAST_SHARE = 0.5;
/** Deliveries from one source that are compared with. */
const COMPARED = 4;
const REMEMBERED_SKETCHES = 1024;

const EARLIER_SQL = `SELECT id, content FROM items WHERE scope = ? AND subject = ? AND created_us <= ? AND id <> ?
  ORDER BY created_us DESC, id DESC LIMIT ${COMPARED}`;

export interface Delivery {
  readonly id: number;
  readonly scope: number;
  readonly subject: number | null;
  readonly createdUs: number;
  readonly content: number;
  readonly outputTokens: number;
  readonly text: string;
}

/** A number for what a content was got from; null where it is nothing that is asked for twice. */
export function subjectOf({ role, kind, tool, path, command, pattern }: PreparedEntry): number | null {
  if (role === "proposal" || kind === "other") return null;
  const from = kind === "shell" ? (command ?? path) : kind === "search" ? pattern && `${pattern}\n${path ?? ""}` : path;
  if (from === null || from === "") return null;
  const name = kind === "read" || kind === "shell" ? kind : tool;
  return Number.parseInt(hash("md5", `${name}\n${from}`, "hex").slice(0, 12), 16);
}

export class NearRepeats {
  readonly #database: Database;
  readonly #contents: Contents;
  readonly #sketches = new Map<number, LineSketch | null>();

  constructor(database: Database, contents: Contents) {
    this.#database = database;
    this.#contents = contents;
  }

  /** Notes of what an item, written by now, is a near repetition. */
  note(item: Delivery): void {
    if (item.subject === null || item.content === 0) return;
    const rows = this.#database.all(EARLIER_SQL, item.scope, item.subject, item.createdUs, item.id);
    const sketch = rows.length === 0 ? null : sketchOf(item.text);
    if (sketch === null) return;
    this.#remember(item.content, sketch);
    let best = { earlier: 0, share: 0 };
    for (const row of rows) {
      const content = count(row, "content");
      const other = content === item.content ? null : this.#sketch(content);
      const share = other === null ? 0 : shareIn(sketch, other);
      if (share > best.share) best = { earlier: count(row, "id"), share };
    }
    if (best.share < LEAST_SHARE) return;
    const tokens = Math.round(item.outputTokens * best.share);
    this.#database.run(
      "INSERT OR REPLACE INTO near_repeats (item, scope, earlier, permille, tokens_repeated) VALUES (?, ?, ?, ?, ?)",
      item.id,
      item.scope,
      best.earlier,
      Math.round(best.share * 1000),
      tokens,
    );
  }

  remove(item: number): void {
    this.#database.run("DELETE FROM near_repeats WHERE item = ?", item);
  }

  forget(): void {
    this.#sketches.clear();
  }

  #sketch(content: number): LineSketch | null {
    const known = this.#sketches.get(content);
    if (known !== undefined) return known;
    const sketch = sketchOf(this.#contents.text(content));
    this.#remember(content, sketch);
    return sketch;
  }

  #remember(content: number, sketch: LineSketch | null): void {
    for (const oldest of this.#sketches.keys()) {
      if (this.#sketches.size < REMEMBERED_SKETCHES) break;
      this.#sketches.delete(oldest);
    }
    this.#sketches.set(content, sketch);
  }
}
