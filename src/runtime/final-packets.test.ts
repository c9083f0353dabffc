import { expect, it } from "vitest";
import { canonicalText, identity, type Claim, type StatePacket } from "../contracts/index.ts";
import { openedClaims } from "./final-packets.ts";
import type { Store } from "./store.ts";

const packet = (task: string, claims: readonly Claim[]): StatePacket => ({
  schema_version: "0.1.0",
  task_id: task,
  parent_id: task === "t" ? null : "t",
  depth: task === "t" ? 0 : 1,
  phase: "END",
  objective: "Say it",
  invariants: [],
  claims,
  artifact_deltas: [],
  dependencies: [],
  contradictions: [],
  open_loops: [],
  coverage: { required: [], satisfied: [], unsatisfied: [] },
  budget: { context_tokens: 1, output_tokens: 1, maximum_children: 1, maximum_depth: 1 },
  next_transition: "HALT",
});

const claim = (id: string, statement: string, ref = "ctx:1"): Claim => ({
  id,
  statement,
  status: "supported",
  evidence_refs: [ref],
});

/** As much of a store as keeps packets. */
function storeOf(packets: readonly StatePacket[]): Store {
  const blobs = new Map(packets.map((it) => [identity(it), new TextEncoder().encode(canonicalText(it))]));
  return { blob: (sha256: string) => blobs.get(sha256) ?? null } as unknown as Store;
}

const fold = (id: string, of: StatePacket): Claim => claim(id, "2 claims", `clm:${of.task_id}/*@${identity(of)}`);

it("gives back every claim behind folds, and those of two children under one id do not hide each other", () => {
  const first = packet("t.1", [claim("c1", "a = 1"), claim("t.1.1/c1", "b = 2")]);
  const second = packet("t.2", [claim("c1", "c = 3"), claim("c2", "d = 4")]);
  const root = packet("t", [fold("t.1/fold-r", first), fold("t.2/fold-r", second), claim("t.2/c2", "d = 4, newer")]);
  const opened = openedClaims(root, storeOf([first, second]));
  expect(Object.fromEntries([...opened].map(([id, it]) => [id, it.statement]))).toEqual({
    "t.1/c1": "a = 1",
    "t.1.1/c1": "b = 2",
    "t.2/c1": "c = 3",
    "t.2/c2": "d = 4, newer",
  });
  for (const [id, it] of opened) expect(it.id).toBe(id);
});

it("opens what a task folded itself under the ids that it gave, and goes on without a packet that is gone", () => {
  const before = packet("t", [claim("c1", "a = 1"), claim("c2", "b = 2")]);
  const gone = packet("t.3", [claim("c1", "lost")]);
  const root = packet("t", [fold("fold-r", before), fold("t.3/fold-r", gone), claim("c3", "c = 3")]);
  expect([...openedClaims(root, storeOf([before])).keys()]).toEqual(["c3", "c1", "c2"]);
});
