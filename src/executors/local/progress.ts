/**
 * How far the reading of a task has come, kept where nothing is forgotten: in an open loop of its own.
 *
 * A loop is never folded, is closed when the reading goes on, and stays open (and travels up) where it ends too early.
 */
import { asOpenLoop, type OpenLoop, type ProposedOpenLoop, type StatePacket } from "../../contracts/index.ts";

/** Where to go on: in this file, or the first one after its place, from this line on. */
export interface Position {
  readonly path: string;
  readonly line: number;
  /** Findings from that line on that were proposed already: a text may have more to say than fits into one proposal. */
  readonly skip: number;
}

const PREFIX = "unread-";
const MAXIMUM_LOOP_TEXT = 8000;

/** The loop that says what is still to be read, in words that can be read again. */
export function loopText({ path, line, skip }: Position, before: string | null): string {
  const from = `not read yet: ${JSON.stringify(path)} from line ${line} on${skip > 0 ? ` after ${skip} findings` : ""}`;
  const whole = before === null ? from : `${from}, before ${JSON.stringify(before)}`;
  return whole.length <= MAXIMUM_LOOP_TEXT ? whole : from;
}

/** The position that a loop's text says, or null where it is of another kind. */
function positionOf(text: string): Position | null {
  const within = /^not read yet: ("(?:[^"\\]|\\.)*") from line (\d+) on(?: after (\d+) findings)?/.exec(text);
  return within?.[1] === undefined
    ? null
    : { path: pathOf(within[1]), line: Number(within[2]), skip: Number(within[3] ?? 0) };
}

function pathOf(json: string): string {
  const path: unknown = JSON.parse(json);
  return typeof path === "string" ? path : "";
}

/** Own loops of a packet that say what was not read; those of halted children are qualified with their task. */
function loopsOf(packet: StatePacket): OpenLoop[] {
  return packet.open_loops
    .map(asOpenLoop)
    .filter((loop) => loop !== null && loop.kind === "retry" && loop.id.startsWith(PREFIX)) as OpenLoop[];
}

/** Where this task stopped reading, with the loop that says so; null where no reading is open. */
export function openReading(packet: StatePacket): { readonly loop: OpenLoop; readonly position: Position } | null {
  const loop = loopsOf(packet).findLast((it) => it.status === "open");
  const position = loop ? positionOf(loop.text) : null;
  return loop && position ? { loop, position } : null;
}

/** The changes of loops that take a packet from one position to the next; null: everything is read. */
export function loopChanges(
  packet: StatePacket,
  next: { readonly position: Position; readonly before: string | null } | null,
): ProposedOpenLoop[] {
  const before = openReading(packet)?.loop;
  const text = next ? loopText(next.position, next.before) : null;
  if (before?.text === text) return [];
  const closed: ProposedOpenLoop[] = before ? [{ ...own(before), status: "closed" }] : [];
  // Closed loops may be gone from the packet (it folds), the open one never is: numbers only grow.
  const id = `${PREFIX}${1 + loopsOf(packet).reduce((most, loop) => Math.max(most, Number(loop.id.slice(PREFIX.length)) || 0), 0)}`;
  const opened: ProposedOpenLoop[] =
    text === null ? [] : [{ id, kind: "retry", text, owner: "task", blocking: false, status: "open" }];
  return [...closed, ...opened];
}

/** Exactly the members that a change must repeat. */
function own({ id, kind, text, owner, blocking }: OpenLoop): Omit<ProposedOpenLoop, "status"> {
  return { id, kind, text, owner, blocking };
}
