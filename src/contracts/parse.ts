/**
 * From outside to inside: the one place where a text becomes a typed document.
 *
 * Each `parse…` applies the gate (I-JSON) and the schema; each `check…` applies the rules behind it as well and returns
 * everything that it finds. Nothing here throws on bad input.
 */
import { error, hasErrors } from "./findings.ts";
import type { Finding, Result, RuleFinding } from "./findings.ts";
import {
  KEPT_ERRORS,
  validateContextIr,
  validateEvent,
  validateProposal,
  validateStatePacket,
  validateTaskFile,
} from "./generated/validators.ts";
import type { Validator } from "./generated/validators.ts";
import { offsetsOf, positionsOf } from "./json/positions.ts";
import type { Position } from "./json/positions.ts";
import { readJson } from "./json/read-json.ts";
import type { ReadOptions } from "./json/read-json.ts";
import { contextIrFindings } from "./rules/context-ir.ts";
import type { ContextIrOptions } from "./rules/context-ir.ts";
import { packetFindings } from "./rules/packet.ts";
import { taskFindings } from "./rules/task.ts";
import { schemaFindings } from "./schema-findings.ts";
import type { ContextIrDocument, Event, Proposal, StatePacket, TaskFile } from "./vocabulary.ts";
import { readYaml } from "./yaml.ts";

/** A document as it comes in: UTF-8 bytes, or a text that somebody has decoded. */
export type DocumentInput = string | Uint8Array;

/** Bytes that a document may have at most; 64 MiB where not given. */
export type ParseOptions = Pick<ReadOptions, "maximumLength">;

interface Kind {
  /** The code of the rule that a breach of the schema breaks. */
  readonly code: string;
  readonly validate: Validator;
  readonly read?: ReadOptions;
}

/** A document whose schema holds, and how to find places in it. */
type Loaded<T> =
  | { readonly ok: true; readonly value: T; readonly place: (findings: readonly RuleFinding[]) => Finding[] }
  | { readonly ok: false; readonly findings: readonly Finding[] };

const packetKind: Kind = { code: "P-SCHEMA", validate: validateStatePacket };
// IR-SEQ knows which of a document's numbers are counts and says so of those beyond 2^53 - 1.
const contextIrKind: Kind = { code: "IR-SCHEMA", validate: validateContextIr, read: { unsafeIntegers: "accept" } };
const proposalKind: Kind = { code: "R-SCHEMA", validate: validateProposal };
const taskKind: Kind = { code: "T-SCHEMA", validate: validateTaskFile, read: { maximumLength: 1024 * 1024 } };
const eventKind: Kind = { code: "E-SCHEMA", validate: validateEvent };

/** A state packet that fits its schema, or findings of P-SCHEMA. */
export const parseStatePacket = (
  input: DocumentInput,
  options?: ParseOptions,
): Result<StatePacket, readonly Finding[]> => resultOf(load<StatePacket>(input, packetKind, options));

/** A Context-IR document that fits its schema, or findings of IR-SCHEMA. Its members are in the order of the text. */
export const parseContextIr = (
  input: DocumentInput,
  options?: ParseOptions,
): Result<ContextIrDocument, readonly Finding[]> => resultOf(load<ContextIrDocument>(input, contextIrKind, options));

/** An event that fits its schema, or findings of E-SCHEMA. Hashes are not looked at. */
export const parseEvent = (input: DocumentInput, options?: ParseOptions): Result<Event, readonly Finding[]> =>
  resultOf(load<Event>(input, eventKind, options));

/**
 * A proposal that fits its schema, or findings of R-SCHEMA.
 *
 * Shape: a JSON text or its bytes, or any value an executor returned: a value goes through its JSON text, so that
 * nothing but plain data comes out.
 */
export function parseProposal(input: unknown, options?: ParseOptions): Result<Proposal, readonly Finding[]> {
  if (typeof input === "string" || input instanceof Uint8Array)
    return resultOf(load<Proposal>(input, proposalKind, options));
  const text = jsonTextOf(input);
  return text === null
    ? { ok: false, findings: [noJson(proposalKind)] }
    : resultOf(load<Proposal>(text, proposalKind, options));
}

/**
 * A task file that fits its schema and whose names agree, or findings of T-SCHEMA, T-ID and T-CHECK.
 *
 * Shape: YAML or JSON text or bytes, or the value that a YAML reader made of it (findings then stand at line 1, column 1).
 */
export function parseTaskFile(input: unknown, options?: ParseOptions): Result<TaskFile, readonly Finding[]> {
  const loaded = loadTask(input, options);
  if (!loaded.ok) return loaded;
  const findings = loaded.place(taskFindings(loaded.value));
  return hasErrors(findings) ? { ok: false, findings } : { ok: true, value: loaded.value };
}

/** Everything that is to be said of a packet (§3.2); where P-SCHEMA is broken, that alone. In the order of the text. */
export function checkPacket(input: DocumentInput, options?: ParseOptions): readonly Finding[] {
  const loaded = load<StatePacket>(input, packetKind, options);
  return loaded.ok ? loaded.place(packetFindings(loaded.value)) : loaded.findings;
}

