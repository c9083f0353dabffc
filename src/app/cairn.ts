/** An open store, and what is done with the runs in it. */
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Event } from "../contracts/index.ts";
import { createEngine, type Engine } from "../engine/index.ts";
import { RuntimeFailure } from "../errors.ts";
import { createRecorder, createRedactor, createTokenizer, type Recorder } from "../ledger/index.ts";
import {
  answersIn,
  applyChanges,
  bundleDocumentation,
  bundleRun,
  carryOn,
  createRun,
  definitionOf,
  describeChanges,
  encodeTaskFile,
  exportRun,
  findItem,
  inboxOf,
  forkRun,
  Holders,
  loadState,
  openQuestions,
  packetAt,
  recoverChanges,
  replayRun,
  resultOf,
  revertChanges,
  searchItems,
  SpendingCount,
  statusOf,
  storedTask,
  systemClock,
  TreeBuilder,
  trustOf,
  verifyWholeRun,
  writeWhole,
  type BundleReport,
  type ChangeReport,
  visitDesk,
  type Desk,
  type DueWork,
  type FoundItem,
  type GivenAnswer,
  type Hit,
  type ExportKind,
  type ExportReport,
  type Mail,
  type PacketAt,
  type ReplayReport,
  type RunChanges,
  type RunInbox,
  type RunInfo,
  type RunOptions,
  type RunResult,
  type RunServices,
  type RunStatus,
  type RunSummary,
  type SigningKey,
  type Store,
  type Trust,
  type VerifyReport,
  type VisitOptions,
  type WorkerEnd,
} from "../runtime/index.ts";
import { openSqliteStore } from "../runtime/sqlite/index.ts";
import { parseTaskText, type LoadedTask } from "./documents.ts";
import { handedIn, type HandedIn } from "./handed-in.ts";
import { executorsWith } from "./executors.ts";

export interface OpenOptions {
  readonly path: string;
  readonly mode: "write" | "read";
}

