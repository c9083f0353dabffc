/**
 * Judges what was found: where values differ, what is missing, what is forbidden.
 *
 * It looks at statements alone, so it judges what this task read, what an earlier invocation of it left, and what other
 * tasks found in the same way.
 */
import { inCommon } from "./facts.ts";
import { concerns, type CompiledRule } from "./rules.ts";
import { parseStatement, type Saying, type SayingOf } from "./statements.ts";

/** A claim that is held or in dispute: rejected, unresolved and proposed ones say nothing here. */
export interface Said {
  readonly statement: string;
  readonly saying: Saying;
}

/** The statements of a list that are of this executor's forms, parsed. */
export function sayings<T extends { readonly statement: string; readonly status: string }>(
  claims: readonly T[],
): (T & Said)[] {
  return claims.flatMap((claim) => {
    const isLive = claim.status === "supported" || claim.status === "verified" || claim.status === "contradicted";
    const saying = isLive ? parseStatement(claim.statement) : null;
    return saying ? [{ ...claim, saying }] : [];
  });
}

/** What stands against one rule. All lists are in the order in which things were said. */
export interface Judgement<T extends Said> {
  /** Claims with values of the rule's subjects. */
  readonly values: readonly T[];
  readonly subjectCount: number;
  /** Claims of one subject that leave nothing in common, a list a subject. */
  readonly conflicts: readonly (readonly T[])[];
  /** Subjects that were expected elsewhere and not found, with a claim that says they are there. */
  readonly missing: readonly { readonly subject: string; readonly claim: T }[];
  /** Claims that say so of a subject: another task looked for it over all parts. */
  readonly saidMissing: readonly T[];
  readonly forbidden: readonly T[];
  readonly unread: readonly T[];
  readonly overflows: readonly T[];
}

/** Returns what the claims say about one rule. */
export function judge<T extends Said>(rule: CompiledRule, claims: readonly T[]): Judgement<T> {
  const bySubject = new Map<string, T[]>();
  const found = new Set<string>();
  for (const claim of claims) {
    const { saying } = claim;
    if (isValue(saying) && isSubjectOf(rule, saying.subject))
      bySubject.set(saying.subject, [...(bySubject.get(saying.subject) ?? []), claim]);
    if (saying.kind === "found" && saying.rule === rule.label) found.add(saying.subject);
  }
  const isOfRule = (kind: "forbidden" | "overflow" | "missing") => (claim: T) =>
    claim.saying.kind === kind && claim.saying.rule === rule.label;
  return {
    values: [...bySubject.values()].flat(),
    subjectCount: bySubject.size,
    conflicts: [...bySubject.values()].filter(
      (own) => inCommon(own.map((claim) => valuesIn(claim.saying))).length === 0,
    ),
    missing: rule.expect
      ? [...bySubject].flatMap(([subject, [claim]]) => (claim && !found.has(subject) ? [{ subject, claim }] : []))
      : [],
    saidMissing: claims.filter(isOfRule("missing")),
    forbidden: claims.filter(isOfRule("forbidden")),
    overflows: claims.filter(isOfRule("overflow")),
    unread: claims.filter(({ saying }) => saying.kind === "unread" && concerns(rule, saying)),
  };
}

export function isValue(saying: Saying): saying is SayingOf<"value"> | SayingOf<"choice"> {
  return saying.kind === "value" || saying.kind === "choice";
}

/** What a subject may be, by a statement. */
export function valuesIn(saying: Saying): readonly string[] {
  if (saying.kind === "value") return [saying.value];
  return saying.kind === "choice" ? saying.values : [];
}

export function isSubjectOf(rule: CompiledRule, subject: string): boolean {
  return rule.extracts.some((extract) => extract.subject.mayGive(subject));
}
