/** Task files are kept with their runs as they are and shown to executors: a secret has no place in one. */
import type { Finding } from "../contracts/index.ts";
import type { Redactor } from "../ledger/index.ts";

/** A finding for the first line that holds a secret; empty where there is none. */
export function secretFindings(text: string, redactor: Redactor): readonly Finding[] {
  const kinds = Object.keys(redactor.redact(text).counts);
  if (kinds.length === 0) return [];
  const line = text.split("\n").findIndex((it) => redactor.redact(it).text !== it) + 1;
  const message = `a secret stands here (${kinds.join(", ")}); put it into the environment instead`;
  return [{ code: "T-SECRET", level: "error", pointer: "", message, line: Math.max(1, line), column: 1 }];
}
