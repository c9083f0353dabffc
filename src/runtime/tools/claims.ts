/** The tools `openClaims` and `sourceOf`. */
import type { OpenedClaim } from "../../executors/index.ts";
import { finalPacket, openedClaims } from "../final-packets.ts";
import type { LedgerItem } from "../store.ts";
import { deliver, elapsedUs, type Room, type ToolContext } from "./context.ts";

export interface OpenRequest {
  readonly tasks: readonly string[];
  readonly keep: (statement: string) => boolean;
}

export async function openClaims(
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

export function sourceOf(item: LedgerItem | null): { path: string; fromLine: number; toLine: number } | null {
  const isWhole = item?.tool !== "read:same" && item?.tool !== "read:difference";
  if (!item?.path || item.kind !== "read" || !isWhole) return null;
  return { path: item.path, fromLine: item.firstLine, toLine: item.firstLine + item.lineCount - 1 };
}
