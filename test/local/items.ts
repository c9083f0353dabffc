/** What a simulated run records, and what the engine is told of it. */
import type { EvidenceFact } from "../../src/engine/index.ts";

export interface Item {
  readonly seq: number;
  readonly task: string;
  readonly citable: boolean;
  readonly text: string;
  readonly path: string | null;
  readonly firstLine: number;
  readonly lineCount: number;
}

export function factOf(item: Item): EvidenceFact {
  const { task, citable, firstLine, lineCount } = item;
  return { kind: "ctx", task, citable, blank: item.text.trim() === "", firstLine, lineCount };
}

export function blank(task: string): Omit<Item, "seq"> {
  return { task, citable: false, text: "", path: null, firstLine: 1, lineCount: 1 };
}
