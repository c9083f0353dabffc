/**
 * The I-JSON gate (RFC 8259 and RFC 7493): what `JSON.parse` accepts silently is named here, with its place.
 *
 * J1  One pass, no recursion, nothing kept but the path: time and memory grow with the text, not with its depth.
 * J2  Where the text is no JSON the scan stops. Where it is JSON but no I-JSON (a member twice, a lone surrogate, a
 *     number that would change) it goes on, so that every such place is found at once.
 * It makes no value: what passed is safe for `JSON.parse`.
 */
import { toPointer } from "../pointer.ts";

/** Why a text is no I-JSON. */
export type JsonFault =
  | "too-large"
  | "not-utf8"
  | "empty"
  | "syntax"
  | "too-deep"
  | "trailing"
  | "duplicate-member"
  | "lone-surrogate"
  | "forbidden-member"
  | "number-range"
  | "number-precision";

/** A fault and its place: `offset` counts UTF-16 code units from 0, `pointer` names the value it is in. */
export interface JsonProblem {
  readonly fault: JsonFault;
  readonly offset: number;
  readonly pointer: string;
  readonly message: string;
}

export interface ScanLimits {
  /** Levels of objects and lists. */
  readonly maximumDepth: number;
  /** Whether integers beyond 2^53 - 1 are let through, to be judged by a rule that knows what they count. */
  readonly unsafeIntegers: "refuse" | "accept";
}

/** One open object or list. Frames are used again, so that small objects cost no allocation. */
interface Frame {
  isObject: boolean;
  /** The member that is being read; null between members. */
  key: string | null;
  index: number;
  readonly firstKeys: string[];
  keyCount: number;
  allKeys: Set<string> | null;
}

interface Scan {
  readonly text: string;
  readonly limits: ScanLimits;
  readonly problems: JsonProblem[];
  readonly frames: Frame[];
  at: number;
  depth: number;
  /** Whether the text that was read last holds an escape. */
  escaped: boolean;
}

/** Up to this many members a list is searched; a set is made for more. */
const SEARCHED_KEYS = 8;
const MAXIMUM_PROBLEMS = 200;
/** No integer of so many characters is beyond 2^53 - 1. */
const SAFE_LENGTH = 15;
/** No number of so few characters without exponent is beyond the doubles. */
const FINITE_LENGTH = 300;

const STOP = 0;
const NEXT = 1;
const COMPLETE = 2;
type Step = typeof STOP | typeof NEXT | typeof COMPLETE;

/** Everything that keeps a text from being I-JSON, in text order; at most 200. Shape: text → problems, none where it is fine. */
export function scanJson(text: string, limits: ScanLimits): JsonProblem[] {
  const scan: Scan = { text, limits, problems: [], frames: [], at: 0, depth: 0, escaped: false };
  skipSpace(scan);
  if (scan.at >= text.length) stop(scan, "empty", "expected a JSON document, found nothing");
  else if (scanValues(scan)) {
    skipSpace(scan);
    if (scan.at < text.length) stop(scan, "trailing", `expected the end after the document, found ${seen(scan)}`);
  }
  return scan.problems;
}

function scanValues(scan: Scan): boolean {
  for (;;) {
    const step = openValue(scan);
    if (step === STOP) return false;
    if (step === NEXT) continue;
    const after = toNextValue(scan);
    if (after !== NEXT) return after === COMPLETE;
  }
}

function openValue(scan: Scan): Step {
  skipSpace(scan);
  switch (scan.text.charCodeAt(scan.at)) {
    case 0x7b:
      return openObject(scan);
    case 0x5b:
      return openList(scan);
    case 0x22:
      return scanString(scan) ? COMPLETE : STOP;
    case 0x74:
      return scanWord(scan, "true");
    case 0x66:
      return scanWord(scan, "false");
    case 0x6e:
      return scanWord(scan, "null");
    default:
      return scanNumber(scan);
  }
}

function openObject(scan: Scan): Step {
  const frame = enter(scan, true);
  if (frame === null) return STOP;
  skipSpace(scan);
  if (scan.text.charCodeAt(scan.at) !== 0x7d) return scanKey(scan, frame) ? NEXT : STOP;
  scan.at++;
  scan.depth--;
  return COMPLETE;
}

function openList(scan: Scan): Step {
  if (enter(scan, false) === null) return STOP;
  skipSpace(scan);
  if (scan.text.charCodeAt(scan.at) !== 0x5d) return NEXT;
  scan.at++;
  scan.depth--;
  return COMPLETE;
}

