/** A run's events, a line each. */
import type { Event } from "../../contracts/index.ts";
import { eventSentence } from "./event-sentence.ts";
import { bold, dim, green, red, yellow } from "./marks.ts";
import { fit } from "./width.ts";

/** `   12 03:42:45 t.2 halted complete`; times are UTC. Cut to `columns` where given. */
export function logLine(event: Event, columns: number | null): string {
  const place = dim(`${String(event.seq).padStart(5)} ${event.time.slice(11, 19)}`);
  const line = `${place} ${bold(event.task)} ${styleOf(event)(eventSentence(event))}`;
  return columns === null ? line : fit(line, columns);
}

export function* logLines(events: Iterable<Event>, columns: number | null): Generator<string> {
  for (const event of events) yield logLine(event, columns);
}

function styleOf(event: Event): (text: string) => string {
  switch (event.kind) {
    case "proposal-rejected":
    case "invocation-failed":
      return red;
    case "task-escalated":
    case "escalation-handed-on":
      return yellow;
    case "check-recorded":
      return event.payload.passed ? green : red;
    case "task-halted":
      return event.payload.outcome === "complete" ? green : yellow;
    case "invocation-opened":
      return dim;
    case "run-opened":
    case "task-opened":
    case "proposal-accepted":
    case "checks-requested":
    case "changes-merged":
    case "children-joined":
    case "escalation-answered":
    case "claims-verified":
    case "budget-extended":
      return (text) => text;
  }
}
