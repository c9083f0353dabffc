/**
 * Reads the events of a run: what was asked, what was proposed, what checks and people said, what it cost.
 *
 * R1 An event's hash is its key: a run and its forks, which begin with the same events, share them.
 * R2 Events name what was delivered by number and do not hold it: that is in the run's own ledger.
 */
import { basename } from "node:path";
import { NO_TIME } from "../../../contracts/index.ts";
import { listOf, rowOf, textOf, type Row } from "../fields.ts";
import type { Imported, ImportScope, LineReader, SourceFile, SourceLine } from "../imported.ts";
import { anyInstant } from "../instant.ts";
import { placeIn } from "../item-at.ts";
import { createRecent, type Recent } from "../recent.ts";
import { placeOf, type Reports } from "../reports.ts";
import { openRowReader } from "../row-reader.ts";
import { eventFacts } from "./event.ts";

/** The name of this program in scopes and keys. */
export const CLIENT = "cairn";

interface Run {
  readonly file: SourceFile;
  readonly reports: Reports;
  /** When invocations, checks and questions began, by their ids. */
  readonly begun: Recent<string>;
  session: string;
  root: string | null;
  project: string | null;
  lastTime: string;
}

/** A reader that goes on from `state`, or begins where it is null or not of this format. */
export function openReader(file: SourceFile, state: unknown): LineReader {
  const from = rowOf(state);
  return openRowReader(file, (reports) => {
    const run: Run = {
      file,
      reports,
      begun: createRecent<string>(
        { maxEntries: 1024, maxChars: 200_000, charsOf: (at) => at.length },
        listOf(from?.["begun"]).filter(isPair),
      ),
      session: textOf(from?.["session"]) ?? basename(file.path).replace(/\.jsonl$/, ""),
      root: textOf(from?.["root"]),
      project: textOf(from?.["project"]),
      lastTime: textOf(from?.["lastTime"]) ?? NO_TIME,
    };
    return {
      readRow: (row, line) => readEvent(run, row, line),
      state: () => ({
        begun: run.begun.entries(),
        session: run.session,
        root: run.root,
        project: run.project,
        lastTime: run.lastTime,
      }),
    };
  });
}

function isPair(value: unknown): value is [string, string] {
  const [key, text] = listOf(value);
  return typeof key === "string" && typeof text === "string";
}

/** Events that put nothing into a context: what they change is told by others. */
const SILENT: ReadonlySet<string> = new Set([
  "invocation-opened",
  "children-joined",
  "escalation-handed-on",
  "budget-extended",
  "task-halted",
]);

function readEvent(run: Run, event: Row, line: SourceLine): readonly Imported[] {
  const kind = textOf(event["kind"]) ?? "";
  const hash = textOf(event["hash"]);
  const task = textOf(event["task"]) ?? "";
  const payload = rowOf(event["payload"]);
  if (hash === null || payload === null) {
    run.reports.kind("unknown-type", placeOf(line), { what: "line of type", name: kind });
    return [];
  }
  run.lastTime = anyInstant(event["time"]) ?? run.lastTime;
  if (kind === "run-opened") {
    run.root = task;
    run.project = textOf(payload["workspace"]);
    run.session = `${task}-${hash.slice(0, 12)}`;
  }
  remember(run, payload, kind);
  // The first task is the run's own; what it hands on are its sub-agents.
  const agent = task === run.root || task === "" ? null : task;
  const scope: ImportScope = { client: CLIENT, session: run.session, project: run.project, agent };
  const spot = { scope, at: run.lastTime, place: placeIn(run.file.path, line) };
  const id = textOf(payload["invocation"]) ?? textOf(payload["effect"]) ?? textOf(payload["escalation"]);
  const begunAt = id === null ? null : (run.begun.get(id) ?? null);
  const facts = eventFacts({ kind, hash, payload, begunAt }, spot);
  if (facts === null && !SILENT.has(kind)) {
    run.reports.kind("unknown-type", placeOf(line), { what: "event of kind", name: kind });
  } else if (facts === null || facts.length === 0) run.reports.passed(kind);
  return facts ?? [];
}

function remember(run: Run, payload: Row, kind: string): void {
  const invocation = textOf(payload["invocation"]);
  if (kind === "invocation-opened" && invocation !== null) run.begun.set(invocation, run.lastTime);
  if (kind !== "checks-requested") return;
  for (const check of listOf(payload["checks"])) {
    const effect = textOf(rowOf(check)?.["effect"]);
    if (effect !== null) run.begun.set(effect, run.lastTime);
  }
}
