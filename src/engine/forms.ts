/**
 * The packet members that the schema leaves open, read as this system's forms (§3.5, §3.6).
 *
 * What is not of our form is kept where it stands and takes part in nothing, except that it may keep a task open.
 */
import {
  asContradiction,
  asOpenLoop,
  type Contradiction,
  type OpenLoop,
  type StatePacket,
} from "../contracts/index.ts";

type Loose = StatePacket["contradictions"][number];

/** The id member of an open object, where it has one. */
export function looseId(value: { readonly id?: unknown }): string | null {
  const { id } = value;
  return typeof id === "string" ? id : null;
}

export function contradictionsOf(packet: StatePacket): readonly Contradiction[] {
  return packet.contradictions.map(asContradiction).filter((it) => it !== null);
}

export function openContradictionsOf(packet: StatePacket): readonly Contradiction[] {
  return packet.contradictions.length === 0 ? [] : contradictionsOf(packet).filter((it) => it.status === "open");
}

export function loopsOf(packet: StatePacket): readonly OpenLoop[] {
  return packet.open_loops.map(asOpenLoop).filter((it) => it !== null);
}

/** The list with the entry of the same id replaced, or appended where there is none. */
export function upsert(list: readonly Loose[], entry: Loose): Loose[] {
  const id = looseId(entry);
  const index = list.findIndex((it) => looseId(it) === id);
  return index < 0 ? [...list, entry] : list.with(index, entry);
}
