/** The picture of a run at work: a few lines, whatever the size of its tree. */
import type { TreeBuilder, TreeNode } from "../../app.ts";
import { bold, cyan, dim, yellow } from "../print/marks.ts";
import { clock, counted, grouped } from "../print/numbers.ts";
import { taskSign } from "../print/symbols.ts";
import { ancestorsOf, depthOf } from "../print/tree.ts";
import { fit } from "../print/width.ts";

export interface FrameOptions {
  readonly objective: string;
  readonly grantedInvocations: number | null;
  readonly elapsedMs: number;
  readonly size: { readonly columns: number; readonly rows: number };
  /** Counts redraws: turns the wheel. */
  readonly tick: number;
  /** What models say at the moment, where one does. */
  readonly answers?: string | null;
}

const WHEEL = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
/** Lines of tasks, at most: a picture that is taken in at a glance. */
const MAXIMUM_TASKS = 12;

/** Lines that fit the terminal. */
export function frameLines(tree: TreeBuilder, options: FrameOptions): string[] {
  const { columns, rows } = options.size;
  const room = Math.max(0, Math.min(MAXIMUM_TASKS, rows - (options.answers ? 5 : 4)));
  const wheel = cyan(WHEEL.charAt(options.tick % WHEEL.length));
  const { shown, hidden } = chosen(tree, room);
  const parts = branchCounts(tree);
  const lines = [
    `${wheel} ${bold(options.objective)}`,
    `  ${progressText(tree, options)}`,
    ...(options.answers ? [`  ${dim(options.answers)}`] : []),
    ...shown.map((node) => taskLine(node, parts)),
    ...(hidden > 0 ? [dim(`  and ${grouped(hidden)} more at work`)] : []),
  ];
  return lines.slice(0, Math.max(1, rows - 1)).map((line) => fit(line, columns - 1));
}

/** The root is the headline already: its children stand at the margin. */
function taskLine(node: TreeNode, parts: ReadonlyMap<string, BranchCount>): string {
  const below = parts.get(node.task);
  const note = below === undefined ? "" : dim(`  ${below.ended} of ${below.opened} below`);
  return `  ${"  ".repeat(Math.max(0, depthOf(node.task) - 1))}${taskSign(node)} ${bold(node.task)} ${node.objective}${note}`;
}

interface BranchCount {
  readonly opened: number;
  readonly ended: number;
}

/** Tasks below each child of the root. */
function branchCounts(tree: TreeBuilder): ReadonlyMap<string, BranchCount> {
  const counts = new Map<string, BranchCount>();
  for (const { task, state } of tree.all()) {
    const branch = ancestorsOf(task)[1];
    if (branch === undefined) continue;
    const { opened, ended } = counts.get(branch) ?? { opened: 0, ended: 0 };
    counts.set(branch, { opened: opened + 1, ended: ended + (state === "halted" ? 1 : 0) });
  }
  return counts;
}

/** `0:12  14 of 31 tasks ended, 4 at work  40 of 200 invocations`. */
export function progressText(
  tree: TreeBuilder,
  { elapsedMs, grantedInvocations }: Pick<FrameOptions, "elapsedMs" | "grantedInvocations">,
): string {
  const counts = tree.counts();
  const asking = counts.asking > 0 ? yellow(`, ${counts.asking} asking`) : "";
  const spent =
    grantedInvocations === null
      ? counted(counts.invocations, "invocation")
      : `${grouped(counts.invocations)} of ${counted(grantedInvocations, "invocation")}`;
  const refused = counts.refusals > 0 ? `, ${counted(counts.refusals, "refusal")}` : "";
  return `${clock(elapsedMs)}  ${grouped(counts.halted)} of ${counted(counts.opened, "task")} ended, ${grouped(counts.working)} at work${asking}  ${spent}${refused}`;
}

interface Choice {
  readonly shown: readonly TreeNode[];
  /** Tasks at work that there was no room for. */
  readonly hidden: number;
}

/** Tasks at work with what is above them; the root's children fill the room that is left. */
function chosen(tree: TreeBuilder, room: number): Choice {
  const picked = new Map<string, TreeNode>();
  const nodes = [...tree.all()].filter((it) => it.parent !== null);
  let hidden = 0;
  for (const node of nodes.filter(isBusy)) {
    const path = [...ancestorsOf(node.task).slice(1), node.task].flatMap((task) => tree.node(task) ?? []);
    const missing = path.filter((it) => !picked.has(it.task));
    const fits = picked.size + missing.length <= room;
    if (!fits) hidden += 1;
    for (const it of fits ? missing : []) picked.set(it.task, it);
  }
  const resting = nodes.filter((it) => !isBusy(it) && depthOf(it.task) <= 1 && !picked.has(it.task));
  for (const node of resting.slice(0, Math.max(0, room - picked.size))) picked.set(node.task, node);
  return { shown: [...picked.values()].toSorted((a, b) => byPlace(a.task, b.task)), hidden };
}

function isBusy({ state }: TreeNode): boolean {
  return state === "working" || state === "asking";
}

/** The order of a depth-first walk; `t.2` before `t.10`. */
function byPlace(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
