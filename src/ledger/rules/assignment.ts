/**
 * Values that are assigned to a name which promises a secret: in code, JSON, YAML, INI and environment files, on command
 * lines, in headers, queries, XML and connection strings.
 *
 * The rule knows five ways to write an assignment; each says where the value ends and how much it takes to count
 * (value.ts). A value is bounded to 4,096 characters and one line.
 */
import { isPlaceholderBefore, isWordAt, isWordBefore, matchAt, type Rule, type Span } from "./rule.ts";
import { isBareSecret, isEnvironmentSecret, isQuotedSecret, looksRandom, type Strength } from "./value.ts";

interface Name {
  readonly kind: string;
  readonly strength: Strength;
  /** A short word that must not be the end of another (`compass`). */
  readonly isWhole?: boolean;
}

const keyWords =
  "api access secret private encryption signing master account auth shared subscription service storage webhook session hmac jwt admin deploy license app";

/** Names by their spelling in lower case. */
function namesBySpelling(): ReadonlyMap<string, Name> {
  const names = new Map<string, Name>();
  for (const word of ["password", "passwd", "passphrase", "passcode"])
    names.set(word, { kind: "password", strength: "strong" });
  for (const word of ["pass", "pwd"]) names.set(word, { kind: "password", strength: "strong", isWhole: true });
  names.set("secret", { kind: "secret", strength: "medium" });
  for (const word of keyWords.split(" ")) {
    for (const joint of ["", "_", "-", " ", "."])
      names.set(`${word}${joint}key`, { kind: "api-key", strength: "medium" });
  }
  names.set("token", { kind: "token", strength: "weak" });
  names.set("credential", { kind: "credential", strength: "weak" });
  names.set("_auth", { kind: "credential", strength: "weak" });
  return names;
}

const names = namesBySpelling();

const harmlessWords =
  "next previous prev page paging continuation sync cursor csrf xsrf cancel cancellation eos bos pad unk mask sep cls special syntax lexer parser start end stop max min num total input output prompt public js design theme css style request change update action idempotency key";

/** What before `token` makes it none that is secret: pages, parsers, models, forms. As a word, in any of the usual cases. */
function harmlessPattern(): RegExp {
  const words = harmlessWords.split(" ");
  const capitalised = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const upper = words.map((word) => word.toUpperCase());
  return new RegExp(
    `(?:(?:^|[^A-Za-z])(?:${words.join("|")})|(?:${capitalised.join("|")})|(?:^|[^A-Za-z])(?:${upper.join("|")}))[-_.]?$`,
  );
}

const harmlessBefore = harmlessPattern();

