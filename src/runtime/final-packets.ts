/**
 * The packets of halted tasks, and the claims in them, folds opened: what `clm:` refs resolve to.
 */
import { parseStatePacket, type Claim, type StatePacket } from "../contracts/index.ts";
import { isFolded, parentOf, parseEvidenceRef, type RunState } from "../engine/index.ts";
import type { Store } from "./store.ts";

/** Folds that a claim may be behind: each is one fold of one task's life. */
const MAXIMUM_FOLDS = 10_000;

/** The final packet of a halted task, or null where there is none (yet). */
export function finalPacket(state: RunState, store: Store, taskId: string): StatePacket | null {
  const alive = state.tasks.get(taskId);
  if (alive) return alive.record.outcome === null ? null : alive.packet;
  const parent = state.tasks.get(parentOf(taskId) ?? "");
  const child = parent?.record.splits.flatMap((it) => it.children).find((it) => it.id === taskId);
  return child?.packet ? packetOf(store, child.packet) : null;
}

/** A packet by its identity. The store checked its hash; it is parsed all the same, as everything that is read. */
function packetOf(store: Store, identity: string): StatePacket | null {
  const bytes = store.blob(identity);
  const parsed = bytes ? parseStatePacket(bytes) : null;
  return parsed?.ok ? parsed.value : null;
}

/**
 * Every claim of a packet, by id, those behind folds included; a newer packet's word on a claim holds. Claims that another
 * task made, and that were folded before they were joined, get the id that the join would have given them: `t.1/c3`.
 */
export function openedClaims(packet: StatePacket, store: Store): ReadonlyMap<string, Claim> {
  const claims = new Map<string, Claim>();
  const waiting = [packet];
  const seen = new Set<string>();
  for (let it = waiting.shift(); it !== undefined && seen.size < MAXIMUM_FOLDS; it = waiting.shift()) {
    const isOwn = it.task_id === packet.task_id;
    for (const claim of it.claims) {
      if (isFolded(claim)) {
        waiting.push(...foldedPackets(claim, store, seen));
        continue;
      }
      const id = isOwn || claim.id.includes("/") ? claim.id : `${it.task_id}/${claim.id}`;
      if (!claims.has(id)) claims.set(id, id === claim.id ? claim : { ...claim, id });
    }
  }
  return claims;
}

function foldedPackets(claim: Claim, store: Store, seen: Set<string>): StatePacket[] {
  return claim.evidence_refs.flatMap((ref) => {
    const parsed = parseEvidenceRef(ref);
    if (parsed?.kind !== "clm" || parsed.packet === null || seen.has(parsed.packet)) return [];
    seen.add(parsed.packet);
    return packetOf(store, parsed.packet) ?? [];
  });
}
