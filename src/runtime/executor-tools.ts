/**
 * The tools of one invocation: what they read is in the ledger before the executor has it, and counts against its room.
 */
import type { ExecutorTools, OpenedClaim, ReadResult, Survey, SurveyRequest } from "../executors/index.ts";
import { RuntimeFailure } from "../errors.ts";
import type { PreparedItem, Recorder } from "../ledger/index.ts";
import type { RunState } from "../engine/index.ts";
import { finalPacket, openedClaims } from "./final-packets.ts";
import type { LedgerItem, Store } from "./store.ts";
import { surveyWorkspace, type SurveyContent, type Workspace } from "./workspace/index.ts";

export interface ToolContext {
  readonly workspace: Workspace;
  readonly recorder: Recorder;
  readonly store: Store;
  readonly signal: AbortSignal;
  /** State of the run as it is when a tool is called. */
  state(): RunState;
  record(prepared: PreparedItem): Promise<LedgerItem>;
  item(seq: number): LedgerItem | null;
}

/** Share of the room that a list of files may take: the rest is for reading them. */
const LIST_SHARE = 0.25;

/** Returns the tools of one invocation, with `roomTokens` to spend. */
export function createTools(context: ToolContext, roomTokens: number): ExecutorTools {
  const room = { tokens: Math.max(0, roomTokens) };
  return {
    survey: (request) => survey(context, request, room),
    read: (path, range = {}) => read(context, { path, ...range }, room),
    openClaims: (tasks, keep) => openClaims(context, { tasks, keep }, room),
    sourceOf: async (seq) => sourceOf(context.item(seq)),
  };
}

interface Room {
  tokens: number;
}

async function deliver(context: ToolContext, prepared: PreparedItem, room: Room): Promise<LedgerItem> {
  context.signal.throwIfAborted();
  const item = await context.record(prepared);
  room.tokens = Math.max(0, room.tokens - item.outputTokens);
  return item;
}

async function survey(context: ToolContext, request: SurveyRequest, room: Room): Promise<Survey> {
  const started = performance.now();
  const content = await surveyWorkspace(context.workspace, request, {
    listTokens: Math.floor(room.tokens * LIST_SHARE),
    signal: context.signal,
  });
  const prepared = context.recorder.prepare({
    role: "evidence",
    kind: "search",
    tool: "survey",
    pattern: request.paths.join(" "),
    rawText: surveyText(content),
    durationUs: elapsedUs(started),
  });
  const item = await deliver(context, prepared, room);
  return { seq: item.seq, ...content };
}

function surveyText({ fileCount, tokenEstimate, files, parts, unreadable }: SurveyContent): string {
  const lines = [`${fileCount} files, about ${tokenEstimate} tokens`];
  if (files) lines.push(...files.map((it) => `${it.path} ${it.tokenEstimate}`));
  else
    lines.push(
      ...parts.map(
        (it, at) => `part ${at + 1}: ${it.fileCount} files, about ${it.tokenEstimate} tokens, ${it.first} … ${it.last}`,
      ),
    );
  lines.push(...unreadable.map((it) => `unreadable: ${it.path} (${it.reason})`));
  return lines.join("\n");
}

interface ReadRequest {
  readonly path: string;
  readonly fromLine?: number;
  readonly toLine?: number;
}

async function read(context: ToolContext, request: ReadRequest, room: Room): Promise<ReadResult> {
  const started = performance.now();
  const file = context.workspace.readText(request.path);
  if (!file.ok) {
    throw new RuntimeFailure("workspace-unreadable", `${JSON.stringify(request.path)} cannot be read: ${file.reason}`, {
      details: { path: request.path, reason: file.reason },
    });
  }
  const fromLine = Math.max(1, request.fromLine ?? 1);
  const cut: { delivered: string; lines: number; more: boolean } = { delivered: "", lines: 0, more: false };
  const prepared = context.recorder.prepare({
    role: "evidence",
    kind: "read",
    tool: "read",
    path: request.path,
    rawText: file.value.text,
    deliver: (text) =>
      Object.assign(
        cut,
        fit(text, {
          fromLine,
          toLine: request.toLine ?? Number.MAX_SAFE_INTEGER,
          tokens: room.tokens,
          count: (delivered) => context.recorder.countTokens(delivered),
        }),
      ).delivered,
    durationUs: elapsedUs(started),
    firstLine: fromLine,
    sourceSha256: file.value.sha256,
  });
  const item = await deliver(context, prepared, room);
  return {
    seq: item.seq,
    path: request.path,
    text: prepared.text,
    fromLine,
    toLine: fromLine + cut.lines - 1,
    more: cut.more,
  };
}

interface Fitting {
  readonly fromLine: number;
  readonly toLine: number;
  readonly tokens: number;
  readonly count: (text: string) => number;
}

/** As many whole lines as fit into the room, measured. */
function fit(
  text: string,
  { fromLine, toLine, tokens, count }: Fitting,
): { delivered: string; lines: number; more: boolean } {
  const all = text.split(/(?<=\n)/);
  const wanted = all.slice(fromLine - 1, toLine);
  const whole = wanted.join("");
  if (whole.length <= tokens || count(whole) <= tokens)
    return { delivered: whole, lines: wanted.length, more: toLine < all.length };
  let least = 0;
  let most = wanted.length;
  while (most - least > 1) {
    const middle = (least + most) >> 1;
    if (count(wanted.slice(0, middle).join("")) <= tokens) least = middle;
    else most = middle;
  }
  return { delivered: wanted.slice(0, least).join(""), lines: least, more: true };
}

interface OpenRequest {
  readonly tasks: readonly string[];
  readonly keep: (statement: string) => boolean;
}

async function openClaims(
  context: ToolContext,
  { tasks, keep }: OpenRequest,
  room: Room,
): Promise<{ seq: number; claims: readonly OpenedClaim[] }> {
  const started = performance.now();
  const claims = tasks.flatMap((task) => claimsOf(context, task)).filter((it) => keep(it.statement));
  const prepared = context.recorder.prepare({
    role: "result",
    kind: "other",
    tool: "open-claims",
    pattern: tasks.join(" "),
    rawText: claims.map((it) => `${it.ref} ${it.status}: ${it.statement}`).join("\n"),
    durationUs: elapsedUs(started),
  });
  const item = await deliver(context, prepared, room);
  return { seq: item.seq, claims };
}

function sourceOf(item: LedgerItem | null): { path: string; fromLine: number; toLine: number } | null {
  if (!item?.path || item.kind !== "read") return null;
  return { path: item.path, fromLine: item.firstLine, toLine: item.firstLine + item.lineCount - 1 };
}

/** Claims of a halted task; of the asking task itself, what its packet holds and has folded. */
function claimsOf(context: ToolContext, task: string): OpenedClaim[] {
  const { store } = context;
  const state = context.state();
  const packet = finalPacket(state, store, task) ?? state.tasks.get(task)?.packet;
  if (!packet) return [];
  return [...openedClaims(packet, store).values()].map(({ id, statement, status, evidence_refs }) => ({
    ref: `clm:${task}/${id}`,
    id,
    statement,
    status,
    evidenceRefs: evidence_refs,
  }));
}

function elapsedUs(started: number): number {
  return Math.round((performance.now() - started) * 1000);
}
