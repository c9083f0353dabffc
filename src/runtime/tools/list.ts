/**
 * The tool `list`: what is below a folder, as deep as was asked for; what lies deeper is counted with its folder.
 */
import type { ToolText } from "../../executors/index.ts";
import { elapsedUs, type Room, type ToolContext } from "./context.ts";
import { deliverText } from "./deliver-text.ts";
import { unreadable } from "./read.ts";
import { folderGlobs } from "./scope.ts";

const DEFAULT_DEPTH = 1;
const MAXIMUM_DEPTH = 64;
/** Lines that are made at most: far more than an invocation holds. */
const MAXIMUM_LINES = 20_000;
/** Share of the room that one list may take. */
const LIST_SHARE = 0.5;

export interface ListNames {
  readonly path?: string;
  readonly depth?: number;
}

export async function list(context: ToolContext, request: ListNames, room: Room): Promise<ToolText> {
  const started = performance.now();
  const folder = (request.path ?? "").replace(/^(?:\.\/)+|\/+$/g, "").replace(/^\.$/, "");
  const names = await namesBelow(context, folder, Math.min(MAXIMUM_DEPTH, Math.max(1, request.depth ?? DEFAULT_DEPTH)));
  const delivered = await deliverText(context, room, {
    entry: {
      kind: "search",
      tool: "list",
      path: folder === "" ? "." : folder,
      rawText: names.lines.map((line) => `${line}\n`).join(""),
      durationUs: elapsedUs(started),
    },
    share: LIST_SHARE,
  });
  return { ...delivered, more: delivered.more || names.more };
}

interface Names {
  readonly lines: readonly string[];
  readonly more: boolean;
}

/** Errors: RuntimeFailure `workspace-unreadable` where nothing is there. */
async function namesBelow(context: ToolContext, folder: string, depth: number): Promise<Names> {
  const lines: string[] = [];
  const open = { name: "", count: 0 };
  const close = (): void => {
    if (open.count > 0) lines.push(`${open.name}/ (${open.count} ${open.count === 1 ? "file" : "files"})`);
    open.count = 0;
  };
  const skip = folder === "" ? 0 : folder.length + 1;
  for await (const entry of context.workspace.list({ paths: folderGlobs(folder), signal: context.signal })) {
    if (entry.kind === "unreadable" && entry.path === folder) throw unreadable(folder, entry.reason);
    if (lines.length >= MAXIMUM_LINES) return { lines, more: true };
    const segments = entry.path.slice(skip).split("/");
    const shown = entry.path.slice(0, skip) + segments.slice(0, depth).join("/");
    if (segments.length > depth) {
      if (open.name !== shown) close();
      open.name = shown;
      open.count += 1;
      continue;
    }
    close();
    lines.push(entry.kind === "file" ? `${shown} (${entry.bytes} bytes)` : `${shown} (unreadable: ${entry.reason})`);
  }
  close();
  if (lines.length === 0 && folder !== "") throw unreadable(folder, missingReason(context, folder));
  return { lines, more: false };
}

/** Why a folder that holds nothing holds nothing: it may be a file, or not be there. */
function missingReason(context: ToolContext, folder: string): string {
  const read = context.workspace.readText(folder, 0);
  if (read.ok || read.reason === "too-large" || read.reason === "binary") return "not-a-folder";
  return read.reason;
}
