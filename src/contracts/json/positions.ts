/** Where things stand in a text. Only the error path comes here. */
import { pointerSteps } from "../pointer.ts";

/** Line and column from 1; the column counts UTF-16 code units. A line ends at LF, CR LF or CR. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The same things in the order of the text, with their positions. One sweep over the text. */
export function withPositions<T extends { readonly offset: number }>(
  text: string,
  things: readonly T[],
): (T & Position)[] {
  const lineEnd = /\r\n|\n|\r/g;
  let line = 1;
  let lineStart = 0;
  let next = lineEnd.exec(text);
  return [...things]
    .sort((a, b) => a.offset - b.offset)
    .map((thing) => {
      while (next !== null && next.index + next[0].length <= thing.offset) {
        line++;
        lineStart = next.index + next[0].length;
        next = lineEnd.exec(text);
      }
      return { ...thing, line, column: thing.offset - lineStart + 1 };
    });
}

/** Wanted pointers as a tree: what is not wanted is skipped unread. `offset` is -1 until the value is found. */
interface Wanted {
  offset: number;
  readonly members: Map<string, Wanted>;
}

interface Reader {
  readonly text: string;
  at: number;
}

/**
 * The same things, in the same order, with the offsets at which the values at their pointers begin; a pointer that
 * leads nowhere gets the nearest value around it. Shape: text that passed the gate; UTF-16 code units.
 */
export function withOffsets<T extends { readonly pointer: string }>(
  text: string,
  things: readonly T[],
): (T & { readonly offset: number })[] {
  if (things.length === 0) return [];
  const root: Wanted = { offset: -1, members: new Map() };
  for (const { pointer } of things) pointerSteps(pointer).reduce(wantedMember, root);
  place({ text, at: 0 }, root);
  return things.map((thing) => {
    let { offset, members } = root;
    for (const step of pointerSteps(thing.pointer)) {
      const member = members.get(step);
      if (member === undefined || member.offset < 0) break;
      ({ offset, members } = member);
    }
    return { ...thing, offset };
  });
}

function wantedMember(node: Wanted, step: string): Wanted {
  const known = node.members.get(step);
  if (known !== undefined) return known;
  const made: Wanted = { offset: -1, members: new Map() };
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
  let depth = 0;
  do {
    skipSpace(reader);
    const first = reader.text.charAt(reader.at);
    if (first === '"') skipString(reader);
    else reader.at++;
    if (first === "{" || first === "[") depth++;
    else if (first === "}" || first === "]") depth--;
    else if (first !== '"' && first !== "," && first !== ":") skipWord(reader);
  } while (depth > 0);
}

function skipString(reader: Reader): void {
  const { text } = reader;
  let at = reader.at + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  reader.at = at + 1;
}

/** Passes the rest of a number, or of true, false or null. */
function skipWord(reader: Reader): void {
  while (/[\w.+-]/.test(reader.text.charAt(reader.at))) reader.at++;
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.text.charAt(reader.at))) reader.at++;
}
