/**
 * Documents of others into the ledger.
 *
 * TD1  What a document says is kept as it says it: its token counts are its own, its excerpt is all there is of a content.
 * TD2  The same item taken in twice is one item: by the key that our own documents carry, else by document and number.
 * TD3  It is redacted like everything else, whatever it says of itself.
 */
import { sha256Hex, type ContextIrDocument, type ContextIrItem } from "../../contracts/index.ts";
import { isLedgerRole } from "../item.ts";
import type { ImportedItem } from "../import/imported.ts";
import type { PreparedFact, SourceBatch } from "../ledger-store.ts";
import type { Preparer } from "../prepare.ts";

const CLIENT = "context-ir";
const KEY = /^[0-9a-f]{32}$/;

export interface TakenDocument {
  readonly document: ContextIrDocument;
  /** Where it came from: a path, or `-`. */
  readonly path: string;
}

/** A document as a batch for the ledger. */
export function batchOf({ document, path }: TakenDocument, preparer: Preparer): SourceBatch {
  const identity = documentIdentity(document);
  const items = document.items.map((item, at) => itemOf(item, { identity, path, line: at + 1 }));
  const measured = preparer.measure(preparer.textsOf(items));
  const facts = preparer.prepare(items, measured).map((fact, at) => withOwnCounts(fact, document.items[at]));
  const shownPath = preparer.redactName(path);
  return { facts, progress: { path, shownPath, checkpoint: null, stamp: null, isFromStart: true } };
}

/** Documents that a writer goes on with keep when they began and what they began with. */
function documentIdentity({ created_at, items }: ContextIrDocument): string {
  const first = items[0];
  const clients = [...new Set(items.map(({ source }) => source.client_name ?? ""))].toSorted();
  return sha256Hex(JSON.stringify([created_at, clients, first === undefined ? null : first.source.tool])).slice(0, 16);
}

function itemOf(
  item: ContextIrItem,
  { identity, path, line }: { readonly identity: string; readonly path: string; readonly line: number },
): ImportedItem {
  const { source } = item;
  const session = textMember(item, "x-session") ?? `document-${identity}`;
  const key = textMember(item, "x-key");
  const origin = source["x-origin"];
  return {
    type: "item",
    key: key !== null && KEY.test(key) ? `#${key}` : `${CLIENT}:${identity}:${item.seq}`,
    scope: {
      client: source.client_name ?? CLIENT,
      session,
      project: textMember(item, "x-project"),
      agent: source.agent_id ?? null,
    },
    role: isLedgerRole(origin) ? origin : "evidence",
    kind: source.kind,
    tool: source.tool,
    path: source.path ?? null,
    command: source.command ?? null,
    pattern: source.pattern ?? null,
    createdAt: item.created_at,
    durationUs: item.duration_us,
    produced: null,
    delivered: item.content_excerpt,
    media: {},
    isError: item["x-error"] === true,
    provenance: { file: path, line, offset: 0, messageId: null },
  };
}

function textMember(item: ContextIrItem, name: string): string | null {
  const value = item[name];
  return typeof value === "string" && value !== "" ? value : null;
}

function withOwnCounts(fact: PreparedFact, item: ContextIrItem | undefined): PreparedFact {
  if (fact.type !== "item" || item === undefined) return fact;
  return { ...fact, isCut: item.truncated, inputTokens: item.input_tokens, outputTokens: item.output_tokens };
}
