/**
 * Which rows a run's log is made of: its own, and its ancestors' up to where each fork began.
 *
 * L1  Forking copies nothing: a fork's log is read through to its parent, whatever the parent does later.
 * L2  What a lineage says never changes, so it is kept once it was read.
 */
import { RuntimeFailure } from "../../errors.ts";
import type { Database } from "../../sqlite/index.ts";
import { runUnknown } from "../append-rules.ts";
import { parseRunRef } from "./parse-rows.ts";
import type { RunRef } from "./parse-rows.ts";

/** The rows of one run that belong to a log: `afterSeq` < seq ≤ `upToSeq`, and the same for items. */
export interface Segment {
  readonly run: number;
  readonly afterSeq: number;
  readonly upToSeq: number;
  readonly afterItem: number;
  readonly upToItem: number;
}

/** A run with the segments of its log, the oldest first; the last one is its own and has no end. */
export interface Lineage {
  readonly ref: RunRef;
  readonly segments: readonly Segment[];
}

const REF_COLUMNS = "no, id, parent, fork_seq, fork_items";
const KEPT_LINEAGES = 1024;

/** Lineages by run id, read when they are asked for. */
export class Lineages {
  readonly #database: Database;
  readonly #known = new Map<string, Lineage>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The lineage of a run, or null where there is no such run. */
  find(id: string): Lineage | null {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const row = this.#database.get(`SELECT ${REF_COLUMNS} FROM runs WHERE id = ?`, id);
    if (row === null) return null;
    const ref = parseRunRef(row);
    const lineage = { ref, segments: this.#segmentsOf(ref) };
    if (this.#known.size >= KEPT_LINEAGES) this.#known.clear();
    this.#known.set(id, lineage);
    return lineage;
  }

  /** The lineage of a run. Errors: `run-unknown`. */
  get(id: string): Lineage {
    const lineage = this.find(id);
    if (lineage === null) throw runUnknown(id);
    return lineage;
  }

  /** Forgets what was read in a transaction that did not happen. */
  forget(): void {
    this.#known.clear();
  }

  #segmentsOf(ref: RunRef): Segment[] {
    const segments: Segment[] = [];
    let [current, upToSeq, upToItem] = [ref, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    for (;;) {
      const { no: run, forkSeq: afterSeq, forkItems: afterItem } = current;
      if (upToSeq > afterSeq || upToItem > afterItem) segments.unshift({ run, afterSeq, upToSeq, afterItem, upToItem });
      if (current.parent === null) return segments;
      upToSeq = Math.min(upToSeq, afterSeq);
      upToItem = Math.min(upToItem, afterItem);
      current = this.#parentOf(current);
    }
  }

  #parentOf(ref: RunRef): RunRef {
    const row = this.#database.get(`SELECT ${REF_COLUMNS} FROM runs WHERE no = ?`, ref.parent);
    const parent = row === null ? null : parseRunRef(row);
    // A parent is older than its fork, so that a damaged row cannot send us in a circle.
    if (parent === null || parent.no >= ref.no)
      throw new RuntimeFailure("store-damaged", `the run that ${ref.id} was forked from is missing`);
    return parent;
  }
}

/** The segment that holds an event, or null before the first one. */
export function segmentOfEvent(lineage: Lineage, seq: number): Segment | null {
  return lineage.segments.find((segment) => seq > segment.afterSeq && seq <= segment.upToSeq) ?? null;
}

/** The segment that holds an item, or null before the first one. */
export function segmentOfItem(lineage: Lineage, seq: number): Segment | null {
  return lineage.segments.find((segment) => seq > segment.afterItem && seq <= segment.upToItem) ?? null;
}