function enter(scan: Scan, isObject: boolean): Frame | null {
  if (scan.depth >= scan.limits.maximumDepth) {
    stop(scan, "too-deep", `expected at most ${scan.limits.maximumDepth} levels of objects and lists`);
    return null;
  }
  const frame = (scan.frames[scan.depth] ??= {
    isObject,
    key: null,
    index: 0,
    firstKeys: [],
    keyCount: 0,
    allKeys: null,
  });
  frame.isObject = isObject;
  frame.key = null;
  frame.index = 0;
  frame.keyCount = 0;
  frame.allKeys = null;
  scan.depth++;
  scan.at++;
  return frame;
}

/** After a value: COMPLETE at the end of the document, NEXT where another value is to be read. */
function toNextValue(scan: Scan): Step {
  for (;;) {
    const frame = scan.frames[scan.depth - 1];
    if (frame === undefined) return COMPLETE;
    skipSpace(scan);
    const code = scan.text.charCodeAt(scan.at);
    if (code === 0x2c) {
      scan.at++;
      frame.index++;
      return !frame.isObject || scanKey(scan, frame) ? NEXT : STOP;
    }
    const closing = frame.isObject ? "}" : "]";
    if (code !== closing.charCodeAt(0)) {
      stop(scan, "syntax", `expected "," or "${closing}", found ${seen(scan)}`);
      return STOP;
    }
    scan.at++;
    scan.depth--;
  }
}

function scanKey(scan: Scan, frame: Frame): boolean {
  frame.key = null;
  skipSpace(scan);
  if (scan.text.charCodeAt(scan.at) !== 0x22)
    return stop(scan, "syntax", `expected a member's name in double quotes, found ${seen(scan)}`);
  const start = scan.at;
  if (!scanString(scan)) return false;
  // What was scanned is a JSON string, so this parse cannot fail.
  const key = scan.escaped
    ? String(JSON.parse(scan.text.slice(start, scan.at)))
    : scan.text.slice(start + 1, scan.at - 1);
  frame.key = key;
  if (!remember(frame, key))
    report(scan, {
      fault: "duplicate-member",
      offset: start,
      message: `the member ${JSON.stringify(key)} is given twice`,
    });
  if (key === "__proto__")
    report(scan, { fault: "forbidden-member", offset: start, message: 'no member may be named "__proto__"' });
  skipSpace(scan);
  if (scan.text.charCodeAt(scan.at) !== 0x3a)
    return stop(scan, "syntax", `expected ":" after the member's name, found ${seen(scan)}`);
  scan.at++;
  return true;
}

/** Takes a member's name down; false when the object has it already. */
function remember(frame: Frame, key: string): boolean {
  const { firstKeys, keyCount } = frame;
  if (frame.allKeys !== null) {
    if (frame.allKeys.has(key)) return false;
    frame.allKeys.add(key);
    return true;
  }
  for (let index = 0; index < keyCount; index++) if (firstKeys[index] === key) return false;
  firstKeys[keyCount] = key;
  frame.keyCount = keyCount + 1;
  if (frame.keyCount > SEARCHED_KEYS) frame.allKeys = new Set(firstKeys.slice(0, frame.keyCount));
  return true;
}

function scanString(scan: Scan): boolean {
  const { text } = scan;
  let at = scan.at + 1;
  scan.escaped = false;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code > 0x5c && code < 0xd800) at++;
    else if (code === 0x22) break;
    else if (code === 0x5c) {
      at = scanEscape(scan, at);
      if (at === 0) return false;
    } else if (code >= 0xd800 && code <= 0xdfff) {
      const paired = code < 0xdc00 && isLow(text.charCodeAt(at + 1));
      if (!paired) report(scan, { fault: "lone-surrogate", offset: at, message: "a lone surrogate is no character" });
      at += paired ? 2 : 1;
    } else if (code >= 0x20) at++;
    else return unfinished(scan, at);
  }
  scan.at = at + 1;
  return true;
}

/** A text that ends too early, or holds what must be escaped. */
function unfinished(scan: Scan, at: number): boolean {
  scan.at = at;
  if (at >= scan.text.length) return stop(scan, "syntax", "expected the closing quote of a text, found the end");
  return stop(scan, "syntax", `expected a text without raw control characters, found ${seen(scan)}`);
}

