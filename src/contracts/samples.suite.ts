/** Documents that break no rule, for tests to break one at a time. */
import { md5Hex } from "./content-hash.ts";
import type { Claim, ContextIrDocument, ContextIrItem, Event, Proposal, StatePacket, TaskFile } from "./vocabulary.ts";

export const claim = (changes: Partial<Claim> = {}): Claim => ({
  id: "c1",
  statement: "left-pad is MIT",
  status: "supported",
  confidence: 0.9,
  evidence_refs: ["ctx:1"],
  ...changes,
});

export const packet = (changes: Partial<StatePacket> = {}): StatePacket => ({
  schema_version: "0.1.0",
  task_id: "t",
  parent_id: null,
  depth: 0,
  phase: "MIDDLE",
  objective: "Say which licence each package has",
  invariants: [{ id: "i1", operator: "PROHIBIT", statement: "Do not change any file", authority: "user" }],
  claims: [claim()],
  artifact_deltas: [],
  dependencies: [],
  contradictions: [],
  open_loops: [],
  coverage: { required: ["r1", "r2"], satisfied: ["r1"], unsatisfied: ["r2"] },
  budget: {
    context_tokens: 8000,
    output_tokens: 1000,
    maximum_children: 4,
    maximum_depth: 3,
    remaining_invocations: 10,
    remaining_wall_time_ms: null,
  },
  next_transition: "EXECUTE",
  ...changes,
});

export const contradiction: Record<string, unknown> = {
  id: "x1",
  kind: "claim",
  between: ["c1", "i1"],
  found_by: "runtime",
  status: "open",
};

export const loop: Record<string, unknown> = {
  id: "l1",
  kind: "question",
  text: "Which one?",
  owner: "task",
  blocking: true,
  status: "open",
};

export const delta: Record<string, unknown> = {
  id: "d1",
  path: "a.txt",
  op: "create",
  before: null,
  after: "a".repeat(64),
  status: "proposed",
  added: 1,
  removed: 0,
};

export const item = (changes: Partial<ContextIrItem> = {}): ContextIrItem => {
  const excerpt = changes.content_excerpt ?? "fn main() {}";
  return {
    seq: 1,
    created_at: "2026-05-01T10:00:01Z",
    source: { kind: "read", tool: "Read" },
    input_tokens: 100,
    output_tokens: 25,
    duration_us: 0,
    compression_ratio: 0.25,
    content_excerpt: excerpt,
    truncated: false,
    safety: { redacted: true, boundary_mode: null },
    verification: { content_md5: md5Hex(excerpt) },
    ...changes,
  };
};

/** A document of these items, with the totals that they have. */
export const contextIr = (
  items: readonly ContextIrItem[],
  changes: Partial<ContextIrDocument> = {},
): ContextIrDocument => ({
  schema_version: 1,
  created_at: "2026-05-01T10:00:00Z",
  updated_at: "2026-05-01T10:00:09Z",
  next_seq: 1 + Math.max(0, ...items.map((each) => each.seq)),
  totals: {
    items_recorded: items.length,
    input_tokens: items.reduce((sum, each) => sum + each.input_tokens, 0),
    output_tokens: items.reduce((sum, each) => sum + each.output_tokens, 0),
    tokens_saved: items.reduce((sum, each) => sum + Math.max(0, each.input_tokens - each.output_tokens), 0),
  },
  items,
  ...changes,
});

export const proposal = (changes: Partial<Proposal> = {}): Proposal => ({
  task_id: "t",
  based_on: "0".repeat(64),
  transition: "EXECUTE",
  claims: [{ id: "c2", statement: "is-odd is MIT", status: "supported", confidence: null, evidence_refs: ["ctx:2"] }],
  ...changes,
});

export const taskFile = (changes: Partial<TaskFile> = {}): TaskFile => ({
  task: "licences",
  objective: "Say which licence each package has",
  requirements: [{ id: "r1", statement: "Every licence is known", needs: "check", check: "all-known" }],
  invariants: [{ id: "i1", operator: "PROHIBIT", statement: "Do not change any file", check: "untouched" }],
  checks: { "all-known": { command: ["node", "check.mjs"] }, untouched: { unchanged: ["**/package.json"] } },
  budget: { context_tokens: 8000, output_tokens: 1000, maximum_children: 8, maximum_depth: 4 },
  ...changes,
});

export const event: Event = {
  seq: 1,
  time: "2026-05-01T10:00:00.000Z",
  task: "t",
  kind: "task-halted",
  payload: { outcome: "complete", reasons: [], packet: "1".repeat(64) },
  prev: "0".repeat(64),
  hash: "2".repeat(64),
};
