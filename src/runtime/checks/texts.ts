/**
 * The checks `match` and `absent`: a pattern over files of the workspace.
 *
 * `match` holds when the globs name at least one file and every one of them has a match. `absent` holds when none has
 * one. Both fail where a file could not be read, as then nobody knows; `absent` passes over binary files and says so.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PathsPattern } from "../../contracts/index.ts";
import { compilePattern, type Pattern } from "../../executors/index.ts";
import { MAXIMUM_TEXT_BYTES, type Workspace } from "../workspace/index.ts";
import { counted, failed, listed, passed, type CheckOutcome } from "./outcome.ts";

interface Seen {
  readonly matching: string[];
  readonly others: string[];
  readonly binary: string[];
  readonly unread: string[];
}

export async function checkMatch(rule: PathsPattern, workspace: Workspace, signal: AbortSignal): Promise<CheckOutcome> {
  const seen = await look(rule, workspace, signal);
  if (typeof seen === "string") return failed(seen);
  const without = [...seen.others, ...seen.binary];
  if (seen.unread.length > 0) return failed(`not read: ${listed(seen.unread)}`);
  if (without.length > 0) return failed(`no match in ${listed(without)}`);
  if (seen.matching.length === 0) return failed("no file has one of these paths");
  return passed(`${counted(seen.matching.length, "file")} match`);
}

export async function checkAbsent(
  rule: PathsPattern,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const seen = await look(rule, workspace, signal);
  if (typeof seen === "string") return failed(seen);
  if (seen.matching.length > 0) return failed(`found in ${listed(seen.matching)}`);
  if (seen.unread.length > 0) return failed(`not read: ${listed(seen.unread)}`);
  const skipped = seen.binary.length > 0 ? `, ${counted(seen.binary.length, "binary file")} passed over` : "";
  return passed(`no match in ${counted(seen.others.length, "file")}${skipped}`);
}

async function look(rule: PathsPattern, workspace: Workspace, signal: AbortSignal): Promise<Seen | string> {
  const compiled = compilePattern(rule.pattern);
  if (!compiled.ok) return `the pattern cannot be used: ${compiled.findings}`;
  const seen: Seen = { matching: [], others: [], binary: [], unread: [] };
  for await (const entry of workspace.list({ paths: rule.paths, signal })) {
    if (entry.kind === "file") {
      lookAt(entry.path, { workspace, seen, pattern: compiled.value });
      await nextTurn();
      signal.throwIfAborted();
    } else if (entry.reason !== "link") seen.unread.push(`${entry.path} (${entry.reason})`);
  }
  return seen;
}

function lookAt(
  path: string,
  { workspace, seen, pattern }: { workspace: Workspace; seen: Seen; pattern: Pattern },
): void {
  const read = workspace.readText(path, MAXIMUM_TEXT_BYTES);
  if (read.ok) (pattern.test(read.value.text) ? seen.matching : seen.others).push(path);
  else if (read.reason === "binary") seen.binary.push(path);
  else seen.unread.push(`${path} (${read.reason})`);
}
