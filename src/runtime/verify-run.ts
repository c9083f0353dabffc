/**
 * Verifies a run: what is stored is as it was written, the packets follow from the events, and what entered the contexts
 * makes documents without errors. Each part rests on the one before, so the first that fails is the last that is looked at.
 */
import { checkContextIr, type Redact } from "../contracts/index.ts";
import { RuntimeFailure } from "../errors.ts";
import type { Engine } from "../engine/index.ts";
import { contextIrDocuments, documentName } from "./export.ts";
import { replayRun } from "./replay.ts";
import { loadState } from "./run-log.ts";
import type { Store } from "./store.ts";

export interface Flaw {
  readonly part: "store" | "packets" | "documents";
  /** What is wrong, e.g. `event 12`, `t.2 at event 12`, `context-00001.json:3:5`. */
  readonly where: string;
  readonly message: string;
}

export interface VerifyReport {
  readonly events: number;
  readonly items: number;
  /** Packets that were computed again and compared. */
  readonly packets: number;
  /** Context-IR documents that were checked. */
  readonly documents: number;
  /** In the order of looking; of one part only, at most so many as are worth reading. */
  readonly flaws: readonly Flaw[];
}

export interface VerifySource {
  readonly store: Store;
  readonly engine: Engine;
  readonly redact: Redact;
}

const MAXIMUM_FLAWS = 100;

/** Verifies everything that is kept of a run. Errors: those of opening it; damage is reported, not thrown. */
export function verifyWholeRun(source: VerifySource, run: string): VerifyReport {
  const counts = { events: 0, items: 0, packets: 0, documents: 0 };
  const report = (flaws: readonly Flaw[]): VerifyReport => ({ ...counts, flaws: flaws.slice(0, MAXIMUM_FLAWS) });
  try {
    const stored = storeFlaws(source.store, run);
    counts.events = source.store.run(run)?.head.seq ?? 0;
    counts.items = source.store.nextItemSeq(run) - 1;
    if (stored.length > 0) return report(stored);
    const replayed = replayRun(source.store, source.engine, { run });
    counts.packets = replayed.packetsCompared + replayed.bytesCompared;
    if (replayed.findings.length > 0)
      return report(
        replayed.findings.map(({ seq, task, message }) => ({
          part: "packets",
          where: `${task} at event ${seq}`,
          message,
        })),
      );
    const missing = contentFlaws(source, run);
    if (missing.length > 0) return report(missing);
    const documents = contextIrDocuments(source, run);
    counts.documents = documents.length;
    return report(documents.flatMap((document, at) => documentFlaws(source.redact, document, documentName(at))));
  } catch (error) {
    if (!(error instanceof RuntimeFailure) || error.code !== "store-damaged") throw error;
    return report([{ part: "store", where: "store", message: error.message }]);
  }
}

function storeFlaws(store: Store, run: string): Flaw[] {
  const flaws: Flaw[] = [];
  for (const { what, seq, message } of store.verify(run)) {
    flaws.push({ part: "store", where: what === "run" ? "run" : `${what} ${seq}`, message });
    if (flaws.length >= MAXIMUM_FLAWS) break;
  }
  return flaws;
}

/** Contents of changed files that are in the view of a living task and not in the store. */
function contentFlaws({ store, engine }: VerifySource, run: string): Flaw[] {
  const tasks = [...(loadState(store, engine, { run })?.tasks.values() ?? [])];
  return tasks.flatMap(({ packet, record }) =>
    record.changes.flatMap(({ path, after }): Flaw[] =>
      after === null || store.blob(after) !== null
        ? []
        : [{ part: "store", where: `${packet.task_id}: ${path}`, message: `its content ${after} is not in the store` }],
    ),
  );
}

function documentFlaws(redact: Redact, document: unknown, name: string): Flaw[] {
  const findings = checkContextIr(JSON.stringify(document, null, 2), { redact });
  return findings
    .filter((it) => it.level === "error")
    .map(({ line, column, code, message }) => ({
      part: "documents",
      where: `${name}:${line}:${column}`,
      message: `${code} ${message}`,
    }));
}
