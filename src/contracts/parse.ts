/**
 * From outside to inside: the one place where a text becomes a typed document.
 *
 * Each `parse…` applies the gate (I-JSON) and the schema; each `check…` applies the rules behind it as well and returns
 * everything that it finds. Nothing here throws on bad input.
 */
import { error, hasErrors } from "./findings.ts";
import type { Finding, Result, RuleFinding } from "./findings.ts";
import {
  validateContextIr,
  validateEvent,
  validateProjectRules,
  validateProposal,
  validateStatePacket,
  validateTaskFile,
} from "./generated/validators.ts";
import type { Validator } from "./generated/validators.ts";
import type { Position } from "./json/positions.ts";
import { readJson } from "./json/read-json.ts";
import type { ReadOptions } from "./json/read-json.ts";
import { START, faultFinding, placedBy, placedInJson } from "./placing.ts";
import { contextIrFindings } from "./rules/context-ir.ts";
import type { ContextIrOptions } from "./rules/context-ir.ts";
import { packetFindings } from "./rules/packet.ts";
import { taskFindings } from "./rules/task.ts";
import { schemaFindings } from "./schema-findings.ts";
import type { ContextIrDocument, Event, Proposal, ProjectRules, StatePacket, TaskFile } from "./vocabulary.ts";
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

type Place = (findings: readonly RuleFinding[]) => Finding[];

/** A document whose schema holds, and how to find places in it. */
type Loaded<T> =
  | { readonly ok: true; readonly value: T; readonly place: Place }
  | { readonly ok: false; readonly findings: readonly Finding[] };

const packetKind: Kind = { code: "P-SCHEMA", validate: validateStatePacket };
// IR-SEQ knows which of a document's numbers are counts and says so of those beyond 2^53 - 1.
const contextIrKind: Kind = { code: "IR-SCHEMA", validate: validateContextIr, read: { unsafeIntegers: "accept" } };
const proposalKind: Kind = { code: "R-SCHEMA", validate: validateProposal };
const taskKind: Kind = { code: "T-SCHEMA", validate: validateTaskFile, read: { maximumLength: 1024 * 1024 } };
const rulesKind: Kind = { code: "G-SCHEMA", validate: validateProjectRules, read: { maximumLength: 256 * 1024 } };
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
  const text = isText(input) ? input : jsonTextOf(input);
  return resultOf(text === null ? noJson(proposalKind) : load<Proposal>(text, proposalKind, options));
}

/**
 * A task file that fits its schema and whose names agree, or findings of T-SCHEMA, T-ID and T-CHECK.
 *
 * Shape: YAML or JSON text or bytes, or the value that a YAML reader made of it (findings then stand at line 1, column 1).
 */
export function parseTaskFile(input: unknown, options?: ParseOptions): Result<TaskFile, readonly Finding[]> {
  const loaded = loadYaml<TaskFile>(input, taskKind, options);
  if (!loaded.ok) return loaded;
  const findings = loaded.place(taskFindings(loaded.value));
  return hasErrors(findings) ? { ok: false, findings } : { ok: true, value: loaded.value };
}

/** What a project prohibits its agents, as YAML or JSON, or findings of G-SCHEMA. */
export const parseProjectRules = (
  input: DocumentInput,
  options?: ParseOptions,
): Result<ProjectRules, readonly Finding[]> => resultOf(loadYaml<ProjectRules>(input, rulesKind, options));

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

function load<T>(input: DocumentInput, kind: Kind, { maximumLength }: ParseOptions = {}): Loaded<T> {
  const read = readJson(input, { ...kind.read, ...(maximumLength === undefined ? {} : { maximumLength }) });
  if (!read.ok) return { ok: false, findings: read.problems.map((problem) => faultFinding(kind.code, problem)) };
  return validated<T>(read.value, kind, (findings) => placedInJson(read.text, findings));
}

function validated<T>(value: unknown, kind: Kind, place: Place): Loaded<T> {
  const errors = kind.validate(value);
  if (errors.length === 0) return { ok: true, value: value as T, place };
  return { ok: false, findings: place(schemaFindings(kind.code, errors, value)) };
}

/** A document that people write, as YAML or JSON. */
function loadYaml<T>(input: unknown, kind: Kind, options: ParseOptions = {}): Loaded<T> {
  if (!isText(input)) return loadValue<T>(input, kind, () => START);
  if (isJsonText(input)) return load<T>(input, kind, options);
  const yaml = readYaml(input, { ...kind.read, ...options });
  if (yaml.ok) return loadValue<T>(yaml.value, kind, yaml.positionOf);
  return { ok: false, findings: yaml.problems.map((problem) => faultFinding(kind.code, problem)) };
}

/** A document from a value, which goes through its JSON text and so through the gate. */
function loadValue<T>(value: unknown, kind: Kind, positionOf: (pointer: string) => Position): Loaded<T> {
  const text = jsonTextOf(value);
  if (text === null) return noJson(kind);
  const place: Place = (findings) => placedBy(positionOf, findings);
  const read = readJson(text);
  if (read.ok) return validated<T>(read.value, kind, place);
  return {
    ok: false,
    findings: place(read.problems.map(({ pointer, message }) => error(kind.code, pointer, message))),
  };
}

const resultOf = <T>(loaded: Loaded<T>): Result<T, readonly Finding[]> =>
  loaded.ok ? { ok: true, value: loaded.value } : loaded;

const noJson = ({ code }: Kind): Loaded<never> => ({
  ok: false,
  findings: [faultFinding(code, { ...START, message: "expected a JSON value, found what JSON cannot say" })],
});

const isText = (input: unknown): input is DocumentInput => typeof input === "string" || input instanceof Uint8Array;

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
