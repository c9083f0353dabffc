/**
 * The tree of a run as its log tells it: tasks that were joined long ago included. For people and programs that look;
 * the engine never needs it.
 */
import type { Event, Outcome, Proposal } from "../contracts/index.ts";
import { compareTaskIds, parentOf } from "../engine/index.ts";

export interface TreeNode {
  readonly task: string;
  readonly parent: string | null;
  readonly objective: string;
  readonly state: "waiting" | "working" | "asking" | "halted";
  readonly outcome: Outcome | null;
  /** Invocations that this task itself spent. */
  readonly invocations: number;
  readonly refusals: number;
  readonly openedSeq: number;
  readonly lastSeq: number;
}

/** How many tasks there are, by what they do. */
export interface TreeCounts {
  readonly opened: number;
  readonly halted: number;
  readonly working: number;
  readonly asking: number;
  readonly waiting: number;
  /** Invocations that were begun. */
  readonly invocations: number;
  /** Proposals that were rejected and invocations that failed. */
  readonly refusals: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Builds the tree event by event. Its size is the number of tasks ever opened. */
export class TreeBuilder {
  private readonly nodes = new Map<string, Mutable<TreeNode>>();
  /** Proposals that wait for checks: the event that accepts one does not repeat it. */
  private readonly pending = new Map<string, Proposal>();

  add(event: Event | Pick<Event, "seq" | "task" | "kind" | "payload">): void {
    const it = event as Event; // kind and payload belong together in both
    if (it.kind === "run-opened") this.open(it.task, { seq: it.seq, objective: it.payload.definition.objective });
    if (it.kind === "task-opened") this.open(it.task, { seq: it.seq, objective: it.payload.objective });
    const node = this.nodes.get(it.task);
    if (!node) return;
    note(node, it);
    if (it.kind === "checks-requested" && it.payload.proposal) this.pending.set(it.task, it.payload.proposal);
    if (it.kind === "proposal-accepted") noteAccepted(node, it.payload.proposal ?? this.pending.get(it.task) ?? null);
    if (it.kind === "proposal-accepted" || it.kind === "proposal-rejected") this.pending.delete(it.task);
  }

  /** Nodes in the order of a depth-first walk. */
  list(): readonly TreeNode[] {
    return [...this.nodes.values()].toSorted((a, b) => compareTaskIds(a.task, b.task));
  }

  /** The newest state of one task, or null where there was no such task. */
  node(task: string): TreeNode | null {
    return this.nodes.get(task) ?? null;
  }

  /** Nodes in the order in which they were opened: what a view that draws often can afford. */
  all(): IterableIterator<TreeNode> {
    return this.nodes.values();
  }

  counts(): TreeCounts {
    const counts = {
      opened: this.nodes.size,
      halted: 0,
      working: 0,
      asking: 0,
      waiting: 0,
      invocations: 0,
      refusals: 0,
    };
    for (const node of this.nodes.values()) {
      counts[node.state] += 1;
      counts.invocations += node.invocations;
      counts.refusals += node.refusals;
    }
    return counts;
  }

  private open(task: string, { seq, objective }: { readonly seq: number; readonly objective: string }): void {
    this.nodes.set(task, {
      task,
      parent: parentOf(task),
      objective,
      state: "waiting",
      outcome: null,
      invocations: 0,
      refusals: 0,
      openedSeq: seq,
      lastSeq: seq,
    });
  }
}

function note(node: Mutable<TreeNode>, event: Event): void {
  node.lastSeq = event.seq;
  switch (event.kind) {
    case "invocation-opened":
      node.state = "working";
      node.invocations += 1;
      break;
    case "checks-requested":
      node.state = "working";
      break;
    case "proposal-rejected":
    case "invocation-failed":
      node.refusals += 1;
      node.state = "waiting";
      break;
    case "task-escalated":
      node.state = "asking";
      break;
    case "escalation-answered":
    case "changes-merged":
    case "children-joined":
      if (node.state !== "halted") node.state = "waiting";
      break;
    case "task-halted":
      node.state = "halted";
      node.outcome = event.payload.outcome;
      break;
    case "run-opened":
    case "task-opened":
    case "proposal-accepted":
    case "check-recorded":
    case "claims-verified":
    case "escalation-handed-on":
    case "budget-extended":
      break;
  }
}

function noteAccepted(node: Mutable<TreeNode>, proposal: Proposal | null): void {
  node.state = proposal?.transition === "ESCALATE" ? "asking" : "waiting";
  if (proposal?.transition !== "HALT") return;
  node.state = "halted";
  node.outcome = proposal.halt?.outcome ?? null;
}
