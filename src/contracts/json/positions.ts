/** Where things stand in a text. Only the error path comes here. */
import { pointerSteps } from "../pointer.ts";

/** Line and column from 1; the column counts UTF-16 code units. A line ends at LF, CR LF or CR. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The positions of offsets, in the same order. One sweep over the text. */
export function positionsOf(text: string, offsets: readonly number[]): Position[] {
  const order = offsets.map((offset, index) => ({ offset, index })).sort((a, b) => a.offset - b.offset);
  const positions: Position[] = Array.from(offsets, () => ({ line: 1, column: 1 }));
  let line = 1;
  let lineStart = 0;
  const lineEnd = /\r\n|\n|\r/g;
  for (const { offset, index } of order) {
    lineEnd.lastIndex = lineStart;
    let next = lineEnd.exec(text);
    while (next !== null && next.index + next[0].length <= offset) {
      line++;
      lineStart = next.index + next[0].length;
      next = lineEnd.exec(text);
    }
    positions[index] = { line, column: offset - lineStart + 1 };
  }
  return positions;
}

/** Wanted pointers as a tree: what is not wanted is skipped unread. */
interface Wanted {
  offset: number | null;
  readonly members: Map<string, Wanted>;
}

interface Reader {
  readonly text: string;
  at: number;
}

/**
 * Where the values at the given pointers begin, in the same order; a pointer that leads nowhere gets the nearest
 * value around it. Shape: text that passed the gate, pointers → offsets in UTF-16 code units.
 */
export function offsetsOf(text: string, pointers: readonly string[]): number[] {
  const root: Wanted = { offset: null, members: new Map() };
  for (const pointer of pointers) pointerSteps(pointer).reduce(wantedMember, root);
  place({ text, at: 0 }, root);
  return pointers.map((pointer) => {
    let node = root;
    for (const step of pointerSteps(pointer)) {
      const member = node.members.get(step);
      if (member === undefined || member.offset === null) break;
      node = member;
    }
    return node.offset ?? 0;
  });
}

function wantedMember(node: Wanted, step: string): Wanted {
  const known = node.members.get(step);
  if (known !== undefined) return known;
  const made: Wanted = { offset: null, members: new Map() };
  node.members.set(step, made);
  return made;
}

function place(reader: Reader, node: Wanted): void {
  skipSpace(reader);
  node.offset = reader.at;
  const opening = reader.text[reader.at];
  if (node.members.size === 0 || (opening !== "{" && opening !== "[")) skipValue(reader);
  else placeMembers(reader, node, opening === "{");
}

function placeMembers(reader: Reader, node: Wanted, isObject: boolean): void {
  reader.at++;
  skipSpace(reader);
  for (let index = 0; !"]}".includes(reader.text.charAt(reader.at)); index++) {
    const member = node.members.get(isObject ? readKey(reader) : String(index));
    if (member === undefined) skipValue(reader);
    else place(reader, member);
    skipSpace(reader);
    if (reader.text[reader.at] === ",") reader.at++;
    skipSpace(reader);
  }
  reader.at++;
}

function readKey(reader: Reader): string {
  const start = reader.at;
  skipString(reader);
  const key = String(JSON.parse(reader.text.slice(start, reader.at)));
  skipSpace(reader);
  reader.at++;
  return key;
}

/** Passes a value of any kind: brackets are counted, texts are stepped over. */
function skipValue(reader: Reader): void {
  const token = /["[\]{}]|[^\s"[\]{},:]+|[\s,:]+/y;
  let depth = 0;
  skipSpace(reader);
  do {
    token.lastIndex = reader.at;
    const found = token.exec(reader.text)?.[0] ?? "";
    if (found === '"') skipString(reader);
    else reader.at += found.length;
    if (found === "{" || found === "[") depth++;
    if (found === "}" || found === "]") depth--;
  } while (depth > 0);
}

function skipString(reader: Reader): void {
  const { text } = reader;
  let at = reader.at + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  reader.at = at + 1;
}

function skipSpace(reader: Reader): void {
  const space = /\s*/y;
  space.lastIndex = reader.at;
  reader.at += space.exec(reader.text)?.[0].length ?? 0;
}
