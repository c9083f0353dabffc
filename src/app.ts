/**
 * The composition root: the one file that picks concrete adapters, and what the shells (command line; later MCP, HTTP)
 * call. Each method parses what comes from outside, calls inward, and returns data to be shown.
 */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  checkContextIr,
  checkPacket,
  parseContextIr,
  parseProposal,
  parseStatePacket,
  parseTaskFile,
  type ContextIrDocument,
  type Event,
  type Finding,
  type TaskFile,
} from "./contracts/index.ts";
import { createEngine, tryProposal, type Engine, type TryResult, type UnsealedEvent } from "./engine/index.ts";
import { RuntimeFailure } from "./errors.ts";
import { createLocalExecutor } from "./executors/local/index.ts";
import { createRecorder, createRedactor, createTokenizer, SessionLedger, type Recorder } from "./ledger/index.ts";
import { openSqliteLedger, type SqliteLedgerOptions } from "./ledger/sqlite/index.ts";
import {
  carryOn,
  createRun,
  definitionOf,
  diagnose,
  diagnoseNode,
  diagnoseSpace,
  diagnoseStore,
  diagnoseTemporary,
  documentFacts,
  encodeTaskFile,
  exportRun,
  findProject,
  forkRun,
  loadState,
  openQuestions,
  packetAt,
  readInput,
  replayRun,
  resultOf,
  secretFindings,
  statusOf,
  storedTask,
  systemClock,
  TreeBuilder,
  TrustList,
  trustOf,
  verifyWholeRun,
  workspaceReader,
  type Diagnosis,
  type ExportKind,
  type ExportReport,
  type Mail,
  type PacketAt,
  type ReplayReport,
  type RunInfo,
  type RunOptions,
  type RunResult,
  type RunServices,
  type RunStatus,
  type RunSummary,
  type Store,
  type Trust,
  type VerifyReport,
  type WorkerEnd,
} from "./runtime/index.ts";
import { aboutSqlite, openSqliteStore } from "./runtime/sqlite/index.ts";

export type * as ledger from "./ledger/index.ts";
export type * from "./runtime/index.ts";
export type { TreeBuilder, TryResult, UnsealedEvent };
export {
  chooseRedactor,
  compareDocuments,
  locateLedger,
  parseRuleSet,
  readerBelow,
  scanFiles,
  verifyDocument,
} from "./ledger/index.ts";

const STORE_FILE = "cairn.db";

/** Where the store of a command is: `--store` (a folder), else `.cairn/` of the project that holds `from`. */
export function locateStore(from: string, store?: string): string {
  return join(store === undefined ? join(findProject(from), ".cairn") : resolve(store), STORE_FILE);
}

/** What comes in for a path of `-`. */
export type StandardInput = () => AsyncIterable<Uint8Array>;

/** A document is read up to this size: what the checks refuse by themselves is not read first. */
const MAXIMUM_DOCUMENT_BYTES = 64 * 1024 * 1024;
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
  const parsed = parseTaskFile(bytes);
  if (!parsed.ok)
    throw new RuntimeFailure("input-invalid", `${path} is not a task file`, {
      details: { path, findings: parsed.findings },
    });
  const text = decoder.decode(bytes);
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

