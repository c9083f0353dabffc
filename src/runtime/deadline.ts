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

/** How long one that works in a folder has to leave it: its processes are killed before that. */
const LEAVING_MS = 5000;

/**
 * Resolves with what an executor made of its work. Where it does not come to an end in time, the deadline's reason is
 * thrown: one that hangs and ignores its signal is left behind, and its result, if one ever comes, is for nobody; one
 * that works in a folder is waited for until it has left it, so that nothing of it is there when the next one begins.
 */
export async function untilOver<T>(
  working: Promise<T>,
  deadline: Deadline,
  { worksInFolder }: { readonly worksInFolder?: boolean },
): Promise<T> {
  try {
    return await Promise.race([working, deadline.ended]);
  } catch (error) {
    if (worksInFolder && deadline.signal.aborted) await settledWithin(working, LEAVING_MS);
    throw error;
  }
}

const nothing = (): void => undefined;

async function settledWithin(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.then(nothing, nothing), late]);
  clearTimeout(timer);
}
