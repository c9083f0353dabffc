/**
 * Private keys in text armour (PEM, OpenSSH, PGP, PuTTY), whole or cut off.
 *
 * The body is walked by hand, forward, to the first character that no body holds: an `END` that never comes costs
 * nothing, and a thousand `BEGIN` lines cost as much as one.
 */
import { matchAt, type Rule, type Span } from "./rule.ts";

const header = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
/** A removed line of a diff has one more hyphen. */
const footer = /-{5,6}END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
/** Lines such as `Proc-Type: 4,ENCRYPTED` and PGP's `Version: …`. */
const headerLine = /(?:\s|\\r|\\n){0,8}[A-Za-z][A-Za-z-]{2,20}: [^\r\n\\]{0,200}/y;
/** What stands between the lines: breaks, escapes, quotes and `+` of source code, a reader's line numbers. */
const betweenLines = String.raw`(?:[\s"'\`,+|>*#→-]|\\[rn]|\\|\d{1,6}[\t→:]){0,24}`;
const cutOffBody = new RegExp(`(?:${betweenLines}[A-Za-z0-9+/]{20,}={0,2})+`, "y");

const isBody = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \t\r\n\\\"'`,>|*#")
  isBody[character.charCodeAt(0)] = 1;

const HYPHEN = 0x2d;
const NEWLINE = 0x0a;
const ARROW = 0x2192;
const FEWEST_WHOLE = 16;
const FEWEST_CUT_OFF = 40;
const base64Character = /[A-Za-z0-9+/]/g;

/** How many characters of base 64 a body holds; counting stops where the question is settled. */
const countBody = (text: string, start: number, end: number): number =>
  text.slice(start, Math.min(end, start + 1024)).match(base64Character)?.length ?? 0;

function isBodyAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128 && isBody[code] === 1) return true;
  // A hyphen begins the end line, unless it is the mark of a removed line in a diff.
  if (code === HYPHEN) return text.charCodeAt(at - 1) === NEWLINE && text.charCodeAt(at + 1) !== HYPHEN;
  return code === ARROW;
}

/** Where the body ends: at the first character that no body holds. */
function bodyEnd(text: string, start: number): number {
  let at = start;
  for (let match = matchAt(headerLine, text, at); match !== null; match = matchAt(headerLine, text, at))
    at += match[0].length;
  while (at < text.length && isBodyAt(text, at)) at += 1;
  return at;
}

const armourRule: Rule = {
  anchors: ["-----BEGIN"],
  ignoreCase: false,
  byContext: false,
  find(text, at): Span | null {
    const match = matchAt(header, text, at);
    if (match === null) return null;
    const start = at + match[0].length;
    const end = bodyEnd(text, start);
    const last = matchAt(footer, text, end);
    if (last !== null) {
      if (countBody(text, start, end) < FEWEST_WHOLE) return null;
      return { start: at, end: end + last[0].length, kind: "private-key" };
    }
    const cutOff = matchAt(cutOffBody, text, start)?.[0] ?? "";
    if (countBody(cutOff, 0, cutOff.length) < FEWEST_CUT_OFF) return null;
    return { start: at, end: start + cutOff.length, kind: "private-key" };
  },
};

const puttyLines =
  /Private-Lines: {0,4}\d{1,4}\r?\n((?:[A-Za-z0-9+/=]{4,80}\r?\n){0,400}[A-Za-z0-9+/=]{4,80})(?![^\r\n])/y;

const puttyRule: Rule = {
  anchors: ["Private-Lines:"],
  ignoreCase: false,
  byContext: false,
  find(text, at): Span | null {
    const match = matchAt(puttyLines, text, at);
    if (match === null) return null;
    const end = at + match[0].length;
    return { start: end - (match[1]?.length ?? 0), end, kind: "private-key" };
  },
};

export const privateKeyRules: readonly Rule[] = [armourRule, puttyRule];
