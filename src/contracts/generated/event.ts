// Made by scripts/generate.ts from schemas/event.schema.json. Change that, never this.
import type { Proposal } from "./proposal.ts";
/**
 * What the invocation cost, by model, as the providers counted it; absent where nothing was counted
 *
 * @maxItems 64
 */
export type Usage = {
  readonly model: string;
  readonly requests: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_input_tokens?: number;
}[];

export interface EventPayloads {
  readonly "run-opened": RunOpened;
  readonly "task-opened": TaskOpened;
  readonly "invocation-opened": InvocationOpened;
  readonly "proposal-accepted": ProposalAccepted;
  readonly "proposal-rejected": ProposalRejected;
  readonly "invocation-failed": InvocationFailed;
  readonly "checks-requested": ChecksRequested;
  readonly "check-recorded": CheckRecorded;
  readonly "changes-merged": ChangesMerged;
  readonly "children-joined": ChildrenJoined;
  readonly "task-escalated": TaskEscalated;
  readonly "escalation-handed-on": EscalationHandedOn;
  readonly "escalation-answered": EscalationAnswered;
  readonly "claims-verified": ClaimsVerified;
  readonly "budget-extended": BudgetExtended;
  readonly "task-halted": TaskHalted;
}
/**
 * A run begins: the root task is created from the task file
 */
export interface RunOpened {
  readonly definition: RunDefinition;
  readonly tokenizer: string;
  readonly engine: 1;
  readonly workspace?: string | null;
  readonly task_file_sha256?: string;
}
export interface RunDefinition {
  readonly task: string;
  readonly objective: string;
  readonly requirements: readonly Requirement[];
  readonly invariants: readonly BoundInvariant[];
  readonly budget: FullBudget;
  readonly repairs: number;
  readonly escalation: RunEscalationPolicy;
  /**
   * Hard limits of the whole run: tokens in and out, and money in the currency of the prices
   */
  readonly limits?: {
    readonly tokens?: number;
    readonly cost?: number;
  };
  /**
   * Money a million tokens, by model
   */
  readonly prices?: {
    readonly [k: string]: Price;
  };
}
export interface Requirement {
  readonly id: string;
  readonly statement: string;
  readonly needs: "check" | "verified" | "supported" | "person";
  readonly check?: string;
  readonly any?: boolean;
}
export interface BoundInvariant {
  readonly id: string;
  readonly operator: "PRESERVE" | "REQUIRE" | "PROHIBIT" | "PREFER";
  readonly statement: string;
  readonly authority: "user" | "system" | "developer" | "source" | "runtime" | "model-proposal";
  readonly check?: string;
}
export interface FullBudget {
  readonly context_tokens: number;
  readonly output_tokens: number;
  readonly maximum_children: number;
  readonly maximum_depth: number;
  readonly remaining_invocations: number | null;
  readonly remaining_wall_time_ms: number | null;
}
export interface RunEscalationPolicy {
  readonly deadline_ms?: number;
  readonly default?: string;
  readonly maximum?: number;
}
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cached_input?: number;
}
/**
 * A child of a SPLIT; its invariants are its parent's (R-INVARIANT)
 */
export interface TaskOpened {
  readonly parent: string;
  readonly key: string;
  readonly ordinal: number;
  readonly objective: string;
  readonly requirements: readonly Requirement[];
  readonly any: readonly string[];
  readonly dependencies: readonly string[];
  readonly budget: FullBudget;
  /**
   * ctx seq of what it works on
   */
  readonly input?: number | null;
}
/**
 * From here the packet is frozen until the result
 */
export interface InvocationOpened {
  readonly invocation: string;
  readonly purpose: "work" | "answer";
  readonly escalation?: string;
  readonly executor?: string;
  /**
   * ctx seqs delivered
   */
  readonly items?: readonly number[];
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
}
/**
 * The changes are the proposal's; packet is the identity that follows from it
 */
