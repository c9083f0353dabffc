/** The tree of a run's tasks, for people. */
import type { TreeCounts, TreeNode } from "../../app.ts";
import { bold, dim } from "./marks.ts";
import { counted } from "./numbers.ts";
import { taskSign } from "./symbols.ts";
import { fit } from "./width.ts";

export interface TreeView {
  /** Cut lines to so many places; null: never. */
  readonly columns: number | null;
  /** Levels below the root that are shown. */
  readonly maximumDepth: number;
}

/** A line a task, with the branches that lead to it. `nodes` are in the order of a depth-first walk. */
export function* treeLines(nodes: readonly TreeNode[], { columns, maximumDepth }: TreeView): Generator<string> {
  const last = lastChildren(nodes);
  const below = descendantCounts(nodes);
  for (const node of nodes) {
    const depth = depthOf(node.task);
    if (depth > maximumDepth) continue;
    const hidden = depth === maximumDepth ? (below.get(node.task) ?? 0) : 0;
    const line = `${dim(branches(node, last))}${taskLine(node)}${hidden > 0 ? dim(` (${counted(hidden, "task")} below)`) : ""}`;
    yield columns === null ? line : fit(line, columns);
  }
}

/** `✓ t.2 Read part 2 of 5  3 invocations`. */
function taskLine(node: TreeNode): string {
  const notes = [
    counted(node.invocations, "invocation"),
    ...(node.refusals > 0 ? [counted(node.refusals, "refusal")] : []),
  ];
  return `${taskSign(node)} ${bold(node.task)} ${node.objective}${dim(`  ${stateWord(node)}, ${notes.join(", ")}`)}`;
}

export function stateWord({ state, outcome }: Pick<TreeNode, "state" | "outcome">): string {
  if (state === "halted") return outcome ?? "halted";
  return state;
}

/** `31 tasks: 20 halted, 4 working, 7 waiting; 52 invocations, 1 refusal`. */
export function countsLine(counts: TreeCounts): string {
  const states = (["halted", "working", "asking", "waiting"] as const)
    .filter((it) => counts[it] > 0)
    .map((it) => `${counts[it]} ${it}`);
  const refusals = counts.refusals > 0 ? `, ${counted(counts.refusals, "refusal")}` : "";
  return `${counted(counts.opened, "task")}: ${states.join(", ")}; ${counted(counts.invocations, "invocation")}${refusals}`;
}

export function depthOf(task: string): number {
  return task.split(".").length - 1;
}

/** Tasks after which their parent has no other child. */
function lastChildren(nodes: readonly TreeNode[]): ReadonlySet<string> {
  const last = new Map<string, string>();
  for (const { task, parent } of nodes) if (parent !== null) last.set(parent, task);
  return new Set(last.values());
}

function descendantCounts(nodes: readonly TreeNode[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { task } of nodes)
    for (const ancestor of ancestorsOf(task)) counts.set(ancestor, (counts.get(ancestor) ?? 0) + 1);
  return counts;
}

/** `t`, `t.2` for `t.2.1`. */
export function ancestorsOf(task: string): string[] {
  const parts = task.split(".");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("."));
}

function branches(node: TreeNode, last: ReadonlySet<string>): string {
  const ancestors = ancestorsOf(node.task).slice(1);
  const trunks = ancestors.map((it) => (last.has(it) ? "   " : "│  "));
  if (node.parent === null) return "";
  return `${trunks.join("")}${last.has(node.task) ? "└─ " : "├─ "}`;
}