/** Reads one escape; where the next character stands, or 0 where it is none. */
function scanEscape(scan: Scan, at: number): number {
  scan.escaped = true;
  const code = scan.text.charCodeAt(at + 1);
  if (code !== 0x75) {
    if (/["\\/bfnrt]/.test(scan.text.charAt(at + 1))) return at + 2;
    scan.at = at;
    stop(scan, "syntax", "expected an escape that JSON knows after \\");
    return 0;
  }
  const unit = hexUnit(scan.text, at);
  if (unit < 0) {
    scan.at = at;
    stop(scan, "syntax", "expected four hexadecimal digits after \\u");
    return 0;
  }
  if (unit < 0xd800 || unit > 0xdfff) return at + 6;
  if (unit < 0xdc00 && isLow(hexUnit(scan.text, at + 6))) return at + 12;
  report(scan, {
    fault: "lone-surrogate",
    offset: at,
    message: `a lone surrogate (${scan.text.slice(at, at + 6)}) is no character`,
  });
  return at + 6;
}

const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** The code unit that a `\uXXXX` at this place stands for; -1 where there is none. */
function hexUnit(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x5c || text.charCodeAt(at + 1) !== 0x75) return -1;
  const digits = text.slice(at + 2, at + 6);
  return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
}

function scanWord(scan: Scan, word: string): Step {
  if (!scan.text.startsWith(word, scan.at)) return noValue(scan);
  scan.at += word.length;
  return COMPLETE;
}

function scanNumber(scan: Scan): Step {
  const { text } = scan;
  const start = scan.at;
  const whole = text.charCodeAt(start) === 0x2d ? start + 1 : start;
  let end = text.charCodeAt(whole) === 0x30 ? whole + 1 : digitsEnd(text, whole);
  if (end === whole) return noValue(scan);
  let isInteger = true;
  if (text.charCodeAt(end) === 0x2e) {
    isInteger = false;
    const fraction = end + 1;
    end = digitsEnd(text, fraction);
    if (end === fraction) return badNumber(scan, end);
  }
  let hasExponent = false;
  if ((text.charCodeAt(end) | 0x20) === 0x65) {
    hasExponent = true;
    const sign = text.charCodeAt(end + 1);
    const exponent = sign === 0x2b || sign === 0x2d ? end + 2 : end + 1;
    end = digitsEnd(text, exponent);
    if (end === exponent) return badNumber(scan, end);
  }
  scan.at = end;
  const length = end - start;
  if (hasExponent || length > FINITE_LENGTH || (isInteger && length > SAFE_LENGTH))
    judgeNumber(scan, start, isInteger && !hasExponent);
  return COMPLETE;
}

function judgeNumber(scan: Scan, start: number, isInteger: boolean): void {
  const value = Number(scan.text.slice(start, scan.at));
  const shown = scan.text.slice(start, Math.min(scan.at, start + 40));
  if (!Number.isFinite(value))
    report(scan, { fault: "number-range", offset: start, message: `the number ${shown} is beyond what can be stored` });
  else if (isInteger && !Number.isSafeInteger(value) && scan.limits.unsafeIntegers === "refuse") {
    report(scan, {
      fault: "number-precision",
      offset: start,
      message: `the integer ${shown} is beyond 2^53 - 1, where integers are no longer exact`,
    });
  }
}

function digitsEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (!(code >= 0x30 && code <= 0x39)) return at;
    at++;
  }
}

function badNumber(scan: Scan, at: number): Step {
  scan.at = at;
  stop(scan, "syntax", `expected a digit, found ${seen(scan)}`);
  return STOP;
}

function noValue(scan: Scan): Step {
  stop(scan, "syntax", `expected a value, found ${seen(scan)}`);
  return STOP;
}

function skipSpace(scan: Scan): void {
  const { text } = scan;
  let { at } = scan;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
    at++;
  }
  scan.at = at;
}

/** What stands at the scan's place, for a message. */
function seen(scan: Scan): string {
  const point = scan.text.codePointAt(scan.at);
  if (point === undefined) return "the end";
  const character = String.fromCodePoint(point);
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character)
    ? JSON.stringify(character)
    : `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}

function report(scan: Scan, found: Omit<JsonProblem, "pointer">): void {
  if (scan.problems.length < MAXIMUM_PROBLEMS) scan.problems.push({ ...found, pointer: pointerOf(scan) });
}

/** Takes down a fault after which nothing more can be read. Always false, for the caller to return. */
function stop(scan: Scan, fault: JsonFault, message: string): false {
  scan.problems.push({ fault, offset: scan.at, pointer: pointerOf(scan), message });
  return false;
}

function pointerOf(scan: Scan): string {
  const steps: (string | number)[] = [];
  for (const frame of scan.frames.slice(0, scan.depth)) {
    const step = frame.isObject ? frame.key : frame.index;
    if (step === null) break;
    steps.push(step);
  }
  return toPointer(...steps);
}
