/**
 * The engine's state: what is alive in a run, and nothing else.
 *
 * It holds a packet and a record for every task that has not been joined into its parent yet. What has been
 * joined is dropped: its final packet lives in the store under its identity. So the state grows with what is
 * alive, never with history. Everything here is plain immutable data, computed from events alone.
 *
 * E1  State is a function of the events: no clock, no random, no I/O.
 * E2  Σ remaining invocations of unhalted tasks + spent = granted at the root (R-BUDGET).
 * E3  A task with an open invocation or a pending proposal keeps its packet's bytes until the result (§6 Frozen).
 */
import { Map as PersistentMap } from "immutable";
import {
  deepFreeze,
  type EventBody,
  type Outcome,
  type Proposal,
  type Requirement,
  type RunDefinition,
  type StatePacket,
} from "../contracts/index.ts";
import { limitsOf, type Limits, type Spending } from "./limits.ts";

/**
 * The invocation that is open for a task. For `answer`: the escalation that is to be answered; its asking task is
 * charged when the result is recorded (§6 ESCALATE).
 */
export type OpenInvocation =
  | { readonly id: string; readonly purpose: "work"; readonly escalation: null; readonly opened_ms: number }
  | { readonly id: string; readonly purpose: "answer"; readonly escalation: string; readonly opened_ms: number };

export interface RequestedCheck {
  readonly effect: string;
  readonly check: string;
  readonly requirement?: string;
  readonly invariant?: string;
}

export interface CheckResult {
  readonly effect: string;
  readonly passed: boolean;
  readonly detail: string;
  /** Sequence number of the event that recorded it: the ref is `chk:<check>#<event>`. */
  readonly event: number;
}

/** A proposal that waits for its checks. */
export interface Proposed {
  readonly invocation: string;
  readonly proposal: Proposal;
  /** Ledger items that hold what the children of a SPLIT work on, by the child's key. */
  readonly inputs: readonly { readonly key: string; readonly item: number }[];
}

/** Checks that must have results before the task can go on; its packet is frozen meanwhile. */
export interface Pending {
  readonly purpose: "proposal" | "join" | "halt";
  /** Where `purpose` is `proposal`: what waits. */
  readonly proposed: Proposed | null;
  readonly checks: readonly RequestedCheck[];
  readonly results: readonly CheckResult[];
}

export interface EscalationRecord {
  /** `<task>/e<ordinal>`; a person's answer is cited as `ans:<id>`. */
  readonly id: string;
  readonly question: string;
  readonly options: readonly string[];
  /** The task that is to answer, or null: a person. */
  readonly asked_task: string | null;
  readonly blocking: boolean;
  readonly requirement: string | null;
  readonly asked_seq: number;
  /** On the active clock: a task that waits for a blocking question spends no wall time. */
  readonly asked_ms: number;
  readonly status: "open" | "answered";
  /** Rejected answers of the asked task so far. */
  readonly refused_answers: number;
  readonly answer: { readonly by: "parent" | "person" | "default" | "deadline"; readonly text: string } | null;
}

export interface ChildRecord {
  readonly id: string;
  readonly key: string;
  readonly requires: readonly string[];
  /** Siblings that wait for it. */
  readonly blocks: readonly string[];
  readonly outcome: Outcome | null;
  readonly reasons: readonly string[];
  readonly summary: string;
  /** Identity of its final packet, once it halted. */
  readonly packet: string | null;
}

export interface SplitRecord {
  readonly children: readonly ChildRecord[];
  readonly any: readonly string[];
  readonly joined: boolean;
}

export interface Refinement {
  readonly requirement: string;
  readonly into: readonly Requirement[];
}

/** What a satisfied requirement rests on: claims of this packet, or a check's passing event. */
export interface RestsOn {
  readonly requirement: string;
  readonly claims: readonly string[];
  readonly refs: readonly string[];
}

/** Something the executor must hear before it tries again. */
export interface Notice {
  readonly role: "rejection" | "check" | "notice";
  readonly text: string;
}

/** SHA-256 (hex) of a file's bytes, or null: no file. */
export type Version = string | null;

/** What became of one path. `mode_from`: the path, in the view beneath, whose permissions a renamed file keeps. */
export interface Change {
  readonly path: string;
  readonly before: Version;
  readonly after: Version;
  readonly mode_from?: string;
}

export type Changes = readonly Change[];

/** What came of a merge: the version that holds all changes, or why there is none, with the hunks in conflict. */
export interface MergeResult {
  readonly path: string;
  readonly sha256: string | null;
  readonly conflict: string | null;
}

