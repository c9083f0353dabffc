/** From rules to the spans that a text's redaction replaces. */
import { createAnchorScanner } from "./anchors.ts";
import { assignmentRules } from "./assignment.ts";
import type { CustomRules } from "./custom.ts";
import { headerRules } from "./header.ts";
import { infixTokenRules } from "./infix-tokens.ts";
import { jsonWebTokenRules } from "./json-web-token.ts";
import { findPersonal } from "./personal.ts";
import { privateKeyRules } from "./private-key.ts";
import { providerTokenRules } from "./provider-tokens.ts";
import { holdsPlaceholder, placeholderPattern, type Span } from "./rule.ts";
import { urlRules } from "./url.ts";

/** The spans of a text: in order, apart from each other, none touching a placeholder that is there already. */
export type SpanFinder = (text: string) => readonly Span[];

interface Found extends Span {
  readonly byContext: boolean;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

const scan = createAnchorScanner([
  ...privateKeyRules,
  ...jsonWebTokenRules,
  ...providerTokenRules,
  ...infixTokenRules,
  ...urlRules,
  ...headerRules,
  ...assignmentRules,
]);

function findBuiltIn(text: string, placeholders: readonly Stretch[]): Found[] {
  const found: Found[] = [];
  let context: Stretch = { start: 0, end: 0 };
  let next = 0;
  scan(text, (rule, at, anchor) => {
    // The words in placeholders are no names of anything.
    while ((placeholders[next]?.end ?? Infinity) <= at) next += 1;
    if ((placeholders[next]?.start ?? Infinity) <= at) return 0;
    // Inside a value that is replaced anyway no other context counts; a form in it may still name it better.
    if (rule.byContext && at >= context.start && at < context.end) return 0;
    const span = rule.find(text, at, anchor);
    if (span === null) return 0;
    found.push({ ...span, byContext: rule.byContext });
    if (!rule.byContext) return span.end;
    context = span;
    return 0;
  });
  return found;
}

function placeholdersOf(text: string): readonly Stretch[] {
  if (!holdsPlaceholder(text)) return [];
  return Array.from(text.matchAll(placeholderPattern), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Keeps the spans (in order) that lie `margin` characters or more from every stretch (in order). */
function apartFrom<T extends Stretch>(
  spans: readonly T[],
  stretches: readonly Stretch[],
  margin: number,
): readonly T[] {
  if (stretches.length === 0) return spans;
  let next = 0;
  return spans.filter((span) => {
    while ((stretches[next]?.end ?? Infinity) + margin <= span.start) next += 1;
    const stretch = stretches[next];
    return stretch === undefined || stretch.start >= span.end + margin;
  });
}

const length = (span: Stretch): number => span.end - span.start;

/** Which of two overlapping spans names their union: the longer; of equals the one found by form. */
const namesBetter = (a: Found, b: Found): boolean =>
  length(a) > length(b) || (length(a) === length(b) && !a.byContext && b.byContext);

function united(spans: readonly Found[]): readonly Found[] {
  const result: Found[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) {
      result.push(span);
      continue;
    }
    const { kind, byContext } = namesBetter(span, last) ? span : last;
    result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end), kind, byContext };
  }
  return result;
}

const byPlace = (a: Stretch, b: Stretch): number => a.start - b.start || b.end - a.end;

export interface FinderOptions {
  readonly personal: boolean;
  readonly custom: CustomRules | null;
}

/** A finder with the built-in rules and what the options add. */
export function createSpanFinder({ personal, custom }: FinderOptions): SpanFinder {
  return (text) => {
    const placeholders = placeholdersOf(text);
    const found = findBuiltIn(text, placeholders);
    const added = [...(personal ? findPersonal(text) : []), ...(custom?.find(text) ?? [])];
    if (found.length === 0 && added.length === 0) return [];
    const outside = apartFrom(found.sort(byPlace), placeholders, 0);
    // Patterns without borders of their own (`\w`) would creep along from a placeholder, pass by pass.
    const addedOutside = apartFrom(added.map((span) => ({ ...span, byContext: false })).sort(byPlace), placeholders, 1);
    const all = [...outside, ...addedOutside].sort(byPlace);
    return united(custom === null ? all : all.filter((span) => !custom.isAllowed(text.slice(span.start, span.end))));
  };
}
