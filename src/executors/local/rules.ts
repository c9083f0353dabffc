/** The `local` rules of a task file, compiled once, with every mistake in them told at once. */
import type { ExtractRule, LocalRule, RuleFinding } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import { compileGlobs, type Globs } from "../globs.ts";
import { compilePattern, type Pattern } from "../patterns.ts";
import { compileTemplate, type Template } from "./templates.ts";
import { asSubject } from "./texts.ts";

export interface CompiledExtract {
  readonly globs: Globs;
  readonly pattern: Pattern;
  readonly subject: Template;
  readonly value: Template;
  readonly map: ReadonlyMap<string, string>;
}

export interface CompiledExpect {
  readonly globs: Globs;
  readonly pattern: Pattern;
  readonly subject: Template;
}

export interface CompiledForbid {
  readonly globs: Globs;
  readonly pattern: Pattern;
}

/** One requirement's rule. */
export interface CompiledRule {
  readonly id: string;
  /** The id as it stands in statements. */
  readonly label: string;
  readonly extracts: readonly CompiledExtract[];
  readonly expect: CompiledExpect | null;
  readonly forbid: CompiledForbid | null;
  /** What separates the alternatives of one value; null: a value is one. */
  readonly alternatives: Pattern | null;
  /** True where parts of the work can only be judged together. */
  readonly isJoint: boolean;
  /** Globs of all files that the rule reads, as written. */
  readonly paths: readonly string[];
  /** The same, compiled. */
  readonly globs: Globs;
}

/** Collects what is wrong; returns a stand-in so that the rest is looked at too. */
interface Problems {
  readonly findings: RuleFinding[];
  add(pointer: string, message: string): null;
}

/**
 * Returns the compiled rules by requirement id.
 *
 * Errors: RuntimeFailure `input-invalid`, with `details.findings` that point into the record of rules.
 */
export function compileRules(rules: Readonly<Record<string, LocalRule>>): ReadonlyMap<string, CompiledRule> {
  const findings: RuleFinding[] = [];
  const problems: Problems = {
    findings,
    add: (pointer, message) => {
      findings.push({ code: "TASK-LOCAL", level: "error", pointer, message });
      return null;
    },
  };
  const compiled = new Map<string, CompiledRule>();
  for (const [id, rule] of Object.entries(rules)) {
    const own = compileRule(id, rule, problems);
    if (own) compiled.set(id, own);
  }
  if (findings.length > 0) {
    const [first] = findings;
    throw new RuntimeFailure("input-invalid", `local rule ${first?.pointer ?? ""}: ${first?.message ?? ""}`, {
      details: { findings },
    });
  }
  return compiled;
}

function compileRule(id: string, rule: LocalRule, problems: Problems): CompiledRule | null {
  const at = `/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const extracts = (rule.extract ?? []).map((it, index) => compileExtract(it, `${at}/extract/${index}`, problems));
  if (extracts.length === 0 && (rule.expect || rule.agree))
    problems.add(at, `${rule.expect ? "expect" : "agree"} needs extract: it says of what`);
  const expect = rule.expect ? compileExpect(rule, `${at}/expect`, problems) : null;
  const forbid = rule.forbid
    ? {
        globs: globs(rule.forbid.paths, `${at}/forbid/paths`, problems),
        pattern: pattern(rule.forbid.pattern, `${at}/forbid/pattern`, problems),
      }
    : null;
  const alternatives =
    rule.agree?.alternatives === undefined
      ? null
      : pattern(rule.agree.alternatives, `${at}/agree/alternatives`, problems);
  const paths = [
    ...new Set([
      ...(rule.extract ?? []).flatMap((it) => it.paths),
      ...(rule.expect?.paths ?? []),
      ...(rule.forbid?.paths ?? []),
    ]),
  ];
  const all = paths.length === 0 ? problems.add(at, "it names no paths") : globs(paths, at, problems);
  if (!all || problems.findings.length > 0) return null;
  return {
    id,
    label: asSubject(id).replaceAll(": ", ":"),
    extracts: extracts.filter((it) => it !== null),
    expect,
    forbid: forbid?.globs && forbid.pattern ? { globs: forbid.globs, pattern: forbid.pattern } : null,
    alternatives,
    isJoint: rule.agree !== undefined || rule.expect !== undefined,
    paths,
    globs: all,
  };
}

function compileExtract(rule: ExtractRule, at: string, problems: Problems): CompiledExtract | null {
  const own = {
    globs: globs(rule.paths, `${at}/paths`, problems),
    pattern: pattern(rule.pattern, `${at}/pattern`, problems),
  };
  if (!own.globs || !own.pattern) return null;
  const subject = template(rule.subject, problems, { of: own.pattern, at: `${at}/subject` });
  const value = template(rule.value, problems, { of: own.pattern, at: `${at}/value` });
  return subject && value
    ? { globs: own.globs, pattern: own.pattern, subject, value, map: new Map(Object.entries(rule.map ?? {})) }
    : null;
}

/** Where `expect` names no subject, it is spelled as the first extract spells it. */
function compileExpect(rule: LocalRule, at: string, problems: Problems): CompiledExpect | null {
  const { paths, pattern: source, subject: given } = rule.expect ?? { paths: [], pattern: "" };
  const own = { globs: globs(paths, `${at}/paths`, problems), pattern: pattern(source, `${at}/pattern`, problems) };
  if (!own.globs || !own.pattern) return null;
  const subject = template(given ?? rule.extract?.[0]?.subject ?? "$0", problems, {
    of: own.pattern,
    at: `${at}/subject`,
  });
  return subject ? { globs: own.globs, pattern: own.pattern, subject } : null;
}

function globs(sources: readonly string[], at: string, problems: Problems): Globs | null {
  const compiled = compileGlobs(sources);
  return compiled.ok ? compiled.value : problems.add(at, compiled.findings);
}

function pattern(source: string, at: string, problems: Problems): Pattern | null {
  const compiled = compilePattern(source);
  return compiled.ok ? compiled.value : problems.add(at, `the pattern cannot be used: ${compiled.findings}`);
}

/** The pattern decides which groups a template may name. */
function template(
  source: string,
  problems: Problems,
  { of, at }: { readonly of: Pattern; readonly at: string },
): Template | null {
  const compiled = compileTemplate(source, of.groupCount);
  return compiled.ok ? compiled.value : problems.add(at, `the template cannot be used: ${compiled.findings}`);
}

/** The requirement of the task file that an id is of: refined ones are `<id>/<part>/…`. */
export function ruleIdOf(requirement: string): string {
  return requirement.split("/", 1)[0] ?? requirement;
}

/** True where the id stands for what parts found, taken together. */
export function isTogether(requirement: string): boolean {
  return requirement.split("/")[1] === TOGETHER;
}

/** Name of the sub-requirement that is kept when a joint rule is cut into parts. */
export const TOGETHER = "agree";

/** Reasons that may hide a whole folder; with any other one, a single file was not read. */
const FOLDER_REASONS: ReadonlySet<string> = new Set([
  "link-outside",
  "permission",
  "too-deep",
  "too-many-entries",
  "missing",
  "name",
  "io-error",
]);

/** True where what was not read may be, or hold, a file of the rule. */
export function concerns(rule: CompiledRule, unread: { readonly path: string; readonly reason: string }): boolean {
  const { path, reason } = unread;
  if (path === "" || reason === "too-many-entries") return true;
  const state = path.split("/").reduce((it, name) => rule.globs.step(it, name), rule.globs.start);
  return rule.globs.accepts(state) || (FOLDER_REASONS.has(reason) && rule.globs.mayHold(state));
}
