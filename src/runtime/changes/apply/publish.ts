/**
 * Applies changes to the user's tree, all or none, whatever happens in between.
 *
 * PB1  Stage and make durable → journal by rename (the commit point) → put each in place → drop the journal. A process
 *      that is killed at any of these leaves a tree that `recover` brings to exactly the old or the new state.
 * PB2  Nothing is replaced but exactly what the run saw: every path is looked at again before anything is written, and
 *      once more when its turn comes.
 */
import { randomBytes } from "node:crypto";
import { RuntimeFailure } from "../../../errors.ts";
import { closeFolder, openRoot } from "../../workspace/index.ts";
import type { Entry, Journal, Plan } from "./journal.ts";
import { Blocked, find, makeFolder, missingFolders, place, removeFolder, stage, unstage, versionOf } from "./tree.ts";

/** Why a path cannot be changed now. */
export interface Refusal {
  readonly path: string;
  readonly reason: string;
}

/** Gives a content by its SHA-256. Errors: RuntimeFailure `store-damaged` where there is none. */
export type Content = (sha256: string) => Uint8Array;

export interface Publishing {
  readonly journal: Journal;
  readonly content: Content;
}

/** Every path that is not as it was when the run saw it. */
export function refusals(root: string, entries: readonly Entry[]): Refusal[] {
  return entries.flatMap(({ path, before }) => {
    const found = find(root, path, true);
    if (found.kind === "obstacle") return [{ path, reason: found.reason }];
    if (versionOf(found) === before) return [];
    if (before === null) return [{ path, reason: "it was made by somebody else meanwhile" }];
    return [{ path, reason: found.kind === "nothing" ? "it is gone" : "it was changed meanwhile" }];
  });
}

/** Makes a plan of entries whose present state was looked at. */
export function planOf(it: Pick<Plan, "run" | "root" | "direction" | "entries">): Plan {
  const folders = it.entries.flatMap((one) => (one.after === null ? [] : missingFolders(it.root, one.path)));
  return { version: 1, ...it, token: randomBytes(6).toString("hex"), folders: [...new Set(folders)], undo: false };
}

/** Carries a plan out. Returns what stood in the way: then the tree is as it was. Errors: RuntimeFailure `disk-full` and others, the tree as it was. */
export function publish(plan: Plan, { journal, content }: Publishing): Refusal[] {
  const refused = refusals(plan.root, plan.entries);
  if (refused.length > 0) return refused;
  try {
    journal.write("plan", plan);
    stageAll(plan, { journal, content });
    const late = refusals(plan.root, plan.entries);
    if (late.length > 0) {
      discard(plan, journal);
      return late;
    }
  } catch (error) {
    discard(plan, journal);
    if (error instanceof Blocked) return [{ path: error.path, reason: error.message }];
    throw failureOf(error);
  }
  journal.commit();
  return complete(plan, { journal, content });
}

function stageAll(plan: Plan, { journal, content }: Publishing): void {
  const { root, entries } = plan;
  for (const { path, before } of entries) {
    const found = before === null ? null : find(root, path, true);
    if (found?.kind === "file") journal.keepOld(found.sha256, found.bytes);
  }
  for (const folder of plan.folders) makeFolder(root, folder);
  for (const [at, entry] of entries.entries()) stageEntry(plan, at, { entry, content });
}

function stageEntry(
  plan: Plan,
  at: number,
  { entry, content }: { readonly entry: Entry; readonly content: Content },
): void {
  const { path, after, mode } = entry;
  if (after !== null) stage(plan.root, path, { temporary: temporaryOf(plan, at), bytes: content(after), mode });
}

function temporaryOf({ token }: Plan, at: number): string {
  return `.cairn-${token}-${at}.tmp`;
}

/** Undoes what staging did: nothing of it has taken the place of anything. */
function discard(plan: Plan, journal: Journal): void {
  unstageAll(plan);
  for (const folder of plan.folders.toReversed()) removeFolder(plan.root, folder);
  forget(plan, journal);
  journal.remove("plan");
}

/** What was not replaced needs not be kept. */
function forget({ direction }: Plan, journal: Journal): void {
  if (direction === "apply") journal.dropOld();
}

function unstageAll(plan: Plan): void {
  for (const [at, { path }] of plan.entries.entries()) unstage(plan.root, path, temporaryOf(plan, at));
}

