/**
 * Globs over paths of a workspace: which files, and which folders are worth entering.
 *
 * Our own small matcher, because globs come from outside too and the usual libraries turn them into backtracking
 * expressions: `*a*a*a*a*a*b` takes minutes there. Here a path is matched one segment at a time by a set of
 * positions, and a segment by one pass that goes back to its last star only.
 *
 * Syntax: `*` and `?` within a segment, `**` for any number of segments (at the end: at least one), `[a-z]` and
 * `[!a-z]`, `{a,b}`, `\` escapes.
 * Files that begin with a dot match like any other. A glob that begins with `!` takes away, with all that is below.
 *
 * GL1  Matching takes time O(path × glob): no glob can hang the program.
 * GL2  `mayHold` never denies a folder that holds a matching file.
 */
import type { Result } from "../contracts/index.ts";

const MAXIMUM_ALTERNATIVES = 512;
const MAXIMUM_SEGMENTS = 30;

/** Where a walk stands in every alternative, after the segments of one folder or file. Opaque to callers. */
export type GlobState = readonly number[];

/** Compiled globs. A walk carries the state down (`step`); `matches` does it for one whole path. */
export interface Globs {
  readonly start: GlobState;
  step(state: GlobState, segment: string): GlobState;
  /** True when the path that led to the state matches. */
  accepts(state: GlobState): boolean;
  /** True when something below the path that led to the state may match. */
  mayHold(state: GlobState): boolean;
  /** True when everything below the path that led to the state matches. */
  covers(state: GlobState): boolean;
  /** True when the path, relative with `/` separators, matches. */
  matches(path: string): boolean;
  /** True when a glob that adds files has this very segment, with no wildcard: such folders are entered on purpose. */
  names(segment: string): boolean;
}

type Token =
  | { readonly kind: "star" }
  | { readonly kind: "any" }
  | { readonly kind: "char"; readonly char: string }
  | CharacterClass;

interface CharacterClass {
  readonly kind: "class";
  readonly negated: boolean;
  readonly ranges: readonly (readonly [number, number])[];
}

type Segment =
  | { readonly kind: "globstar" }
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "tokens"; readonly tokens: readonly Token[] };

interface Alternative {
  readonly negative: boolean;
  readonly segments: readonly Segment[];
}

/**
 * Returns the compiled globs, or the sentence that says which one cannot be used.
 *
 * Shape:  globs relative to the workspace; absolute ones and `..` are refused, as they could only lead out of it.
 */
export function compileGlobs(globs: readonly string[]): Result<Globs, string> {
  const alternatives: Alternative[] = [];
  for (const glob of globs) {
    const negative = glob.startsWith("!");
    const source = (negative ? glob.slice(1) : glob).replace(/^(?:\.\/)+/, "");
    const expanded = expandBraces(source);
    if (expanded === null)
      return {
        ok: false,
        findings: `the glob ${quoted(glob)} stands for more than ${MAXIMUM_ALTERNATIVES} alternatives`,
      };
    for (const text of expanded) {
      const segments = parseSegments(text);
      if (typeof segments === "string") return { ok: false, findings: `the glob ${quoted(glob)} ${segments}` };
      alternatives.push({ negative, segments });
    }
    if (alternatives.length > MAXIMUM_ALTERNATIVES) {
      return { ok: false, findings: `the globs stand for more than ${MAXIMUM_ALTERNATIVES} alternatives` };
    }
  }
  return { ok: true, value: globsOf(alternatives) };
}

function quoted(glob: string): string {
  return JSON.stringify(glob.slice(0, 200));
}

