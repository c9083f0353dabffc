/**
 * What a report shows: answers of the ledger, as the commands give them, about one session, one project or everything.
 */
import type {
  ItemLine,
  LedgerAnswers,
  LedgerFilter,
  RepeatAnswer,
  SecretsAnswer,
  Summary,
  Timeline,
} from "../answers.ts";
import type { ReadState } from "../session-ledger.ts";

/** What a report is about. */
export interface ReportSubject {
  readonly kind: "session" | "project" | "ledger";
  /** Id of the session, folder of the project; null for everything. */
  readonly name: string | null;
}

/** Everything on the page. Printed with `--json`, so its members are snake_case. */
export interface ReportData {
  readonly subject: ReportSubject;
  /** ISO 8601, UTC. */
  readonly made_at: string;
  readonly summary: Summary;
  readonly top: readonly ItemLine[];
  readonly repeats: RepeatAnswer;
  /** The main agent's context of the session; null where the report is about several. */
  readonly timeline: Timeline | null;
  /** Files that are no longer what was read of them; null where they were not compared. */
  readonly stale: {
    readonly workspace: string;
    readonly compared: number;
    readonly files: readonly ReadState[];
  } | null;
  readonly secrets: SecretsAnswer;
}

/** What a report is made from. */
export interface ReportRequest {
  readonly ask: LedgerAnswers;
  readonly subject: ReportSubject;
  readonly filter: LedgerFilter;
  readonly madeAt: string;
  /** States of the files that were read, below a folder; null: they are not compared. */
  readonly reads: { readonly workspace: string; readonly states: Iterable<ReadState> } | null;
}

/** Rows of each table: a page has to open at once, however large the ledger is. */
const REPORT_ROWS = 20;
const DAYS = 400;
const STALE_ROWS = 100;

/** Asks the ledger for everything that a report shows. Errors: RuntimeFailure `run-ambiguous` where a session's id is not enough. */
export function gatherReport({ ask, subject, filter: given, madeAt, reads }: ReportRequest): ReportData {
  // First of all: it says where an id stands for several sessions.
  const timeline = subject.kind === "session" ? ask.timeline(given) : null;
  // Two programs may have logged one session (an agent and a proxy): one report is of one of them, nothing is in it twice.
  const filter = timeline === null ? given : { ...given, session: timeline.session, client: timeline.client };
  const summary = ask.summary(filter, { by: ["kind", "tool", "role", "path", "agent", "session"], limit: REPORT_ROWS });
  const { by } = ask.summary(filter, { by: ["day"], limit: DAYS });
  return {
    subject: timeline === null ? subject : { ...subject, name: timeline.session },
    made_at: madeAt,
    summary: { ...summary, by: { ...summary.by, ...by } },
    top: ask.top(filter, REPORT_ROWS),
    repeats: ask.repeats(filter, REPORT_ROWS),
    timeline,
    stale: reads === null ? null : { workspace: reads.workspace, ...staleOf(reads.states) },
    secrets: ask.secrets(filter, REPORT_ROWS * 5),
  };
}

function staleOf(states: Iterable<ReadState>): { compared: number; files: ReadState[] } {
  const all = [...states];
  return { compared: all.length, files: all.filter(({ state }) => state !== "as-read").slice(0, STALE_ROWS) };
}