/** Opens a store with everything that works on it. Errors: RuntimeFailure `store-…`, `disk-full`. */
export async function openCairn({ path, mode }: OpenOptions): Promise<Cairn> {
  const tokenizer = createTokenizer();
  const recorder = createRecorder({ redactor: createRedactor(), tokenizer, clock: systemClock });
  const cairn = new Cairn({
    store: openSqliteStore(path, { mode }),
    path,
    recorder,
    engine: createEngine((text) => tokenizer.count(text)),
  });
  if (mode === "write") cairn.recover();
  return cairn;
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
      privateFolder: dirname(parts.path),
      executorsFor: executorsWith({
        environment: process.env,
        countTokens: (text) => parts.recorder.countTokens(text),
        redact: (text) => parts.recorder.redact(text),
      }),
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
    const atDesk = task.taskFile.executor === "agent";
    this.services.executorsFor({ taskFile: task.taskFile, folder, trusted: true, atDesk });
    const { task: id, objective } = task.taskFile;
    return createRun(this.services, {
      task: id,
      objective,
      workspace: root,
      taskFile: encodeTaskFile(task.path, task.text),
    });
  }

  /** Makes a run of a task file's text for a workspace. Errors: `input-invalid` with `details.findings`; as `begin`. */
  async beginText(text: string, workspace: string): Promise<string> {
    return this.begin(parseTaskText(text, join(workspace, "task.json")), workspace);
  }

  /** One call at the desk of a run (runtime/desk). Errors: as `visitDesk`. */
  visit<T>(
    run: string,
    options: Pick<VisitOptions, "agent" | "signal" | "patienceMs">,
    call: (desk: Desk) => Promise<T>,
  ): Promise<T> {
    const info = this.find(run);
    return visitDesk(this.services, { ...options, run: info.id, trusted: this.trust(info).isTrusted }, call);
  }

  /** The item that a `ctx:` ref of a run names; null where there is none. */
  findItem(run: string, ref: string): FoundItem | null {
    return findItem(this.parts.store, this.find(run).id, ref);
  }

  /** Items of a run whose content holds the words, newest first. */
  searchItems(run: string, query: { readonly words: string; readonly limit: number }): readonly Hit[] {
    return searchItems(this.parts.store, this.find(run).id, query);
  }

  /** The work of a run that an agent may do, or others have in hand. It only looks, and waits for nobody. */
  due(run: string, agent: string): readonly DueWork[] {
    const { store, engine } = this.parts;
    const info = this.find(run);
    const state = loadState(store, engine, { run: info.id });
    if (state === null) return [];
    const { taskFile } = storedTask(info);
    return new Holders({ state: () => state, taskFile, store, run: info.id, clock: systemClock }, { agent }).due();
  }

  /** The number that the next item of a run's ledger gets. */
  nextItem(run: string): number {
    return this.parts.store.nextItemSeq(run);
  }

  /** True for a run whose work agents take up. */
  isForAgents(run: string): boolean {
    return storedTask(this.find(run)).taskFile.executor === "agent";
  }

  countTokens(text: string): number {
    return this.parts.recorder.countTokens(text);
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
    const { store } = this.parts;
    // A whole id, as programs give it at every call, needs no list of runs.
    const exact = store.run(name);
    if (exact) return exact;
    const all = store.runs();
    const found = name === "last" ? all.slice(0, 1) : all.filter((it) => name !== "" && it.id.startsWith(name));
    const [only] = found;
    const info = only && found.length === 1 ? store.run(only.id) : null;
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

  /** What a run has spent so far, to be told or to be kept up with later events. */
  spending(run: string): SpendingCount {
    const count = new SpendingCount();
    for (const event of this.parts.store.events(run)) count.add(event);
    return count;
  }

  /** What waits for a person in a run. */
  inbox(run: string): RunInbox {
    return inboxOf(this.parts.store, this.parts.engine, this.find(run));
  }

  /**
   * Leaves an answer to a question, unless one waits already: of two that are given at once, the first in the mailbox
   * counts. Returns that other one, or null where this one counts.
   */
  async answer(run: string, escalation: string, text: string): Promise<GivenAnswer | null> {
    const given = (): readonly GivenAnswer[] => answersIn(this.parts.store.mailbox(run), escalation);
    const [before] = given();
    if (before) return before;
    const id = await this.parts.store.post(run, { kind: "answer", escalation, text } satisfies Mail);
    const [first] = given();
    // A worker may have taken another one meanwhile: then that is in the log.
    return first !== undefined && first.id < id ? first : this.#answered(run, { escalation, text });
  }

  /** The answer that the log holds, where it is another one. */
  #answered(run: string, given: { readonly escalation: string; readonly text: string }): GivenAnswer | null {
    for (const { kind, payload, seq, time } of this.parts.store.events(run))
      if (kind === "escalation-answered" && payload.escalation === given.escalation)
        return payload.text === this.parts.recorder.redact(given.text)
          ? null
          : { id: seq, text: payload.text, at: time };
    return null;
  }

  /** Hands in a person's work, and waits a little for what comes of it. */
  async handIn(run: string, task: string, text: string): Promise<HandedIn> {
    const { id, head } = this.find(run);
    await this.post(id, { kind: "proposal", task, text });
    const signal = AbortSignal.timeout(HAND_IN_PATIENCE_MS);
    try {
      await this.visit(id, { agent: "person", signal, patienceMs: HAND_IN_PATIENCE_MS }, async () => undefined);
    } catch (error) {
      // A worker holds the run: it takes the message itself.
      if (!signal.aborted && !(error instanceof RuntimeFailure && error.code === "run-busy")) throw error;
    }
    return handedIn([...this.parts.store.events(id, head.seq)], { task, holder: this.parts.store.holder(id) });
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

  /** What a run has changed so far in its tasks' view of the workspace, and whether it is in the user's tree. */
  changes(run: RunInfo): RunChanges {
    return describeChanges(this.#changeServices(), run);
  }

  /** Applies a run's changes to the user's tree, all or none. Errors: RuntimeFailure `run-busy`, `disk-full`, `workspace-…`. */
  apply(run: RunInfo, options: { readonly incomplete: boolean }): ChangeReport {
    return applyChanges(this.#changeServices(), run, options);
  }

  /** Takes the changes of a run out of the user's tree again. Errors: as `apply`. */
  revert(run: RunInfo): ChangeReport {
    return revertChanges(this.#changeServices(), run);
  }

  /** Brings changes whose application was interrupted to their end. */
  recover(): void {
    recoverChanges(this.#changeServices());
  }

  #changeServices(): Parameters<typeof applyChanges>[0] {
    const { store, engine, path, recorder } = this.parts;
    return { store, engine, folder: dirname(path), redact: (text) => recorder.redact(text) };
  }

  verify(run: string): VerifyReport {
    const redactor = createRedactor();
    return verifyWholeRun({ ...this.parts, redact: (text) => redactor.redact(text).text }, run);
  }

  /** Writes everything that proves a run to one signed file. Errors: as `bundleRun`; those of writing the file. */
  bundle(run: RunInfo, key: SigningKey, path: string): BundleReport {
    const { store, engine } = this.parts;
    const { bytes, report } = bundleRun({ store, engine, key, documentation: bundleDocumentation() }, run);
    writeWhole(path, bytes);
    return report;
  }

  export(run: string, kind: ExportKind, folder: string): ExportReport {
    return exportRun(this.parts, { run, kind, folder });
  }
}

/** How long a hand-in waits for another process that holds the run. */
const HAND_IN_PATIENCE_MS = 3000;

function assertFolder(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new RuntimeFailure("workspace-missing", `the workspace ${path} does not exist`);
  if (!stats.isDirectory()) throw new RuntimeFailure("workspace-unreadable", `the workspace ${path} is not a folder`);
}
