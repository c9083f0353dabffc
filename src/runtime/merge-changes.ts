/** Makes the merges that a join waits for, and puts what came of them to the engine (engine/changes.ts). */
import type { Decision, Effect } from "../engine/index.ts";
import { mergeAll } from "./changes/index.ts";
import type { Work } from "./work.ts";

type Merge = Extract<Effect, { kind: "merge" }>;

/** Performs the effect. A version that the disk no longer has makes a conflict, not a failure. */
export async function mergeChanges(work: Work, effect: Merge, signal: AbortSignal): Promise<Decision> {
  const { log, recorder } = work;
  await log.settled();
  const onDisk = async (path: string, sha256: string): Promise<Uint8Array | null> => {
    const read = work.workspace.readBytes(path);
    return read.ok && read.value.sha256 === sha256 ? read.value.content : null;
  };
  const merged = await mergeAll(effect.merges, {
    read: async (path, sha256) => log.blob(sha256) ?? onDisk(path, sha256),
    redact: (text) => recorder.redact(text),
  });
  signal.throwIfAborted();
  return log.decideNow(
    {
      kind: "record-merge",
      task: effect.task,
      effect: effect.id,
      results: merged.results,
      clockMs: work.activeClock.nowMs(),
    },
    { contents: merged.contents },
  );
}
