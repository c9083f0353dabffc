/** How much of a text goes into the room that is left: whole lines, measured with the tokenizer. */

export interface Fitting {
  readonly fromLine: number;
  readonly toLine: number;
  readonly tokens: number;
  readonly count: (text: string) => number;
}

export interface Fitted {
  readonly delivered: string;
  readonly lines: number;
  /** True when the text goes on behind what is delivered. */
  readonly more: boolean;
}

/** As many whole lines of a range as fit into the room. Line numbers are from 1, inclusive. */
export function fit(text: string, { fromLine, toLine, tokens, count }: Fitting): Fitted {
  const all = text.split(/(?<=\n)/);
  const wanted = all.slice(fromLine - 1, toLine);
  const whole = wanted.join("");
  if (whole.length <= tokens || count(whole) <= tokens)
    return { delivered: whole, lines: wanted.length, more: toLine < all.length };
  const lines = most(wanted.length, (taken) => count(wanted.slice(0, taken).join("")) <= tokens);
  return { delivered: wanted.slice(0, lines).join(""), lines, more: true };
}

/** Share of the room that the beginning of an output takes: what went wrong stands at its end. */
const HEAD_SHARE = 0.25;

/** The first and, above all, the last lines of an output, with a line between them that says how many are left out. */
export function fitEnds(text: string, tokens: number, count: (text: string) => number): Fitted {
  const all = text.split(/(?<=\n)/);
  if (text.length <= tokens || count(text) <= tokens) return { delivered: text, lines: all.length, more: false };
  const head = most(all.length, (taken) => count(all.slice(0, taken).join("")) <= tokens * HEAD_SHARE);
  const rest = all.slice(head);
  const joined = (tail: number): string =>
    [...all.slice(0, head), `[… ${rest.length - tail} lines left out …]\n`, ...rest.slice(rest.length - tail)].join("");
  const tail = most(rest.length, (taken) => count(joined(taken)) <= tokens);
  const delivered = count(joined(tail)) <= tokens ? joined(tail) : "";
  return { delivered, lines: head + tail, more: true };
}

/** The largest number below `limit` that holds, where a larger one never holds when a smaller one does not; 0 at least. */
function most(limit: number, holds: (taken: number) => boolean): number {
  let least = 0;
  let beyond = limit;
  while (beyond - least > 1) {
    const middle = (least + beyond) >> 1;
    if (holds(middle)) least = middle;
    else beyond = middle;
  }
  return least;
}
