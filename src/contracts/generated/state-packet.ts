// Made by scripts/generate.ts from schemas/rtin-state-packet.schema.json. Change that, never this.
export interface StatePacket {
  readonly schema_version: "0.1.0";
  readonly task_id: string;
  readonly parent_id?: string | null;
  readonly depth: number;
  readonly phase: "BEGINNING" | "MIDDLE" | "END";
  readonly objective: string;
  readonly invariants: readonly Invariant[];
  readonly claims: readonly Claim[];
  readonly artifact_deltas: readonly Readonly<Record<string, unknown>>[];
  readonly dependencies: readonly string[];
  readonly contradictions: readonly Readonly<Record<string, unknown>>[];
  readonly open_loops: readonly Readonly<Record<string, unknown>>[];
  readonly coverage: Coverage;
  readonly budget: Budget;
  readonly next_transition: "EXECUTE" | "SPLIT" | "RESOLVE" | "ESCALATE" | "HALT";
}
export interface Invariant {
  readonly id: string;
  readonly operator: "PRESERVE" | "REQUIRE" | "PROHIBIT" | "PREFER";
  readonly statement: string;
  readonly authority: "user" | "system" | "developer" | "source" | "runtime" | "model-proposal";
}
export interface Claim {
  readonly id: string;
  readonly statement: string;
  readonly status: "proposed" | "supported" | "verified" | "contradicted" | "unresolved" | "rejected";
  readonly confidence?: number | null;
  readonly evidence_refs: readonly string[];
}
export interface Coverage {
  readonly required: readonly string[];
  readonly satisfied: readonly string[];
  readonly unsatisfied: readonly string[];
}
export interface Budget {
  readonly context_tokens: number;
  readonly output_tokens: number;
  readonly maximum_children: number;
  readonly maximum_depth: number;
  readonly remaining_invocations?: number | null;
  readonly remaining_wall_time_ms?: number | null;
}
