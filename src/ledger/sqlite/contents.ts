/**
 * Contents under their hashes, each once.
 *
 * C1  Several contents together are one pack, deflated as a whole: texts of one session are alike, and most are short
 *     (at 64 KB a pack takes 0.28 of the text and 11 ms a megabyte; one by one it would be 0.38 and 37 ms).
 * C2  A content is found by its words too (FTS5, without positions: phrases are looked for in the text itself).
 * C3  A content that nothing refers to any longer leaves nothing behind: its pack is written anew without it.
 */
import { RuntimeFailure } from "../../errors.ts";
import { bytes, count, fromHex, pack, unpack, type Database } from "../../sqlite/index.ts";

/** UTF-8 bytes after which a pack is closed. */
const PACK_BYTES = 65_536;
/** Packs that stay unpacked while contents are read. */
const OPEN_PACKS = 8;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface PackInWriting {
  readonly id: number;
  readonly parts: Uint8Array[];
  bytes: number;
}

/** The contents of one ledger. The empty one has the number 0 and no row. */
export class Contents {
  readonly #database: Database;
  readonly #open = new Map<number, Uint8Array>();
  #writing: PackInWriting | null = null;
  /** Contents written since the store was opened. */
  added = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The number of a content, which is stored where it was not. */
  number(sha256: string, content: string): { readonly id: number; readonly isNew: boolean } {
    if (content === "") return { id: 0, isNew: false };
    const key = fromHex(sha256);
    const row = this.#database.get("SELECT id FROM contents WHERE sha256 = ?", key);
    if (row !== null) return { id: count(row, "id"), isNew: false };
    const body = encoder.encode(content);
    const place = this.#place(body);
    const sql = "INSERT INTO contents (sha256, pack, start, bytes) VALUES (?, ?, ?, ?)";
    const id = this.#database.run(sql, key, place.pack, place.start, body.length).lastId;
    // SQLite would end the text at a NUL.
    const words = content.includes("\0") ? content.replaceAll("\0", " ") : content;
    this.#database.run("INSERT INTO words (rowid, text) VALUES (?, ?)", id, words);
    this.added += 1;
    return { id, isNew: true };
  }

  /** Writes the pack that is not full yet: before a transaction ends. */
  flush(): void {
    const writing = this.#writing;
    this.#writing = null;
    if (writing === null) return;
    const body = pack(Buffer.concat(writing.parts, writing.bytes));
    this.#database.run("INSERT INTO packs (id, body) VALUES (?, ?)", writing.id, body);
  }

  /** Forgets what an undone transaction had begun. */
  forget(): void {
    this.#writing = null;
    this.#open.clear();
  }

  /** The text of a content. Errors: RuntimeFailure `store-damaged`. */
  text(id: number): string {
    if (id === 0) return "";
    const row = this.#database.get("SELECT pack, start, bytes FROM contents WHERE id = ?", id);
    if (row === null) throw missing(id);
    const start = count(row, "start");
    const body = this.#pack(count(row, "pack"));
    const end = start + count(row, "bytes");
    if (end > body.length) throw missing(id);
    return decoder.decode(body.subarray(start, end));
  }

  /** Takes contents away for good (C3). */
  remove(ids: readonly number[]): void {
    const packs = new Set<number>();
    for (const id of ids) {
      const row = this.#database.get("SELECT pack FROM contents WHERE id = ?", id);
      if (row === null) continue;
      packs.add(count(row, "pack"));
      this.#database.run("DELETE FROM words WHERE rowid = ?", id);
      this.#database.run("DELETE FROM contents WHERE id = ?", id);
    }
    for (const id of packs) this.#rewrite(id);
  }

  #place(body: Uint8Array): { readonly pack: number; readonly start: number } {
    if (this.#writing !== null && this.#writing.bytes > 0 && this.#writing.bytes + body.length > PACK_BYTES)
      this.flush();
    const writing = (this.#writing ??= { id: this.#nextPack(), parts: [], bytes: 0 });
    const start = writing.bytes;
    writing.parts.push(body);
    writing.bytes += body.length;
    return { pack: writing.id, start };
  }

  #nextPack(): number {
    const row = this.#database.get("SELECT coalesce(max(id), 0) + 1 AS id FROM packs");
    return row === null ? 1 : count(row, "id");
  }

  #pack(id: number): Uint8Array {
    if (this.#writing?.id === id) return Buffer.concat(this.#writing.parts, this.#writing.bytes);
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const row = this.#database.get("SELECT body FROM packs WHERE id = ?", id);
    if (row === null) throw new RuntimeFailure("store-damaged", `pack ${id} of the ledger is missing`);
    const body = unpack(bytes(row, "body"));
    for (const oldest of this.#open.keys()) {
      if (this.#open.size < OPEN_PACKS) break;
      this.#open.delete(oldest);
    }
    this.#open.set(id, body);
    return body;
  }

  #rewrite(id: number): void {
    const body = this.#pack(id);
    this.#open.delete(id);
    const rows = this.#database.all("SELECT id, start, bytes FROM contents WHERE pack = ? ORDER BY start", id);
    const parts: Uint8Array[] = [];
    let start = 0;
    for (const row of rows) {
      const from = count(row, "start");
      const part = body.subarray(from, from + count(row, "bytes"));
      this.#database.run("UPDATE contents SET start = ? WHERE id = ?", start, count(row, "id"));
      parts.push(part);
      start += part.length;
    }
    if (parts.length === 0) this.#database.run("DELETE FROM packs WHERE id = ?", id);
    else this.#database.run("UPDATE packs SET body = ? WHERE id = ?", pack(Buffer.concat(parts, start)), id);
  }
}

function missing(id: number): RuntimeFailure {
  return new RuntimeFailure("store-damaged", `content ${id} of the ledger is missing`);
}
