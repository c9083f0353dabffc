/**
 * What an executor that cannot compute hashes may write in their place (docs/changing-files.md).
 *
 *   "before": "ctx:12"      the version of the file that item 12 holds, where it is a `read` of that very path
 *   "after": "contents/0"   the content at that place of the proposal's `contents`
 *
 * Left out, `before` is null where a file is created and `after` is null where one is deleted, `status` is `proposed`, and
 * `added` and `removed` are 0. What names nothing stays as it was written: the schema then refuses it.
 */
import { readJson } from "../../contracts/index.ts";
import { sha256OfBytes } from "./bytes.ts";

/** What is known of an item: the path that was read, and the hash of what was on disk or in the view. */
export interface ReadVersion {
  readonly path: string | null;
  readonly sourceSha256: string | null;
}

type Loose = Record<string, unknown>;

const BEFORE = /^ctx:([1-9]\d{0,15})(?:#|$)/;
const AFTER = /^contents\/(0|[1-9]\d{0,3})$/;

/** Returns the proposal's text with hashes in place of the short forms; text without any comes back as it is. */
export function withHashes(text: string, item: (seq: number) => ReadVersion | null): string {
  if (!text.includes('"artifact_deltas"')) return text;
  const read = readJson(text);
  if (!read.ok || !isLoose(read.value)) return text;
  const { artifact_deltas: deltas, contents } = read.value;
  if (!Array.isArray(deltas)) return text;
  const versions = Array.isArray(contents) ? contents.map(hashOf) : [];
  const completed = deltas.map((it: unknown) => (isLoose(it) ? complete(it, { item, versions }) : it));
  return JSON.stringify({ ...read.value, artifact_deltas: completed });
}

function isLoose(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hashOf(content: unknown): string | null {
  if (!isLoose(content)) return null;
  if (typeof content["text"] === "string") return sha256OfBytes(Buffer.from(content["text"], "utf8"));
  return typeof content["base64"] === "string" ? sha256OfBytes(Buffer.from(content["base64"], "base64")) : null;
}

interface Known {
  readonly item: (seq: number) => ReadVersion | null;
  readonly versions: readonly (string | null)[];
}

function complete(delta: Loose, known: Known): Loose {
  const { op } = delta;
  const before = delta["before"] ?? (op === "create" ? null : undefined);
  const after = delta["after"] ?? (op === "delete" ? null : undefined);
  const version = versionRead(before, delta, known);
  return {
    status: "proposed",
    added: 0,
    removed: 0,
    ...delta,
    ...(before === undefined ? {} : { before: version }),
    ...(after === undefined
      ? op === "rename" && before !== undefined
        ? { after: version }
        : {}
      : { after: versionGiven(after, known) }),
  };
}

function versionRead(before: unknown, delta: Loose, { item }: Known): unknown {
  const seq = typeof before === "string" ? BEFORE.exec(before)?.[1] : undefined;
  if (seq === undefined) return before;
  const found = item(Number(seq));
  return found?.path === (delta["from"] ?? delta["path"]) ? (found?.sourceSha256 ?? before) : before;
}

function versionGiven(after: unknown, { versions }: Known): unknown {
  const at = typeof after === "string" ? AFTER.exec(after)?.[1] : undefined;
  return at === undefined ? after : (versions[Number(at)] ?? after);
}
