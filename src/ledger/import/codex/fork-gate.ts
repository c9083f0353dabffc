/**
 * Which lines of a forked rollout are its own.
 *
 * A rollout whose `session_meta` has `forked_from_id` begins with a copy of its parent's lines, with new timestamps or
 * the old ones. Those are the parent's: counting them again counts its tokens once per fork. They end where a line
 * shows that it was made in this thread, in this order of trust:
 *
 * 1. it names its thread, or repeats the thread's own `session_meta` behind the parent's;
 * 2. its turn id is a UUIDv7 (it holds the time at which the turn began) from the fork or after it;
 * 3. it is not the next line of the parent's file, and all of that was seen; or no turn ids were seen, and it was
 *    written more than a second after the last copied line, which are written in one go.
 */
import { hash } from "node:crypto";
import { jsonTextOf, numberOf, rowOf, textOf, type Row } from "../fields.ts";
import type { SourceLine } from "../imported.ts";
import { totalName } from "./usage.ts";

/** JSON. */
export interface ForkState {
  readonly parent: string;
  /** Time of the fork in ms; null where nothing says it. */
  readonly forkedAt: number | null;
  isOpen: boolean;
  sawForeignMeta: boolean;
  sawTurnIds: boolean;
  /** Time of the last line that was judged a copy. */
  lastCopyAt: number | null;
  /** Lines of the parent's file that were found, in order. */
  matched: number;
  copied: number;
  /** It was reported that the parent's file is not there. */
  toldMissing: boolean;
}

export interface Judged {
  readonly type: string;
  readonly payload: Row;
  /** Time of the line in ms; null where it has none. */
  readonly at: number | null;
}

export interface ForkGate {
  /** Whether a line is a copy of the parent's. */
  isCopy(line: Judged): boolean;
  /** Lines of the parent's file; null where it is not there. Asked for once, when the first copy may come. */
  readonly hasParent: boolean | null;
  state(): ForkState;
}

export interface ForkOptions {
  readonly thread: string;
  readonly linesOfParent: () => Iterable<SourceLine> | null;
}

/** Copies are written in one go: a pause longer than this ends them. */
const PAUSE_MS = 1000;
/** Lines of the parent that a copy may leave out in one place. */
const MAX_LEFT_OUT = 64;
/** Lines of the parent that are remembered. */
const MAX_REMEMBERED = 100_000;

export const newFork = (parent: string, forkedAt: number | null): ForkState => ({
  parent,
  forkedAt,
  isOpen: false,
  sawForeignMeta: false,
  sawTurnIds: false,
  lastCopyAt: null,
  matched: 0,
  copied: 0,
  toldMissing: false,
});

/** A gate that goes on from a state. */
export function createForkGate(state: ForkState, { thread, linesOfParent }: ForkOptions): ForkGate {
  let parentLines: readonly string[] | null | undefined;

  const matches = (line: Judged): boolean => {
    const mark = markOf(line.type, line.payload);
    if (mark === null) return false;
    if (parentLines === undefined) parentLines = marksBefore(linesOfParent(), state.forkedAt);
    if (parentLines === null) return false;
    const at = parentLines.slice(state.matched, state.matched + MAX_LEFT_OUT + 1).indexOf(mark);
    if (at < 0) return false;
    state.matched += at + 1;
    return true;
  };
  const isExhausted = (): boolean =>
    parentLines !== undefined && parentLines !== null && state.matched >= parentLines.length;

  const judge = (line: Judged): "own" | "copy" => {
    const told = byIdentity(line, thread, state);
    if (told !== null) return told;
    if (matches(line)) return "copy";
    if (isExhausted()) return "own";
    if (state.sawTurnIds) return "copy";
    if (line.at === null || state.forkedAt === null) return "own";
    // Copies that kept their time are older than the fork: no pause either.
    return line.at - (state.lastCopyAt ?? state.forkedAt) <= PAUSE_MS ? "copy" : "own";
  };

  return {
    isCopy(line) {
      if (state.isOpen) return false;
      const verdict = judge(line);
      if (verdict === "own") {
        // With the parent at hand, later copies are still told by what they are.
        state.isOpen = !parentLines || isExhausted() || isSure(line, thread, state);
        return false;
      }
      state.copied += 1;
      if (line.at !== null && state.forkedAt !== null && line.at >= state.forkedAt) state.lastCopyAt = line.at;
      return true;
    },
    get hasParent() {
      return parentLines === undefined ? null : parentLines !== null;
    },
    state: () => state,
  };
}

/** What ids in a line say of whose it is; null where they say nothing. */
function byIdentity({ type, payload }: Judged, thread: string, state: ForkState): "own" | "copy" | null {
  if (type === "session_meta") {
    if (payload["id"] === thread) return state.sawForeignMeta ? "own" : "copy";
    state.sawForeignMeta = true;
    return "copy";
  }
  const ofThread = textOf(payload["thread_id"]);
  if (ofThread !== null) return ofThread === thread ? "own" : "copy";
  const turn = turnTime(payload);
  if (turn === null || state.forkedAt === null) return null;
  state.sawTurnIds = true;
  return turn >= state.forkedAt ? "own" : "copy";
}

/** Whether ids alone say that a line is the thread's own. */
const isSure = (line: Judged, thread: string, state: ForkState): boolean => byIdentity(line, thread, state) === "own";

/** Time in ms at which the turn of a line began; null where its id does not say it. */
function turnTime(payload: Row): number | null {
  const passed = rowOf(payload["internal_chat_message_metadata_passthrough"]);
  const id = textOf(payload["turn_id"]) ?? textOf(passed?.["turn_id"]);
  const time = id === null ? null : uuidTime(id);
  if (time !== null) return time;
  const started = payload["type"] === "task_started" ? numberOf(payload["started_at"]) : null;
  // Whole seconds: the turn began at some time in that second.
  return started === null ? null : started * 1000 + 999;
}

/** Time in ms that a UUIDv7 holds; null for other ids. */
export function uuidTime(id: string): number | null {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.exec(id);
  return match === null ? null : Number.parseInt(`${match[1]}${match[2]}`, 16);
}

/** What a line is known by in another file: a running total, or its whole payload. Null for lines that are not told apart. */
function markOf(type: string, payload: Row): string | null {
  if (type === "response_item" || type === "compacted") return hash("md5", jsonTextOf(payload), "hex");
  if (type === "event_msg" && payload["type"] === "token_count") return totalName(payload);
  return null;
}

/** Marks of the parent's lines up to the fork: what it wrote later cannot have been copied. Null where there are none. */
function marksBefore(lines: Iterable<SourceLine> | null, forkedAt: number | null): readonly string[] | null {
  if (lines === null) return null;
  const marks: string[] = [];
  for (const { text } of lines) {
    const row = parsed(text);
    const payload = rowOf(row?.["payload"]);
    if (row === null || payload === null) continue;
    const at = Date.parse(textOf(row["timestamp"]) ?? "");
    if (forkedAt !== null && at > forkedAt) break;
    const mark = markOf(textOf(row["type"]) ?? "", payload);
    if (mark !== null) marks.push(mark);
    if (marks.length >= MAX_REMEMBERED) break;
  }
  return marks.length === 0 ? null : marks;
}

function parsed(text: string): Row | null {
  try {
    return rowOf(JSON.parse(text));
  } catch {
    // A damaged line of the parent is reported where the parent is read.
    return null;
  }
}
