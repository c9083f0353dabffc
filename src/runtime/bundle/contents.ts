/** What a bundle of a run holds of its packets, and the contents that their claims rest on. */
import { canonicalText, identity, parseStatePacket, type StatePacket } from "../../contracts/index.ts";
import { parseEvidenceRef, type Engine, type RunState } from "../../engine/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { LedgerItem, Store } from "../store.ts";

export interface RunPackets {
  /** The packet of each task after the last event that names its identity. */
  readonly newest: readonly StatePacket[];
  /** Packets that those were folded from, as far as their claims lead to them. */
  readonly folded: readonly StatePacket[];
}

/** The packets of a run. Errors: `store-damaged` where a folded one is not in the store. */
export function packetsOf(
  { store, engine }: { readonly store: Store; readonly engine: Engine },
  run: string,
): RunPackets {
  const newest = new Map<string, StatePacket>();
  let state: RunState | null = null;
  for (const event of store.events(run)) {
    state = engine.apply(state, event);
    const packet = "packet" in event.payload ? state.tasks.get(event.task)?.packet : undefined;
    if (packet) newest.set(event.task, packet);
  }
  const folded = new Map<string, StatePacket>();
  const waiting = [...newest.values()];
  for (let packet = waiting.pop(); packet !== undefined; packet = waiting.pop()) {
    for (const id of foldedRefs(packet)) {
      if (folded.has(id)) continue;
      const before = readPacket(store, id);
      folded.set(id, before);
      waiting.push(before);
    }
  }
  const inOrder = [...folded].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, packet]) => packet);
  return { newest: [...newest.values()], folded: inOrder };
}

function foldedRefs(packet: StatePacket): string[] {
  return refsOf([packet]).flatMap((ref) => {
    const parsed = parseEvidenceRef(ref);
    return parsed?.kind === "clm" && parsed.packet !== null ? [parsed.packet] : [];
  });
}

function refsOf(packets: readonly StatePacket[]): string[] {
  return packets.flatMap(({ claims }) => claims.flatMap((it) => it.evidence_refs));
}

function readPacket(store: Store, id: string): StatePacket {
  const bytes = store.blob(id);
  const parsed = bytes === null ? null : parseStatePacket(bytes);
  if (parsed?.ok && identity(parsed.value) === id) return parsed.value;
  throw new RuntimeFailure("store-damaged", `the folded packet ${id} is not in the store`);
}

/** Each packet's canonical text, a line each. */
export function packetLines(packets: readonly StatePacket[]): string {
  return packets.map((packet) => `${canonicalText(packet)}\n`).join("");
}

/** The contents that claims cite, by their SHA-256, once each. Errors: `store-damaged` where one is missing. */
export function citedContents(
  store: Store,
  { newest, folded }: RunPackets,
  items: readonly LedgerItem[],
): ReadonlyMap<string, Uint8Array> {
  const contents = new Map<string, Uint8Array>();
  for (const ref of refsOf([...newest, ...folded])) {
    for (const { role, contentSha256 } of citedItems(ref, items)) {
      if (role === "packet" || contents.has(contentSha256)) continue;
      const content = store.blob(contentSha256);
      if (content === null)
        throw new RuntimeFailure("store-damaged", `content ${contentSha256}, which ${ref} cites, is missing`);
      contents.set(contentSha256, content);
    }
  }
  return contents;
}

function citedItems(ref: string, items: readonly LedgerItem[]): readonly LedgerItem[] {
  const parsed = parseEvidenceRef(ref);
  if (parsed?.kind === "ctx") return items.slice(parsed.seq - 1, parsed.seq);
  if (parsed?.kind !== "art") return [];
  return items.filter((it) => it.path === parsed.path && it.sourceSha256 === parsed.sha256);
}
