/** Follows logs while they are written: what is new in known files, and new files. */
import { setTimeout as wait } from "node:timers/promises";
import type { FileCheckpoint } from "./checkpoint.ts";
import { discover, type FoundFile } from "./discover.ts";
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
  readonly size: number;
  readonly mtimeMs: number;
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
    for (const batch of lookOnce(files, options)) {
      yield batch;
      if (signal.aborted) return;
    }
    await pause(options.intervalMs ?? 500, signal);
  }
}

function* lookOnce(files: Map<string, Followed>, options: FollowOptions): Generator<FollowedBatch> {
  const { files: found } = discover(options.paths, { ignoreMissing: true });
  for (const file of found) yield* newBatches(file, files, options);
}

function* newBatches(found: FoundFile, files: Map<string, Followed>, options: FollowOptions): Generator<FollowedBatch> {
  const { path, size, mtimeMs } = found;
  const known = files.get(path);
  if (known !== undefined && known.size === size && known.mtimeMs === mtimeMs) return;
  const followed: Followed = { size, mtimeMs, checkpoint: known?.checkpoint ?? options.checkpointOf(path) };
  files.set(path, followed);
  for (const batch of importFile(path, { ...options, checkpoint: followed.checkpoint })) {
    followed.checkpoint = batch.checkpoint ?? followed.checkpoint;
    if (batch.bytes > 0 || batch.facts.length > 0) yield { ...batch, path };
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
