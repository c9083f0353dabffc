/** Documents that a person names: read within bounds, parsed, checked. */
import { resolve } from "node:path";
import {
  checkContextIr,
  checkPacket,
  parseContextIr,
  parseProposal,
  parseStatePacket,
  parseTaskFile,
  objectOf,
  readYaml,
  type ContextIrDocument,
  type Finding,
  type TaskFile,
} from "../contracts/index.ts";
import { tryProposal, type TryResult } from "../engine/index.ts";
import { RuntimeFailure } from "../errors.ts";
import { createRedactor, createTokenizer } from "../ledger/index.ts";
import {
  definitionOf,
  documentFacts,
  readInput,
  secretFindings,
  TrustList,
  trustOf,
  workspaceReader,
  type Trust,
} from "../runtime/index.ts";

/** What comes in for a path of `-`. */
export type StandardInput = () => AsyncIterable<Uint8Array>;

/** A document is read up to this size: what the checks refuse by themselves is not read first. */
const MAXIMUM_DOCUMENT_BYTES = 64 * 1024 * 1024;
const MAXIMUM_PROPOSAL_BYTES = 1024 * 1024;
const MAXIMUM_TASK_FILE_BYTES = 1024 * 1024;

/** The bytes of a document that a person names. Errors: RuntimeFailure `input-unreadable`, `input-too-large`. */
export function readDocument(path: string, standardInput?: StandardInput): Promise<Uint8Array> {
  return readInput(path, { maximumBytes: MAXIMUM_DOCUMENT_BYTES, ...(standardInput ? { standardInput } : {}) });
}

/** A task file that was read and parsed, with the commands that it would run. */
export interface LoadedTask extends Trust {
  readonly path: string;
  readonly taskFile: TaskFile;
}

const decoder = new TextDecoder();

/** Reads a task file. Errors: RuntimeFailure `input-unreadable`, `input-too-large`, `input-invalid` with `details.findings`. */
export async function loadTask(path: string, standardInput?: StandardInput): Promise<LoadedTask> {
  const bytes = await readInput(path, {
    maximumBytes: MAXIMUM_TASK_FILE_BYTES,
    ...(standardInput ? { standardInput } : {}),
  });
  return parseTaskText(bytes, path);
}

/** Parses a task file that is there already. Errors: RuntimeFailure `input-invalid` with `details.findings`. */
export function parseTaskText(content: Uint8Array | string, path: string): LoadedTask {
  const parsed = parseTaskFile(content);
  if (!parsed.ok)
    throw new RuntimeFailure("input-invalid", `${path} is not a task file`, {
      details: { path, findings: parsed.findings },
    });
  const text = typeof content === "string" ? content : decoder.decode(content);
  const findings = secretFindings(text, createRedactor());
  if (findings.length > 0)
    throw new RuntimeFailure("input-invalid", `${path} holds a secret`, { details: { path, findings } });
  return { path: resolve(path), taskFile: parsed.value, ...trustOf(parsed.value, text) };
}

/** Remembers that a person allowed the commands of this content. */
export function allowCommands({ text }: Trust): void {
  new TrustList().allow(text);
}

/** Everything that is to be said of a state packet's text (§3.2). */
export function checkPacketBytes(bytes: Uint8Array): readonly Finding[] {
  return checkPacket(bytes);
}

/**
 * A function that says everything that is to be said of a Context-IR document's text (§2.3), against a workspace where
 * one is given. Errors: RuntimeFailure `workspace-…`, at once.
 */
export function contextIrChecker(workspace?: string): (bytes: Uint8Array) => readonly Finding[] {
  const redactor = createRedactor();
  const options = {
    redact: (text: string) => redactor.redact(text).text,
    ...(workspace === undefined ? {} : { workspace: workspaceReader(workspace) }),
  };
  return (bytes) => checkContextIr(bytes, options);
}

/** Reads a Context-IR document. Errors: RuntimeFailure `input-unreadable`, `input-too-large`, `input-invalid` with findings. */
export async function loadContextIr(path: string, standardInput?: StandardInput): Promise<ContextIrDocument> {
  const parsed = parseContextIr(await readDocument(path, standardInput));
  if (parsed.ok) return parsed.value;
  const details = { path, findings: parsed.findings };
  throw new RuntimeFailure("input-invalid", `${path} is not a Context-IR document`, { details });
}

export interface TryFiles {
  readonly packet: Uint8Array;
  readonly proposal: Uint8Array;
  readonly task?: Uint8Array;
  readonly ledger?: Uint8Array;
}

/** What `packet try` says, or the findings that keep one of the documents from being read. */
export type TryOutcome =
  | { readonly ok: true; readonly result: TryResult }
  | { readonly ok: false; readonly document: "packet" | "task" | "ledger"; readonly findings: readonly Finding[] };

/** Puts a proposal to a packet, on documents alone; changes nothing. */
export async function tryFiles(files: TryFiles): Promise<TryOutcome> {
  const packet = parseStatePacket(files.packet);
  if (!packet.ok) return { ok: false, document: "packet", findings: packet.findings };
  const task = files.task === undefined ? null : parseTaskFile(files.task);
  if (task?.ok === false) return { ok: false, document: "task", findings: task.findings };
  const ledger = files.ledger === undefined ? null : parseContextIr(files.ledger);
  if (ledger?.ok === false) return { ok: false, document: "ledger", findings: ledger.findings };
  const tokenizer = createTokenizer();
  const proposal = parseProposal(files.proposal);
  const refs = proposal.ok ? (proposal.value.claims ?? []).flatMap((it) => it.evidence_refs) : [];
  const result = tryProposal({
    countTokens: (text) => tokenizer.count(text),
    packet: packet.value,
    proposal,
    facts: ledger ? documentFacts(ledger.value, { task: packet.value.task_id, refs }) : new Map(),
    definition: task ? definitionOf(task.value) : null,
  });
  return { ok: true, result };
}

/**
 * A person's proposal, YAML or JSON, as JSON text; whether it may be accepted is for the engine to say. Errors: RuntimeFailure
 * `input-unreadable`, `input-too-large`, `input-invalid` with findings where it is neither, or no mapping.
 */
export async function readProposal(path: string, standardInput?: StandardInput): Promise<string> {
  const read = readYaml(await readDocument(path, standardInput), { maximumLength: MAXIMUM_PROPOSAL_BYTES });
  const problems = read.ok ? [] : read.problems;
  const isMapping = read.ok && objectOf(read.value) !== null;
  if (read.ok && isMapping) return JSON.stringify(read.value);
  const findings =
    problems.length > 0
      ? problems.map((it) => ({ code: "R-SCHEMA", level: "error", pointer: "", ...it }))
      : [{ code: "R-SCHEMA", level: "error", pointer: "", message: "a proposal is a mapping", line: 1, column: 1 }];
  throw new RuntimeFailure("input-invalid", `${path} is no proposal`, { details: { path, findings } });
}

/** What replaces secrets in texts, by the built-in rules. */
export function plainRedactor(): (text: string) => string {
  const redactor = createRedactor();
  return (text) => redactor.redact(text).text;
}
