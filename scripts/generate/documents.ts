/** The documents: schema file, the root type's name, and names for the parts that deserve one. */
import { readFileSync } from "node:fs";

export interface DocumentSource {
  /** File name under `src/contracts/generated/`, without its ending. */
  readonly name: string;
  /** File name under `schemas/`. */
  readonly file: string;
  readonly schema: Record<string, unknown>;
  /** Name of the root type. */
  readonly type: string;
  /** Name of the exported validator. */
  readonly validator: string;
  /** JSON Pointer into the schema → type name. */
  readonly names: Readonly<Record<string, string>>;
  /** JSON Pointers of objects of which the schema says nothing more. */
  readonly open: readonly string[];
}

const schemas = new URL("../../schemas/", import.meta.url);

const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(file, schemas), "utf8")) as Record<string, unknown>;

const source = (
  parts: Omit<DocumentSource, "schema" | "open"> & { readonly open?: readonly string[] },
): DocumentSource => ({
  ...parts,
  open: parts.open ?? [],
  schema: read(parts.file),
});

/** Every document, in the order in which the validators refer to each other. */
export const documents: readonly DocumentSource[] = [
  source({
    name: "state-packet",
    file: "rtin-state-packet.schema.json",
    type: "StatePacket",
    validator: "validateStatePacket",
    names: {
      "/properties/invariants/items": "Invariant",
      "/properties/claims/items": "Claim",
      "/properties/coverage": "Coverage",
      "/properties/budget": "Budget",
    },
    open: ["/properties/artifact_deltas/items", "/properties/contradictions/items", "/properties/open_loops/items"],
  }),
  source({
    name: "context-ir",
    file: "context-ir.schema.json",
    type: "ContextIrDocument",
    validator: "validateContextIr",
    names: {
      "/properties/totals": "ContextIrTotals",
      "/$defs/timestamp": "Timestamp",
      "/$defs/sourceKind": "SourceKind",
      "/$defs/item": "ContextIrItem",
      "/$defs/item/properties/source": "ContextIrSource",
      "/$defs/item/properties/safety": "ContextIrSafety",
      "/$defs/item/properties/verification": "ContextIrVerification",
    },
  }),
  source({
    name: "proposal",
    file: "proposal.schema.json",
    type: "Proposal",
    validator: "validateProposal",
    names: {
      "/$defs/claim": "ProposedClaim",
      "/$defs/invariant": "ProposedInvariant",
      "/$defs/contradiction": "ProposedContradiction",
      "/$defs/openLoop": "ProposedOpenLoop",
      "/$defs/artifactDelta": "ProposedArtifactDelta",
      "/$defs/content": "ProposedContent",
      "/$defs/satisfaction": "Satisfaction",
      "/$defs/split": "Split",
      "/$defs/splitChild": "SplitChild",
      "/$defs/share": "Share",
      "/$defs/refinement": "Refinement",
      "/$defs/subRequirement": "SubRequirement",
      "/$defs/escalation": "Escalation",
      "/$defs/answer": "Answer",
      "/$defs/halt": "Halt",
    },
  }),
  source({
    name: "task",
    file: "task.schema.json",
    type: "TaskFile",
    validator: "validateTaskFile",
    names: {
      "/$defs/requirement": "TaskRequirement",
      "/$defs/invariant": "TaskInvariant",
      "/$defs/check": "Check",
      "/$defs/pathsPattern": "PathsPattern",
      "/$defs/budget": "TaskBudget",
      "/$defs/escalationPolicy": "EscalationPolicy",
      "/$defs/localSettings": "LocalSettings",
      "/$defs/localRule": "LocalRule",
      "/$defs/extractRule": "ExtractRule",
      "/$defs/expectRule": "ExpectRule",
      "/$defs/agreeRule": "AgreeRule",
    },
  }),
  source({
    name: "event",
    file: "event.schema.json",
    type: "EventPayloads",
    validator: "validateEvent",
    names: {
      "/$defs/definition": "RunDefinition",
      "/$defs/requirement": "Requirement",
      "/$defs/boundInvariant": "BoundInvariant",
      "/$defs/budget": "FullBudget",
      "/$defs/rejection": "Rejection",
      "/$defs/requestedCheck": "RequestedCheck",
      "/$defs/definition/properties/escalation": "RunEscalationPolicy",
      "/$defs/claims-verified/properties/results/items": "VerificationResult",
    },
  }),
  source({
    name: "rules",
    file: "rules.schema.json",
    type: "ProjectRules",
    validator: "validateProjectRules",
    names: { "/$defs/rule": "ProjectRule", "/$defs/texts": "RuleTexts" },
  }),
];