/** Opens the ledger of sessions. Errors: RuntimeFailure `store-…`, `disk-full`; `usage` where it counts otherwise. */
export function openLedger(path: string, options: SqliteLedgerOptions): SessionLedger {
  return new SessionLedger(openSqliteLedger(path, options));
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

export interface OpenOptions {
  readonly path: string;
  readonly mode: "write" | "read";
}

/** Opens a store with everything that works on it. Errors: RuntimeFailure `store-…`, `disk-full`. */
export async function openCairn({ path, mode }: OpenOptions): Promise<Cairn> {
  const tokenizer = createTokenizer();
  const recorder = createRecorder({ redactor: createRedactor(), tokenizer, clock: systemClock });
  return new Cairn({
    store: openSqliteStore(path, { mode }),
    path,
    recorder,
    engine: createEngine((text) => tokenizer.count(text)),
  });
}

/** Looks at everything that cairn needs on this machine. Changes nothing. */
export async function diagnoseMachine(storePath: string): Promise<readonly Diagnosis[]> {
  return [
    diagnoseNode(),
    await diagnose("sqlite", () => {
      const { version, format } = aboutSqlite();
      return `${version}, stores of format ${format}`;
    }),
    ...diagnoseStore(storePath),
    ...(existsSync(storePath) ? [await diagnose("runs", () => openedRuns(storePath))] : []),
    diagnoseSpace(storePath),
    diagnoseTemporary(),
    await diagnose("tokenizer", () => {
      const tokenizer = createTokenizer();
      return `${tokenizer.name}: ${tokenizer.count("hello world")} tokens in "hello world"`;
    }),
  ];
}

async function openedRuns(path: string): Promise<string> {
  const store = openSqliteStore(path, { mode: "read" });
  try {
    const runs = store.runs();
    return `${runs.length} in the store, ${runs.filter((it) => it.outcome === null).length} not ended`;
  } finally {
    store.close();
  }
}

interface Parts {
  readonly store: Store;
  readonly path: string;
  readonly recorder: Recorder;
  readonly engine: Engine;
}

/** An open store: runs begun, taken up and looked at. Close it when done. */
export class Cairn {
  private readonly parts: Parts;
  private readonly services: RunServices;

  constructor(parts: Parts) {
    this.parts = parts;
    this.services = {
      store: parts.store,
      engine: parts.engine,
      recorder: parts.recorder,
      clock: systemClock,
      storePaths: [dirname(parts.path)],
      createExecutor: (taskFile) => createLocalExecutor({ rules: rulesOf(taskFile), settings: taskFile.local ?? {} }),
    };
  }

  close(): void {
    this.parts.store.close();
  }

  /** Makes a run of a task file; nothing is done yet. The workspace is `workspace`, else the task file's, else its folder. */
  async begin(task: LoadedTask, workspace?: string): Promise<string> {
    const folder = dirname(task.path);
    const root = workspace === undefined ? resolve(folder, task.taskFile.workspace ?? ".") : resolve(workspace);
    assertFolder(root);
    // A rule that cannot be used is refused before there is a run of it.
    this.services.createExecutor(task.taskFile);
    const { task: id, objective } = task.taskFile;
    return createRun(this.services, {
      task: id,
      objective,
      workspace: root,
      taskFile: encodeTaskFile(task.path, task.text),
    });
  }

  /** Carries a run on. Errors: RuntimeFailure `run-busy`, `not-trusted`, and those of the store and the workspace. */
  carryOn(run: string, options: RunOptions): Promise<WorkerEnd> {
    return carryOn(this.services, run, options);
  }

  runs(): readonly RunSummary[] {
    return this.parts.store.runs();
  }

  /** The run that an id, the beginning of one, or `last` names. Errors: RuntimeFailure `run-unknown`, `run-ambiguous`. */
  find(name: string): RunInfo {
    const all = this.parts.store.runs();
    const named = (id: string): boolean => name !== "" && id.startsWith(name);
    const found = name === "last" ? all.slice(0, 1) : all.filter((it) => named(it.id));
    const exact = found.find((it) => it.id === name) ?? (found.length === 1 ? found[0] : undefined);
    const info = exact ? this.parts.store.run(exact.id) : null;
    if (info) return info;
    if (found.length > 1)
      throw new RuntimeFailure(
        "run-ambiguous",
        `${found.length} runs begin with ${name}: ${found.map((it) => it.id).join(", ")}`,
      );
    throw new RuntimeFailure(
      "run-unknown",
      all.length === 0
        ? "there is no run yet; begin one with: cairn run TASKFILE"
        : `there is no run ${name}; see: cairn runs`,
    );
  }

  /** The commands that the run's checks would run, and whether a person allowed them. */
  trust(run: RunInfo): Trust {
    const { taskFile, text } = storedTask(run);
    return trustOf(taskFile, text);
  }

  /** Invocations that a run was granted at its start; null: no limit. */
  grantedInvocations(run: RunInfo): number | null {
    const { taskFile } = storedTask(run);
    return definitionOf(taskFile).budget.remaining_invocations;
  }

  status(run: RunInfo): RunStatus {
    return statusOf(this.parts.store, this.parts.engine, run);
  }

  result(run: string): RunResult | null {
    const state = loadState(this.parts.store, this.parts.engine, { run });
    return state ? resultOf(state, this.parts.store, run) : null;
  }

  /** Questions of a run that wait for a person. */
  questions(run: string): RunResult["questions"] {
    const state = loadState(this.parts.store, this.parts.engine, { run });
    return state ? openQuestions(state) : [];
  }

  /** The tree of a run's tasks so far, to be listed or to be kept up with later events. */
  tree(run: string): TreeBuilder {
    const tree = new TreeBuilder();
    for (const event of this.parts.store.events(run)) tree.add(event);
    return tree;
  }

  events(run: string, afterSeq = 0): IterableIterator<Event> {
    return this.parts.store.events(run, afterSeq);
  }

  packetAt(run: string, task: string, seq?: number): PacketAt | null {
    return packetAt(this.parts.store, this.parts.engine, { run, task, ...(seq === undefined ? {} : { seq }) });
  }

  /** Leaves a message for the run's worker; the next one that runs decides on it. */
  async post(run: string, mail: Mail): Promise<void> {
    await this.parts.store.post(run, mail);
  }

  replay(run: string): ReplayReport {
    return replayRun(this.parts.store, this.parts.engine, { run });
  }

  fork(run: RunInfo, seq: number): Promise<string> {
    return forkRun(this.services, run, seq);
  }

  verify(run: string): VerifyReport {
    const redactor = createRedactor();
    return verifyWholeRun({ ...this.parts, redact: (text) => redactor.redact(text).text }, run);
  }

  export(run: string, kind: ExportKind, folder: string): ExportReport {
    return exportRun(this.parts, { run, kind, folder });
  }
}

function rulesOf(taskFile: TaskFile): Parameters<typeof createLocalExecutor>[0]["rules"] {
  return Object.fromEntries(taskFile.requirements.flatMap((it) => (it.local ? [[it.id, it.local]] : [])));
}

function assertFolder(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new RuntimeFailure("workspace-missing", `the workspace ${path} does not exist`);
  if (!stats.isDirectory()) throw new RuntimeFailure("workspace-unreadable", `the workspace ${path} is not a folder`);
}
