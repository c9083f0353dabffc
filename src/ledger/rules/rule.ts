/**
 * What a redaction rule is, and the borders that all of them share.
 *
 * A rule names literal anchors. Only where an anchor stands is its `find` called, and `find` looks at a bounded window
 * around it (`REACH_BEFORE`, `REACH_AFTER`; the body of a span that is found may run on, but nothing inside it is looked at
 * again), so that redaction is linear and can work on a stream.
 *
 * D1  A placeholder counts as part of a word. So what replaces one secret never lays bare the border of another, and
 *     redacting twice changes nothing that redacting once did not.
 * D2  No rule matches a value that holds a placeholder.
 */

/** A stretch of text that is to be replaced. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** What it is; stands in the placeholder and is counted. */
  readonly kind: string;
}

export interface Rule {
  /** Literals of at least three characters; `find` is called where one of them begins. */
  readonly anchors: readonly string[];
  /** Whether the anchors match in any case (ASCII). */
  readonly ignoreCase: boolean;
  /**
   * Whether it goes by what stands around a value (`password = …`) rather than by the value's own form. A span found by
   * form names what it covers better than one found by context.
   */
  readonly byContext: boolean;
  /** What to replace, given the text and the place of the anchor; null when it is no secret. */
  readonly find: (text: string, at: number, anchor: string) => Span | null;
}

/** No rule looks at more characters than this before its anchor, … */
export const REACH_BEFORE = 8192;
/** … nor needs more after it to decide whether there is a span (the span itself may be longer). */
export const REACH_AFTER = 65_536;

const OPENING = "[REDACTED:";

/** The placeholder of a kind. */
export const placeholderOf = (kind: string): string => `${OPENING}${kind}]`;

/** Matches every placeholder of ours. Kinds are lower-case words with hyphens. */
export const placeholderPattern: RegExp = /\[REDACTED:[a-z0-9-]{1,64}\]/g;

/** For the end of rules' patterns: no word character and no placeholder follows (D1). */
export const END: string = String.raw`(?![A-Za-z0-9_]|\[REDACTED:)`;

/** Whether a text holds the beginning of a placeholder (D2). */
export const holdsPlaceholder = (text: string): boolean => text.includes(OPENING);

/** Whether a placeholder begins at `at`. */
export const isPlaceholderAt = (text: string, at: number): boolean => text.startsWith(OPENING, at);

/** Whether an ASCII letter, a digit or `_` stands at `at`. */
export function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
  );
}

const placeholderBefore = /\[REDACTED:[a-z0-9-]{1,64}\]$/;

/** Whether a placeholder ends just before `at`. */
export const isPlaceholderBefore = (text: string, at: number): boolean =>
  at > 0 && text.charCodeAt(at - 1) === 0x5d && placeholderBefore.test(text.slice(Math.max(0, at - 80), at));

/** Whether a word or a placeholder ends just before `at` (D1). */
export const isWordBefore = (text: string, at: number): boolean =>
  at > 0 && (isWordAt(text, at - 1) || isPlaceholderBefore(text, at));

/** What a sticky pattern matches exactly at `at`. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
