/**
 * The names that the rest of the program uses for the parts of the documents.
 *
 * Everything here is made from the generated types, so that a change of a schema is a compile error where it matters.
 */
import type { Claim, Invariant, StatePacket } from "./generated/state-packet.ts";
import type { EventPayloads, Requirement } from "./generated/event.ts";
import type { SourceKind } from "./generated/context-ir.ts";

export type { Budget, Claim, Coverage, Invariant, StatePacket } from "./generated/state-packet.ts";
export type {
  ContextIrDocument,
  ContextIrItem,
  ContextIrSafety,
  ContextIrSource,
  ContextIrTotals,
  ContextIrVerification,
  SourceKind,
} from "./generated/context-ir.ts";
export type {
  Answer,
  Escalation,
  Halt,
  Proposal,
  ProposedArtifactDelta,
  ProposedClaim,
  ProposedContent,
  ProposedContradiction,
  ProposedInvariant,
  ProposedOpenLoop,
  Refinement,
  Satisfaction,
  Share,
  Split,
  SplitChild,
  SubRequirement,
} from "./generated/proposal.ts";
export type { ProjectRule, ProjectRules } from "./generated/rules.ts";
export type {
  AgreeRule,
  Check,
  CommandExecutor,
  EscalationPolicy,
  ExpectRule,
  ExtractRule,
  LocalRule,
  LocalSettings,
  PathsPattern,
  TaskBudget,
  TaskFile,
  TaskInvariant,
  TaskRequirement,
} from "./generated/task.ts";
export type {
  BoundInvariant,
  EventPayloads,
  FullBudget,
  Rejection,
  RequestedCheck,
  Requirement,
  RunDefinition,
  RunEscalationPolicy,
  Usage as InvocationUsage,
  VerificationResult,
} from "./generated/event.ts";

/** Who says so, from the strongest to the weakest: see §3.3. */
export type Authority = Invariant["authority"];
export type Operator = Invariant["operator"];
export type ClaimStatus = Claim["status"];
export type Phase = StatePacket["phase"];
export type Transition = StatePacket["next_transition"];
/** What a requirement becomes satisfied by: see §3.9. */
export type Needs = Requirement["needs"];
/** How a task ended. */
export type Outcome = EventPayloads["task-halted"]["outcome"];
/** What an item of the ledger is: `source.kind` of a Context-IR item. */
export type ContextKind = SourceKind;

export type EventKind = keyof EventPayloads;

/** One event of the given kind. `seq` counts from 1, `time` is ISO 8601 UTC with milliseconds, `prev` and `hash` are SHA-256 in hex. */
export interface EventOf<K extends EventKind> {
  readonly seq: number;
  readonly time: string;
  readonly task: string;
  readonly kind: K;
  readonly payload: EventPayloads[K];
  readonly prev: string;
  readonly hash: string;
}

/** One thing that happened in a run, told apart by `kind` (§5). */
export type Event = { readonly [K in EventKind]: EventOf<K> }[EventKind];

/** What the engine says of an event of the given kind: place in the log, time and hashes are the store's business. */
export type EventBodyOf<K extends EventKind> = Pick<EventOf<K>, "task" | "kind" | "payload">;

/** An event before it has a place in the log, told apart by `kind`. */
export type EventBody = { readonly [K in EventKind]: EventBodyOf<K> }[EventKind];

/** A contradiction of this system's form (§3.6). A packet may hold others: `asContradiction` tells. These three are no interfaces: an interface would not fit into the packet's open objects. */
export type Contradiction = {
  readonly id: string;
  readonly kind: "claim" | "invariant" | "artifact" | "coverage";
  readonly between: readonly string[];
  readonly found_by: string;
  readonly status: "open" | "settled";
  readonly settled_by?: string;
  readonly outcome?: string;
};

/** An open loop of this system's form (§3.6). */
export type OpenLoop = {
  readonly id: string;
  readonly kind: "question" | "escalation" | "proposal" | "dropped" | "retry";
  readonly text: string;
  readonly owner: "task" | "parent" | "person";
  readonly blocking: boolean;
  readonly status: "open" | "closed";
  readonly closed_by?: string;
};

/** A change to an artifact, of this system's form (§3.5). `added` and `removed` are lines. */
export type ArtifactDelta = {
  readonly id: string;
  readonly path: string;
  readonly op: "create" | "modify" | "delete" | "rename";
  readonly from?: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly status: "proposed" | "applied" | "reverted" | "superseded";
  readonly added: number;
  readonly removed: number;
};
