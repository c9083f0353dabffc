/**
 * Facts of importers made ready for the ledger: redacted, counted, hashed.
 *
 * PF1  Every text of a fact is redacted: the content, what it was got from, and every name, since a log is written by
 *      strangers. Only keys stay as they are; the ledger keeps their digest.
 * PF2  Tokens are counted of what the model saw and of what was produced, unredacted: that is what entered, and what it cost.
 * PF3  No text that is stored holds NUL or half a surrogate pair: SQLite would end or change it there.
 */
import { sha256Hex } from "../contracts/index.ts";
import { assert } from "../errors.ts";
import { EXCERPT_LENGTH, settledCut } from "./excerpt.ts";
import type { Imported, ImportedItem, ImportScope, Provenance } from "./import/imported.ts";
import type { PreparedEntry, PreparedFact } from "./ledger-store.ts";
import type { RedactionCounts, Redactor } from "./redact.ts";
import type { Tokenizer } from "./tokens.ts";

/** The texts of an item that are long. `produced` is null where it need not be counted. */
export interface ItemTexts {
  readonly delivered: string;
  readonly produced: string | null;
}

/** What is to be known of them: the part of preparing that costs time, and that another thread can do. */
export interface MeasuredTexts {
  /** What was delivered, redacted; null where that changes nothing. */
  readonly redacted: string | null;
  readonly redactions: RedactionCounts;
  /** SHA-256 (hex) of what was delivered, redacted. */
  readonly sha256: string;
  readonly deliveredTokens: number;
  readonly producedTokens: number | null;
}

/** Makes facts ready. Pure but for what it remembers of names. */
export interface Preparer {
  /** The texts of the items among some facts, in their order. */
  textsOf(facts: readonly Imported[]): readonly ItemTexts[];
  measure(texts: readonly ItemTexts[]): readonly MeasuredTexts[];
  /** The facts made ready, given the measures of their texts. */
  prepare(facts: readonly Imported[], measured: readonly MeasuredTexts[]): readonly PreparedFact[];
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

/** A preparer for one policy and one tokenizer. */
export function createPreparer({ redactor, tokenizer }: PreparerOptions): Preparer {
  const redact = (text: string): string => redactor.redact(storable(text)).text;
  const names = createNames(redact);
  const item = createItemPreparer(redactor, names);

  const fact = (imported: Imported, measured: MeasuredTexts | undefined): PreparedFact => {
    switch (imported.type) {
      case "item":
        assert(measured !== undefined, "the texts of every item were measured");
        return item(imported, measured);
      case "usage":
        return { ...imported, ...names.places(imported), model: names.orNull(imported.model) };
      case "compaction": {
        const partial = imported.partial === true;
        return { ...imported, ...names.places(imported), trigger: names.orNull(imported.trigger), partial };
      }
      case "problem":
        return { ...imported, message: redact(imported.message), file: names.name(imported.file) };
    }
  };
  return {
    textsOf: (facts) => facts.flatMap((imported) => (imported.type === "item" ? [textsOfItem(imported)] : [])),
    measure: (texts) => texts.map((it) => measureTexts(it, { redactor, tokenizer })),
    prepare: (facts, measured) => {
      let next = 0;
      return facts.map((imported) => fact(imported, imported.type === "item" ? measured[next++] : undefined));
    },
    redactName: names.name,
    redactDeep: (value) => deep(value, redact),
  };
}

interface Placed {
  readonly scope: ImportScope;
  readonly provenance: Provenance;
}

/** Names that come again and again, redacted. */
interface Names {
  readonly name: (name: string) => string;
  readonly orNull: (name: string | null) => string | null;
  readonly places: (fact: Placed) => Placed;
}

function createNames(redact: (text: string) => string): Names {
  const known = new Map<string, string>();
  const scopes = new WeakMap<ImportScope, ImportScope>();
  const name = (text: string): string => {
    const found = known.get(text) ?? redact(text);
    if (known.size >= REMEMBERED_NAMES) known.clear();
    known.set(text, found);
    return found;
  };
  const orNull = (text: string | null): string | null => (text === null ? null : name(text));
  const scopeOf = (scope: ImportScope): ImportScope => {
    const found = scopes.get(scope);
    if (found !== undefined) return found;
    const { client, session, project, agent, agentType } = scope;
    const redacted: ImportScope = {
      client: name(client),
      session: name(session),
      project: orNull(project),
      agent: orNull(agent),
      ...(agentType === undefined ? {} : { agentType: name(agentType) }),
    };
    scopes.set(scope, redacted);
    return redacted;
  };
  const places = ({ scope, provenance }: Placed): Placed => ({
    scope: scopeOf(scope),
    provenance: { ...provenance, messageId: orNull(provenance.messageId) },
  });
  return { name, orNull, places };
}

function textsOfItem({ delivered, produced }: ImportedItem): ItemTexts {
  return { delivered, produced: produced === delivered ? null : produced };
}

function measureTexts({ delivered, produced }: ItemTexts, { redactor, tokenizer }: PreparerOptions): MeasuredTexts {
  const { text, counts } = redactor.redact(storable(delivered));
  return {
    redacted: text === delivered ? null : text,
    redactions: counts,
    sha256: sha256Hex(text),
    deliveredTokens: tokenizer.count(delivered),
    producedTokens: produced === null ? null : tokenizer.count(produced),
  };
}

type PrepareItem = (item: ImportedItem, measured: MeasuredTexts) => PreparedEntry;

function createItemPreparer(redactor: Redactor, names: Names): PrepareItem {
  const cut = (text: string): string => settledCut(text, EXCERPT_LENGTH, (part) => redactor.redact(part).text);
  return (item, measured) => {
    let { redactions } = measured;
    const field = (text: string | null): string | null => {
      if (text === null) return null;
      const redaction = redactor.redact(storable(text));
      redactions = sumOf(redactions, redaction.counts);
      return cut(redaction.text);
    };
    return {
      type: "item",
      key: item.key,
      ...names.places(item),
      role: item.role,
      kind: item.kind,
      tool: item.tool === "" ? "unknown" : names.name(item.tool),
      path: field(item.path),
      command: field(item.command),
      pattern: field(item.pattern),
      createdAt: item.createdAt,
      durationUs: wholeNumber(item.durationUs),
      inputTokens: measured.producedTokens ?? hintOf(item) ?? measured.deliveredTokens,
      outputTokens: measured.deliveredTokens,
      deliveredLength: item.delivered.length,
      producedLength: item.produced?.length ?? null,
      content: measured.redacted ?? item.delivered,
      contentSha256: measured.sha256,
      redactions,
      media: mediaOf(item.media, names.name),
      mediaParts: (item.mediaParts ?? []).map((part) => ({ ...part, type: names.name(part.type) })),
      spawned: item.spawned === undefined ? null : names.name(item.spawned),
      isError: item.isError,
    };
  };
}

function mediaOf(media: ImportedItem["media"], redactName: (name: string) => string): ImportedItem["media"] {
  const entries = Object.entries(media);
  return entries.length === 0 ? media : Object.fromEntries(entries.map(([type, count]) => [redactName(type), count]));
}

/** The log's own count of what the tool produced, where it does not have the text. */
function hintOf({ produced, producedTokens }: ImportedItem): number | null {
  return produced === null && producedTokens !== undefined ? wholeNumber(producedTokens) : null;
}

/** A text as it can be stored (PF3). */
function storable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.replace(loneSurrogate, "\ufffd");
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
