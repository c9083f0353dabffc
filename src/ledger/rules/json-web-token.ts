/** JSON Web Tokens (signed, encrypted and unsigned), and the private member of JSON Web Keys. */
import { isWordBefore, matchAt, type Rule, type Span } from "./rule.ts";

const HYPHEN = 0x2d;
// Header and payload are base 64 of JSON objects, which begin with `{"`; an encrypted token has four parts behind its header.
const signed = /eyJ[A-Za-z0-9_-]{6,8192}\.eyJ[A-Za-z0-9_-]{6,8192}\.[A-Za-z0-9_-]*/y;
const encrypted =
  /eyJ[A-Za-z0-9_-]{6,8192}\.[A-Za-z0-9_-]{0,8192}\.[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{8,}/y;

const tokenRule: Rule = {
  anchors: ["eyJ"],
  ignoreCase: false,
  byContext: false,
  find(text, at): Span | null {
    // Within a run of base 64 only its beginning counts: else a long run would be walked from each `eyJ` in it.
    if (isWordBefore(text, at) || (at > 0 && text.charCodeAt(at - 1) === HYPHEN)) return null;
    const match = matchAt(signed, text, at) ?? matchAt(encrypted, text, at);
    return match === null ? null : { start: at, end: at + match[0].length, kind: "json-web-token" };
  },
};

const privateMember = /"(?:d|k)\\?"\s{0,8}:\s{0,8}\\?"([A-Za-z0-9_-]{22,1024})\\?"/y;
const KEY_REACH = 4096;

const keyRule: Rule = {
  anchors: ['"d"', '"k"', '"d\\"', '"k\\"'],
  ignoreCase: false,
  byContext: true,
  find(text, at): Span | null {
    const match = matchAt(privateMember, text, at);
    const value = match?.[1];
    if (match === null || value === undefined) return null;
    const around = text.slice(Math.max(0, at - KEY_REACH), at + match[0].length + KEY_REACH);
    if (!around.includes('"kty')) return null;
    const start = at + match[0].indexOf(value, 3);
    return { start, end: start + value.length, kind: "json-web-key" };
  },
};

export const jsonWebTokenRules: readonly Rule[] = [tokenRule, keyRule];
