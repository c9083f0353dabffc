/**
 * The spool: where a hook of two shell commands leaves what it was told, because a process of Node for every event would be
 * felt. One file an event, moved into place whole; whoever comes next takes them over and removes them.
 *
 * SP1  A file is removed only after what it holds was recorded, or cannot be read as a hook's input.
 * SP2  Files of a spool are private (0600, in a folder of 0700): they hold what the agent saw, not redacted yet.
 */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";

export interface Spooled {
  readonly path: string;
  readonly text: string;
}

/** Events taken over at once, and the largest one: what is larger is dropped, as no context holds it. */
const MAXIMUM_EVENTS = 1000;
const MAXIMUM_BYTES = 8 * 1024 * 1024;
const decoder = new TextDecoder();

/** What waits in the spool, oldest first. */
export function* spooled(folder: string): Generator<Spooled> {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  for (const name of names.toSorted().slice(0, MAXIMUM_EVENTS)) {
    const path = join(folder, name);
    const text = textOf(path);
    if (text === null) rmSync(path, { force: true });
    else yield { path, text };
  }
}

/** Removes what was taken over. */
export function remove(events: readonly Spooled[]): void {
  for (const { path } of events) rmSync(path, { force: true });
}

/** Null for what is no plain file, or too large. */
function textOf(path: string): string | null {
  const file = openSync(path, "r");
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MAXIMUM_BYTES) return null;
    const bytes = new Uint8Array(stats.size);
    return decoder.decode(bytes.subarray(0, readSync(file, bytes)));
  } finally {
    closeSync(file);
  }
}
