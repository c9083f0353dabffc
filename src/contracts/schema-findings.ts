/**
 * What a compiled schema says against a value, in words: what was expected, and what was found.
 *
 * ajv reports each branch of an alternative and then the alternative; here that becomes one finding.
 */
import { error } from "./findings.ts";
import type { RuleFinding } from "./findings.ts";
import { KEPT_ERRORS } from "./generated/validators.ts";
import type { SchemaError } from "./generated/validators.ts";
import { toPointer, valueAt } from "./pointer.ts";
import { firstScalars, scalarCount } from "./scalars.ts";

/** Characters of a found text that are shown: enough to recognise it, not enough to fill a screen. */
const SHOWN_LENGTH = 40;

/** What the patterns of the schemas mean. A pattern that is not here is shown as it is. */
const patternMeanings: Readonly<Record<string, string>> = {
  "^[0-9a-f]{64}$": "64 lower-case hexadecimal digits",
  "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([+-]\\d{2}:\\d{2}|Z)$": "a time like 2026-05-01T10:00:00Z",
  "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$": "a time like 2026-05-01T10:00:00.000Z",
  "^[A-Za-z0-9_-]{1,64}$": "1 to 64 letters, digits, - or _",
  "^[A-Za-z0-9_.-]{1,128}$": "1 to 128 letters, digits, dots, - or _",
  "^[^/\\s][^/]{0,255}$": 'an id without "/", of at most 256 characters',
  "^[A-Za-z0-9+/]*={0,2}$": "base64",
};

/** The message for one keyword, of what it asks for and what stands there. */
type Wording = (params: SchemaError["params"], value: unknown) => string;

const expected = (what: string, value: unknown): string => `expected ${what}, found ${shown(value)}`;

const wordings: Readonly<Record<string, Wording>> = {
  type: ({ type }, value) => expected([type].flat().join(" or "), value),
  enum: ({ allowedValues }, value) => expected(`one of ${listed(allowedValues)}`, value),
  const: ({ allowedValue }, value) => expected(shown(allowedValue), value),
  pattern: ({ pattern }, value) =>
    expected(patternMeanings[String(pattern)] ?? `text that matches ${String(pattern)}`, value),
  minLength: ({ limit }, value) =>
    `expected at least ${counted(limit, "character")}, found ${scalarCount(String(value))}`,
  maxLength: ({ limit }, value) =>
    `expected at most ${counted(limit, "character")}, found ${scalarCount(String(value))}`,
  minItems: ({ limit }, value) => expected(`at least ${counted(limit, "element")}`, value),
  maxItems: ({ limit }, value) => expected(`at most ${counted(limit, "element")}`, value),
  minProperties: ({ limit }, value) => expected(`at least ${counted(limit, "member")}`, value),
  maxProperties: ({ limit }, value) => expected(`at most ${counted(limit, "member")}`, value),
  minimum: ({ limit }, value) => expected(`at least ${String(limit)}`, value),
  maximum: ({ limit }, value) => expected(`at most ${String(limit)}`, value),
  required: ({ missingProperty }) => `the member ${shown(missingProperty)} is missing`,
  additionalProperties: ({ additionalProperty }) => `a member ${shown(additionalProperty)} is not known here`,
  propertyNames: ({ propertyName }) => `${shown(propertyName)} is no name that may stand here`,
  "false schema": () => "this member does not belong here",
  oneOf: ({ names, passingSchemas }, value) =>
    passingSchemas === null
      ? `expected one of the members ${listed(names)}, found none`
      : `expected one alternative, found the members ${memberNames(value)}`,
};

/** Findings for the errors of a validation, under the document's SCHEMA rule. `value` is what was validated. */
export function schemaFindings(code: string, errors: readonly SchemaError[], value: unknown): RuleFinding[] {
  const findings = new Map<string, RuleFinding>();
  for (const each of withoutNoise(errors)) {
    const pointer = pointerOf(each);
    const wording = wordings[each.keyword];
    const message =
      wording === undefined ? `breaks "${each.keyword}" of the schema` : wording(each.params, valueAt(value, pointer));
    findings.set(`${pointer}\n${message}`, error(code, pointer, message));
  }
  if (errors.length >= KEPT_ERRORS)
    findings.set("", error(code, "", `at least ${KEPT_ERRORS} things are wrong; there may be more`));
  return [...findings.values()];
}

function pointerOf({ keyword, instancePath, params }: SchemaError): string {
  if (keyword === "additionalProperties") return instancePath + toPointer(String(params["additionalProperty"]));
  if (keyword === "propertyNames") return instancePath + toPointer(String(params["propertyName"]));
  return instancePath;
}

/** The errors without those that only say that another one was made, and with one for each alternative. */
function withoutNoise(errors: readonly SchemaError[]): SchemaError[] {
  const kept: SchemaError[] = [];
  for (const each of errors) {
    if (each.keyword === "if" || each.propertyName !== undefined) continue;
    if (each.keyword === "anyOf")
      kept.push(
        ...anyOfErrors(
          each,
          takeLast(kept, (one) => isWithin(one, each)),
        ),
      );
    else if (each.keyword === "oneOf")
      kept.push(
        oneOfError(
          each,
          takeLast(kept, (one) => isWithin(one, each) && one.keyword === "required"),
        ),
      );
    else kept.push(each);
  }
  return kept;
}

const isWithin = (one: SchemaError, whole: SchemaError): boolean =>
  one.instancePath === whole.instancePath || one.instancePath.startsWith(`${whole.instancePath}/`);

/** Takes the errors from the end for which the condition holds; in their order. */
function takeLast(errors: SchemaError[], condition: (one: SchemaError) => boolean): SchemaError[] {
  let from = errors.length;
  for (let last = errors[from - 1]; last !== undefined && condition(last); last = errors[from - 1]) from--;
  return errors.splice(from);
}

/** What is wrong in the alternative that the value is of by its type; where it is of none, the types of all. */
function anyOfErrors(whole: SchemaError, branches: readonly SchemaError[]): SchemaError[] {
  const isType = (one: SchemaError): boolean => one.keyword === "type" && one.instancePath === whole.instancePath;
  const within = branches.filter((one) => !isType(one));
  return within.length > 0
    ? within
    : [{ ...whole, keyword: "type", params: { type: branches.map((one) => one.params["type"]) } }];
}

function oneOfError(whole: SchemaError, branches: readonly SchemaError[]): SchemaError {
  return { ...whole, params: { ...whole.params, names: branches.map((one) => one.params["missingProperty"]) } };
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null)
    return `an object of ${counted(Object.keys(value).length, "member")}`;
  if (typeof value !== "string") return JSON.stringify(value);
  const start = firstScalars(value, SHOWN_LENGTH);
  return start.length < value.length ? `${JSON.stringify(start)}…` : JSON.stringify(value);
}

const listed = (values: unknown): string => [values].flat().map(shown).join(", ");
const memberNames = (value: unknown): string => listed(Object.keys(Object(value)));
const counted = (count: unknown, what: string): string => `${String(count)} ${what}${count === 1 ? "" : "s"}`;