export interface ProposalAccepted {
  readonly invocation: string;
  /**
   * null: the one that was pending
   */
  readonly proposal?: Proposal | null;
  readonly packet: string;
  readonly withdrawn?: readonly string[];
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
  readonly usage?: Usage;
}
/**
 * Costs the invocation
 */
export interface ProposalRejected {
  readonly invocation: string;
  readonly rejections: readonly Rejection[];
  /**
   * ctx seq of the recorded text
   */
  readonly proposal?: number | null;
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
  readonly usage?: Usage;
}
export interface Rejection {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
}
/**
 * The executor crashed, timed out or was cut off
 */
export interface InvocationFailed {
  readonly invocation: string;
  readonly code: string;
  readonly message: string;
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
  readonly usage?: Usage;
}
/**
 * Pending: the packet is frozen until each has a result
 */
export interface ChecksRequested {
  readonly purpose: "proposal" | "join" | "halt";
  readonly invocation?: string | null;
  /**
   * The proposal that waits for them
   */
  readonly proposal?: Proposal;
  readonly checks: readonly RequestedCheck[];
  /**
   * Where the proposal is a SPLIT: what its children work on
   */
  readonly inputs?: readonly ChildInput[];
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
  readonly usage?: Usage;
}
export interface RequestedCheck {
  readonly effect: string;
  readonly check: string;
  readonly requirement?: string;
  readonly invariant?: string;
}
export interface ChildInput {
  readonly key: string;
  /**
   * ctx seq
   */
  readonly item: number;
}
/**
 * One check's result, accepted once
 */
export interface CheckRecorded {
  readonly effect: string;
  readonly check: string;
  readonly passed: boolean;
  readonly detail?: string;
  readonly item?: number | null;
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
}
/**
 * Three-way merges of what several children changed in one path, made by the runtime before their join
 */
export interface ChangesMerged {
  readonly effect: string;
  readonly results: {
    readonly path: string;
    /**
     * The version that holds all changes, or null: they conflict
     */
    readonly sha256: string | null;
    /**
     * Why there is none, with the hunks
     */
    readonly conflict: string | null;
  }[];
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
}
/**
 * RESOLVE: the children's final packets joined into the parent
 */
export interface ChildrenJoined {
  readonly children: readonly string[];
  readonly packet: string;
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
}
/**
 * The runtime escalates in the task's name
 */
export interface TaskEscalated {
  readonly question: string;
  readonly reason: "repairs" | "overflow";
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
}
/**
 * The question goes to the next one up, or to a person
 */
export interface EscalationHandedOn {
  readonly escalation: string;
  readonly to: string;
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
}
/**
 * The answer; a person's satisfies a person requirement
 */
export interface EscalationAnswered {
  readonly escalation: string;
  readonly by: "parent" | "person" | "default" | "deadline";
  readonly text: string;
  readonly item?: number | null;
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
}
/**
 * What a verifier that is not the author said
 */
export interface ClaimsVerified {
  readonly effect: string;
  readonly verifier?: string;
  readonly results: readonly VerificationResult[];
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
  readonly usage?: Usage;
}
export interface VerificationResult {
  readonly claim: string;
  readonly confirmed: boolean;
  readonly reason?: string;
}
/**
 * A person adds to a task's budget; the only number that is ever created after the start
 */
export interface BudgetExtended {
  readonly invocations: number;
  readonly wall_time_ms: number;
  /**
   * Of the whole run: only with its root
   */
  readonly tokens?: number;
  /**
   * Of the whole run: only with its root
   */
  readonly cost?: number;
  readonly by?: string;
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
}
/**
 * The runtime halts the task: complete, or nothing left to spend
 */
export interface TaskHalted {
  readonly outcome: "complete" | "incomplete" | "refused";
  readonly reasons: readonly string[];
  readonly packet: string;
  /**
   * Active time of the run so far, ms; data, never read from a clock by the engine
   */
  readonly clock_ms?: number;
}
