/**
 * What the rules find in one delivered text, and the claims that follow from it.
 *
 * FA1  Every fact cites lines that were delivered.
 * FA2  Values of one subject that leave something in common become one claim; others become one claim each.
 */
import type { ReadResult } from "../executor.ts";
import type { Pattern, PatternMatch } from "../patterns.ts";
import type { CompiledExtract, CompiledForbid, CompiledRule } from "./rules.ts";
import { statementOf, type Saying } from "./statements.ts";
import { asSubject, asValue, quoted } from "./texts.ts";

/** Matches of one pattern that are taken from one text. */
const MAXIMUM_MATCHES = 1000;
/** Refs of one claim about a subject: the first places are enough to go and look. */
const MAXIMUM_REFS = 16;

/** Lines of a delivered item, from 1, inclusive. */
export interface Place {
  readonly seq: number;
  readonly fromLine: number;
  readonly toLine: number;
}

/** One thing that was found, before the claims are made. `values` are what a subject may be, for kind `value`. */
export type Fact =
  | { readonly kind: "value"; readonly subject: string; readonly values: readonly string[]; readonly place: Place }
  | { readonly kind: "said"; readonly saying: Saying; readonly place: Place };

/** A claim before it has an id. */
export interface Draft {
  readonly statement: string;
  readonly refs: readonly string[];
}

/** Returns the facts that the rules find in a text, in the order of rules and matches. Errors: RuntimeFailure `timed-out` (a pattern). */
export function factsOf(rules: readonly CompiledRule[], read: ReadResult): Fact[] {
  const lines = lineIndex(read);
  return rules.flatMap((rule) => {
    const look: Look = { rule, read, lines };
    const forbids = rule.forbid?.globs.matches(read.path) ? [rule.forbid] : [];
    return [
      ...rule.extracts.filter((it) => it.globs.matches(read.path)).flatMap((it) => extracted(look, it)),
      ...(rule.expect?.globs.matches(read.path) ? expected(look, rule.expect) : []),
      ...forbids.flatMap((it) => forbidden(look, it)),
    ];
  });
}

interface Look {
  readonly rule: CompiledRule;
  readonly read: ReadResult;
  readonly lines: readonly number[];
}

function extracted(look: Look, extract: CompiledExtract): Fact[] {
  return eachMatch(look, extract.pattern, (match, place) => {
    const subject = asSubject(extract.subject.expand(match, look.read.path));
    const values = valuesOf(look.rule, extract, extract.value.expand(match, look.read.path));
    return subject === "" || values.length === 0 ? null : { kind: "value", subject, values, place };
  });
}

function expected(look: Look, expect: NonNullable<CompiledRule["expect"]>): Fact[] {
  return eachMatch(look, expect.pattern, (match, place) => {
    const subject = asSubject(expect.subject.expand(match, look.read.path));
    return subject === "" ? null : { kind: "said", saying: { kind: "found", rule: look.rule.label, subject }, place };
  });
}

function forbidden(look: Look, forbid: CompiledForbid): Fact[] {
  const { rule, read } = look;
  return eachMatch(look, forbid.pattern, (match, place) => {
    const text = quoted(match.groups[0] ?? "");
    return {
      kind: "said",
      saying: { kind: "forbidden", rule: rule.label, path: read.path, line: place.fromLine, text },
      place,
    };
  });
}

/** The facts of a pattern's matches; where there are more than are taken, that is a fact too. */
function eachMatch(look: Look, pattern: Pattern, factOf: (match: PatternMatch, place: Place) => Fact | null): Fact[] {
  const { text, fromLine, more: continues } = look.read;
  const { found, more } = pattern.matches(text, MAXIMUM_MATCHES, { isContinued: fromLine > 1, continues });
  const facts = found.map((match) => factOf(match, placeOf(look, match))).filter((fact) => fact !== null);
  const last = found.at(-1);
  if (!more || !last) return facts;
  const saying: Saying = { kind: "overflow", rule: look.rule.label, path: look.read.path, limit: MAXIMUM_MATCHES };
  return [...facts, { kind: "said", saying, place: placeOf(look, last) }];
}

