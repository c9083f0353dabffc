/**
 * The tool `search`: lines of the workspace's files that a pattern matches.
 *
 * SE1  A pattern from outside runs on RE2, and the whole search has a deadline: no pattern and no workspace can hang it.
 * SE2  What was not searched (binary, too large, unreadable, beyond the deadline) is said, so that "nothing found" is true.
 * SE3  A file is redacted whole before its lines are cut out: a secret is recognised by what is around it.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { RuntimeFailure } from "../../errors.ts";
import { compilePattern, type Pattern, type ToolText } from "../../executors/index.ts";
import { elapsedUs, type Room, type ToolContext } from "./context.ts";
import { deliverText } from "./deliver-text.ts";
import { searchGlobs } from "./scope.ts";

const DEFAULT_MAXIMUM = 100;
const MAXIMUM_MATCHES = 2000;
const MATCHES_A_FILE = 200;
const MAXIMUM_FILE_BYTES = 1024 * 1024;
const LINE_LENGTH = 400;
const DEADLINE_MS = 20_000;
const TURN_MS = 8;
/** Share of the room that one search may take. */
const SEARCH_SHARE = 0.5;
/** Reasons for files that were not searched, told by name as far as these go. */
const NAMED_SKIPPED = 5;

export interface SearchRequest {
  readonly pattern: string;
  readonly paths?: readonly string[];
  readonly maximum?: number;
}

export async function search(context: ToolContext, request: SearchRequest, room: Room): Promise<ToolText> {
  const started = performance.now();
  const found = await findLines(context, request);
  const delivered = await deliverText(context, room, {
    entry: {
      kind: "search",
      tool: "search",
      pattern: request.pattern,
      ...(request.paths ? { path: request.paths.join(" ") } : {}),
      rawText: [...found.said, ...found.lines].map((line) => `${line}\n`).join(""),
      durationUs: elapsedUs(started),
    },
    share: SEARCH_SHARE,
    isOwn: found.isOwn,
  });
  return { ...delivered, more: delivered.more || found.more };
}

interface Found {
  readonly said: readonly string[];
  readonly lines: readonly string[];
  /** True where a line is of a file that the run changed. */
  readonly isOwn: boolean;
  readonly more: boolean;
}

async function findLines(context: ToolContext, request: SearchRequest): Promise<Found> {
  const looking = lookingFor(request);
  const lines: string[] = [];
  const skipped: string[] = [];
  const deadline = performance.now() + DEADLINE_MS;
  let turn = performance.now();
  let searched = 0;
  let isOwn = false;
  let end: "all" | "enough" | "late" = "all";
  for await (const entry of context.workspace.list({ paths: searchGlobs(request.paths), signal: context.signal })) {
    const now = performance.now();
    if (now > deadline) end = "late";
    if (lines.length >= looking.maximum) end = "enough";
    if (end !== "all") break;
    if (now - turn > TURN_MS) {
      await nextTurn();
      turn = performance.now();
    }
    if (entry.kind !== "file") {
      if (entry.reason !== "link") skipped.push(`${entry.path} (${entry.reason})`);
      continue;
    }
    const count = lines.length;
    const reason = searchFile(context, entry.path, { looking, lines });
    isOwn ||= lines.length > count && context.workspace.isChanged(entry.path);
    if (reason === null) searched += 1;
    else skipped.push(`${entry.path} (${reason})`);
  }
  return { said: [summary({ count: lines.length, searched, skipped, end })], lines, isOwn, more: end !== "all" };
}

interface Looking {
  readonly pattern: Pattern;
  readonly maximum: number;
  /** Where the pattern is a plain text: no file without it needs the automaton. */
  readonly literal: string | null;
}

/** Errors: RuntimeFailure `input-invalid` for a pattern that cannot be used. */
function lookingFor({ pattern: source, maximum }: SearchRequest): Looking {
  // A pattern that cannot be used alone must not become one that can by what is put before it.
  const alone = compilePattern(source);
  const compiled = alone.ok ? compilePattern(`(?m)${source}`) : alone;
  if (!compiled.ok) throw new RuntimeFailure("input-invalid", `the pattern cannot be used: ${compiled.findings}`);
  return {
    pattern: compiled.value,
    maximum: Math.min(MAXIMUM_MATCHES, Math.max(1, Math.floor(maximum ?? DEFAULT_MAXIMUM))),
    literal: /^[\w \-/:"'=,;<>@#%&~]+$/.test(source) ? source : null,
  };
}

/** Adds the matching lines of a file; returns why it was not searched, else null. */
function searchFile(
  { workspace, recorder }: ToolContext,
  path: string,
  { looking, lines }: { readonly looking: Looking; readonly lines: string[] },
): string | null {
  const file = workspace.readText(path, MAXIMUM_FILE_BYTES);
  if (!file.ok) return file.reason;
  const { text: raw } = file.value;
  if (looking.literal !== null && !raw.includes(looking.literal)) return null;
  if (!looking.pattern.test(raw)) return null;
  const text = recorder.redact(raw);
  const limit = Math.min(MATCHES_A_FILE, looking.maximum - lines.length);
  try {
    for (const line of matchingLines(text, looking.pattern, limit)) lines.push(`${path}:${line}`);
    return null;
  } catch (error) {
    if (error instanceof RuntimeFailure && error.code === "timed-out") return "too-slow";
    throw error;
  }
}

/** `line: text` of each line in which a match begins. */
function* matchingLines(text: string, pattern: Pattern, limit: number): IterableIterator<string> {
  let line = 1;
  let from = 0;
  let said = 0;
  for (const { start } of pattern.matches(text, limit).found) {
    for (let at = text.indexOf("\n", from); at !== -1 && at < start; at = text.indexOf("\n", from)) {
      line += 1;
      from = at + 1;
    }
    if (said === line) continue;
    said = line;
    const end = text.indexOf("\n", from);
    const whole = text.slice(from, end === -1 ? text.length : end).replace(/\r$/, "");
    yield `${line}: ${whole.length > LINE_LENGTH ? `${whole.slice(0, LINE_LENGTH)}…` : whole}`;
  }
}

interface Summary {
  readonly count: number;
  readonly searched: number;
  readonly skipped: readonly string[];
  readonly end: "all" | "enough" | "late";
}

function summary({ count, searched, skipped, end }: Summary): string {
  const many = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const parts = [`${many(count, "line")} in ${many(searched, "file")} searched`];
  if (skipped.length > 0) {
    const more = skipped.length > NAMED_SKIPPED ? ", …" : "";
    parts.push(`not searched: ${skipped.length}: ${skipped.slice(0, NAMED_SKIPPED).join(", ")}${more}`);
  }
  if (end === "enough") parts.push("stopped at the maximum: there may be more");
  if (end === "late") parts.push(`stopped after ${DEADLINE_MS} ms: the rest was not searched`);
  return parts.join("; ");
}
