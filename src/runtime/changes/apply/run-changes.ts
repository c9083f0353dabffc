/**
 * What a run changed, and getting it into the user's tree or out of it again (§3.5; decision 0011).
 *
 * RC1  Only what a run ended with is applied, once, by one process at a time (the run's lease).
 * RC2  What was begun and interrupted is brought to its end before anything else is looked at.
 */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { asArtifactDelta, type Outcome } from "../../../contracts/index.ts";
import {
  isProtected,
  unsafePath,
  type Change,
  type Engine,
  type RunState,
  type Version,
} from "../../../engine/index.ts";
import { RuntimeFailure } from "../../../errors.ts";
import { loadState } from "../../run-log.ts";
import type { RunInfo, Store } from "../../store.ts";
import { openWorkspace } from "../../workspace/index.ts";
import { Journal, type Entry, type Plan } from "./journal.ts";
import { planOf, publish, recover, refusals, type Content, type Refusal } from "./publish.ts";
import { find } from "./tree.ts";
import { unifiedDiff, type FileDiff } from "./unified-diff.ts";

export interface ChangeServices {
  readonly store: Store;
  readonly engine: Engine;
  /** Folder of the store: what is written down of applying lies there. */
  readonly folder: string;
  redact(text: string): string;
}

/** One file that a run changed. */
export interface FileChange extends FileDiff {
  readonly path: string;
  readonly op: "create" | "modify" | "delete";
  readonly before: Version;
  readonly after: Version;
  /** Why it cannot be applied now (or undone, where it was applied); null: nothing stands in the way. */
  readonly obstacle: string | null;
}

export interface RunChanges {
  readonly run: string;
  readonly workspace: string;
  readonly outcome: Outcome | null;
  /** True while the changes are in the user's tree. */
  readonly applied: boolean;
  /** True where a process was interrupted while it applied them. */
  readonly interrupted: boolean;
  readonly files: readonly FileChange[];
  /** Deltas of tasks that were not merged: they are in no view. */
  readonly unmerged: readonly { readonly id: string; readonly path: string }[];
}

export interface ChangeReport {
  readonly run: string;
  readonly workspace: string;
  readonly direction: Plan["direction"];
  /** False: nothing was changed, and `refused` says why. True without paths: it was so already. */
  readonly done: boolean;
  readonly paths: readonly string[];
  readonly refused: readonly Refusal[];
}

const MAXIMUM_APPLY_MS = 10 * 60 * 1000;
const NEW_FILE_MODE = 0o666;

/** Returns what a run has changed so far, with differences. Changes nothing. */
export function describeChanges(services: ChangeServices, run: RunInfo): RunChanges {
  const { state, root } = loaded(services, run);
  const journal = new Journal(services.folder, run.id);
  const applied = journal.read("applied");
  const task = state.tasks.get(state.definition.task);
  const changes = task?.record.changes ?? [];
  const entries = applied ? reversed(applied.entries) : entriesOf(root, changes);
  const stood = new Map(obstacles(services, root, entries).map((it) => [it.path, it.reason]));
  const contents = contentOf(services, journal);
  return {
    run: run.id,
    workspace: root,
    outcome: task?.record.outcome ?? null,
    applied: applied !== null,
    interrupted: journal.isPending(),
    files: changes.map((it) => ({
      path: it.path,
      op: it.before === null ? "create" : it.after === null ? "delete" : "modify",
      before: it.before,
      after: it.after,
      obstacle: stood.get(it.path) ?? null,
      ...diffOf(it, { root, contents, services }),
    })),
    unmerged: (task?.packet.artifact_deltas ?? []).flatMap((loose) => {
      const it = asArtifactDelta(loose);
      return it?.status === "proposed" ? [{ id: it.id, path: it.path }] : [];
    }),
  };
}

interface Diffing {
  readonly root: string;
  readonly contents: Content;
  readonly services: ChangeServices;
}

function diffOf(change: Change, { root, contents, services }: Diffing): FileDiff {
  const before = oldBytes(root, change, contents);
  if (before === null && change.before !== null) return { diff: null, added: 0, removed: 0 };
  return unifiedDiff(change.path, { before, after: bytesOf(change.after, contents) }, services);
}

function bytesOf(version: Version, content: Content): Uint8Array | null {
  return version === null ? null : content(version);
}

/** What was replaced is in the journal's folder once it was; before that it is on disk. Null: it is there no more. */
function oldBytes(root: string, { path, before }: Change, content: Content): Uint8Array | null {
  if (before === null) return null;
  const found = find(root, path, false);
  if (found.kind === "file" && found.sha256 === before) return found.bytes;
  try {
    return content(before);
  } catch {
    return null; // the tree has changed underneath: that is said as the obstacle
  }
}

/** Applies what a run changed. Errors: RuntimeFailure `run-busy`, `disk-full`, `store-damaged`, `workspace-…`. */
export function applyChanges(
  services: ChangeServices,
  run: RunInfo,
  it: { readonly incomplete: boolean },
): ChangeReport {
  return held(services, run, (journal) => {
    const { state, root } = loaded(services, run);
    const report = { run: run.id, workspace: root, direction: "apply" as const, done: false, paths: [] };
    const task = state.tasks.get(state.definition.task);
    const unready = notReady(task?.record.outcome ?? null, it.incomplete);
    if (!task || unready !== null)
      return { ...report, refused: [{ path: "", reason: unready ?? "the run was not begun" }] };
    if (journal.read("applied")) return { ...report, done: true, refused: [] };
    const entries = entriesOf(root, task.record.changes);
    const standing = obstacles(services, root, entries);
    if (standing.length > 0) return { ...report, refused: standing };
    const plan = planOf({ run: run.id, root, direction: "apply", entries });
    const refused = publish(plan, { journal, content: contentOf(services, journal) });
    return { ...report, refused, done: refused.length === 0, paths: entries.map((one) => one.path) };
  });
}

