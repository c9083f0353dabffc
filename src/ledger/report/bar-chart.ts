/** Bars, one a row: the same numbers stand in the table beside them. */
import { bounded, grouped, html, type Html } from "./html.ts";

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** A part of the value that is drawn apart: what had been sent before. */
  readonly part?: number;
}

export interface BarChart {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly bars: readonly Bar[];
}

const WIDTH = 720;
const ROW = 26;
const LABELS = 230;
const NUMBERS = 90;
const LABEL_LENGTH = 32;
const BARS = 20;

/** An SVG picture with a title and a sentence that says what is to be seen in it; nothing where there are no bars. */
export function barChart({ id, title, bars }: BarChart): Html | null {
  const shown = bars.slice(0, BARS);
  const most = Math.max(...shown.map(({ value }) => value), 0);
  if (most === 0) return null;
  const [first] = shown.toSorted((a, b) => b.value - a.value);
  const sentence = `${shown.length} bars. The largest is ${bounded(first?.label ?? "")} with ${grouped(most)} tokens. The table below has every number.`;
  const height = shown.length * ROW;
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${id}-t ${id}-d">
    <title id="${id}-t">${title}</title>
    <desc id="${id}-d">${sentence}</desc>
    ${shown.map((bar, at) => barRow(bar, { top: at * ROW, most }))}
  </svg>`;
}

function barRow({ label, value, part = 0 }: Bar, { top, most }: { readonly top: number; readonly most: number }): Html {
  const scale = (tokens: number): string => ((tokens / most) * (WIDTH - LABELS - NUMBERS)).toFixed(1);
  const rest = Math.max(0, value - part);
  const end = LABELS + Number(scale(value));
  return html`<text class="label" x="${LABELS - 8}" y="${top + 17}" text-anchor="end">${ending(label)}</text>
    <rect class="bar" x="${LABELS}" y="${top + 4}" width="${scale(rest)}" height="${ROW - 8}" />
    ${part > 0 && html`<rect class="again" x="${LABELS + Number(scale(rest))}" y="${top + 4}" width="${scale(part)}" height="${ROW - 8}" />`}
    <text class="number" x="${(end + 6).toFixed(1)}" y="${top + 17}">${grouped(value)}</text> `;
}

/** Of a long path the end says more than its beginning. */
function ending(label: string): string {
  const characters = Array.from(bounded(label));
  return characters.length <= LABEL_LENGTH ? label : `…${characters.slice(1 - LABEL_LENGTH).join("")}`;
}
