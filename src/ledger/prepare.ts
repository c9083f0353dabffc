/**
 * Facts of importers made ready for the ledger: redacted, counted, hashed.
 *
 * PF1  Every text of a fact is redacted: the content, what it was got from, and every name, since a log is written by
 *      strangers. Only keys stay as they are; the ledger keeps their digest.
 * PF2  Tokens are counted of what the model saw and of what was produced, unredacted: that is what entered, and what it cost.
 * PF3  No text that is stored holds NUL or half a surrogate pair: SQLite would end or change it there.
 */
import { sha256Hex } from "../contracts/index.ts";
import { EXCERPT_LENGTH, settledCut } from "./excerpt.ts";
import type { Imported, ImportedItem, ImportScope, Provenance } from "./import/imported.ts";
import type { PreparedEntry, PreparedFact } from "./ledger-store.ts";
import { sketchOf } from "./line-sketch.ts";
import type { RedactionCounts, Redactor } from "./redact.ts";
import type { Tokenizer } from "./tokens.ts";

/** Makes facts ready. Pure but for what it remembers of names. */
export interface Preparer {
  prepare(facts: readonly Imported[]): readonly PreparedFact[];
  /** A value of JSON with every text in it redacted: what is kept of the state of a reader. */
  redactDeep(value: unknown): unknown;
  /** A name, redacted. */
  redactName(name: string): string;
}

export interface PreparerOptions {
  readonly redactor: Redactor;
  readonly tokenizer: Tokenizer;
}

/** Names whose redaction is remembered: sessions, tools, models, files. */
const REMEMBERED_NAMES = 4096;
const loneSurrogate = /\p{Surrogate}/gu;
const nul = /\0/g;
const EMPTY_SHA256 = sha256Hex("");

/** A preparer for one policy and one tokenizer. */
export function createPreparer({ redactor, tokenizer }: PreparerOptions): Preparer {
  const names = new Map<string, string>();
  const redact = (text: string): string => redactor.redact(text).text;
  const redactName = (name: string): string => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const redacted = redact(storable(name));
    if (names.size >= REMEMBERED_NAMES) names.clear();
    names.set(name, redacted);
    return redacted;
  };
  const orNull = (name: string | null): string | null => (name === null ? null : redactName(name));
  const scopeOf = ({ client, session, project, agent, agentType }: ImportScope): ImportScope => ({
    client,
    session: redactName(session),
    project: orNull(project),
    agent: orNull(agent),
    ...(agentType === undefined ? {} : { agentType: redactName(agentType) }),
  });
  const placeOf = (provenance: Provenance): Provenance => ({ ...provenance, messageId: orNull(provenance.messageId) });
  const item = createItemPreparer({ redactor, tokenizer, redactName, scopeOf, placeOf });

  const fact = (imported: Imported): PreparedFact => {
    switch (imported.type) {
      case "item":
        return item(imported);
      case "usage":
        return {
          ...imported,
          scope: scopeOf(imported.scope),
          model: orNull(imported.model),
          provenance: placeOf(imported.provenance),
        };
      case "compaction":
        return {
          ...imported,
          scope: scopeOf(imported.scope),
          trigger: orNull(imported.trigger),
          partial: imported.partial === true,
          provenance: placeOf(imported.provenance),
        };
      case "problem":
        return { ...imported, message: redact(storable(imported.message)), file: redactName(imported.file) };
    }
  };
  return {
    prepare: (facts) => facts.map(fact),
    redactName,
    redactDeep: (value) => deep(value, redact),
  };
}

interface ItemParts extends PreparerOptions {
  readonly redactName: (name: string) => string;
  readonly scopeOf: (scope: ImportScope) => ImportScope;
  readonly placeOf: (provenance: Provenance) => Provenance;
}

function createItemPreparer({
  redactor,
  tokenizer,
  redactName,
  scopeOf,
  placeOf,
}: ItemParts): (item: ImportedItem) => PreparedEntry {
  const cut = (text: string): string => settledCut(text, EXCERPT_LENGTH, (part) => redactor.redact(part).text);
  return (item) => {
    let redactions: RedactionCounts = {};
    const redacted = (text: string): string => {
      const { text: result, counts } = redactor.redact(storable(text));
      redactions = sumOf(redactions, counts);
      return result;
    };
    const field = (text: string | null): string | null => (text === null ? null : cut(redacted(text)));
    const content = redacted(item.delivered);
    const outputTokens = tokenizer.count(item.delivered);
    const isLog = item.kind !== "other" && item.role !== "proposal";
    return {
      type: "item",
      key: item.key,
      scope: scopeOf(item.scope),
      role: item.role,
      kind: item.kind,
      tool: item.tool === "" ? "unknown" : redactName(item.tool),
      path: field(item.path),
      command: field(item.command),
      pattern: field(item.pattern),
      createdAt: item.createdAt,
      durationUs: wholeNumber(item.durationUs),
      inputTokens: producedTokens(item, outputTokens, tokenizer),
      outputTokens,
      deliveredLength: item.delivered.length,
      producedLength: item.produced?.length ?? null,
      content,
      contentSha256: content === "" ? EMPTY_SHA256 : sha256Hex(content),
      redactions,
      media: Object.fromEntries(Object.entries(item.media).map(([type, count]) => [redactName(type), count])),
      mediaParts: (item.mediaParts ?? []).map((part) => ({ ...part, type: redactName(part.type) })),
      spawned: item.spawned === undefined ? null : redactName(item.spawned),
      isError: item.isError,
      provenance: placeOf(item.provenance),
      sketch: isLog ? sketchOf(content) : null,
    };
  };
}

/** What the tool produced, by its text, else by the log's own count, else what was delivered. */
function producedTokens(item: ImportedItem, outputTokens: number, tokenizer: Tokenizer): number {
  if (item.produced !== null && item.produced !== item.delivered) return tokenizer.count(item.produced);
  if (item.produced === null && item.producedTokens !== undefined) return wholeNumber(item.producedTokens);
  return outputTokens;
}

/** A text as it can be stored (PF3). */
function storable(text: string): string {
  const wellFormed = text.replace(loneSurrogate, "\ufffd");
  return wellFormed.includes("\0") ? wellFormed.replace(nul, "\ufffd") : wellFormed;
}

const wholeNumber = (value: number): number =>
  Number.isFinite(value) ? Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, Math.round(value))) : 0;

function sumOf(a: RedactionCounts, b: RedactionCounts): RedactionCounts {
  const kinds = Object.entries(b);
  if (kinds.length === 0) return a;
  const sum: Record<string, number> = { ...a };
  for (const [kind, count] of kinds) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

function deep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(storable(value));
  if (Array.isArray(value)) return value.map((member) => deep(member, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redact(storable(name)), deep(member, redact)]),
  );
}
