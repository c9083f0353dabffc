// Made by scripts/generate.ts from schemas/proposal.schema.json. Change that, never this.
export type Id = string;
export type Text = string;
export type Sha256 = string;

/**
 * What an executor proposes for one task. The engine accepts it whole or rejects it whole (semantics §4).
 */
export interface Proposal {
  readonly task_id: string;
  /**
   * Identity of the packet this proposal was made from
   */
  readonly based_on: string;
  readonly transition: "EXECUTE" | "SPLIT" | "RESOLVE" | "ESCALATE" | "HALT";
  /**
   * @maxItems 2000
   */
  readonly claims?: readonly ProposedClaim[];
  /**
   * @maxItems 200
   */
  readonly invariants?: readonly ProposedInvariant[];
  /**
   * @maxItems 500
   */
  readonly contradictions?: readonly ProposedContradiction[];
  /**
   * @maxItems 500
   */
  readonly open_loops?: readonly ProposedOpenLoop[];
  /**
   * @maxItems 1000
   */
  readonly artifact_deltas?: readonly ProposedArtifactDelta[];
  /**
   * @maxItems 1000
   */
  readonly contents?: readonly ProposedContent[];
  /**
   * @maxItems 500
   */
  readonly satisfies?: readonly Satisfaction[];
  /**
   * @maxItems 500
   */
  readonly verify?: readonly Id[];
  readonly split?: Split;
  readonly escalation?: Escalation;
  readonly answer?: Answer;
  readonly halt?: Halt;
}
export interface ProposedClaim {
  readonly id: Id;
  readonly statement: Text;
  readonly status: "proposed" | "supported" | "verified" | "contradicted" | "unresolved" | "rejected";
  readonly confidence?: number | null;
  /**
   * @maxItems 256
   */
  readonly evidence_refs: readonly string[];
}
export interface ProposedInvariant {
  readonly id: Id;
  readonly operator: "PRESERVE" | "REQUIRE" | "PROHIBIT" | "PREFER";
  readonly statement: Text;
  readonly authority: "user" | "system" | "developer" | "source" | "runtime" | "model-proposal";
}
export interface ProposedContradiction {
  readonly id: Id;
  readonly kind: "claim" | "invariant" | "artifact" | "coverage";
  /**
   * @minItems 1
   * @maxItems 256
   */
  readonly between: readonly Id[];
  readonly found_by?: Id;
  readonly status: "open" | "settled";
  readonly settled_by?: Id;
  readonly outcome?: Text;
}
export interface ProposedOpenLoop {
  readonly id: Id;
  readonly kind: "question" | "escalation" | "proposal" | "dropped" | "retry";
  readonly text: Text;
  readonly owner: "task" | "parent" | "person";
  readonly blocking: boolean;
  readonly status: "open" | "closed";
  readonly closed_by?: Id;
}
export interface ProposedArtifactDelta {
  readonly id: Id;
  readonly path: string;
  readonly op: "create" | "modify" | "delete" | "rename";
  readonly from?: string;
  readonly before: Sha256 | null;
  readonly after: Sha256 | null;
  readonly status: "proposed" | "applied" | "reverted" | "superseded";
  readonly added: number;
  readonly removed: number;
}
export interface ProposedContent {
  readonly text?: string;
  readonly base64?: string;
}
export interface Satisfaction {
  readonly requirement: Id;
  /**
   * @maxItems 2000
   */
  readonly claims: readonly Id[];
}
export interface Split {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  readonly children: readonly SplitChild[];
  /**
   * @maxItems 500
   */
  readonly keep: readonly Id[];
  /**
   * @maxItems 500
   */
  readonly any?: readonly Id[];
  /**
   * @maxItems 500
   */
  readonly refine?: readonly Refinement[];
}
export interface SplitChild {
  readonly key: string;
  readonly objective: Text;
  /**
   * @maxItems 500
   */
  readonly requires: readonly Id[];
  /**
   * @maxItems 1000
   */
  readonly depends_on: readonly Id[];
  readonly share?: Share;
  /**
   * What the child works on beyond its objective. It reaches the child as a ledger item (§3.8), never as evidence.
   */
  readonly input?: string;
}
export interface Share {
  readonly invocations?: number;
  readonly wall_time_ms?: number;
  readonly context_tokens?: number;
  readonly output_tokens?: number;
  readonly maximum_children?: number;
  readonly maximum_depth?: number;
}
export interface Refinement {
  readonly requirement: Id;
  /**
   * @minItems 1
   * @maxItems 1000
   */
  readonly into: readonly SubRequirement[];
}
export interface SubRequirement {
  readonly id: Id;
  readonly statement: Text;
  readonly needs: "check" | "verified" | "supported" | "person";
  readonly check?: Id;
}
export interface Escalation {
  readonly question: Text;
  /**
   * @maxItems 32
   */
  readonly options?: readonly string[];
  readonly to: "parent" | "person";
  readonly blocking: boolean;
  readonly requirement?: Id;
}
export interface Answer {
  readonly escalation: Id;
  readonly text?: Text;
  readonly hand_on?: true;
}
export interface Halt {
  readonly outcome: "complete" | "incomplete" | "refused";
  readonly reason: string;
  readonly summary: string;
}
