/**
 * A signal that ends with another one or after a time, and leaves nothing behind when it is not needed any more.
 *
 * `AbortSignal.any` with `AbortSignal.timeout` would keep a timer and a listener alive for each of a hundred thousand
 * invocations.
 */
export interface Deadline {
  readonly signal: AbortSignal;
  /** True where it was the time that ended it. */
  readonly isOver: boolean;
  /** Rejects when the signal ends; never resolves. */
  readonly ended: Promise<never>;
  dispose(): void;
}

/** Starts a deadline of so many milliseconds below an outer signal. */
export function startDeadline(outer: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  const state = { isOver: false };
  let end: (reason: unknown) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = (reason) => {
      controller.abort(reason);
      reject(controller.signal.reason);
    };
  });
  ended.catch(() => undefined); // whoever races it hears of it; nobody else has to
  const stop = (): void => end(outer.reason);
  const timer = setTimeout(() => {
    state.isOver = true;
    end(new Error(`not done within ${timeoutMs} ms`));
  }, timeoutMs);
  if (outer.aborted) stop();
  else outer.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    ended,
    get isOver() {
      return state.isOver;
    },
    dispose: () => {
      clearTimeout(timer);
      outer.removeEventListener("abort", stop);
    },
  };
}
