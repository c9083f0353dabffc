/** Items of the ledger in lists. */
import type { ledger } from "../../../app.ts";
import { columned } from "../columns.ts";
import { bold, dim, red, yellow } from "../marks.ts";
import { grouped } from "../numbers.ts";
import { moment } from "../runs.ts";
import { fit } from "../width.ts";

/** What it was got from: path, command or pattern. */
export function sourceOf({ path, command, pattern }: Pick<ledger.ItemLine, "path" | "command" | "pattern">): string {
  const from = pattern !== null && path !== null ? `${pattern} in ${path}` : (path ?? command ?? pattern ?? "");
  return from.replaceAll(/\s+/g, " ");
}

/** `3f2a9c1e`, or `3f2a9c1e/agent`. */
export function placeOf({ session, agent }: Pick<ledger.ItemLine, "session" | "agent">): string {
  const short = session.length > 8 && /^[0-9a-f-]{20,}$/.test(session) ? session.slice(0, 8) : session;
  return agent === null ? short : `${short}/${agent.slice(0, 8)}`;
}

/** A line an item: number, tokens, kind and tool, where, from what. */
export function itemLines(items: readonly ledger.ItemLine[], columns: number | null): string[] {
  const rows = items.map((item) => [
    bold(`#${item.item}`),
    grouped(item.output_tokens).padStart(9),
    toolOf(item),
    dim(placeOf(item)),
    dim(moment(item.created_at)),
    `${sourceOf(item)}${marksOf(item)}`,
  ]);
  return columned(rows).map((line) => (columns === null ? line : fit(line, columns)));
}

/** `read Read`; the tool alone where the kind says nothing. */
export function toolOf({ kind, tool }: Pick<ledger.ItemLine, "kind" | "tool">): string {
  return kind === "other" ? tool : `${kind} ${tool}`;
}

function marksOf({ is_error, is_repeat }: ledger.ItemLine): string {
  return `${is_error ? red(" (error)") : ""}${is_repeat ? yellow(" (sent before)") : ""}`;
}

/** An item with everything that is known of it; its content last. */
export function* detailLines(item: ledger.ItemDetails): Generator<string> {
  yield `${bold(`#${item.item}`)} ${toolOf(item)}${marksOf(item)}`;
  const rows: [string, string][] = [
    ["from", sourceOf(item)],
    [
      "when",
      `${moment(item.created_at)} UTC${item.duration_us > 0 ? `, ${(item.duration_us / 1e6).toFixed(2)} s` : ""}`,
    ],
    ["delivered", `${grouped(item.output_tokens)} tokens of ${grouped(item.input_tokens)} produced`],
    ["session", `${item.session} of ${item.client}${item.project === null ? "" : `, in ${item.project}`}`],
    ["agent", item.agent === null ? "main" : `${item.agent}${item.agent_type === null ? "" : ` (${item.agent_type})`}`],
    ["role", item.role],
    [
      "origin",
      `${item.origin.file}:${item.origin.line}${item.origin.message_id === null ? "" : ` ${item.origin.message_id}`}`,
    ],
    ["sha256", item.content_sha256],
    ["redacted", kindCounts(item.redactions)],
    ["not text", kindCounts(item.media)],
    ["started", item.spawned ?? ""],
    [
      "near to",
      item.near_repeat_of === null
        ? ""
        : `#${item.near_repeat_of.item}, ${percent(item.near_repeat_of.share)} of the lines`,
    ],
  ];
  yield* columned(rows.filter(([, text]) => text !== "").map(([name, text]) => [`  ${dim(name)}`, text]));
  yield "";
  yield* item.content.split("\n");
}

/** `aws-key 2, password 1`. */
export function kindCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${kind} ${grouped(count)}`)
    .join(", ");
}

/** `67 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
