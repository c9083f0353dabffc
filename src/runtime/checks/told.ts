/**
 * What an executor is told of a check.
 *
 * TO1  The output is redacted whole before it is cut: half a secret has no form to know it by.
 */
import { settledCut, type RedactText } from "../../ledger/index.ts";
import type { CheckOutcome } from "./outcome.ts";

/** Characters told of an output: its first lines and, where it is longer, its last ones. The engine keeps 2,000 with the reason. */
const FIRST_LENGTH = 600;
const LAST_LENGTH = 1000;
const LINE_LENGTH = 300;

/** The reason and, of a check that failed, what its command printed: redacted, and bounded. */
export function toldOf({ passed, detail, output }: CheckOutcome, redact: RedactText): string {
  if (passed || output.trim() === "") return redact(detail);
  const lines = redact(output)
    .trimEnd()
    .split("\n")
    .map((line) => settledCut(line, LINE_LENGTH, redact));
  const first = firstLines(lines, FIRST_LENGTH);
  const last = firstLines(lines.slice(first.length).toReversed(), LAST_LENGTH).toReversed();
  const missing = lines.length - first.length - last.length;
  const between = missing > 0 ? [`[… ${missing} lines left out …]`] : [];
  return redact([detail, "It printed:", ...first, ...between, ...last].join("\n"));
}

/** As many lines from the beginning as fit. */
function firstLines(lines: readonly string[], length: number): readonly string[] {
  let left = length;
  const end = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return end === -1 ? lines : lines.slice(0, end);
}
