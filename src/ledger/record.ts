/**
 * Recording: what becomes of a text on its way into a context.
 *
 * Redact, then cut, then hash, then store (docs/ledger.md). This file does the first three and touches no
 * store, so nothing raw is ever kept: what it returns holds only redacted text.
 */
import { sha256Hex, type SourceKind } from "../contracts/index.ts";
import { EXCERPT_LENGTH, settledCut } from "./excerpt.ts";
import type { LedgerRole, UnplacedItem } from "./item.ts";
import type { RedactionCounts, Redactor } from "./redact.ts";
import { placeholderPattern } from "./rules/rule.ts";
import type { Tokenizer } from "./tokens.ts";

/** Something that is about to enter a context. */
export interface Entry {
  readonly role: LedgerRole;
  readonly kind: SourceKind;
  /** The tool's name, as its client knows it. */
  readonly tool: string;
  readonly clientName?: string | null;
  readonly agentId?: string | null;
  readonly path?: string | null;
  readonly command?: string | null;
  readonly pattern?: string | null;
  /** The content at its source, whole and as it is. */
  readonly rawText: string;
  /** What of it is delivered, given the redacted content (a range of lines, a summary). Default: all of it. */
  readonly deliver?: (redactedText: string) => string;
  /** Time that obtaining the content took. Default: 0, unknown. */
  readonly durationUs?: number;
  /** Line number in the source of the first delivered line. Default: 1. */
  readonly firstLine?: number;
  readonly sourceSha256?: string | null;
}

/** An entry made ready: nothing in it is raw. */
export interface PreparedItem {
  readonly item: UnplacedItem;
  /** UTF-8 bytes of the whole delivered content, the blob under `item.contentSha256`; null where it is kept elsewhere. */
  readonly content: Uint8Array | null;
  /** The delivered content: what may go into the context. */
  readonly text: string;
}

export interface Recorder {
  /** Names of the tokenizer and of the redaction policy in force. */
  readonly tokenizer: Tokenizer["name"];
  readonly policy: string;
  /** Redacts, cuts, counts and hashes. Pure but for the clock. */
  prepare(entry: Entry): PreparedItem;
  /** An item whose content is kept elsewhere under its identity and was redacted and measured there: a packet. */
  prepareKnown(entry: KnownEntry): PreparedItem;
  countTokens(text: string): number;
  redact(text: string): string;
}

/** Something that enters a context and is known under an identity already. */
export interface KnownEntry {
  readonly role: LedgerRole;
  readonly tool: string;
  readonly contentSha256: string;
  readonly tokens: number;
  readonly text: string;
}

export interface RecorderOptions {
  readonly redactor: Redactor;
  readonly tokenizer: Tokenizer;
  /** The time, in ISO 8601 UTC. */
  readonly clock: { now(): string };
}

const encoder = new TextEncoder();
const loneSurrogate = /\p{Surrogate}/gu;

/** Lone surrogates have no UTF-8: they become U+FFFD, as an encoder would write them. */
const wellFormed = (text: string): string => text.replace(loneSurrogate, "\ufffd");

/** A recorder for one policy and one tokenizer. */
export function createRecorder({ redactor, tokenizer, clock }: RecorderOptions): Recorder {
  const redact = (text: string): string => redactor.redact(wellFormed(text)).text;
  return {
    tokenizer: tokenizer.name,
    policy: redactor.name,
    redact,
    countTokens: (text) => tokenizer.count(text),
    prepareKnown: ({ role, tool, contentSha256, tokens, text }) => ({
      content: null,
      text,
      item: {
        role,
        createdAt: clock.now(),
        kind: "other",
        tool,
        clientName: null,
        agentId: null,
        path: null,
        command: null,
        pattern: null,
        inputTokens: tokens,
        outputTokens: tokens,
        durationUs: 0,
        contentSha256,
        firstLine: 1,
        lineCount: lineCountOf(text),
        sourceSha256: null,
        redactions: {},
      },
    }),
    prepare(entry) {
      const { text, counts } = delivery(entry, redactor);
      const fields = sourceFields(entry, redactor);
      const bytes = encoder.encode(text);
      const item: UnplacedItem = {
        role: entry.role,
        createdAt: clock.now(),
        kind: entry.kind,
        tool: entry.tool === "" ? "unknown" : entry.tool,
        clientName: entry.clientName ?? null,
        agentId: entry.agentId ?? null,
        path: fields.path,
        command: fields.command,
        pattern: fields.pattern,
        inputTokens: tokenizer.count(entry.rawText),
        outputTokens: tokenizer.count(text),
        durationUs: Math.max(0, Math.round(entry.durationUs ?? 0)),
        contentSha256: sha256Hex(bytes),
        firstLine: entry.firstLine ?? 1,
        lineCount: lineCountOf(text),
        sourceSha256: entry.sourceSha256 ?? null,
        redactions: added(counts, fields.counts),
      };
      return { item, content: bytes, text };
    },
  };
}

/** What is delivered, and what redaction replaced in it. */
function delivery(entry: Entry, redactor: Redactor): { readonly text: string; readonly counts: RedactionCounts } {
  const whole = redactor.redact(wellFormed(entry.rawText));
  if (entry.deliver === undefined) return whole;
  const cut = wellFormed(entry.deliver(whole.text));
  if (cut === whole.text) return whole;
  // A cut may bring to light the form of a secret (excerpt.ts), and a summary may say anything.
  const again = redactor.redact(cut);
  return { text: again.text, counts: added(delivered(cut, whole.counts), again.counts) };
}

/** Of what was replaced in the whole text, that which is in its delivered part. */
function delivered(text: string, counts: RedactionCounts): RedactionCounts {
  const found: Record<string, number> = {};
  for (const [placeholder] of text.matchAll(placeholderPattern)) {
    const kind = placeholder.slice(placeholder.indexOf(":") + 1, -1);
    found[kind] = Math.min(counts[kind] ?? 0, (found[kind] ?? 0) + 1);
  }
  return Object.fromEntries(Object.entries(found).filter(([, count]) => count > 0));
}

function added(a: RedactionCounts, b: RedactionCounts): RedactionCounts {
  const sum: Record<string, number> = { ...a };
  for (const [kind, count] of Object.entries(b)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

interface SourceFields {
  readonly path: string | null;
  readonly command: string | null;
  readonly pattern: string | null;
  readonly counts: RedactionCounts;
}

/** Path, command and pattern, redacted like the content and cut to an excerpt's length. */
function sourceFields(entry: Entry, redactor: Redactor): SourceFields {
  let counts: RedactionCounts = {};
  const field = (value: string | null | undefined): string | null => {
    if (value === undefined || value === null) return null;
    const redaction = redactor.redact(wellFormed(value));
    counts = added(counts, redaction.counts);
    return settledCut(redaction.text, EXCERPT_LENGTH, (text) => redactor.redact(text).text);
  };
  const fields = { path: field(entry.path), command: field(entry.command), pattern: field(entry.pattern) };
  return { ...fields, counts };
}

/** Lines of a text: an unfinished last one counts, nothing behind a last line break does. */
export function lineCountOf(text: string): number {
  if (text === "") return 0;
  let count = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
