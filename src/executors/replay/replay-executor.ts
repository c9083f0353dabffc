/**
 * The replay executor: answers as somebody else answered, where it is asked the same.
 *
 * RX1  A request is matched by its fingerprint, never by its place. One that was not recorded is told, with what sets it
 *      apart from the nearest that was; it never gets the answer of another.
 * RX2  Tools that read are used again, and what they deliver is compared: an answer rests on what was read, so where that
 *      has changed the answer does not count any more. What came from outside (commands, an agent's own tools) is taken
 *      from the cassette and recorded as observed.
 * RX3  The same request recorded several times is answered in the order of the recordings; after the last, by the last.
 */
import { RuntimeFailure } from "../../errors.ts";
import type { Executor, ExecutorTools } from "../executor.ts";
import type { CassetteEntry } from "./cassette.ts";
import { differences, differenceText } from "./difference.ts";
import { repeating } from "./replay-call.ts";
import { invocationRequest, Translation, verificationRequest, type ComparableRequest, type Json } from "./request.ts";
import { verdictsOf } from "./verdicts.ts";

export interface ReplayExecutorOptions {
  /** As the task file names it. */
  readonly name: string;
  readonly entries: readonly CassetteEntry[];
}

/** Returns the executor of a cassette. */
export function createReplayExecutor({ name, entries }: ReplayExecutorOptions): Executor {
  const shelf = shelfOf(entries);
  const answer = async (request: ComparableRequest, tools: ExecutorTools, signal: AbortSignal): Promise<Json> => {
    const entry = shelf.take(request);
    if (!entry) throw new RuntimeFailure("executor-failed", unrecorded(request, entries));
    const translation = new Translation();
    translation.addRequest(entry, request);
    const repeat = repeating(tools, translation);
    for (const call of entry.calls) {
      signal.throwIfAborted();
      await repeat(call);
    }
    const { outcome } = entry;
    if ("failure" in outcome)
      throw new RuntimeFailure("executor-failed", `${outcome.failure.message} (as recorded: ${outcome.failure.code})`);
    return translation.of(outcome.answer);
  };
  return {
    name,
    execute: (invocation, tools, signal) => answer(invocationRequest(invocation), tools, signal),
    verify: async (claims, ...[tools, signal, context]) =>
      verdictsOf(await answer(verificationRequest(claims, context), tools, signal)),
  };
}

interface Shelf {
  /** The next recording of a request, or null. */
  take(request: ComparableRequest): CassetteEntry | null;
}

function shelfOf(entries: readonly CassetteEntry[]): Shelf {
  const byFingerprint = new Map<string, CassetteEntry[]>();
  const keyOf = ({ kind, fingerprint }: ComparableRequest): string => `${kind} ${fingerprint}`;
  for (const entry of entries) {
    const same = byFingerprint.get(keyOf(entry));
    if (same) same.push(entry);
    else byFingerprint.set(keyOf(entry), [entry]);
  }
  return {
    take: (request) => {
      const same = byFingerprint.get(keyOf(request));
      return (same && same.length > 1 ? same.shift() : same?.[0]) ?? null;
    },
  };
}

/** Says what sets a request apart from the nearest that was recorded. */
function unrecorded(request: ComparableRequest, entries: readonly CassetteEntry[]): string {
  const compared = entries
    .map((entry, at) => ({ entry, line: at + 2 }))
    .filter(({ entry }) => entry.kind === request.kind)
    .map((it) => ({ ...it, found: differences(it.entry.request, request.request) }))
    .toSorted((a, b) => a.found.length - b.found.length);
  const [nearest] = compared;
  if (!nearest) return "the cassette holds no request of this kind";
  return `this request was not recorded; the nearest that was (line ${nearest.line} of the cassette) differs in ${differenceText(nearest.found)}`;
}
