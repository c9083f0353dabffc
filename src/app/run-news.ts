/** What is new in runs: for those who tell others of it. Other processes write to the store too, so it is looked at. */
import type { Cairn } from "./cairn.ts";

/** What was written to a run since it was last looked at; never empty. */
export interface RunNews {
  readonly run: string;
  /** Tasks that had events. */
  readonly tasks: readonly string[];
  /** Items that are new: from this number up to the one before `nextItem`. */
  readonly firstItem: number;
  readonly nextItem: number;
}

interface Position {
  readonly seq: number;
  readonly nextItem: number;
  readonly isOpen: boolean;
}

const NOTHING: Position = { seq: 0, nextItem: 1, isOpen: true };

/** Reads news of the runs that are open, and of each that ended since. */
export class NewsReader {
  readonly #cairn: Cairn;
  #positions: ReadonlyMap<string, Position> = new Map();

  /** What is written from now on is news. */
  constructor(cairn: Cairn) {
    this.#cairn = cairn;
    this.#positions = new Map(this.#look());
  }

  /** What was written since the last call. Errors: those of the store. */
  read(): readonly RunNews[] {
    const before = this.#positions;
    const now = new Map(this.#look());
    this.#positions = now;
    return [...now].flatMap(([run, position]) => {
      const known = before.get(run) ?? NOTHING;
      const isSame = known.seq === position.seq && known.nextItem === position.nextItem;
      return isSame
        ? []
        : [{ run, tasks: this.#tasks(run, known.seq), firstItem: known.nextItem, nextItem: position.nextItem }];
    });
  }

  /** Where the runs stand that are open, or were when they were last looked at. */
  *#look(): Iterable<[string, Position]> {
    for (const { id, outcome, head } of this.#cairn.runs()) {
      const isOpen = outcome === null;
      if (!isOpen && this.#positions.get(id)?.isOpen !== true) continue;
      yield [id, { seq: head.seq, nextItem: this.#cairn.nextItem(id), isOpen }];
    }
  }

  #tasks(run: string, afterSeq: number): string[] {
    return [...new Set(Array.from(this.#cairn.events(run, afterSeq), (it) => it.task))];
  }
}
