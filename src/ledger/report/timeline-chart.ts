/** How an agent's context filled up: a column a turn, by kind of source, with compactions and what the provider counted. */
import type { SourceKind } from "../../contracts/index.ts";
import type { Turn } from "../answers.ts";
import { grouped, html, type Html } from "./html.ts";

export const KINDS: readonly SourceKind[] = ["read", "shell", "search", "provider", "other"];

const WIDTH = 960;
const HEIGHT = 300;
const LEFT = 74;
const TOP = 22;
const BOTTOM = 26;
const PLOT = HEIGHT - TOP - BOTTOM;
/** Columns that can still be told apart; of a longer session neighbouring turns share one. */
const COLUMNS = 160;

/** Turns that share a column. */
interface Column {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly entered: Readonly<Partial<Record<SourceKind, number>>>;
  readonly provider: number | null;
  readonly compactions: number;
}

/** An SVG picture of the turns; nothing where there are none. */
export function timelineChart(turns: readonly Turn[]): Html | null {
  if (turns.length === 0) return null;
  const columns = columnsOf(turns);
  const most = Math.max(1, ...columns.map((it) => Math.max(it.before + enteredIn(it), it.provider ?? 0)));
  const compactions = turns.reduce((sum, turn) => sum + turn.compactions.length, 0);
  const peak = Math.max(...turns.map(({ context_tokens }) => context_tokens));
  const sentence = `${turns.length} turns. By our count the context held at most ${grouped(peak)} tokens at the end of a turn. It was compacted ${compactions} times. The table below has every number.`;
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="timeline-t timeline-d">
    <title id="timeline-t">What the context held, turn by turn</title>
    <desc id="timeline-d">${sentence}</desc>
    ${axis(most)}${columns.map((column, at) => drawn(column, { at, count: columns.length, most }))}
    ${providerLine(columns, most)}
  </svg>`;
}

/** What the colours and signs of the picture stand for. */
export function timelineLegend(): Html {
  const names = ["before", ...KINDS].map(
    (name) =>
      html`<li>
        <span class="key k-${name}"></span
        >${name === "before" ? "in the context before the turn" : `${name}, in the turn`}
      </li>`,
  );
  return html`<ul class="legend">
    ${names}
    <li><span class="key provider-key"></span>what the provider counted as its input</li>
    <li><span class="key compaction-key"></span>compaction</li>
  </ul>`;
}

const enteredIn = ({ entered }: Pick<Column, "entered">): number =>
  KINDS.reduce((sum, kind) => sum + (entered[kind] ?? 0), 0);

function columnsOf(turns: readonly Turn[]): readonly Column[] {
  const size = Math.ceil(turns.length / COLUMNS);
  return Array.from({ length: Math.ceil(turns.length / size) }, (_, at) =>
    columnOf(turns.slice(at * size, (at + 1) * size)),
  );
}

function columnOf(turns: readonly Turn[]): Column {
  const sumOf = (kind: SourceKind): number => turns.reduce((sum, { entered }) => sum + (entered[kind] ?? 0), 0);
  const last = turns.at(-1);
  const entered = Object.fromEntries(KINDS.map((kind) => [kind, sumOf(kind)]));
  return {
    first: turns[0]?.turn ?? 0,
    last: last?.turn ?? 0,
    before: Math.max(0, (last?.context_tokens ?? 0) - enteredIn({ entered })),
    entered,
    provider: turns.findLast((turn) => turn.provider_context_tokens !== null)?.provider_context_tokens ?? null,
    compactions: turns.reduce((sum, { compactions }) => sum + compactions.length, 0),
  };
}

interface Place {
  readonly at: number;
  readonly count: number;
  readonly most: number;
}

const heightOf = (tokens: number, most: number): number => (tokens / most) * PLOT;
const step = (count: number): number => (WIDTH - LEFT) / count;

function drawn(column: Column, { at, count, most }: Place): Html {
  const width = step(count);
  const x = LEFT + at * width;
  const bar = Math.max(1, Math.min(48, width * 0.8));
  let y = TOP + PLOT;
  const parts = [
    ["before", column.before] as const,
    ...KINDS.map((kind) => [kind, column.entered[kind] ?? 0] as const),
  ];
  const rects = parts.flatMap(([name, tokens]) => {
    if (tokens === 0) return [];
    const height = heightOf(tokens, most);
    y -= height;
    return [
      html`<rect
        class="k-${name}"
        x="${(x + (width - bar) / 2).toFixed(1)}"
        y="${y.toFixed(1)}"
        width="${bar.toFixed(1)}"
        height="${height.toFixed(1)}"
      />`,
    ];
  });
  const every = Math.ceil(count / 16);
  return html`${rects}${at % every === 0 && html`<text class="number" x="${(x + width / 2).toFixed(1)}" y="${HEIGHT - 8}" text-anchor="middle">${column.first}</text>`}
  ${column.compactions > 0 && compactionMark(x + width, column.compactions)}`;
}

function compactionMark(x: number, count: number): Html {
  const at = Math.min(x, WIDTH - 2).toFixed(1);
  return html`<line class="compaction" x1="${at}" x2="${at}" y1="${TOP - 6}" y2="${TOP + PLOT}" /><text
      class="number"
      x="${at}"
      y="${TOP - 9}"
      text-anchor="end"
      >compacted${count > 1 && ` ${count} ×`}</text
    >`;
}

function axis(most: number): Html {
  const lines = [0, 0.5, 1].map((share) => {
    const y = (TOP + PLOT - share * PLOT).toFixed(1);
    return html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}" /><text
        class="number"
        x="${LEFT - 6}"
        y="${Number(y) + 4}"
        text-anchor="end"
        >${grouped(Math.round(most * share))}</text
      >`;
  });
  return html`${lines}`;
}

function providerLine(columns: readonly Column[], most: number): Html {
  const width = step(columns.length);
  const points = columns.flatMap(({ provider }, at) =>
    provider === null
      ? []
      : [[(LEFT + (at + 0.5) * width).toFixed(1), (TOP + PLOT - heightOf(provider, most)).toFixed(1)] as const],
  );
  return html`<polyline
      class="provider"
      points="${points.map((point) => point.join(",")).join(" ")}"
    />${points.map(([x, y]) => html`<circle class="provider-dot" cx="${x}" cy="${y}" r="2.5" />`)}`;
}