function globsOf(alternatives: readonly Alternative[]): Globs {
  const start = alternatives.map((it) => withGlobstars(1, it.segments));
  const isTakenAway = (state: GlobState): boolean =>
    alternatives.some((it, at) => it.negative && isComplete(state[at] ?? 0, it.segments));
  const step = (state: GlobState, segment: string): GlobState =>
    alternatives.map((it, at) => {
      const mask = state[at] ?? 0;
      // What is taken away takes away all that is below it.
      return it.negative && isComplete(mask, it.segments) ? mask : stepMask(mask, it.segments, segment);
    });
  const accepts = (state: GlobState): boolean =>
    !isTakenAway(state) && alternatives.some((it, at) => !it.negative && isComplete(state[at] ?? 0, it.segments));
  const coversIn = (state: GlobState, negative: boolean): boolean =>
    alternatives.some(
      (it, at) =>
        it.negative === negative &&
        it.segments.at(-1)?.kind === "globstar" &&
        ((state[at] ?? 0) & (1 << (it.segments.length - 1))) !== 0,
    );
  const holds = (mask: number, segments: readonly Segment[]): boolean => (mask & ((1 << segments.length) - 1)) !== 0;
  return {
    start,
    step,
    accepts,
    covers: (state) => !isTakenAway(state) && coversIn(state, false),
    mayHold: (state) =>
      !isTakenAway(state) &&
      !coversIn(state, true) &&
      alternatives.some((it, at) => !it.negative && holds(state[at] ?? 0, it.segments)),
    matches: (path) => accepts(path.split("/").reduce(step, start)),
    names: (segment) =>
      alternatives.some(
        (it) => !it.negative && it.segments.some((own) => own.kind === "literal" && own.text === segment),
      ),
  };
}

/** Bit i of a mask: the first i segments of the glob are used up. */
function isComplete(mask: number, segments: readonly Segment[]): boolean {
  return (mask & (1 << segments.length)) !== 0;
}

function stepMask(mask: number, segments: readonly Segment[], name: string): number {
  let next = 0;
  for (const [at, segment] of segments.entries()) {
    if ((mask & (1 << at)) === 0) continue;
    if (segment.kind === "globstar") next |= at === segments.length - 1 ? 3 << at : 1 << at;
    else if (matchesSegment(segment, name)) next |= 1 << (at + 1);
  }
  return withGlobstars(next, segments);
}

/** A globstar may also stand for no segment at all, but at the end: `src/**` is what is in it, not `src` itself. */
function withGlobstars(mask: number, segments: readonly Segment[]): number {
  let closed = mask;
  for (const [at, segment] of segments.entries()) {
    if (at < segments.length - 1 && segment.kind === "globstar" && (closed & (1 << at)) !== 0) closed |= 1 << (at + 1);
  }
  return closed;
}

function matchesSegment(segment: Exclude<Segment, { kind: "globstar" }>, name: string): boolean {
  return segment.kind === "literal" ? segment.text === name : matchesTokens(segment.tokens, name);
}

/** The classic two-pointer match: on a mismatch, only the last star is asked to take one character more. */
function matchesTokens(tokens: readonly Token[], name: string): boolean {
  // Code points, so that `?` is one character of the name even beyond the basic plane.
  const text: string | readonly string[] = /[\ud800-\udfff]/.test(name) ? Array.from(name) : name;
  let at = 0;
  let token = 0;
  let star = -1;
  let retryFrom = 0;
  while (at < text.length) {
    const current = tokens[token];
    if (current?.kind === "star") {
      star = token++;
      retryFrom = at;
    } else if (current !== undefined && matchesToken(current, text[at] ?? "")) {
      at += 1;
      token += 1;
    } else if (star >= 0) {
      token = star + 1;
      at = ++retryFrom;
    } else return false;
  }
  while (tokens[token]?.kind === "star") token += 1;
  return token === tokens.length;
}

function matchesToken(token: Exclude<Token, { kind: "star" }>, char: string): boolean {
  if (token.kind === "any") return true;
  if (token.kind === "char") return token.char === char;
  const code = char.codePointAt(0) ?? 0;
  return token.ranges.some(([low, high]) => code >= low && code <= high) !== token.negated;
}

