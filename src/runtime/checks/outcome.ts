/** What a check came to. A check that crashes, is too slow or cannot look fails: it never passes by accident. */
export interface CheckOutcome {
  readonly passed: boolean;
  /** One or a few sentences, at most `MAXIMUM_DETAIL` characters: why, with the first findings. */
  readonly detail: string;
  /** What a command printed, bounded; empty for the other kinds. */
  readonly output: string;
}

const MAXIMUM_DETAIL = 2000;
const MAXIMUM_LISTED = 10;

export function passed(detail: string, output = ""): CheckOutcome {
  return { passed: true, detail: cut(detail), output };
}

export function failed(detail: string, output = ""): CheckOutcome {
  return { passed: false, detail: cut(detail), output };
}

function cut(text: string): string {
  return text.length <= MAXIMUM_DETAIL
    ? text
    : `${Array.from(text)
        .slice(0, MAXIMUM_DETAIL - 1)
        .join("")}…`;
}

/** The first entries, quoted, and how many more there are. */
export function listed(entries: readonly string[]): string {
  const shown = entries.slice(0, MAXIMUM_LISTED).map((entry) => JSON.stringify(entry.slice(0, 200)));
  const more = entries.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** "1 file", "2 files". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
