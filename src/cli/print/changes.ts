/** What a run changed in its workspace, and what came of applying it. */
import type { ChangeReport, FileChange, RunChanges } from "../../app.ts";
import { dim, green, red, yellow } from "./marks.ts";
import { counted } from "./numbers.ts";

/** A line a file, and what stands in the way. */
export function changeLines(changes: RunChanges): string[] {
  const { files, unmerged } = changes;
  const marks = { create: green("A"), modify: yellow("M"), delete: red("D") } as const;
  const lines = files.flatMap((it) => [
    `${marks[it.op]} ${it.path}  ${dim(sizeOf(it))}`,
    ...(it.obstacle === null ? [] : [red(`  ${it.path}: ${it.obstacle}`)]),
  ]);
  return [
    files.length === 0 ? "nothing was changed" : `${counted(files.length, "file")} in ${changes.workspace}`,
    ...lines,
    ...unmerged.map((it) => yellow(`not merged: ${it.id} (${it.path})`)),
    ...(changes.interrupted ? [yellow("applying was interrupted: `cairn apply` brings it to its end first")] : []),
    ...(files.length === 0 ? [] : [stateOf(changes)]),
  ];
}

function sizeOf({ diff, added, removed }: FileChange): string {
  return diff === null ? "(no text to compare)" : `+${added} -${removed}`;
}

function stateOf({ applied, outcome }: RunChanges): string {
  if (applied) return "they are in the workspace; `cairn apply --revert` takes them out";
  if (outcome === null) return "the run has not ended: nothing of it is in the workspace";
  return outcome === "complete"
    ? "they are not in the workspace yet: `cairn apply`"
    : `the run ended ${outcome}: \`cairn apply --incomplete\` applies them all the same`;
}

/** The differences, file by file. */
export function diffLines({ files }: RunChanges): string[] {
  return files.flatMap(({ diff }) => (diff === null ? [] : ["", ...diff.replace(/\n$/, "").split("\n").map(styled)]));
}

function styled(line: string): string {
  if (line.startsWith("+") && !line.startsWith("+++ ")) return green(line);
  if (line.startsWith("-") && !line.startsWith("--- ")) return red(line);
  return line.startsWith("@@") ? dim(line) : line;
}

export function reportLines({ done, direction, paths, refused, workspace, run }: ChangeReport): string[] {
  if (done && paths.length === 0) return [`there was nothing to ${direction} in ${workspace}`];
  if (done) {
    const what = `${counted(paths.length, "file")} of ${run}`;
    return direction === "apply"
      ? [`applied ${what} in ${workspace}; undo with: cairn apply ${run} --revert`]
      : [`took ${what} out of ${workspace}`];
  }
  const reasons = refused.map((it) => (it.path === "" ? it.reason : `${it.path}: ${it.reason}`));
  return ["nothing was changed:", ...reasons.map((it) => `  ${it}`)];
}
