/**
 * Redaction: secrets in plain text become placeholders before anything is stored.
 *
 * It works on text, never on its JSON encoding: there, `\n` and `\"` would hide borders and join words.
 *
 * X1  Idempotent: what it returned, it returns unchanged.
 * X2  Linear in the length of the text, whatever it holds.
 * X3  What is no secret stays, character for character.
 * X4  A stream in any cuts gives what the whole text gives.
 * X5  Lines stay lines: a secret of several lines becomes a placeholder on its first and on its last one, and empty lines
 *     between, so that line numbers hold.
 *
 * It does not promise to find every secret: a password without its name beside it looks like any word.
 */
import { canonicalText, sha256Hex } from "../contracts/index.ts";
import type { CustomRules, CustomRuleSet } from "./rules/custom.ts";
import { placeholderOf, REACH_AFTER, REACH_BEFORE, type Span } from "./rules/rule.ts";
import { createSpanFinder, type SpanFinder } from "./rules/spans.ts";

/** How often each kind was replaced. Only kinds that were; in no order. */
export type RedactionCounts = Readonly<Record<string, number>>;

export interface Redaction {
  readonly text: string;
  readonly counts: RedactionCounts;
}

/** Redacts a text that arrives in pieces. */
export interface RedactionStream {
  /** Takes the next piece and returns what is settled by now (often nothing: about 64,000 characters are held back). */
  push(chunk: string): string;
  /** Returns the rest, and the counts of the whole. The stream is then empty again. */
  end(): Redaction;
}

/** A redaction policy in force. */
export interface Redactor {
  /** Names the policy: stands in documents as `safety.boundary_mode`. */
  readonly name: string;
  redact(text: string): Redaction;
  stream(): RedactionStream;
}

export interface RedactorOptions {
  /** Also replaces mail addresses, bank accounts, card numbers, telephone numbers. Default: false. */
  readonly personal?: boolean;
  /** Rules and exceptions of the user's, from `loadCustomRules`. */
  readonly custom?: CustomRules;
}

const POLICY = "cairn-1";
/** The rules themselves settle in one pass (rules/rule.ts, D1 and D2); a user's patterns may need another. */
const MAXIMUM_PASSES = 8;

/** A redactor with the built-in rules. It keeps no state between calls. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const { personal = false, custom = null } = options;
  const find = createSpanFinder({ personal, custom });
  const name = [POLICY, ...(personal ? ["personal"] : []), ...(custom === null ? [] : [custom.name])].join("+");
  return { name, redact: (text) => redactWith(find, text), stream: () => createStream(find) };
}

/**
 * Compiles a user's rules for `createRedactor`. Loads the engine they run on (12 ms), so only who needs it calls it.
 *
 * Errors: RuntimeFailure `input-invalid`; `details.findings` lists every rule that cannot be used, and why.
 */
export async function loadCustomRules(set: CustomRuleSet): Promise<CustomRules> {
  const { compileCustomRules } = await import("./rules/custom.ts");
  return compileCustomRules(set, `custom-${sha256Hex(canonicalText(set)).slice(0, 12)}`);
}

function redactWith(find: SpanFinder, text: string): Redaction {
  const counts: Record<string, number> = {};
  let current = text;
  for (let pass = 0; pass < MAXIMUM_PASSES; pass += 1) {
    const spans = find(current);
    if (spans.length === 0) break;
    current = replaced(current, spans);
    count(counts, spans);
  }
  return { text: current, counts };
}

const lineBreaks = /[\r\n]+/g;

function replaced(text: string, spans: readonly Span[]): string {
  let result = "";
  let from = 0;
  for (const { start, end, kind } of spans) {
    const breaks = text.slice(start, end).match(lineBreaks)?.join("") ?? "";
    result += text.slice(from, start) + placeholderOf(kind) + (breaks === "" ? "" : breaks + placeholderOf(kind));
    from = end;
  }
  return result + text.slice(from);
}

function count(counts: Record<string, number>, spans: readonly Span[]): void {
  for (const { kind } of spans) counts[kind] = (counts[kind] ?? 0) + 1;
}

/**
 * A stream holds back what a rule might still need, and keeps some text that it has given out as context.
 *
 * The border moves left to the start of a span that reaches behind it, so a span is decided whole; text is held back as
 * long as one span (a private key, an endless token) goes on.
 */
function createStream(find: SpanFinder): RedactionStream {
  let buffer = "";
  /** The part of the buffer that was given out already. */
  let given = 0;
  /** Below this length the buffer is not looked at again. It grows with the buffer while a span goes on. */
  let due = 2 * REACH_AFTER;
  let counts: Record<string, number> = {};
  const take = (border: number, spans: readonly Span[]): string => {
    const taken = spans.filter((span) => span.start >= given && span.end <= border);
    const text = replaced(
      buffer.slice(given, border),
      taken.map((span) => ({ ...span, start: span.start - given, end: span.end - given })),
    );
    count(counts, taken);
    const dropped = Math.max(0, border - REACH_BEFORE);
    buffer = buffer.slice(dropped);
    given = border - dropped;
    due = given + 2 * REACH_AFTER;
    return text;
  };
  const push = (chunk: string): string => {
    buffer += chunk;
    if (buffer.length < due) return "";
    const spans = find(buffer);
    const limit = buffer.length - REACH_AFTER;
    const open = spans.find((span) => span.end > limit);
    const border = Math.min(limit, open?.start ?? limit);
    if (border > given) return take(border, spans);
    due = buffer.length * 2;
    return "";
  };
  const end = (): Redaction => {
    const result = { text: take(buffer.length, find(buffer)), counts };
    buffer = "";
    given = 0;
    due = 2 * REACH_AFTER;
    counts = {};
    return result;
  };
  return { push, end };
}
