/**
 * What this executor says, and how it reads it again: every claim is of one of these forms.
 *
 * Findings travel from task to task as claims, so a statement must hold all that is needed to judge it.
 *
 * ST1  `parseStatement` gives back what `statementOf` was given, as long as its parts went through `texts.ts`.
 * ST2  Only `value` statements read as `<subject> = <value>`: nothing else is taken for one by the engine.
 */
import { counted } from "./texts.ts";

export type Saying =
  | { readonly kind: "value"; readonly subject: string; readonly value: string }
  /** The file allows any of these values. */
  | { readonly kind: "choice"; readonly subject: string; readonly values: readonly string[] }
  | { readonly kind: "found"; readonly rule: string; readonly subject: string }
  | { readonly kind: "missing"; readonly rule: string; readonly subject: string }
  | {
      readonly kind: "forbidden";
      readonly rule: string;
      readonly path: string;
      readonly line: number;
      readonly text: string;
    }
  /** Nothing forbidden, or nothing to extract, in so many files of the rule. */
  | ({ readonly kind: "clean"; readonly rule: string } & Span)
  | ({ readonly kind: "none"; readonly rule: string } & Span)
  | ({ readonly kind: "read" } & Span)
  /** Nothing of what the task was given is unread. */
  | { readonly kind: "all"; readonly task: string }
  | { readonly kind: "unread"; readonly path: string; readonly reason: string }
  | { readonly kind: "overflow"; readonly rule: string; readonly path: string; readonly limit: number }
  | {
      readonly kind: "together";
      readonly rule: string;
      readonly subjectCount: number;
      readonly taskCount: number;
      readonly share: string;
    };

/** What was read at once, in walk order. `fileCount` counts the files that were read to their end. */
export interface Span {
  readonly fileCount: number;
  readonly first: string;
  /** Where the first file was begun; 1: at its beginning. */
  readonly fromLine: number;
  readonly last: string;
  /** Where the last file was left; null: at its end. */
  readonly toLine: number | null;
}

export type SayingOf<K extends Saying["kind"]> = Extract<Saying, { kind: K }>;

/** Returns the statement. Paths are quoted as JSON, as any character may stand in them. */
export function statementOf(it: Saying): string {
  switch (it.kind) {
    case "value":
      return `${it.subject} = ${it.value}`;
    case "choice":
      return `${it.subject} is one of: ${it.values.join(" | ")}`;
    case "found":
      return `found for ${it.rule}: ${it.subject}`;
    case "missing":
      return `missing for ${it.rule}: ${it.subject}`;
    case "forbidden":
      return `forbidden by ${it.rule}: ${path(it.path)} line ${it.line}: ${it.text}`;
    case "clean":
      return `nothing forbidden by ${it.rule} in ${span(it)}`;
    case "none":
      return `nothing to extract for ${it.rule} in ${span(it)}`;
    case "read":
      return `read ${span(it)}`;
    case "all":
      return `everything that ${it.task} was given was read`;
    case "unread":
      return `not read: ${path(it.path)} (${it.reason})`;
    case "overflow":
      return `more than ${it.limit} matches for ${it.rule} in ${path(it.path)}`;
    case "together":
      return `for ${it.rule}, ${counted(it.subjectCount, "subject")} fit together in what ${counted(it.taskCount, "task")} found${it.share}`;
  }
}

/** A path in quotes; ` = ` in it is written with an escape, so that ST2 holds. */
function path(text: string): string {
  return JSON.stringify(text).replaceAll(" = ", " \\u003d ");
}

function span(it: Span): string {
  const from = it.fromLine > 1 ? ` line ${it.fromLine}` : "";
  const to = it.toLine === null ? "" : ` line ${it.toLine}`;
  return `${counted(it.fileCount, "file")} from ${path(it.first)}${from} to ${path(it.last)}${to}`;
}

const PATH = String.raw`("(?:[^"\\]|\\.)*")`;
const SPAN = String.raw`(\d+) files? from ${PATH}(?: line (\d+))? to ${PATH}(?: line (\d+))?`;
const RULE = String.raw`([^/\s][^/]*?)`;

const FORMS: readonly (readonly [form: RegExp, read: (groups: readonly string[]) => Saying])[] = [
  [new RegExp(`^found for ${RULE}: (.+)$`, "s"), ([rule = "", subject = ""]) => ({ kind: "found", rule, subject })],
  [new RegExp(`^missing for ${RULE}: (.+)$`, "s"), ([rule = "", subject = ""]) => ({ kind: "missing", rule, subject })],
  [
    new RegExp(`^forbidden by ${RULE}: ${PATH} line (\\d+): (.*)$`, "s"),
    ([rule = "", at = "", line = "", text = ""]) => ({
      kind: "forbidden",
      rule,
      path: unquoted(at),
      line: Number(line),
      text,
    }),
  ],
  [
    new RegExp(`^nothing forbidden by ${RULE} in ${SPAN}$`),
    ([rule = "", ...rest]) => ({ kind: "clean", rule, ...spanOf(rest) }),
  ],
  [
    new RegExp(`^nothing to extract for ${RULE} in ${SPAN}$`),
    ([rule = "", ...rest]) => ({ kind: "none", rule, ...spanOf(rest) }),
  ],
  [new RegExp(`^read ${SPAN}$`), (groups) => ({ kind: "read", ...spanOf(groups) })],
  [/^everything that (\S+) was given was read$/, ([task = ""]) => ({ kind: "all", task })],
  [
    new RegExp(`^not read: ${PATH} \\((.*)\\)$`, "s"),
    ([at = "", reason = ""]) => ({ kind: "unread", path: unquoted(at), reason }),
  ],
  [
    new RegExp(`^more than (\\d+) matches for ${RULE} in ${PATH}$`),
    ([limit = "", rule = "", at = ""]) => ({ kind: "overflow", rule, path: unquoted(at), limit: Number(limit) }),
  ],
  [
    new RegExp(`^for ${RULE}, (\\d+) subjects? fit together in what (\\d+) tasks? found(.*)$`),
    ([rule = "", subjects = "", tasks = "", share = ""]) => ({
      kind: "together",
      rule,
      subjectCount: Number(subjects),
      taskCount: Number(tasks),
      share,
    }),
  ],
];

/** What a statement says, or null where it is of none of the forms (another executor's). */
export function parseStatement(statement: string): Saying | null {
  const equals = statement.indexOf(" = ");
  if (equals > 0 && equals + 3 < statement.length)
    return { kind: "value", subject: statement.slice(0, equals), value: statement.slice(equals + 3) };
  for (const [form, read] of FORMS) {
    const found = form.exec(statement);
    if (found) return read(found.slice(1));
  }
  const choice = statement.indexOf(" is one of: ");
  if (choice <= 0) return null;
  return {
    kind: "choice",
    subject: statement.slice(0, choice),
    values: statement.slice(choice + " is one of: ".length).split(" | "),
  };
}

function spanOf([count, first = "", from, last = "", to]: readonly (string | undefined)[]): Span {
  return {
    fileCount: Number(count),
    first: unquoted(first),
    fromLine: from === undefined ? 1 : Number(from),
    last: unquoted(last),
    toLine: to === undefined ? null : Number(to),
  };
}

function unquoted(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : "";
  } catch {
    return ""; // no form of ours: a claim of somebody else that begins alike
  }
}
