/** Asking again where the reason passes: bounded in number, with growing, jittered waits, inside the invocation. */
import { setTimeout as sleep } from "node:timers/promises";
import { RuntimeFailure } from "../../errors.ts";
import type { RequestFailure } from "./failure.ts";
import type { Answer, Asked } from "./request.ts";

export interface RetrySettings {
  /** Tries beside the first. */
  readonly retries: number;
  readonly firstWaitMs: number;
  /** The request that failed, as a person reads it: `the model x of y`. */
  readonly who: string;
  readonly conceal: (text: string) => string;
  readonly signal: AbortSignal;
}

/** An answer, or the last failure where it does not pass or was met too often. */
export type Tried =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: RequestFailure; readonly tries: number };

const MAXIMUM_WAIT_MS = 30_000;
/** A provider that asks for more than this is not waited for: the run may go on elsewhere meanwhile. */
const MAXIMUM_ASKED_WAIT_MS = 120_000;

/** Asks until there is an answer. Errors: when the signal is aborted, also in the middle of a wait. */
export async function askAgain(once: () => Promise<Asked>, settings: RetrySettings): Promise<Tried> {
  for (let tries = 1; ; tries += 1) {
    const asked = await once();
    if (asked.ok) return asked;
    const { failure } = asked;
    const waitMs = waitBefore(failure, tries, settings.firstWaitMs);
    if (!failure.passes || tries > settings.retries || waitMs > MAXIMUM_ASKED_WAIT_MS)
      return { ok: false, failure, tries };
    await sleep(waitMs, undefined, { signal: settings.signal });
  }
}

/** What was asked for, never less; else doubling, between a half and the whole of it. Jitter keeps many tasks from coming back at once. */
function waitBefore({ waitMs }: RequestFailure, tries: number, firstWaitMs: number): number {
  const backoff = Math.min(MAXIMUM_WAIT_MS, firstWaitMs * 2 ** (tries - 1));
  const jitter = 0.5 + Math.random() / 2;
  return waitMs === null ? backoff * jitter : waitMs + backoff * (jitter - 0.5);
}

/** The incident that a failed request is. */
export function incident(
  { failure, tries }: Extract<Tried, { ok: false }>,
  { who, conceal }: RetrySettings,
): RuntimeFailure {
  const asked =
    failure.waitMs !== null && failure.waitMs > MAXIMUM_ASKED_WAIT_MS
      ? `; it asks to wait ${Math.round(failure.waitMs / 1000)} s`
      : "";
  const often = tries > 1 ? ` (tried ${tries} times)` : "";
  return new RuntimeFailure("executor-failed", conceal(`${who} ${failure.message}${asked}${often}`), {
    retry: failure.passes ? "later" : "never",
  });
}