/** Goes on from the commit point; where something else is found in the tree, everything is undone. */
function complete(plan: Plan, publishing: Publishing): Refusal[] {
  const { journal } = publishing;
  if (plan.undo) return undo(plan, publishing);
  try {
    placeAll(plan, publishing.content);
  } catch (error) {
    const undone = { ...plan, undo: true };
    journal.write("journal", undone);
    const left = undo(undone, publishing);
    if (error instanceof Blocked) return [{ path: error.path, reason: error.message }, ...left];
    throw failureOf(error);
  }
  finish(plan, journal);
  return [];
}

/** Everything is in place; what fails here is done by the next command. */
function finish(plan: Plan, journal: Journal): void {
  try {
    if (plan.direction === "apply") journal.write("applied", plan);
    else {
      for (const folder of journal.read("applied")?.folders.toReversed() ?? []) removeFolder(plan.root, folder);
      journal.remove("applied");
    }
    journal.remove("journal");
    if (plan.direction === "revert") journal.dropOld();
  } catch (cause) {
    const code = isFull(cause) ? "disk-full" : "store-readonly";
    const message = "the files are in place, but that could not be written down; the next command does it";
    throw new RuntimeFailure(code, message, { cause });
  }
}

function placeAll(plan: Plan, content: Content): void {
  for (const folder of plan.folders) makeFolder(plan.root, folder);
  for (const [at, entry] of plan.entries.entries()) {
    const step = { ...entry, temporary: temporaryOf(plan, at) };
    if (place(plan.root, step)) continue;
    // Somebody removed what was staged: it is made once more.
    stageEntry(plan, at, { entry, content });
    if (!place(plan.root, step)) throw new Blocked(entry.path, "what was staged disappears");
  }
}

/** Puts back what was there, path by path; what is neither old nor new is somebody else's and stays. */
function undo(plan: Plan, { journal, content }: Publishing): Refusal[] {
  unstageAll(plan);
  const left = plan.entries.flatMap((entry, at) =>
    putBack(plan, at, { entry, content: (it) => journal.old(it) ?? content(it) }),
  );
  for (const folder of plan.folders.toReversed()) removeFolder(plan.root, folder);
  // What could not be put back is still needed by whoever does it by hand.
  if (left.length === 0) forget(plan, journal);
  journal.remove("journal");
  return left;
}

function putBack(
  plan: Plan,
  at: number,
  { entry, content }: { readonly entry: Entry; readonly content: Content },
): Refusal[] {
  const { path, before, after } = entry;
  const found = find(plan.root, path, false);
  if (found.kind !== "obstacle" && versionOf(found) === before) return [];
  if (found.kind === "obstacle" || versionOf(found) !== after)
    return [{ path, reason: "left as somebody else made it" }];
  const back = { ...entry, before: after, after: before };
  const temporary = temporaryOf(plan, at);
  try {
    stageEntry(plan, at, { entry: back, content });
    place(plan.root, { ...back, temporary });
    return [];
  } catch (error) {
    unstage(plan.root, path, temporary);
    if (error instanceof Blocked) return [{ path, reason: `it could not be put back: ${error.message}` }];
    throw failureOf(error);
  }
}

/** Brings the tree of a run to its old or its new state, where a process was killed in between. Null: there was nothing to do. */
export function recover(publishing: Publishing): { readonly plan: Plan; readonly refusals: readonly Refusal[] } | null {
  const { journal } = publishing;
  if (!journal.isPending()) return null;
  const committed = journal.read("journal");
  const { root = "" } = committed ?? journal.read("plan") ?? {};
  const opened = openRoot(root);
  if (!opened.ok)
    throw new RuntimeFailure("workspace-missing", `the workspace ${root} cannot be opened: ${opened.reason}`);
  closeFolder(opened.value);
  if (committed) return { plan: committed, refusals: complete(committed, publishing) };
  const staged = journal.read("plan");
  if (!staged) return null;
  discard(staged, journal);
  return { plan: { ...staged, undo: true }, refusals: [] };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function isFull(error: unknown): boolean {
  return codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT";
}

function failureOf(error: unknown): unknown {
  if (error instanceof RuntimeFailure) return error;
  const code = codeOf(error);
  if (isFull(error))
    return new RuntimeFailure("disk-full", "there is no space to apply the changes; the tree is as it was", {
      cause: error,
    });
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return new RuntimeFailure(
      "workspace-unreadable",
      `the workspace may not be written (${code}); the tree is as it was`,
      {
        cause: error,
      },
    );
  return error;
}
