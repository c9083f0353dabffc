/** Whole lines of a file, as far as the room goes: what a `read` tool delivers. */
import { RuntimeFailure } from "../../src/errors.ts";
import type { ReadResult } from "../../src/executors/index.ts";
import type { Workspace } from "../../src/runtime/workspace/index.ts";

export interface ReadLines {
  readonly fromLine?: number;
  readonly toLine?: number;
  readonly room: { left: number };
  readonly count: (text: string) => number;
}

/** Returns the lines and spends the room. Errors: RuntimeFailure `workspace-unreadable`. */
export function readLines(
  workspace: Workspace,
  path: string,
  { room, count, ...range }: ReadLines,
): Omit<ReadResult, "seq" | "path"> {
  const file = workspace.readText(path);
  if (!file.ok) {
    throw new RuntimeFailure("workspace-unreadable", `${path}: ${file.reason}`, { details: { reason: file.reason } });
  }
  const lines = file.value.text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const fromLine = range.fromLine ?? 1;
  const taken: string[] = [];
  for (const line of lines.slice(fromLine - 1, range.toLine ?? lines.length)) {
    const cost = count(line) + 1;
    if (cost > room.left) break;
    room.left -= cost;
    taken.push(line);
  }
  const toLine = fromLine + taken.length - 1;
  return { text: taken.join(""), fromLine, toLine, more: toLine < lines.length };
}
