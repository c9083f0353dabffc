/** The rules of one Context-IR document (§2.3), behind IR-SCHEMA. */
import type { RuleFinding } from "../findings.ts";
import type { ContextIrDocument } from "../vocabulary.ts";
import { sequence } from "./ir-seq.ts";
import { totals } from "./ir-totals.ts";
import { hashes } from "./ir-hash.ts";
import { ratio } from "./ir-ratio.ts";
import { time } from "./ir-time.ts";
import { bound } from "./ir-bound.ts";
import { secrets } from "./ir-secret.ts";
import type { Redact } from "./ir-secret.ts";
import { duplicates } from "./ir-dup.ts";
import { stale } from "./ir-stale.ts";
import type { WorkspaceReader } from "./ir-stale.ts";

/** What two of the rules need from outside; without it they are silent. */
export interface ContextIrOptions {
  /** For IR-SECRET, and for IR-STALE to compare what was stored redacted. */
  readonly redact?: Redact;
  /** For IR-STALE. */
  readonly workspace?: WorkspaceReader;
}

/** Everything that the rules say about a document whose schema holds, rule by rule. Source: semantics §2.3. */
export function contextIrFindings(document: ContextIrDocument, options: ContextIrOptions = {}): RuleFinding[] {
  const { redact, workspace } = options;
  return [
    ...[sequence, totals, hashes, ratio, time, bound].flatMap((rule) => rule(document)),
    ...(redact === undefined ? [] : secrets(document, redact)),
    ...duplicates(document),
    ...(workspace === undefined ? [] : stale(document, workspace, redact ?? ((text) => text))),
  ];
}