/** What may stand between the name and the end of the whole name: `password_confirmation`, `SECRET_KEY_BASE`, `token2`. */
const nameTail =
  /(?:s(?=["'\]]))?(?:[_.-]?(?:confirm(?:ation)?|repeat|again|base|value|text|plain|raw|old|new|current|prod|production|dev|development|test|staging|live|default|id(?=Token)|\d{1,3}))?/iy;

/** The end of a quoted name and an index's bracket: `"password"`, `env["TOKEN"]`. */
const nameEnd = /(\\{0,3}["'`])?(?:\s{0,2}\])?/y;

/** Operators, by what they are. The value follows, in quotes perhaps on the next line. */
const declared = String.raw`:[ \t]{0,4}[A-Za-z_][\w.<>[\]| ?]{0,40}?[ \t]{0,4}=(?=[ \t]{0,4}["'\`])|[ \t](?:\*?string|String|str|&str|text|any|auto)[ \t]{0,4}=(?![=>])`;
const assignmentOperator = new RegExp(
  String.raw`[ \t]{0,12}(?:${declared}|=>|:{1,3}=|[.?+]=|!?={1,3}|\?\?=|:(?!:))[ \t]{0,12}(?:\r?\n[ \t]{0,32}(?=["'\`]))?`,
  "y",
);
/** A block of YAML: `token: |`, the value on the next line. */
const blockOperator = /:[ \t]{1,4}[|>][+-]?[ \t]{0,4}\r?\n[ \t]{1,32}/y;
const commaOperator = /[ \t]{0,4},[ \t]{0,4}/y;
/** `{"name": "X_TOKEN", "value": "…"}`, `<add key="Password" value="…"/>` and their YAML. */
const valueOperator = /[\s,]{0,64}\\{0,3}["'`]?value\\{0,3}["'`]?[ \t]{0,4}[:=][ \t]{0,4}/iy;
const flagOperator = /[ \t]{1,4}/y;
const elementOperator = />\s{0,32}/y;

const quoteAt = /(\\{0,3})(["'`])/y;
const wordValue = /[^\s"'`]{1,512}/y;
const lineValue = /[^\r\n]{1,512}/y;
const bareWord = /[^\s"'`,;&<>(){}|\\]{1,512}/y;
const queryValue = /[^\s"'`,;&<>(){}|\\#]{1,512}/y;
const cellValue = /[A-Za-z0-9+/=_-]{16,512}(?=[,\r\n]|$)/y;
const connectionValue = /[^;"'\r\n]{1,512}/y;
const elementValue = /[^<>\s]{1,512}(?=\s{0,32}<\/)/y;

const VALUE_LIMIT = 4096;
const NAME_LIMIT = 64;

/** The assignment around an anchor. */
interface Assignment {
  readonly text: string;
  readonly name: Name;
  /** Where the whole name begins (`spring.datasource.password`), and what it is. */
  readonly nameStart: number;
  readonly wholeName: string;
  /** Whether the name's end is quoted. */
  readonly isNameQuoted: boolean;
  /** Where the operator begins. */
  readonly operatorStart: number;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function startOfName(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < NAME_LIMIT && (isWordAt(text, start - 1) || ".-$".includes(text.charAt(start - 1))))
    start -= 1;
  return start;
}

/** Whether a word of its own begins here: behind no word, behind `_`, or with a capital behind a small letter. */
function beginsWord(text: string, at: number): boolean {
  if (!isWordBefore(text, at) || text.charAt(at - 1) === "_") return true;
  return /^[a-z][A-Z]$/.test(text.slice(at - 1, at + 1));
}

function parseName(text: string, at: number, anchor: string): Assignment | null {
  const name = names.get(anchor);
  if (name === undefined) return null;
  if (name.isWhole === true && !beginsWord(text, at)) return null;
  if (name.strength === "weak" && harmlessBefore.test(text.slice(Math.max(0, at - 16), at))) return null;
  const tail = matchAt(nameTail, text, at + anchor.length)?.[0] ?? "";
  const nameStop = at + anchor.length + tail.length;
  const end = matchAt(nameEnd, text, nameStop);
  const nameStart = startOfName(text, at);
  if (text.startsWith("::", nameStart - 2)) return null; // a type's name: `AWS::IAM::AccessKey`
  if (isPlaceholderBefore(text, nameStart)) return null; // else what it replaced would have hidden the name (D1)
  return {
    text,
    name,
    nameStart,
    wholeName: text.slice(nameStart, nameStop),
    isNameQuoted: end?.[1] !== undefined,
    operatorStart: nameStop + (end?.[0].length ?? 0),
  };
}

/** What stands between the quotes at `at`, on one line, or behind quotes that a cut left open; null where there are none. */
function quoted(text: string, at: number): Stretch | null {
  const opening = matchAt(quoteAt, text, at);
  if (opening === null) return null;
  const [whole, escapes = "", quote = ""] = opening;
  const start = at + whole.length;
  for (let i = start; i - start <= VALUE_LIMIT; i += 1) {
    const character = text.charAt(i);
    if (character === "\n" || character === "\r" || character === "") return { start, end: Math.min(i, text.length) };
    if (escapes !== "" && text.startsWith(whole, i)) return { start, end: i };
    if (escapes === "" && character === quote) return { start, end: i };
    if (escapes === "" && character === "\\") i += 1;
  }
  return null;
}

const stretchOf = (at: number, match: RegExpExecArray | null): Stretch | null =>
  match === null ? null : { start: at, end: at + match[0].length };

/** Whether only white space, `- ` or `export` stands before `at` on its line. */
function beginsLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 80), at);
  return (
    /(?:^|[\r\n])[ \t]*(?:[-*+>|] {0,3}|\d{1,6}[\t→:|] {0,3})?(?:(?:export|set|setx|ENV|ARG|declare -x|local|readonly) )?$/.test(
      before,
    ) &&
    (before.length < 80 || /[\r\n]/.test(before))
  );
}

/** NAME=value in the shell's or an environment file's way. */
function environmentValue(assignment: Assignment, operator: string): Stretch | null {
  const { text, wholeName, isNameQuoted, operatorStart } = assignment;
  if (operator !== "=" || isNameQuoted || !/^[A-Z][A-Z0-9_]*$/.test(wholeName)) return null;
  return stretchOf(operatorStart + 1, matchAt(wordValue, text, operatorStart + 1));
}

/** A member of a connection string: behind another one, or the first of several. */
function connectionStretch(text: string, at: number, before: string): Stretch | null {
  const stretch = stretchOf(at, matchAt(connectionValue, text, at));
  return stretch !== null && (before === ";" || text.charAt(stretch.end) === ";") ? stretch : null;
}

/** The unquoted value behind an operator, in the places where values stand without quotes. */
function bareValue(assignment: Assignment, operator: string, at: number): Stretch | null {
  const { text, nameStart, wholeName, isNameQuoted } = assignment;
  const before = text.charAt(nameStart - 1);
  const sign = operator.trim();
  if (isNameQuoted || (sign !== "=" && sign !== ":")) return null;
  if (wholeName.startsWith("--")) return stretchOf(at, matchAt(bareWord, text, at));
  if (before === "?" || before === "&") return stretchOf(at, matchAt(queryValue, text, at));
  if (sign === "=" && /[;"']/.test(before)) return connectionStretch(text, at, before);
  // A header in quotes: -H "X-Api-Key: …"
  if (sign === ":" && /["']/.test(before) && operator !== ":") return stretchOf(at, matchAt(bareWord, text, at));
  if (!beginsLine(text, nameStart)) return null;
  const line =
    matchAt(lineValue, text, at)?.[0]
      .replace(/\s+#.*$/, "")
      .trimEnd() ?? "";
  return /\s/.test(line) ? null : { start: at, end: at + line.length };
}

type Judge = (value: string, strength: Strength) => boolean;

function spanOf(assignment: Assignment, stretch: Stretch | null, judge: Judge): Span | null {
  if (stretch === null) return null;
  const { kind, strength } = assignment.name;
  const value = assignment.text.slice(stretch.start, stretch.end);
  if (assignment.name.isWhole === true && /^[a-z]+$/.test(value) && judge !== isEnvironmentSecret) return null; // pass: "pending"
  return judge(value, strength) ? { ...stretch, kind } : null;
}

/** A quoted value in an environment file may hold spaces. */
const isQuotedEnvironmentSecret: Judge = (value, strength) =>
  isEnvironmentSecret(value, strength) && !/^\s|\s$/.test(value);

function afterOperator(assignment: Assignment, operator: string): Span | null {
  const { text, operatorStart, isNameQuoted, wholeName } = assignment;
  const at = operatorStart + operator.length;
  const inQuotes = quoted(text, at);
  if (inQuotes !== null) {
    const isEnvironment = operator === "=" && !isNameQuoted && /^[A-Z][A-Z0-9_]*$/.test(wholeName);
    return spanOf(assignment, inQuotes, isEnvironment ? isQuotedEnvironmentSecret : isQuotedSecret);
  }
  return (
    spanOf(assignment, environmentValue(assignment, operator), isEnvironmentSecret) ??
    spanOf(assignment, bareValue(assignment, operator, at), isBareSecret)
  );
}

/** A value by itself, in quotes or without. */
const either = (assignment: Assignment, at: number): Span | null =>
  spanOf(assignment, quoted(assignment.text, at), isQuotedSecret) ??
  spanOf(assignment, stretchOf(at, matchAt(bareWord, assignment.text, at)), isBareSecret);

/** The ways in which a value follows a name without an assignment's sign. */
function afterName(assignment: Assignment): Span | null {
  const { text, operatorStart: at, isNameQuoted, wholeName, nameStart } = assignment;
  const named = matchAt(valueOperator, text, at);
  if (named !== null) return either(assignment, at + named[0].length);
  if (!isNameQuoted && wholeName.startsWith("--")) {
    const gap = matchAt(flagOperator, text, at);
    return gap === null ? null : either(assignment, at + gap[0].length);
  }
  const element = text.charAt(nameStart - 1) === "<" ? matchAt(elementOperator, text, at) : null;
  if (element !== null) {
    const start = at + element[0].length;
    return spanOf(assignment, stretchOf(start, matchAt(elementValue, text, start)), isQuotedSecret);
  }
  // In a list of words the next is no value of this one, unless it looks like nothing else.
  const comma = matchAt(commaOperator, text, at);
  if (comma === null) return null;
  const start = at + comma[0].length;
  const cell = isNameQuoted || comma[0] !== "," ? null : stretchOf(start, matchAt(cellValue, text, start));
  return spanOf(assignment, quoted(text, start) ?? cell, looksRandom);
}

function findAssigned(text: string, anchorAt: number, anchor: string): Span | null {
  const assignment = parseName(text, anchorAt, anchor);
  if (assignment === null) return null;
  const { operatorStart: at } = assignment;
  const block = matchAt(blockOperator, text, at);
  if (block !== null) return either(assignment, at + block[0].length);
  const operator = matchAt(assignmentOperator, text, at)?.[0];
  return operator === undefined ? afterName(assignment) : afterOperator(assignment, operator);
}

export const assignmentRules: readonly Rule[] = [
  { anchors: [...names.keys()], ignoreCase: true, byContext: true, find: findAssigned },
];
