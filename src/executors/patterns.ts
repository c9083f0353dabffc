/**
 * Patterns that come from outside: task files, policy packs, models (docs/decisions/0009).
 *
 * They run on RE2 (re2js), whose time is linear in the text, so that no pattern can hang the program. RE2 has no
 * look-around and no back-references; flags are written inside the pattern: `(?m)`, `(?s)`, `(?i)`.
 *
 * PT1  A search takes time linear in the text. Finding all matches may need one search a match: that loop has a deadline.
 * PT2  A text without a match costs one pass of the automaton and no captures.
 */
import { RE2JS } from "re2js";
import type { Result } from "../contracts/index.ts";
import { RuntimeFailure } from "../errors.ts";

/** Longest pattern, in UTF-16 code units, and largest compiled program, in instructions. */
const MAXIMUM_SOURCE = 2048;
const MAXIMUM_PROGRAM = 4000;
/** Time one call of `matches` may take: linear searches, but possibly one for each match. */
const MATCHES_DEADLINE_MS = 2000;

/** One match. Offsets are UTF-16 code units into the text; `groups[0]` is the whole match, a group that took no part is null. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | null)[];
}

/** Matches of one text, and whether there were more than were asked for. */
export interface PatternMatches {
  readonly found: readonly PatternMatch[];
  readonly more: boolean;
}

/** A compiled pattern. It keeps no state between calls. */
export interface Pattern {
  readonly source: string;
  readonly groupCount: number;
  /** True when the pattern matches anywhere in the text. */
  test(text: string): boolean;
  /** The first `limit` matches, left to right, not overlapping. Errors: RuntimeFailure `timed-out`. */
  matches(text: string, limit: number, edges?: Edges): PatternMatches;
}

/** Where a text is a piece of a longer one: its edges are then no beginning (`\A`, `^`) and no end (`\z`, `$`) of a text. */
export interface Edges {
  readonly isContinued: boolean;
  readonly continues: boolean;
}

/**
 * Returns the compiled pattern, or the sentence that says why it cannot be used.
 *
 * Shape:  RE2 syntax, at most 2,048 code units and 4,000 instructions once compiled.
 * Source: docs/decisions/0009.
 */
export function compilePattern(source: string): Result<Pattern, string> {
  if (source.length > MAXIMUM_SOURCE)
    return refused(`it has ${source.length} characters, at most ${MAXIMUM_SOURCE} are allowed`);
  try {
    const compiled = RE2JS.compile(source);
    const probe = compiled.matcher("");
    if (probe.programSize() > MAXIMUM_PROGRAM) {
      return refused(`it compiles to ${probe.programSize()} instructions, at most ${MAXIMUM_PROGRAM} are allowed`);
    }
    return { ok: true, value: patternOf(source, compiled, probe.groupCount()) };
  } catch (cause) {
    return refused(cause instanceof Error ? cause.message : String(cause));
  }
}

function refused(reason: string): Result<Pattern, string> {
  return { ok: false, findings: reason };
}

function patternOf(source: string, compiled: RE2JS, groupCount: number): Pattern {
  return {
    source,
    groupCount,
    test: (text) => compiled.test(text),
    matches: (text, limit, edges) => {
      if (!edges?.isContinued && !edges?.continues)
        return compiled.test(text) ? findAll({ compiled, source, text, groupCount, from: 0 }, limit) : NOTHING;
      const before = edges.isContinued ? `${GUARD}\n` : "";
      const guarded = `${before}${text}${edges.continues ? GUARD : ""}`;
      if (!compiled.test(guarded)) return NOTHING;
      const { found, more } = findAll({ compiled, source, text: guarded, groupCount, from: before.length }, limit);
      return {
        found: found
          .filter((it) => it.start - before.length < text.length || text === "")
          .map((it) => unguarded(it, before.length, text.length)),
        more,
      };
    },
  };
}

const NOTHING: PatternMatches = { found: [], more: false };
/** Stands for the text that is not there: a private character, so that an edge is neither a boundary of lines nor of text. */
const GUARD = "\ue000";

function unguarded(match: PatternMatch, shift: number, length: number): PatternMatch {
  const at = (offset: number): number => Math.min(length, Math.max(0, offset - shift));
  const groups = match.groups.map((group) => (group?.endsWith(GUARD) ? group.slice(0, -GUARD.length) : group));
  return { start: at(match.start), end: at(match.end), groups };
}

interface Search {
  readonly compiled: RE2JS;
  readonly source: string;
  readonly text: string;
  readonly groupCount: number;
  /** Where to begin: what is before is there, but is not searched. */
  readonly from: number;
}

function findAll(search: Search, limit: number): PatternMatches {
  const matcher = search.compiled.matcher(search.text);
  const found: PatternMatch[] = [];
  const deadline = performance.now() + MATCHES_DEADLINE_MS;
  for (let isFound = matcher.find(search.from); isFound; isFound = matcher.find()) {
    if (found.length === limit) return { found, more: true };
    const groups: (string | null)[] = [];
    for (let group = 0; group <= search.groupCount; group++) groups.push(matcher.group(group));
    found.push({ start: matcher.start(0), end: matcher.end(0), groups });
    if (performance.now() > deadline) {
      throw new RuntimeFailure(
        "timed-out",
        `the pattern ${search.source.slice(0, 200)} takes more than ${MATCHES_DEADLINE_MS} ms on one text`,
      );
    }
  }
  return { found, more: false };
}