/** What belongs to a task beside its packet (§6 Task record). Closed, and computed from events like the packet. */
export interface TaskRecord {
  readonly outcome: Outcome | null;
  readonly reasons: readonly string[];
  readonly summary: string;
  /** Meaning of every id in `coverage.required`, in that order. */
  readonly requirements: readonly Requirement[];
  readonly splits: readonly SplitRecord[];
  readonly refinements: readonly Refinement[];
  readonly rests_on: readonly RestsOn[];
  /** Invariants whose check passed when it last ran, with that check's ref. */
  readonly held: readonly { readonly invariant: string; readonly ref: string }[];
  /** Claims that are or were verified: no proposal may reject them (§6 Settling). */
  readonly was_verified: readonly string[];
  /** Rejected or failed invocations in a row. */
  readonly repairs: number;
  /** What the next invocation is told of the last ones: refusals, failures, failed checks. Cleared by the next accepted proposal. */
  readonly notices: readonly Notice[];
  readonly invocation: OpenInvocation | null;
  readonly pending: Pending | null;
  readonly verifying: { readonly effect: string; readonly claims: readonly string[] } | null;
  readonly escalations: readonly EscalationRecord[];
  /** Escalations of children that this task is asked to answer, oldest first. */
  readonly questions: readonly { readonly escalation: string; readonly child: string }[];
  readonly next_ordinal: number;
  /** ctx seq of what the SPLIT gave it to work on, or null. */
  readonly input: number | null;
  /** Children of the newest split that have not halted. */
  readonly live: readonly string[];
  /** Dependencies that have not halted. */
  readonly waiting_on: readonly string[];
  /** Children that halted while this task's packet was frozen: joined to it at the thaw, in this order. */
  readonly queue: readonly string[];
  /** On the run's active clock, ms; null: no limit. */
  readonly deadline_ms: number | null;
  /** The event by which every check of the gate had run; null: not yet (decision 0004, F9). */
  readonly gated: number | null;
  /** The event after which the task last became ready: effect ids derive from it. */
  readonly cause: number;
  readonly overflowed: boolean;
  /** What it changed in the workspace, over its parent's view, by path (decision 0011). */
  readonly changes: Changes;
  /** What ran up to this event did not see the last change of its view, by deltas of its own or of its children; null: none. */
  readonly changed: number | null;
  /** What came of the merges that the join of the newest split waits for; null: they have not been made. */
  readonly merges: readonly MergeResult[] | null;
  /** Invocations that it had left at its HALT and that went back to its parent. */
  readonly unused: number | null;
}

export interface Task {
  readonly packet: StatePacket;
  readonly record: TaskRecord;
}

export interface RunState {
  readonly seq: number;
  /** Active time of the run, ms: event data, grows only with recorded results. */
  readonly clock_ms: number;
  readonly definition: RunDefinition;
  /** What the run has spent so far, and the most that it may (decision 0014). */
  readonly spent: Spending;
  readonly limits: Limits;
  readonly tasks: PersistentMap<string, Task>;
  /** Packets that the newest event set aside (final ones, and those that were folded): the store keeps them. */
  readonly archived: readonly StatePacket[];
}

/** An event before the store seals it with time and hashes. */
export type UnsealedEvent = { readonly seq: number } & EventBody;

/** Returns the record of a task that has just been created. */
export function newRecord(fields: Partial<TaskRecord> & Pick<TaskRecord, "requirements" | "cause">): TaskRecord {
  return {
    outcome: null,
    reasons: [],
    summary: "",
    splits: [],
    refinements: [],
    rests_on: [],
    was_verified: [],
    held: [],
    repairs: 0,
    notices: [],
    invocation: null,
    pending: null,
    verifying: null,
    escalations: [],
    questions: [],
    next_ordinal: 1,
    input: null,
    live: [],
    waiting_on: [],
    queue: [],
    deadline_ms: null,
    gated: null,
    overflowed: false,
    changes: [],
    changed: null,
    merges: null,
    unused: null,
    ...fields,
  };
}

export function emptyState(definition: RunDefinition): RunState {
  const spent = { tokens: 0, micros: 0 };
  return { seq: 0, clock_ms: 0, definition, spent, limits: limitsOf(definition), tasks: PersistentMap(), archived: [] };
}

/** The task of an id that must be alive. Errors: throws where it is not, which is a bug of ours or a damaged log. */
export function taskOf(state: RunState, id: string): Task {
  const task = state.tasks.get(id);
  if (!task) throw new Error(`cairn bug: ${id} is not alive at event ${state.seq}`);
  return task;
}

/** Returns the state with one task replaced. */
export function withTask(state: RunState, task: Task): RunState {
  // Frozen objects keep their canonical text: a member that did not change costs a look-up.
  deepFreeze(task.packet);
  return { ...state, tasks: state.tasks.set(task.packet.task_id, task) };
}

/** Returns the task with members of its packet and record replaced. A packet in which nothing changes stays the same object. */
export function patchTask(task: Task, packet: Partial<StatePacket>, record: Partial<TaskRecord> = {}): Task {
  const isSame = Object.keys(packet).length === 0;
  return { packet: isSame ? task.packet : { ...task.packet, ...packet }, record: { ...task.record, ...record } };
}

/** Since when a task waits for the answer to a blocking question, on the active clock; null: it does not wait. */
export function suspendedMs({ escalations }: TaskRecord): number | null {
  return escalations.find((it) => it.blocking && it.status === "open")?.asked_ms ?? null;
}

/** True while nothing may change the packet's bytes (E3). */
export function isFrozen(record: TaskRecord): boolean {
  return record.invocation !== null || record.pending !== null || record.verifying !== null;
}

/** The parent's id of a task id, or null for a root: `t.2.1` → `t.2`. */
export function parentOf(taskId: string): string | null {
  const dot = taskId.lastIndexOf(".");
  return dot < 0 ? null : taskId.slice(0, dot);
}

export function isDescendant(taskId: string, ancestor: string): boolean {
  return taskId.startsWith(`${ancestor}.`);
}

/** Compares task ids by their ordinals as numbers: `t.2` before `t.10`. */
export function compareTaskIds(a: string, b: string): number {
  return compareSteps(a.split("."), b.split("."));
}

/** Compares paths step by step: numbers as numbers, all else by code units, the shorter one first. */
export function compareSteps(left: readonly string[], right: readonly string[]): number {
  for (const [at, step] of left.entries()) {
    const other = right[at];
    if (other === undefined) break;
    const order = isNumber(step) && isNumber(other) ? Number(step) - Number(other) : compareTexts(step, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function isNumber(step: string): boolean {
  return /^\d+$/.test(step);
}

/** Compares by UTF-16 code units. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
