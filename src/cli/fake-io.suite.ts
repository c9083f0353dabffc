/** Streams and signals in memory, for tests that run a command in this process. */
import type { ExitCode, StopSignal } from "./exit-codes.ts";
import type { Io, Output } from "./io.ts";
import { runCommandLine } from "./command-line.ts";

export interface FakeIoOptions {
  readonly isTerminal?: boolean;
  readonly hasColors?: boolean;
  readonly columns?: number;
  /** What comes in for `-`. */
  readonly input?: Uint8Array | string;
  /** What the person types, question by question; then the input ends. */
  readonly answers?: readonly string[];
  readonly folder?: string;
  /** The reader of standard output goes away after so many writes. */
  readonly readerLeavesAfter?: number;
}

export interface FakeIo extends Io {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly questions: readonly string[];
  readonly exits: readonly ExitCode[];
  /** Sends a signal to whoever listens. */
  readonly send: (signal: StopSignal) => void;
  readonly listenerCount: () => number;
}

export function fakeIo(options: FakeIoOptions = {}): FakeIo {
  const isTerminal = options.isTerminal ?? false;
  const out = fakeOutput(options, options.readerLeavesAfter ?? Number.POSITIVE_INFINITY);
  const err = fakeOutput(options, Number.POSITIVE_INFINITY);
  const answers = [...(options.answers ?? [])];
  const questions: string[] = [];
  const exits: ExitCode[] = [];
  const listeners = new Set<(signal: StopSignal) => void>();
  return {
    out,
    err,
    input: {
      isTerminal,
      chunks: async function* () {
        const { input = "" } = options;
        yield typeof input === "string" ? new TextEncoder().encode(input) : input;
      },
      ask: async (question) => {
        questions.push(question);
        return answers.shift() ?? null;
      },
    },
    folder: options.folder ?? process.cwd(),
    onStop: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exitNow: (code) => exits.push(code),
    stdout: out.text,
    stderr: err.text,
    questions,
    exits,
    send: (signal) => listeners.forEach((listener) => listener(signal)),
    listenerCount: () => listeners.size,
  };
}

function fakeOutput(options: FakeIoOptions, writesUntilGone: number): Output & { readonly text: () => string } {
  const written: string[] = [];
  return {
    isTerminal: options.isTerminal ?? false,
    hasColors: options.hasColors ?? false,
    size: () => ({ columns: options.columns ?? 80, rows: 24 }),
    write: async (text) => {
      if (written.length >= writesUntilGone) return false;
      written.push(text);
      return true;
    },
    text: () => written.join(""),
  };
}

export interface Ran {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
  readonly io: FakeIo;
}

/** Runs one command line in this process. */
export async function cairn(argv: readonly string[], options: FakeIoOptions = {}): Promise<Ran> {
  const io = fakeIo(options);
  const code = await runCommandLine(argv, io);
  return { code, stdout: io.stdout(), stderr: io.stderr(), io };
}
