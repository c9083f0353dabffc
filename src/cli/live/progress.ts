/**
 * Shows how a run goes on: as a picture on a terminal, as a few lines anywhere else. On standard error.
 *
 * PG1  It never keeps the process alive, never waits, and never fails the run: what cannot be shown is not shown.
 * PG2  At most ten pictures a second, and none higher than the terminal.
 */
import type { AnswerPiece, TreeBuilder, UnsealedEvent } from "../../app.ts";
import type { Output } from "../io.ts";
import { rendered } from "../print/print.ts";
import { clock, counted } from "../print/numbers.ts";
import { taskSign } from "../print/symbols.ts";
import { depthOf, stateWord } from "../print/tree.ts";
import { bold, dim } from "../print/marks.ts";
import { Answers } from "./answers.ts";
import { frameLines, progressText } from "./frame.ts";

export interface Progress {
  /** Takes what was appended to the log. */
  follow(events: readonly UnsealedEvent[]): void;
  /** Takes a piece of an answer that comes in. */
  hear(piece: AnswerPiece): void;
  /** Puts lines where they stay. */
  say(lines: readonly string[]): void;
  /** Takes the picture away. */
  end(): void;
}

export interface ProgressOptions {
  readonly tree: TreeBuilder;
  readonly objective: string;
  readonly grantedInvocations: number | null;
  /** Milliseconds that only ever grow. */
  readonly nowMs?: () => number;
}

const REDRAW_MS = 120;
/** Between two lines that say how far it is, where there is no terminal. */
const REPORT_MS = 5000;

/** The progress that fits the output. */
export function showProgress(output: Output, options: ProgressOptions): Progress {
  return output.isTerminal ? new Picture(output, options) : new Report(output, options);
}

/** Draws over what it drew before. */
class Picture implements Progress {
  private readonly output: Output;
  private readonly options: ProgressOptions;
  private readonly nowMs: () => number;
  private readonly startedMs: number;
  private readonly timer: NodeJS.Timeout;
  private readonly answers = new Answers();
  private drawnLines = 0;
  private tick = 0;

  constructor(output: Output, options: ProgressOptions) {
    this.output = output;
    this.options = options;
    this.nowMs = options.nowMs ?? (() => performance.now());
    this.startedMs = this.nowMs();
    this.timer = setInterval(() => this.draw(), REDRAW_MS);
    this.timer.unref();
  }

  follow(events: readonly UnsealedEvent[]): void {
    for (const event of events) this.options.tree.add(event);
  }

  hear(piece: AnswerPiece): void {
    this.answers.hear(piece);
  }

  say(lines: readonly string[]): void {
    put(this.output, `${this.erasure()}${lines.map((line) => rendered(this.output, line)).join("")}`);
  }

  end(): void {
    clearInterval(this.timer);
    put(this.output, this.erasure());
  }

  private draw(): void {
    const { tree, objective, grantedInvocations } = this.options;
    this.tick += 1;
    const size = this.output.size();
    const frame = frameLines(tree, {
      answers: this.answers.line(size.columns),
      objective,
      grantedInvocations,
      elapsedMs: this.nowMs() - this.startedMs,
      size,
      tick: this.tick,
    });
    const text = frame.map((line) => rendered(this.output, line)).join("");
    put(this.output, `${this.erasure()}${text}`);
    this.drawnLines = frame.length;
  }

  /** Goes back to the first line of the last picture and clears what is below. */
  private erasure(): string {
    const lines = this.drawnLines;
    this.drawnLines = 0;
    return lines === 0 ? "" : `\u001B[${lines}A\u001B[J`;
  }
}

/** Says when a task near the root ends, and now and then how far everything is. */
class Report implements Progress {
  private readonly output: Output;
  private readonly options: ProgressOptions;
  private readonly nowMs: () => number;
  private readonly startedMs: number;
  private readonly timer: NodeJS.Timeout;
  private reported = "";

  constructor(output: Output, options: ProgressOptions) {
    this.output = output;
    this.options = options;
    this.nowMs = options.nowMs ?? (() => performance.now());
    this.startedMs = this.nowMs();
    this.timer = setInterval(() => this.report(), REPORT_MS);
    this.timer.unref();
  }

  follow(events: readonly UnsealedEvent[]): void {
    const { tree } = this.options;
    for (const event of events) {
      tree.add(event);
      const node = tree.node(event.task);
      if (!node || node.state !== "halted" || node.lastSeq !== event.seq || depthOf(node.task) > 1) continue;
      this.say([
        `${dim(`[${clock(this.elapsedMs())}]`)} ${taskSign(node)} ${bold(node.task)} ${stateWord(node)}, ${counted(node.invocations, "invocation")}: ${node.objective}`,
      ]);
    }
  }

  /** Where there is no terminal words in the making are for nobody. */
  hear(): void {}

  say(lines: readonly string[]): void {
    put(this.output, lines.map((line) => rendered(this.output, line)).join(""));
  }

  end(): void {
    clearInterval(this.timer);
  }

  private report(): void {
    const { grantedInvocations, tree } = this.options;
    const text = progressText(tree, { elapsedMs: this.elapsedMs(), grantedInvocations });
    const news = text.slice(text.indexOf(" "));
    if (news !== this.reported) this.say([dim(text)]);
    this.reported = news;
  }

  private elapsedMs(): number {
    return this.nowMs() - this.startedMs;
  }
}

/** Progress that nobody can read is no failure (PG1). */
function put(output: Output, text: string): void {
  if (text !== "") output.write(text).catch(() => undefined);
}
