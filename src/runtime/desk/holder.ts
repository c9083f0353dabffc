/**
 * Who holds an open invocation, as the log tells: the event that opened it names its executor, and every item that is
 * recorded for its task shows that its holder is still at work.
 */
import type { Store } from "../store.ts";

/** An invocation that an agent has taken up. */
export interface Holding {
  /** The executor that the opening event names. */
  readonly holder: string;
  readonly openedSeq: number;
  /** Ledger items that it was opened with. */
  readonly items: readonly number[];
  /** When something was last recorded for its task, ms since 1970. */
  readonly activeAt: number;
}

/** Returns who holds the open invocation of a task; null where the log has no such event. */
export function holdingOf(
  store: Pick<Store, "events" | "items">,
  run: string,
  { task, invocation }: { readonly task: string; readonly invocation: string },
): Holding | null {
  // An invocation's id ends in the event that caused it: what opened it came after that.
  const cause = Number(invocation.slice(invocation.lastIndexOf("#") + 1));
  for (const event of store.events(run, Number.isSafeInteger(cause) ? cause : 0)) {
    if (event.kind !== "invocation-opened" || event.payload.invocation !== invocation) continue;
    const opened = Date.parse(event.time);
    const { items = [] } = event.payload;
    return {
      holder: event.payload.executor ?? "",
      openedSeq: event.seq,
      items,
      activeAt: lastRecorded(store, run, { task, afterSeq: Math.max(0, ...items), since: opened }),
    };
  }
  return null;
}

function lastRecorded(
  store: Pick<Store, "items">,
  run: string,
  it: { readonly task: string; readonly afterSeq: number; readonly since: number },
): number {
  let last = it.since;
  for (const item of store.items(run, { task: it.task, afterSeq: it.afterSeq }))
    last = Math.max(last, Date.parse(item.createdAt));
  return last;
}
