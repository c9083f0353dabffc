/** What the checks say about a document, and the result of a parse. */

export type Level = "error" | "warning" | "note";

/** What a rule says about a value. `pointer` is a JSON Pointer (RFC 6901) into the document, `""` the whole of it. */
export interface RuleFinding {
  readonly code: string;
  readonly level: Level;
  readonly pointer: string;
  readonly message: string;
}

/** A finding with its place in the text: line and column count from 1, the column in UTF-16 code units. */
export interface Finding extends RuleFinding {
  readonly line: number;
  readonly column: number;
}

/** A value, or why there is none. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly findings: E };

/** True when one of the findings is an error: the document breaks a rule. */
export const hasErrors = (findings: readonly RuleFinding[]): boolean =>
  findings.some((finding) => finding.level === "error");

/** A finding of level error. */
export const error = (code: string, pointer: string, message: string): RuleFinding => ({
  code,
  level: "error",
  pointer,
  message,
});
/** A finding of level warning. */
export const warning = (code: string, pointer: string, message: string): RuleFinding => ({
  code,
  level: "warning",
  pointer,
  message,
});
/** A finding of level note. */
export const note = (code: string, pointer: string, message: string): RuleFinding => ({
  code,
  level: "note",
  pointer,
  message,
});
