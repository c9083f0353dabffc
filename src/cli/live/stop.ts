/**
 * Ctrl-C and its like: the first stops the work cleanly, the second leaves at once.
 */
import { STOP_EXIT, type ExitCode, type StopSignal } from "../exit-codes.ts";
import type { Io } from "../io.ts";

export interface Stop {
  readonly signal: AbortSignal;
  /** What the process is to end with; null while nobody asked to stop. */
  exitCode(): ExitCode | null;
  /** Listens no longer. */
  release(): void;
}

/** `onFirst` is told of the first signal, so that the person sees that it was heard. */
export function stopOnSignal(io: Pick<Io, "onStop" | "exitNow">, onFirst: () => void): Stop {
  const controller = new AbortController();
  let first: StopSignal | null = null;
  const release = io.onStop((signal) => {
    if (first !== null) {
      io.exitNow(STOP_EXIT[signal]);
      return;
    }
    first = signal;
    controller.abort();
    onFirst();
  });
  return { signal: controller.signal, exitCode: () => (first === null ? null : STOP_EXIT[first]), release };
}
