/** Follows logs while they are written: what is new in known files, and new files. */
import { setTimeout as wait } from "node:timers/promises";
import type { FileCheckpoint } from "./checkpoint.ts";
import { discover } from "./discover.ts";
import { importFile, type ImportBatch, type ImportFileOptions } from "./import-file.ts";

export interface FollowOptions extends Pick<ImportFileOptions, "importers" | "batchBytes" | "maxLineBytes"> {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Where the last reading of a file stopped, in the store; asked for once a file. */
  readonly checkpointOf: (path: string) => FileCheckpoint | null;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Time between two looks. */
  readonly intervalMs?: number;
}

export interface FollowedBatch extends ImportBatch {
  readonly path: string;
}

interface Followed {
  size: number;
  mtimeMs: number;
  checkpoint: FileCheckpoint | null;
}

/**
 * Batches as they come, until the signal; first of all that is there. A batch counts as stored when the next one is
 * asked for. What is wrong with a file is told once, until the file changes.
 */
export async function* follow(options: FollowOptions): AsyncGenerator<FollowedBatch> {
  const files = new Map<string, Followed>();
  const { signal } = options;
  while (!signal.aborted) {
    for (const found of discover(options.paths, { ignoreMissing: true }).files) {
      const known = files.get(found.path);
      if (known !== undefined && known.size === found.size && known.mtimeMs === found.mtimeMs) continue;
      const followed = known ?? { size: 0, mtimeMs: 0, checkpoint: options.checkpointOf(found.path) };
      files.set(found.path, followed);
      followed.size = found.size;
      followed.mtimeMs = found.mtimeMs;
      for (const batch of importFile(found.path, { ...options, checkpoint: followed.checkpoint })) {
        followed.checkpoint = batch.checkpoint ?? followed.checkpoint;
        if (batch.bytes > 0 || batch.facts.length > 0) yield { ...batch, path: found.path };
        if (signal.aborted) return;
      }
    }
    await pause(options.intervalMs ?? 500, signal);
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
