/**
 * The process that a command really runs in: its streams, its signals, its end.
 *
 * IO1  A reader that goes away (`| head`, a terminal that is closed) ends the writing, not the program.
 */
import { createInterface } from "node:readline/promises";
import type { ReadStream, WriteStream } from "node:tty";
import type { StopSignal } from "./exit-codes.ts";
import type { Input, Io, Output } from "./io.ts";

/** The streams and signals of this process. */
export function processIo(): Io {
  return {
    out: outputOf(process.stdout),
    err: outputOf(process.stderr),
    input: inputOf(process.stdin),
    folder: process.cwd(),
    onStop: onStopSignal,
    exitNow: (code) => process.exit(code),
  };
}

export function outputOf(stream: WriteStream, environment: NodeJS.ProcessEnv = process.env): Output {
  let failure: NodeJS.ErrnoException | null = null;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    failure ??= error;
  });
  const isTerminal = stream.isTTY === true;
  const write = (text: string): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const settle = (error: NodeJS.ErrnoException | null | undefined): void => {
        if (!error) resolve(true);
        else if (isReaderGone(error, isTerminal)) resolve(false);
        else reject(error);
      };
      if (failure) settle(failure);
      else stream.write(text, settle);
    });
  return {
    isTerminal,
    hasColors: wantsColors(isTerminal, environment),
    size: () => ({ columns: stream.columns || 80, rows: stream.rows || 24 }),
    write,
  };
}

function isReaderGone({ code }: NodeJS.ErrnoException, isTerminal: boolean): boolean {
  return code === "EPIPE" || code === "ERR_STREAM_DESTROYED" || (isTerminal && code === "EIO");
}

/** https://no-color.org, and FORCE_COLOR for those who pipe into a pager that can show them. */
export function wantsColors(isTerminal: boolean, environment: NodeJS.ProcessEnv): boolean {
  if (environment["NO_COLOR"]) return false;
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && environment["TERM"] !== "dumb";
}

function inputOf(stream: ReadStream): Input {
  return {
    isTerminal: stream.isTTY === true,
    chunks: () => stream,
    ask: async (question) => {
      const lines = createInterface({ input: stream, output: process.stderr });
      // Without this, Ctrl-C would leave the question open for ever.
      lines.on("SIGINT", () => lines.close());
      try {
        const closed = new Promise<null>((resolve) => lines.once("close", () => resolve(null)));
        return await Promise.race([lines.question(question), closed]);
      } finally {
        lines.close();
      }
    },
  };
}

function onStopSignal(listener: (signal: StopSignal) => void): () => void {
  const names: readonly StopSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const name of names) process.on(name, listener);
  return () => {
    for (const name of names) process.off(name, listener);
  };
}
