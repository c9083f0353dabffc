/**
 * Contents that were delivered to one agent more than once.
 *
 * RG1  Of a group (one content, one scope) the earliest item is the delivery that was needed, and all others are
 *      repetitions: whatever the order in which they were read, the same items are.
 * RG2  A group has a row of its own only while it has two items or more.
 */
import { count, type Database, type Row } from "../../sqlite/index.ts";
import { PROPOSAL } from "./codes.ts";
import type { Contribution, Sums } from "./sums.ts";
import { dayOf } from "./time.ts";

/** An item as its group sees it. */
export interface GroupMember extends Omit<Contribution, "isRepeat" | "day"> {
  readonly id: number;
  readonly content: number;
  readonly createdUs: number;
}

const OTHERS_SQL = `SELECT id, created_us, kind, tool, role, path, input_tokens, output_tokens, is_error, duration_us, is_repeat
  FROM items WHERE content = ? AND scope = ? AND id <> ? AND role <> ${PROPOSAL} ORDER BY created_us, id LIMIT 1`;
const ADD_SQL = `INSERT INTO repeats (content, scope, times, tokens_repeated, first_item, last_us) VALUES (?1, ?2, 2, ?3, ?4, ?5)
  ON CONFLICT (content, scope) DO UPDATE SET times = times + 1, tokens_repeated = tokens_repeated + ?3, first_item = ?4, last_us = max(last_us, ?5)`;
const TAKE_SQL =
  "UPDATE repeats SET times = times - 1, tokens_repeated = tokens_repeated - ?, first_item = ? WHERE content = ? AND scope = ?";

/** Keeps the groups, and the sums that depend on them. */
export class RepeatGroups {
  readonly #database: Database;
  readonly #sums: Sums;

  constructor(database: Database, sums: Sums) {
    this.#database = database;
    this.#sums = sums;
  }

  /** Puts an item, written or not, into its group; returns whether it is a repetition. */
  join(item: GroupMember): boolean {
    if (!mayRepeat(item)) return false;
    const first = this.#firstBut(item);
    if (first === null) return false;
    const isLater = first.createdUs < item.createdUs || (first.createdUs === item.createdUs && first.id < item.id);
    const repeat = isLater ? item : first;
    const firstItem = isLater ? first.id : item.id;
    const lastUs = Math.max(first.createdUs, item.createdUs);
    this.#database.run(ADD_SQL, item.content, item.scope, repeat.outputTokens, firstItem, lastUs);
    if (!isLater && !first.isRepeat) this.#mark(first, true);
    return isLater;
  }

  /** Takes an item out of its group, before its row changes or goes. */
  leave(item: GroupMember & { readonly isRepeat: boolean }): void {
    if (!mayRepeat(item)) return;
    const first = this.#firstBut(item);
    if (first === null) return;
    // Where the first delivery goes, the next one was the needed one.
    const noRepeat = item.isRepeat ? item : first;
    this.#database.run(TAKE_SQL, noRepeat.outputTokens, first.id, item.content, item.scope);
    this.#database.run("DELETE FROM repeats WHERE content = ? AND scope = ? AND times < 2", item.content, item.scope);
    if (!item.isRepeat && first.isRepeat) this.#mark(first, false);
  }

  #mark(item: GroupMember, isRepeat: boolean): void {
    this.#database.run("UPDATE items SET is_repeat = ? WHERE id = ?", Number(isRepeat), item.id);
    this.#sums.repetition({ ...item, day: dayOf(item.createdUs), isRepeat }, isRepeat ? 1 : -1);
  }

  #firstBut({ id, content, scope }: GroupMember): (GroupMember & { readonly isRepeat: boolean }) | null {
    const row = this.#database.get(OTHERS_SQL, content, scope, id);
    return row === null ? null : memberOf(row, { content, scope });
  }
}

/** Words of the model itself were not sent in; nothing costs nothing. */
function mayRepeat({ role, content, outputTokens }: GroupMember): boolean {
  return role !== PROPOSAL && content !== 0 && outputTokens > 0;
}

function memberOf(
  row: Row,
  group: { readonly content: number; readonly scope: number },
): GroupMember & { readonly isRepeat: boolean } {
  return {
    ...group,
    id: count(row, "id"),
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
  };
}
