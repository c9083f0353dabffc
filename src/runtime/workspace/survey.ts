/**
 * Surveys a workspace for an executor: how much there is to read, and how to cut it into parts.
 *
 * Sizes are estimates (bytes / 3, rounded up, and a few tokens a file): files are measured when they are read.
 */
import type { Survey, SurveyPart, SurveyRequest } from "../../executors/index.ts";
import { folderKey } from "./order.ts";
import { partition, type Group } from "./partition.ts";
import type { Unreadable } from "./reasons.ts";
import { MAXIMUM_TEXT_BYTES, type Workspace } from "./workspace.ts";

const BYTES_PER_TOKEN = 3;
/** What a file costs beside its content: its name and the item's frame. */
const FILE_TOKENS = 16;
/** Unreadable paths that are told one by one; the rest is told as one line. */
const MAXIMUM_UNREADABLE = 200;

export interface SurveyLimits {
  /** Tokens that the list of files may take; a longer list is not told, only its parts are. */
  readonly listTokens: number;
  /** Larger files are told as unreadable (`too-large`). */
  readonly maximumFileBytes?: number;
  readonly signal?: AbortSignal;
}

/** What a survey says, before it has a place in the ledger. */
export type SurveyContent = Omit<Survey, "seq">;

interface SurveyedFile {
  readonly path: string;
  readonly tokenEstimate: number;
}

/**
 * Returns the survey of what the request names.
 *
 * Shape:  parts are consecutive in walk order and cover every readable file exactly once.
 * Units:  tokens, estimated.
 * Errors: RuntimeFailure `input-invalid` (a glob), `workspace-unreadable` (the root).
 */
export async function surveyWorkspace(
  workspace: Workspace,
  request: SurveyRequest,
  limits: SurveyLimits,
): Promise<SurveyContent> {
  const { files, unreadable } = await collect(workspace, request, limits);
  const groups = groupsOf(files, request.groupBy);
  const parts = partition(groups, request).map((part): SurveyPart => partOf(files, part));
  const listed = files.reduce((sum, file) => sum + estimateTokens(file.path.length), 0);
  return {
    fileCount: files.length,
    tokenEstimate: files.reduce((sum, file) => sum + file.tokenEstimate, 0),
    files: listed <= limits.listTokens ? files : null,
    parts,
    unreadable,
  };
}

/** Tokens that a file of so many bytes will take at most, in ordinary text. */
function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN) + FILE_TOKENS;
}

async function collect(
  workspace: Workspace,
  request: SurveyRequest,
  limits: SurveyLimits,
): Promise<{ files: SurveyedFile[]; unreadable: Unreadable[] }> {
  const files: SurveyedFile[] = [];
  const unreadable: Unreadable[] = [];
  const maximumBytes = limits.maximumFileBytes ?? MAXIMUM_TEXT_BYTES;
  let untold = 0;
  const entries = workspace.list({
    paths: request.paths,
    ignore: request.ignore,
    range: { first: request.first, last: request.last, before: request.before },
    signal: limits.signal,
  });
  for await (const entry of entries) {
    if (entry.kind === "file" && entry.bytes <= maximumBytes) {
      files.push({ path: entry.path, tokenEstimate: estimateTokens(entry.bytes) });
      continue;
    }
    const reason = entry.kind === "file" ? "too-large" : entry.reason;
    // What a link leads to inside the workspace is walked by its own name: nothing is missing.
    if (reason === "link") continue;
    if (unreadable.length < MAXIMUM_UNREADABLE) unreadable.push({ path: entry.path, reason });
    else untold += 1;
  }
  if (untold > 0) unreadable.push({ path: `(${untold} more)`, reason: "too-many-entries" });
  return { files, unreadable };
}

function groupsOf(files: readonly SurveyedFile[], groupBy: SurveyRequest["groupBy"]): Group[] {
  const groups: Group[] = [];
  let key: string | null = null;
  for (const [at, file] of files.entries()) {
    const own = folderKey(file.path);
    const last = groups.at(-1);
    if (groupBy === "directory" && last && own === key) {
      groups[groups.length - 1] = { from: last.from, to: at + 1, tokens: last.tokens + file.tokenEstimate };
    } else groups.push({ from: at, to: at + 1, tokens: file.tokenEstimate });
    key = own;
  }
  return groups;
}

function partOf(files: readonly SurveyedFile[], part: Group): SurveyPart {
  return {
    first: files[part.from]?.path ?? "",
    last: files[part.to - 1]?.path ?? "",
    fileCount: part.to - part.from,
    tokenEstimate: part.tokens,
  };
}
