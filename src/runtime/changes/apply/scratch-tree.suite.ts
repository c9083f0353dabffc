/** A workspace and a store's folder on disk, for tests of applying changes. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";
import { sha256Hex } from "../../../contracts/index.ts";
import { Journal, type Entry } from "./journal.ts";
import { planOf, publish, type Refusal } from "./publish.ts";

export type Tree = Readonly<Record<string, string>>;

export interface ScratchTree {
  readonly root: string;
  readonly store: string;
  readonly journal: Journal;
  /** Carries out a change of files: null removes one. */
  apply(changes: Readonly<Record<string, string | null>>, mode?: number): Refusal[];
  entries(changes: Readonly<Record<string, string | null>>, mode?: number): Entry[];
  /** Everything that is there: contents with permissions by path, folders and links by their own sign. */
  read(): Tree;
}

export function writeTree(root: string, files: Tree): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

export function readTree(root: string, at = ""): Tree {
  const tree: Record<string, string> = {};
  for (const name of readdirSync(join(root, at)).toSorted()) {
    const path = at === "" ? name : `${at}/${name}`;
    const stats = lstatSync(join(root, path));
    if (stats.isDirectory()) Object.assign(tree, { [`${path}/`]: "" }, readTree(root, path));
    else if (stats.isSymbolicLink()) tree[path] = `-> ${readlinkSync(join(root, path))}`;
    else tree[path] = `${(stats.mode & 0o777).toString(8)} ${readFileSync(join(root, path), "utf8")}`;
  }
  return tree;
}

/** Makes the contents of strings findable by their hash. */
export function contentsOf(texts: Iterable<string | null>): (sha256: string) => Uint8Array {
  const known = new Map([...texts].flatMap((it) => (it === null ? [] : [[sha256Hex(it), Buffer.from(it)] as const])));
  return (sha256) => {
    const bytes = known.get(sha256);
    if (!bytes) throw new Error(`no content ${sha256}`);
    return bytes;
  };
}

/** Returns a maker of trees, which are removed after each test. */
export function useScratchTrees(): (files: Tree) => ScratchTree {
  let made: string[] = [];
  afterEach(() => {
    for (const it of made) {
      rmSync(it, { recursive: true, force: true });
    }
    made = [];
  });
  return (files) => {
    const folder = mkdtempSync(join(tmpdir(), "cairn-apply-"));
    made.push(folder);
    return scratchTree(folder, files);
  };
}

/** The same below a folder that the caller removes. */
export function scratchTree(folder: string, files: Tree): ScratchTree {
  const [root, store] = [join(folder, "tree"), join(folder, "store")];
  mkdirSync(root);
  mkdirSync(store);
  writeTree(root, files);
  for (const path of Object.keys(files)) chmodSync(join(root, path), path.endsWith(".sh") ? 0o755 : 0o640);
  const journal = new Journal(store, "run");
  const entries = (changes: Readonly<Record<string, string | null>>, mode = 0o644): Entry[] =>
    Object.entries(changes).map(([path, after]) => {
      const before = files[path];
      const kept = path.endsWith(".sh") ? 0o755 : 0o640;
      return {
        path,
        before: before === undefined ? null : sha256Hex(before),
        after: after === null ? null : sha256Hex(after),
        mode: before === undefined ? mode : kept,
      };
    });
  return {
    root,
    store,
    journal,
    entries,
    apply: (changes, mode) => {
      const plan = planOf({ run: "run", root, direction: "apply", entries: entries(changes, mode) });
      return publish(plan, { journal, content: contentsOf(Object.values(changes)) });
    },
    read: () => readTree(root),
  };
}