function notReady(outcome: Outcome | null, incomplete: boolean): string | null {
  if (outcome === null) return "the run has not ended";
  if (outcome === "complete" || incomplete) return null;
  return `the run ended ${outcome}: look at its changes, and allow them with --incomplete`;
}

/** Undoes what `applyChanges` did. Errors: as there. */
export function revertChanges(services: ChangeServices, run: RunInfo): ChangeReport {
  return held(services, run, (journal) => {
    const applied = journal.read("applied");
    const root = applied?.root ?? loaded(services, run).root;
    const report = { run: run.id, workspace: root, direction: "revert" as const, done: false, paths: [] };
    if (!applied) return { ...report, refused: [{ path: "", reason: "the changes of this run are not in the tree" }] };
    const entries = reversed(applied.entries).map((it) => ({ ...it, mode: presentMode(root, it) ?? it.mode }));
    const plan = planOf({ run: run.id, root, direction: "revert", entries });
    const refused = publish(plan, { journal, content: contentOf(services, journal) });
    return { ...report, refused, done: refused.length === 0, paths: entries.map((one) => one.path) };
  });
}

function reversed(entries: readonly Entry[]): Entry[] {
  return entries.map((it) => ({ ...it, before: it.after, after: it.before }));
}

/** Brings every application that was interrupted to its end (RC2). Runs that somebody works on are left to them. */
export function recoverChanges(services: ChangeServices): readonly Plan[] {
  const folder = join(services.folder, "changes");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((run) => {
    const journal = new Journal(services.folder, run);
    const info = journal.isPending() ? services.store.run(run) : null;
    if (!info || services.store.holder(run) !== null) return [];
    try {
      return withLease(
        services.store,
        run,
        () => recover({ journal, content: contentOf(services, journal) })?.plan ?? [],
      );
    } catch (error) {
      // A workspace that is away, a disk without space: the journal waits, and other runs go on. Who applies this run is told.
      if (error instanceof RuntimeFailure) return [];
      throw error;
    }
  });
}

function held<T>(services: ChangeServices, run: RunInfo, work: (journal: Journal) => T): T {
  return withLease(services.store, run.id, () => {
    const journal = new Journal(services.folder, run.id);
    recover({ journal, content: contentOf(services, journal) });
    return work(journal);
  });
}

function withLease<T>(store: Store, run: string, work: () => T): T {
  const taken = store.acquire(run, `process ${process.pid} on ${hostname()} (changes)`, MAXIMUM_APPLY_MS);
  if (!taken.ok) throw new RuntimeFailure("run-busy", `run ${run} is being worked on by ${taken.holder}`);
  try {
    return work();
  } finally {
    store.release(taken.lease);
  }
}

interface Loaded {
  readonly state: RunState;
  /** The workspace as the run saw it, links resolved. */
  readonly root: string;
}

function loaded({ store, engine }: ChangeServices, run: RunInfo): Loaded {
  const state = loadState(store, engine, { run: run.id });
  const [opened] = store.events(run.id, 0, 1);
  if (!state || opened?.kind !== "run-opened")
    throw new RuntimeFailure("usage", `nothing has happened in run ${run.id} yet`);
  const root = opened.payload.workspace ?? run.workspace ?? "";
  openWorkspace(root);
  if (realpathSync(root) !== root)
    throw new RuntimeFailure(
      "workspace-missing",
      `the workspace ${root} is a link now: it leads to ${realpathSync(root)}`,
    );
  return { state, root };
}

function obstacles({ folder }: ChangeServices, root: string, entries: readonly Entry[]): Refusal[] {
  const workspace = openWorkspace(root, { excluded: [folder] });
  const ruled = entries.flatMap(({ path }): Refusal[] => {
    const reason = unsafePath(path) ?? (isProtected(path) || workspace.isExcluded(path) ? "it is protected" : null);
    return reason === null ? [] : [{ path, reason }];
  });
  return ruled.length > 0 ? ruled : refusals(root, entries);
}

function entriesOf(root: string, changes: readonly Change[]): Entry[] {
  return changes.map((it) => {
    const { path, before, after } = it;
    const mode = presentMode(root, { path: before === null ? (it.mode_from ?? path) : path });
    return { path, before, after, mode: mode ?? NEW_FILE_MODE & ~process.umask() };
  });
}

function presentMode(root: string, { path }: { readonly path: string }): number | null {
  const found = find(root, path, false);
  return found.kind === "file" ? found.stats.mode & 0o777 : null;
}

function contentOf({ store }: ChangeServices, journal: Journal): Content {
  return (sha256) => {
    const bytes = store.blob(sha256) ?? journal.old(sha256);
    if (bytes) return bytes;
    throw new RuntimeFailure("store-damaged", `the content ${sha256} is not in the store`);
  };
}
