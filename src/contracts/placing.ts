/** Findings get their places in the text. Only the error path comes here. */
import { error, note } from "./findings.ts";
import type { Finding, RuleFinding } from "./findings.ts";
import { KEPT_ERRORS } from "./generated/validators.ts";
import { withOffsets, withPositions } from "./json/positions.ts";
import type { Position } from "./json/positions.ts";

/** Where the start of a text is, and what has no place in one. */
export const START: Position = { line: 1, column: 1 };

/** A fault of the text itself, as a finding of the document's SCHEMA rule. */
export function faultFinding(
  code: string,
  fault: Position & { readonly pointer?: string; readonly message: string },
): Finding {
  const { pointer = "", message, line, column } = fault;
  return { ...error(code, pointer, message), line, column };
}

/** Findings in the order of a JSON text that passed the gate, with their places. Beyond a limit, errors before others. */
export function placedInJson(text: string, findings: readonly RuleFinding[]): Finding[] {
  return withPositions(text, withOffsets(text, withinLimit(findings))).map(
    ({ code, level, pointer, message, line, column }) => ({ code, level, pointer, message, line, column }),
  );
}

/** Findings in the order of a text, with the places that the text's reader knows. Beyond a limit, errors before others. */
export function placedBy(positionOf: (pointer: string) => Position, findings: readonly RuleFinding[]): Finding[] {
  return withinLimit(findings)
    .map((finding) => ({ ...finding, ...positionOf(finding.pointer) }))
    .sort((a, b) => (a.line === b.line ? a.column - b.column : a.line - b.line));
}

function withinLimit(findings: readonly RuleFinding[]): readonly RuleFinding[] {
  if (findings.length <= KEPT_ERRORS) return findings;
  const isError = (finding: RuleFinding): boolean => finding.level === "error";
  const byWeight = [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
  const dropped = byWeight.splice(KEPT_ERRORS);
  const rest = dropped.slice(0, 1).map(({ code }) => note(code, "", `${dropped.length} more findings are not listed`));
  return [...byWeight, ...rest];
}
