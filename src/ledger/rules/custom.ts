/**
 * Rules and exceptions of the user's own.
 *
 * Their patterns come from outside, so they run on RE2 (linear, without look-around and back-references), with caps on
 * number and length. That engine is slow (about 1 MB/s): a rule with a `keyword` runs only around its occurrences.
 */
import { RE2JS } from "re2js";
import { RuntimeFailure } from "../../errors.ts";
import type { Span } from "./rule.ts";

/** A rule of the user's. */
export interface CustomRule {
  /** Stands in the placeholder: lower-case letters, digits and hyphens, at most 64. */
  readonly kind: string;
  /** RE2 syntax, at most 1,000 characters. What the first group matches is replaced, or all where there is no group. */
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  /** A literal of at least three characters that each match holds. Matches are then sought within 512 characters of it. */
  readonly keyword?: string;
}

/** What a user may set. */
export interface CustomRuleSet {
  readonly rules?: readonly CustomRule[];
  /** What matches one of these RE2 patterns as a whole is left as it is. */
  readonly allow?: readonly string[];
}

/** A compiled set. */
export interface CustomRules {
  /** A short digest of the set, for the policy's name. */
  readonly name: string;
  find(text: string): readonly Span[];
  isAllowed(secret: string): boolean;
}

export const MAXIMUM_CUSTOM_RULES = 64;
export const MAXIMUM_PATTERN_LENGTH = 1000;
const KEYWORD_REACH = 512;
/** Longer matches are not looked up in the exceptions. */
const ALLOWED_LENGTH = 4096;

interface Compiled {
  readonly kind: string;
  readonly pattern: RE2JS;
  readonly keyword: string | undefined;
  readonly ignoreCase: boolean;
}

type Problem = { readonly pointer: string; readonly message: string };

function compile(pattern: string, flags: number, place: { pointer: string; problems: Problem[] }): RE2JS | null {
  if (pattern.length === 0 || pattern.length > MAXIMUM_PATTERN_LENGTH) {
    place.problems.push({ pointer: place.pointer, message: `a pattern has 1 to ${MAXIMUM_PATTERN_LENGTH} characters` });
    return null;
  }
  try {
    const compiled = RE2JS.compile(pattern, flags);
    if (!compiled.test("")) return compiled;
    place.problems.push({ pointer: place.pointer, message: "the pattern matches the empty text" });
  } catch (cause) {
    place.problems.push({ pointer: place.pointer, message: cause instanceof Error ? cause.message : "not a pattern" });
  }
  return null;
}

function compileRules(rules: readonly CustomRule[], problems: Problem[]): readonly Compiled[] {
  return rules.flatMap((rule, i) => {
    const ignoreCase = rule.ignoreCase === true;
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(rule.kind))
      problems.push({ pointer: `/rules/${i}/kind`, message: "a kind is 1 to 64 of a-z, 0-9 and -" });
    if (rule.keyword !== undefined && rule.keyword.length < 3)
      problems.push({ pointer: `/rules/${i}/keyword`, message: "a keyword has at least 3 characters" });
    const pattern = compile(rule.pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0, {
      pointer: `/rules/${i}/pattern`,
      problems,
    });
    return pattern === null ? [] : [{ kind: rule.kind, pattern, keyword: rule.keyword, ignoreCase }];
  });
}

/** Windows around each keyword; those that touch are one. */
function windowsOf(text: string, { keyword, ignoreCase }: Compiled): readonly (readonly [number, number])[] {
  if (keyword === undefined) return [[0, text.length]];
  const windows: [number, number][] = [];
  for (const { index } of text.matchAll(
    new RegExp(keyword.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), ignoreCase ? "gi" : "g"),
  )) {
    const last = windows.at(-1);
    const from = Math.max(0, index - KEYWORD_REACH);
    const to = Math.min(text.length, index + keyword.length + KEYWORD_REACH);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else windows.push([from, to]);
  }
  return windows;
}

function findAll(text: string, rule: Compiled): readonly Span[] {
  const spans: Span[] = [];
  for (const [from, to] of windowsOf(text, rule)) {
    const matcher = rule.pattern.matcher(text.slice(from, to));
    const group = rule.pattern.groupCount() > 0 ? 1 : 0;
    while (matcher.find()) {
      const start = matcher.start(group);
      const end = matcher.end(group);
      if (start >= 0 && end > start) spans.push({ start: from + start, end: from + end, kind: rule.kind });
    }
  }
  return spans;
}

/**
 * Compiles a user's rules.
 *
 * Errors: RuntimeFailure `input-invalid`, whose `details.findings` names every rule that cannot be used, and why.
 */
export function compileCustomRules(set: CustomRuleSet, name: string): CustomRules {
  const { rules = [], allow = [] } = set;
  const problems: Problem[] = [];
  if (rules.length > MAXIMUM_CUSTOM_RULES)
    problems.push({ pointer: "/rules", message: `more than ${MAXIMUM_CUSTOM_RULES} rules` });
  if (allow.length > MAXIMUM_CUSTOM_RULES)
    problems.push({ pointer: "/allow", message: `more than ${MAXIMUM_CUSTOM_RULES} exceptions` });
  const compiled = compileRules(rules.slice(0, MAXIMUM_CUSTOM_RULES), problems);
  const exceptions = allow
    .slice(0, MAXIMUM_CUSTOM_RULES)
    .flatMap((pattern, i) => compile(pattern, 0, { pointer: `/allow/${i}`, problems }) ?? []);
  if (problems.length > 0)
    throw new RuntimeFailure("input-invalid", `${problems.length} redaction rules cannot be used`, {
      details: { findings: problems },
    });
  return {
    name,
    find: (text) => compiled.flatMap((rule) => findAll(text, rule)),
    isAllowed: (secret) =>
      secret.length <= ALLOWED_LENGTH && exceptions.some((exception) => exception.testExact(secret)),
  };
}