/** What a subject may be by one match: its alternatives, each spelled as `map` says, sorted. */
export function valuesOf(
  rule: Pick<CompiledRule, "alternatives">,
  extract: Pick<CompiledExtract, "map">,
  text: string,
): string[] {
  const spelled = (value: string): string => extract.map.get(value) ?? value;
  const whole = spelled(asValue(text));
  if (whole === "") return [];
  if (!rule.alternatives) return [asValue(whole)];
  const parts = splitBy(rule.alternatives, withoutOuterParentheses(whole));
  const values = parts.map((part) => asSubject(spelled(withoutParentheses(part.trim())))).filter((part) => part !== "");
  return [...new Set(values)].toSorted(byCodeUnit);
}

function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function splitBy(separator: Pattern, text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of separator.matches(text, MAXIMUM_MATCHES).found) {
    if (match.end === match.start) continue;
    parts.push(text.slice(from, match.start));
    from = match.end;
  }
  return [...parts, text.slice(from)];
}

/** A part of a nested expression may hold one end of a pair only. */
function withoutParentheses(part: string): string {
  const opened = part.split("(").length;
  if (opened === part.split(")").length) return withoutOuterParentheses(part);
  return part.replace(/^\(+/, "").replace(/\)+$/, "").trim();
}

function withoutOuterParentheses(text: string): string {
  if (!text.startsWith("(") || !text.endsWith(")")) return text;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")" && --depth === 0 && at < text.length - 1) return text;
  }
  return depth === 0 ? withoutOuterParentheses(text.slice(1, -1).trim()) : text;
}

/** Offset at which each line of the text begins. */
function lineIndex(read: ReadResult): number[] {
  const starts = [0];
  for (let at = read.text.indexOf("\n"); at >= 0; at = read.text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function placeOf({ read, lines }: Look, match: PatternMatch): Place {
  const last = Math.max(read.fromLine, read.toLine);
  const fromLine = Math.min(last, read.fromLine + lineAt(lines, match.start));
  const end = Math.max(match.start, match.end - 1);
  return { seq: read.seq, fromLine, toLine: Math.max(fromLine, Math.min(last, read.fromLine + lineAt(lines, end))) };
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The claims that facts amount to, in the order in which their subjects were first met. */
export function draftsOf(facts: readonly Fact[]): Draft[] {
  const subjects = new Map<string, Extract<Fact, { kind: "value" }>[]>();
  const drafts = new Map<string, Place[]>();
  for (const fact of facts) {
    if (fact.kind === "said") add(drafts, statementOf(fact.saying), fact.place);
    else {
      const known = subjects.get(fact.subject);
      if (known) known.push(fact);
      else {
        subjects.set(fact.subject, [fact]);
        drafts.set(`subject ${fact.subject}`, []); // keeps its place in the order
      }
    }
  }
  return [...drafts].flatMap(([key, places]) => {
    const own = places.length === 0 ? subjects.get(key.slice("subject ".length)) : undefined;
    return own ? subjectDrafts(own) : [{ statement: key, refs: refsOf(places) }];
  });
}

function subjectDrafts(facts: readonly Extract<Fact, { kind: "value" }>[]): Draft[] {
  const common = inCommon(facts.map((fact) => fact.values));
  const subject = facts[0]?.subject ?? "";
  if (common.length > 0)
    return [{ statement: valueStatement(subject, common), refs: refsOf(facts.map((fact) => fact.place)) }];
  const apart = new Map<string, Place[]>();
  for (const fact of facts) add(apart, valueStatement(subject, fact.values), fact.place);
  return [...apart].map(([statement, places]) => ({ statement, refs: refsOf(places) }));
}

/** What is in every one of the lists, in the order of the first. */
export function inCommon(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return first.filter((value) => others.every((list) => list.includes(value)));
}

function valueStatement(subject: string, values: readonly string[]): string {
  const [only = ""] = values;
  return statementOf(
    values.length === 1 ? { kind: "value", subject, value: only } : { kind: "choice", subject, values },
  );
}

function add(map: Map<string, Place[]>, key: string, place: Place): void {
  const known = map.get(key);
  if (known) known.push(place);
  else map.set(key, [place]);
}

function refsOf(places: readonly Place[]): string[] {
  return [...new Set(places.map(refOf))].slice(0, MAXIMUM_REFS);
}

function refOf({ seq, fromLine, toLine }: Place): string {
  return fromLine >= 1 ? `ctx:${seq}#L${fromLine}-L${toLine}` : `ctx:${seq}`;
}
