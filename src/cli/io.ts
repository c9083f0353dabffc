/**
 * What a command may touch of the process it runs in. The real one is in process-io.ts; tests bring their own.
 */
import type { ExitCode, StopSignal } from "./exit-codes.ts";

/** Where text goes: standard output or standard error. */
export interface Output {
  readonly isTerminal: boolean;
  readonly hasColors: boolean;
  /** Size of the terminal now, in characters; 80 × 24 where there is none. */
  size(): { readonly columns: number; readonly rows: number };
  /** Hands text over; resolves when it is out of this process, with false once nobody reads any more. Errors: those of the file behind it (`disk-full`). */
  write(text: string): Promise<boolean>;
}

export interface Input {
  readonly isTerminal: boolean;
  /** Everything that comes in, in pieces. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Asks a person, on standard error, and returns the line typed; null at the end of input. */
  ask(question: string): Promise<string | null>;
}

export interface Io {
  readonly out: Output;
  readonly err: Output;
  readonly input: Input;
  /** The folder that relative paths and the search for a project start from. */
  readonly folder: string;
  /** Calls back for every stop signal until the returned function is called. */
  onStop(listener: (signal: StopSignal) => void): () => void;
  /** Ends the process at once. */
  exitNow(code: ExitCode): void;
}