/** The glob's alternatives with `{a,b}` written out, or null where there are too many. Braces without a comma stay text. */
function expandBraces(glob: string): readonly string[] | null {
  const done: string[] = [];
  const open = [glob];
  while (open.length > 0) {
    const text = open.pop() ?? "";
    const group = firstBraces(text);
    if (group)
      for (const part of group.parts.toReversed()) open.push(text.slice(0, group.from) + part + text.slice(group.to));
    else done.push(text);
    if (done.length + open.length > MAXIMUM_ALTERNATIVES) return null;
  }
  return done;
}

interface Braces {
  readonly from: number;
  readonly to: number;
  readonly parts: readonly string[];
}

function firstBraces(text: string): Braces | null {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "[") at = endOfClass(text, at);
    else if (text[at] === "{") {
      const group = bracesFrom(text, at);
      if (group) return group;
    }
  }
  return null;
}

function bracesFrom(text: string, from: number): Braces | null {
  const parts: string[] = [];
  let depth = 0;
  let partFrom = from + 1;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === "{") depth += 1;
    else if (char === "," && depth === 1) {
      parts.push(text.slice(partFrom, at));
      partFrom = at + 1;
    } else if (char === "}" && --depth === 0) {
      parts.push(text.slice(partFrom, at));
      return parts.length > 1 ? { from, to: at + 1, parts } : null;
    }
  }
  return null;
}

/** Index of the `]` that ends a class, or of the `[` itself where none does: then it is plain text. */
function endOfClass(text: string, from: number): number {
  const first = text[from + 1] === "!" || text[from + 1] === "^" ? from + 2 : from + 1;
  for (let at = first; at < text.length && text[at] !== "/"; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "]" && at > first) return at;
  }
  return from;
}

function parseSegments(text: string): readonly Segment[] | string {
  if (text.startsWith("/") || /^[A-Za-z]:[\\/]/.test(text)) return "is absolute: globs are relative to the workspace";
  // A trailing slash names a folder: all that is in it.
  const names = (text.endsWith("/") ? `${text}**` : text).split("/").filter((name) => name !== "" && name !== ".");
  if (names.length === 0) return "names nothing";
  if (names.includes("..")) return "leads out of the workspace";
  if (names.length > MAXIMUM_SEGMENTS) return `has more than ${MAXIMUM_SEGMENTS} segments`;
  return names.map(parseSegment);
}

function parseSegment(name: string): Segment {
  if (name === "**") return { kind: "globstar" };
  const tokens: Token[] = [];
  for (let at = 0; at < name.length; at++) {
    const read = tokenAt(name, at);
    at = read.last;
    if (read.token.kind !== "star" || tokens.at(-1)?.kind !== "star") tokens.push(read.token);
  }
  if (tokens.some((it) => it.kind !== "char")) return { kind: "tokens", tokens };
  return { kind: "literal", text: tokens.map((it) => (it.kind === "char" ? it.char : "")).join("") };
}

function tokenAt(name: string, at: number): { readonly token: Token; readonly last: number } {
  const char = String.fromCodePoint(name.codePointAt(at) ?? 0);
  if (char === "*") return { token: { kind: "star" }, last: at };
  if (char === "?") return { token: { kind: "any" }, last: at };
  if (char === "\\" && at + 1 < name.length) {
    const escaped = String.fromCodePoint(name.codePointAt(at + 1) ?? 0);
    return { token: { kind: "char", char: escaped }, last: at + escaped.length };
  }
  const end = char === "[" ? endOfClass(name, at) : at;
  if (end > at) return { token: classOf(name.slice(at + 1, end)), last: end };
  return { token: { kind: "char", char }, last: at + char.length - 1 };
}

function classOf(body: string): CharacterClass {
  const negated = body.startsWith("!") || body.startsWith("^");
  const characters = Array.from((negated ? body.slice(1) : body).replace(/\\(.)/gsu, "$1"));
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at < characters.length; at++) {
    const low = characters[at]?.codePointAt(0) ?? 0;
    const isRange = characters[at + 1] === "-" && at + 2 < characters.length;
    const high = isRange ? (characters[at + 2]?.codePointAt(0) ?? 0) : low;
    if (isRange) at += 2;
    ranges.push([low, high]);
  }
  return { kind: "class", negated, ranges };
}
