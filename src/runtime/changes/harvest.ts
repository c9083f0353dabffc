/**
 * What a program that works by itself changed in its private copy, as deltas: an agent edits files, and proposes that way.
 *
 * HV1  Only what differs from what the task sees is a delta; each has exactly that as `before`.
 * HV2  What no delta may touch, and what is a cache by its name, is left out and told.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Proposal } from "../../contracts/index.ts";
import { foldName, isProtected, unsafePath } from "../../engine/index.ts";
import { openWorkspace, type Workspace, type WorkspaceEntry } from "../workspace/index.ts";
import { MAXIMUM_CHANGED_BYTES } from "./look.ts";
import type { PrivatePlace } from "./private-trees.ts";

type Delta = NonNullable<Proposal["artifact_deltas"]>[number];

export interface Harvest {
  readonly deltas: readonly Delta[];
  /** Contents by their SHA-256. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** Paths that changed and are no deltas, each with the reason. */
  readonly leftOut: readonly string[];
}

/** A proposal has no more deltas than this; contents together are no larger than one file may be. */
const MAXIMUM_DELTAS = 1000;
/** The clock of a file system may lag behind ours. Unit: ms. */
const CLOCK_LAG_MS = 100;
/** Folders that programs fill by themselves. */
const CACHES = new Set([
  "node_modules",
  "__pycache__",
  ".cache",
  ".pytest_cache",
  ".mypy_cache",
  ".ruff_cache",
  ".tox",
  ".venv",
  ".nyc_output",
  ".turbo",
  ".gradle",
]);

export interface Working {
  readonly place: Pick<PrivatePlace, "root" | "madeMs">;
  /** What the task sees. */
  readonly seen: Workspace;
  /** Begins the ids of the deltas. */
  readonly idPrefix: string;
  readonly signal: AbortSignal;
}

/** Returns what was changed. Errors: the signal's reason. */
export async function harvest({ place, seen, idPrefix, signal }: Working): Promise<Harvest> {
  const it = new Gathering(seen, idPrefix);
  const tree = openWorkspace(place.root);
  const present = new Set<string>();
  for await (const entry of tree.list({ paths: ["**"], signal })) {
    present.add(entry.path);
    if (entry.kind === "unreadable") it.leave(entry);
    else if (lstatSync(join(place.root, entry.path)).ctimeMs >= place.madeMs - CLOCK_LAG_MS)
      await it.take(tree, entry.path);
  }
  for await (const entry of seen.list({ paths: ["**"], signal }))
    if (entry.kind === "file" && !present.has(entry.path)) await it.remove(entry.path);
  return { deltas: it.deltas, contents: it.contents, leftOut: it.leftOut };
}

/** The changes of one harvest, while they are gathered. */
class Gathering {
  readonly deltas: Delta[] = [];
  readonly contents = new Map<string, Uint8Array>();
  readonly leftOut: string[] = [];
  readonly #seen: Workspace;
  readonly #idPrefix: string;
  #bytes = 0;

  constructor(seen: Workspace, idPrefix: string) {
    this.#seen = seen;
    this.#idPrefix = idPrefix;
  }

  /** Links that were copied are no change; what else cannot be read was made by the program. */
  leave(entry: Extract<WorkspaceEntry, { kind: "unreadable" }>): void {
    if (entry.reason !== "link") this.leftOut.push(`${entry.path} (${entry.reason})`);
  }

  async take(tree: Workspace, path: string): Promise<void> {
    const read = tree.readBytes(path, MAXIMUM_CHANGED_BYTES);
    if (!read.ok) return void this.leftOut.push(`${path} (${read.reason})`);
    const { content, sha256 } = read.value;
    const before = await this.#seen.sha256(path);
    if (!before.ok && before.reason !== "missing") return void this.leftOut.push(`${path} (${before.reason})`);
    const version = before.ok ? before.value : null;
    if (version === sha256) return undefined;
    this.#bytes += content.length;
    const reason = this.#bytes > MAXIMUM_CHANGED_BYTES ? "too much was changed" : refusal(path, version === null);
    if (this.#add(path, { before: version, after: sha256 }, reason)) this.contents.set(sha256, content);
    return undefined;
  }

  async remove(path: string): Promise<void> {
    const before = await this.#seen.sha256(path);
    if (before.ok) this.#add(path, { before: before.value, after: null }, refusal(path, false));
  }

  #add(path: string, { before, after }: Pick<Delta, "before" | "after">, reason: string | null): boolean {
    const why = reason ?? (this.deltas.length >= MAXIMUM_DELTAS ? "too much was changed" : null);
    if (why !== null) {
      this.leftOut.push(`${path} (${why})`);
      return false;
    }
    const op = before === null ? "create" : after === null ? "delete" : "modify";
    const id = `${this.#idPrefix}-${this.deltas.length + 1}`;
    this.deltas.push({ id, path, op, before, after, status: "proposed", added: 0, removed: 0 });
    return true;
  }
}

function refusal(path: string, isNew: boolean): string | null {
  if (isProtected(path)) return "protected";
  if (
    isNew &&
    path
      .split("/")
      .slice(0, -1)
      .some((it) => CACHES.has(foldName(it)))
  )
    return "a cache";
  return unsafePath(path);
}
