/** One event of a run as facts. */
import { textContent } from "../content.ts";
import { countOf, durationUsBetween, jsonTextOf, rowOf, textOf, type Row } from "../fields.ts";
import type { Imported } from "../imported.ts";
import { itemAt, type Spot, type SpotFields } from "../item-at.ts";
import { rowsIn } from "../chat/message.ts";
import { countsOf, withoutCache } from "../chat/usage.ts";

export interface RunEvent {
  readonly kind: string;
  readonly hash: string;
  readonly payload: Row;
  /** When what it ends began. */
  readonly begunAt: string | null;
}

/** The facts of an event, its item first; null where its kind gives none, or is not known. */
export function eventFacts(event: RunEvent, spot: Spot): readonly Imported[] | null {
  const fields = fieldsOf(event);
  const usage = usageFacts(event, spot);
  if (fields === null) return usage.length === 0 ? null : usage;
  if (fields.text === "") return usage;
  const { text, ...rest } = fields;
  const durationUs = durationUsBetween(event.begunAt, spot.at);
  const item = itemAt(spot, {
    kind: "other",
    ...rest,
    key: `event:${event.hash}`,
    content: textContent(text),
    messageId: event.hash,
    durationUs,
  });
  return [{ ...item, key: keyOf(`event:${event.hash}`) }, ...usage];
}

/** Without the session: a fork has another one, and the same event. */
const keyOf = (name: string): string => `cairn:${name}`;

type EventFields = Pick<SpotFields, "role" | "tool" | "command" | "isError"> & {
  readonly kind?: SpotFields["kind"];
  readonly text: string;
};

function fieldsOf({ kind, payload }: RunEvent): EventFields | null {
  switch (kind) {
    case "run-opened":
      return { role: "prompt", tool: "task", text: taskText(rowOf(payload["definition"]) ?? {}) };
    case "task-opened":
      return { role: "prompt", tool: "task", text: taskText(payload) };
    case "proposal-accepted":
    case "checks-requested":
      return { role: "proposal", kind: "provider", tool: "proposal", text: proposalText(payload["proposal"]) };
    case "proposal-rejected":
      return { role: "notice", tool: "rejection", isError: true, text: linesOf(payload["rejections"], rejectionText) };
    case "invocation-failed":
      return { role: "notice", tool: "failure", isError: true, text: textIn(payload, ["code", "message"]) };
    case "check-recorded":
      return checkFields(payload);
    case "changes-merged":
      return { role: "notice", tool: "merge", text: linesOf(payload["results"], mergeText) };
    case "task-escalated":
      return { role: "proposal", tool: "escalation", text: textOf(payload["question"]) ?? "" };
    case "escalation-answered":
      return { role: "answer", tool: "answer", text: textOf(payload["text"]) ?? "" };
    case "claims-verified":
      return { role: "result", tool: "verification", text: linesOf(payload["results"], verificationText) };
    default:
      return null;
  }
}

/** What is to be done, and what it must satisfy. */
function taskText(definition: Row): string {
  const requirements = rowsIn(definition["requirements"]).map(
    ({ id, statement }) => `${textOf(id) ?? ""}: ${textOf(statement) ?? ""}`,
  );
  return [textOf(definition["objective"]) ?? "", ...requirements].join("\n");
}

const proposalText = (proposal: unknown): string =>
  proposal === null || proposal === undefined ? "" : jsonTextOf(proposal);

function checkFields(payload: Row): EventFields {
  const passed = payload["passed"] === true;
  const text = textOf(payload["detail"]) ?? (passed ? "passed" : "failed");
  return { role: "evidence", tool: "check", command: textOf(payload["check"]), isError: !passed, text };
}

const textIn = (row: Row, names: readonly string[]): string =>
  names.flatMap((name) => textOf(row[name]) ?? []).join(": ");

const linesOf = (value: unknown, lineOf: (row: Row) => string): string =>
  rowsIn(value)
    .map(lineOf)
    .filter((line) => line !== "")
    .join("\n");

const rejectionText = ({ code, pointer, message }: Row): string =>
  [textOf(code), textOf(pointer), textOf(message)].filter((part) => part !== null).join(" ");

const mergeText = ({ path, conflict }: Row): string =>
  textOf(conflict) === null ? "" : `${textOf(path) ?? ""}: ${textOf(conflict) ?? ""}`;

const verificationText = ({ claim, confirmed, reason }: Row): string =>
  [textOf(claim), confirmed === true ? "confirmed" : "not confirmed", textOf(reason)]
    .filter((part) => part !== null)
    .join(" ");

/** What an invocation cost, by model; its input includes what was cached. */
function usageFacts({ hash, payload }: RunEvent, spot: Spot): readonly Imported[] {
  return rowsIn(payload["usage"]).flatMap((usage, index) => {
    const counts = countsOf({
      inputTokens: countOf(usage["input_tokens"]),
      cacheReadTokens: countOf(usage["cached_input_tokens"]),
      cacheWriteTokens: 0,
      outputTokens: countOf(usage["output_tokens"]),
      reasoningTokens: 0,
    });
    if (counts === null) return [];
    return {
      type: "usage",
      key: keyOf(`usage:${hash}:${index}`),
      scope: spot.scope,
      model: textOf(usage["model"]),
      createdAt: spot.at,
      ...withoutCache(counts).counts,
      provenance: { ...spot.place, messageId: hash },
    } as const;
  });
}
