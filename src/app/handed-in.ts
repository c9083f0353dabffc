/** What came of work that a person handed in. */
import type { Event } from "../contracts/index.ts";

export interface HandedIn {
  /** `kept`: no worker has taken it yet. */
  readonly state: "accepted" | "refused" | "kept";
  /** Why it was refused. */
  readonly reasons: readonly string[];
  /** Who works on the run and will take it; null where nobody does. */
  readonly holder: string | null;
}

/** Reads it from the events since. A proposal that waits for its checks counts as what these make of it. */
export function handedIn(
  events: readonly Event[],
  { task, holder }: { readonly task: string; readonly holder: string | null },
): HandedIn {
  for (const event of events) {
    if (event.task !== task) continue;
    if (event.kind === "proposal-accepted") return { state: "accepted", reasons: [], holder };
    if (event.kind === "proposal-rejected")
      return {
        state: "refused",
        reasons: event.payload.rejections.map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`),
        holder,
      };
    if (event.kind === "invocation-failed") return { state: "refused", reasons: [event.payload.message], holder };
  }
  return { state: "kept", reasons: [], holder };
}