/** Everything that is to be said of a Context-IR document (§2.3); where IR-SCHEMA is broken, that alone. In the order of the text. */
export function checkContextIr(
  input: DocumentInput,
  options: ParseOptions & ContextIrOptions = {},
): readonly Finding[] {
  const loaded = load<ContextIrDocument>(input, contextIrKind, options);
  return loaded.ok ? loaded.place(contextIrFindings(loaded.value, options)) : loaded.findings;
}

function load<T>(input: DocumentInput, kind: Kind, options: ParseOptions = {}): Loaded<T> {
  const read = readJson(input, { ...kind.read, ...options });
  if (!read.ok) {
    const findings = read.problems.map(({ pointer, message, line, column }) => ({
      ...error(kind.code, pointer, message),
      line,
      column,
    }));
    return { ok: false, findings };
  }
  const { text } = read;
  const place = (findings: readonly RuleFinding[]): Finding[] =>
    placed(findings, (pointers) => positionsOf(text, offsetsOf(text, pointers)));
  return validated<T>(read.value, kind, place);
}

function validated<T>(value: unknown, kind: Kind, place: (findings: readonly RuleFinding[]) => Finding[]): Loaded<T> {
  if (kind.validate(value)) return { ok: true, value: value as T, place };
  return { ok: false, findings: place(schemaFindings(kind.code, kind.validate.errors ?? [], value)) };
}

function loadTask(input: unknown, options?: ParseOptions): Loaded<TaskFile> {
  const isText = typeof input === "string" || input instanceof Uint8Array;
  if (isText && isJsonText(input)) return load<TaskFile>(input, taskKind, options);
  const yaml = isText ? readYaml(input, { ...taskKind.read, ...options }) : null;
  if (yaml !== null && !yaml.ok)
    return {
      ok: false,
      findings: yaml.problems.map(({ message, line, column }) => ({ ...error("T-SCHEMA", "", message), line, column })),
    };
  const place = (findings: readonly RuleFinding[]): Finding[] =>
    placed(findings, (pointers) => pointers.map((pointer) => yaml?.positionOf(pointer) ?? { line: 1, column: 1 }));
  const text = jsonTextOf(yaml === null ? input : yaml.value);
  if (text === null) return { ok: false, findings: [noJson(taskKind)] };
  const read = readJson(text, { ...taskKind.read, ...options });
  if (!read.ok)
    return {
      ok: false,
      findings: place(read.problems.map(({ pointer, message }) => error("T-SCHEMA", pointer, message))),
    };
  return validated<TaskFile>(read.value, taskKind, place);
}

const resultOf = <T>(loaded: Loaded<T>): Result<T, readonly Finding[]> =>
  loaded.ok ? { ok: true, value: loaded.value } : loaded;

const noJson = (kind: Kind): Finding => ({
  ...error(kind.code, "", "expected a JSON value, found what JSON cannot say"),
  line: 1,
  column: 1,
});

/** Whether a text begins like a JSON object or list: then it is held to JSON's rules, not to YAML's. */
function isJsonText(input: DocumentInput): boolean {
  const start = typeof input === "string" ? input.slice(0, 256) : new TextDecoder().decode(input.subarray(0, 256));
  return /^\uFEFF?\s*[{[]/.test(start);
}

/** The JSON text of a value; null where it holds what JSON cannot say (a cycle, NaN, a function, more depth than the stack). */
function jsonTextOf(value: unknown): string | null {
  const refuseNonFinite = (_: string, member: unknown): unknown => {
    if (typeof member === "number" && !Number.isFinite(member)) throw new TypeError("no JSON number");
    return member;
  };
  try {
    const text: unknown = JSON.stringify(value, refuseNonFinite);
    return typeof text === "string" ? text : null;
  } catch {
    return null; // whatever a stranger's value does while it is read, it is no JSON
  }
}

/** Findings with their places, in the order of the text. Beyond the limit the errors are kept before the others. */
function placed(
  findings: readonly RuleFinding[],
  positionsAt: (pointers: readonly string[]) => readonly Position[],
): Finding[] {
  const kept = withinLimit(findings);
  const positions = positionsAt(kept.map((finding) => finding.pointer));
  return kept
    .map((finding, index) => ({ ...finding, ...(positions[index] ?? { line: 1, column: 1 }) }))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

function withinLimit(findings: readonly RuleFinding[]): readonly RuleFinding[] {
  const dropped = findings.length - KEPT_ERRORS;
  if (dropped <= 0) return findings;
  const byWeight = [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
  const first = byWeight.slice(0, KEPT_ERRORS);
  return [
    ...first,
    { code: first[0]?.code ?? "", level: "note", pointer: "", message: `${dropped} more findings are not listed` },
  ];
}

const isError = (finding: RuleFinding): boolean => finding.level === "error";
