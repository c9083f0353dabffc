/**
 * Carries a run on in front of a person: progress, stop, questions, result. What `run` and `resume` have in common.
 */
import type { Cairn, RunInfo, RunResult } from "../app.ts";
import type { SpendingCount, UnsealedEvent } from "../app.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { showProgress, type Progress } from "./live/progress.ts";
import { stopOnSignal, type Stop } from "./live/stop.ts";
import { bold, yellow } from "./print/marks.ts";
import { printJson, printLines } from "./print/print.ts";
import { warningText } from "./print/spending.ts";
import { nextLines, questionLines, resultLines } from "./print/result.ts";

export interface CarryOnRequest {
  readonly run: RunInfo;
  readonly trusted: boolean;
  /** Wait for people's answers instead of ending when nothing else is left to do. */
  readonly wait: boolean;
  readonly json: boolean;
  readonly concurrency?: number;
  /** File of a cassette, absolute. */
  readonly record?: string;
}

/** Entries of each list of the result that are shown at the end of a run: a screen or two. */
const SHOWN_ENTRIES = 10;

/** Carries the run on and says what it came to. Errors: those of `Cairn.carryOn`. */
export async function carryOnVisibly(io: Io, cairn: Cairn, request: CarryOnRequest): Promise<ExitCode> {
  const { run } = request;
  const spending = cairn.spending(run.id);
  const progress = showProgress(io.err, {
    tree: cairn.tree(run.id),
    objective: run.objective,
    grantedInvocations: grantedOf(cairn, run, spending),
  });
  const stop = stopOnSignal(io, () =>
    progress.say([yellow("stopping: what is under way is given up, and done again later; once more to leave at once")]),
  );
  try {
    await work(cairn, request, { progress, spending, stop });
  } finally {
    progress.end();
    stop.release();
  }
  return conclude(io, cairn, { ...request, stopExit: stop.exitCode() });
}

/** What a person sees of the work, and how they stop it. */
interface Shown {
  readonly progress: Progress;
  readonly spending: SpendingCount;
  readonly stop: Stop;
}

async function work(cairn: Cairn, request: CarryOnRequest, { progress, spending, stop }: Shown): Promise<void> {
  const { run, trusted, wait, concurrency, record } = request;
  const questions = new QuestionWatch(cairn, run.id, progress);
  try {
    await cairn.carryOn(run.id, {
      waitsForPeople: wait,
      trusted,
      signal: stop.signal,
      onEvents: (events) => {
        progress.follow(events);
        questions.follow(events);
        for (const event of events) spending.add(event);
        const warnings = spending.warnings();
        if (warnings.length > 0) progress.say(warnings.map((it) => warningText(it, run.id)));
      },
      onAnswer: (piece) => progress.hear(piece),
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(record === undefined ? {} : { record }),
    });
  } catch (error) {
    // Stopped before the first event was written: nothing is lost, and the run can be resumed.
    if (!stop.signal.aborted) throw error;
  }
}

async function conclude(
  io: Io,
  cairn: Cairn,
  { run, json, stopExit }: CarryOnRequest & { readonly stopExit: ExitCode | null },
): Promise<ExitCode> {
  const result = cairn.result(run.id);
  if (stopExit !== null && (result === null || result.outcome === null)) {
    await printLines(io.err, [
      `${yellow("stopped")}: everything that was recorded is kept; go on with ${bold(`cairn resume ${run.id}`)}`,
    ]);
    return stopExit;
  }
  if (result === null) return EXIT.incomplete;
  if (json) await printJson(io.out, result);
  else await printLines(io.out, ["", ...resultLines(result, { limit: SHOWN_ENTRIES }), ...nextLines(result)]);
  return exitOf(result);
}

/** 0 where the run halted complete, 3 where work is left or was refused. */
export function exitOf({ outcome }: RunResult): ExitCode {
  return outcome === "complete" ? EXIT.done : EXIT.incomplete;
}

/** What the root was granted, from the first event or, before there is one, the task file. */
function grantedOf(cairn: Cairn, run: RunInfo, spending: SpendingCount): number | null {
  return spending.limits().find((it) => it.of === "invocations")?.most ?? cairn.grantedInvocations(run);
}

const ASKING: ReadonlySet<UnsealedEvent["kind"]> = new Set([
  "proposal-accepted",
  "task-escalated",
  "escalation-handed-on",
]);

/** Says each question for a person once, as soon as it is asked. */
class QuestionWatch {
  private readonly cairn: Cairn;
  private readonly run: string;
  private readonly progress: Progress;
  private readonly said = new Set<string>();

  constructor(cairn: Cairn, run: string, progress: Progress) {
    this.cairn = cairn;
    this.run = run;
    this.progress = progress;
  }

  follow(events: readonly UnsealedEvent[]): void {
    if (!events.some(isAsking)) return;
    const questions = this.cairn.questions(this.run).filter((it) => !this.said.has(it.escalation));
    for (const { escalation } of questions) this.said.add(escalation);
    if (questions.length > 0) this.progress.say([...questionLines({ run: this.run, questions }), ""]);
  }
}

function isAsking(event: UnsealedEvent): boolean {
  if (!ASKING.has(event.kind)) return false;
  // A proposal that waited for checks is not repeated by the event that accepts it: it may have been a question.
  return event.kind !== "proposal-accepted" || (event.payload.proposal?.transition ?? "ESCALATE") === "ESCALATE";
}
