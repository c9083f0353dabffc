/** A session as a chart: a line a turn, what entered and how full the context was. */
import type { ledger } from "../../../app.ts";
import { bold, cyan, dim, green, red, yellow } from "../marks.ts";
import { counted, grouped } from "../numbers.ts";
import { moment } from "../runs.ts";
import { fit, pad } from "../width.ts";
import { placeOf } from "./items.ts";

type Kind = keyof ledger.Turn["entered"];

const KINDS: readonly { readonly kind: Kind; readonly sign: string; readonly style: (text: string) => string }[] = [
  { kind: "read", sign: "r", style: cyan },
  { kind: "shell", sign: "s", style: green },
  { kind: "search", sign: "f", style: yellow },
  { kind: "provider", sign: "p", style: red },
  { kind: "other", sign: "o", style: dim },
];
const PLAIN = "█";
/** Columns beside the bar. */
const LABELS = 46;

export interface ChartOptions {
  readonly columns: number;
  readonly hasColors: boolean;
}

export function* timelineLines(timeline: ledger.Timeline, { columns, hasColors }: ChartOptions): Generator<string> {
  const { client, project, turns, agents } = timeline;
  yield `${bold(placeOf(timeline))} of ${client}${project === null ? "" : `, in ${project}`}: ${counted(turns.length, "turn")}`;
  if (turns.length === 0) return;
  const width = Math.max(10, columns - LABELS - 30);
  const most = Math.max(
    1,
    ...turns.map(({ context_tokens }) => context_tokens),
    ...turns.map(({ entered_tokens }) => entered_tokens),
  );
  const legend = KINDS.map(({ kind, sign, style }) => style(`${hasColors ? PLAIN : sign} ${kind}`)).join("  ");
  yield `${dim("entered in the turn:")} ${legend}${dim("  · in context before it")}`;
  yield dim(`${"turn".padStart(5)}  ${"entered".padStart(9)}  ${"in context".padStart(10)}  ${"provider".padStart(9)}`);
  for (const turn of turns) {
    yield turnLine(turn, { width, most, hasColors, columns });
    for (const compaction of turn.compactions) yield compactionLine(compaction);
  }
  yield* agentLines(agents);
  yield dim(
    `Tokens of ${timeline.tokenizer}; "provider" is what the provider counted as its input at the turn's last response.`,
  );
}

function turnLine(
  turn: ledger.Turn,
  { width, most, hasColors, columns }: ChartOptions & { readonly width: number; readonly most: number },
): string {
  const scale = (tokens: number): number => Math.round((tokens / most) * width);
  const before = Math.max(0, turn.context_tokens - turn.entered_tokens);
  const parts = KINDS.map(({ kind, sign, style }) => {
    const length = scale(turn.entered[kind] ?? 0);
    return length === 0 ? "" : style((hasColors ? PLAIN : sign).repeat(length));
  });
  const numbers = [
    String(turn.turn).padStart(5),
    grouped(turn.entered_tokens).padStart(9),
    grouped(turn.context_tokens).padStart(10),
    turn.provider_context_tokens === null
      ? dim("unknown".padStart(9))
      : grouped(turn.provider_context_tokens).padStart(9),
  ];
  const bar = pad(`${dim("·".repeat(scale(before)))}${parts.join("")}`, width + 1);
  return fit(`${numbers.join("  ")}  ${bar} ${turn.prompt ?? dim("before the first prompt")}`, columns);
}

function compactionLine({ at, trigger, tokens_before, partial }: ledger.TimelineCompaction): string {
  const what = partial ? "some results were taken out of the context" : "the context was compacted";
  const before = tokens_before === null ? "" : `, ${grouped(tokens_before)} tokens before`;
  return yellow(`       ─── ${moment(at)} ${what}${trigger === null ? "" : ` (${trigger})`}${before} ───`);
}

function* agentLines(agents: ledger.Timeline["agents"]): Generator<string> {
  if (agents.length === 0) return;
  yield dim("Sub-agents, each with a context of its own (--agent shows one):");
  for (const { agent, agent_type, items, output_tokens } of agents) {
    const type = agent_type === null ? "" : ` (${agent_type})`;
    yield `  ${agent}${type}: ${counted(items, "item")}, ${grouped(output_tokens)} tokens delivered`;
  }
}
