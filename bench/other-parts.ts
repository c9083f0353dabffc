/** The run of many tasks, and the functions that every step calls. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runCairn, runMicro } from "./child.ts";
import { digits, medianOf, spread } from "./numbers.ts";
import type { Setting } from "./steps-part.ts";
import { table } from "./table.ts";

const FAN_OUT = 10;
const WINDOW_TASKS = 1000;
const CONCURRENCY = 32;

/** A tree of fan-out 10: 111,111 tasks at depth 5. */
export function treePart({ folder, say, print }: Setting, depth: number): void {
  const tasks = (FAN_OUT ** (depth + 1) - 1) / (FAN_OUT - 1);
  say(`a run of ${digits(tasks)} tasks`);
  const own = mkdtempSync(join(folder, "cairn-bench-"));
  try {
    const marks = Array.from({ length: depth - 2 }, (_, index) => 10 ** (index + 3));
    const result = runCairn({
      kind: "tree",
      path: join(own, "store", "store.db"),
      fanOut: FAN_OUT,
      depth,
      concurrency: CONCURRENCY,
      marks,
      windowTasks: WINDOW_TASKS,
    });
    const first = result.windows[0]?.cpuMsPerTask ?? 1;
    const rows = result.windows.map((it) => [
      `${WINDOW_TASKS} tasks after ${digits(it.afterTasks)}`,
      digits(it.cpuMsPerTask),
      digits(it.wallMsPerTask),
      digits(it.events / WINDOW_TASKS),
      digits(it.cpuMsPerTask / first),
    ]);
    const whole = [
      "the whole run",
      digits(result.cpuMs / result.tasks),
      digits(result.wallMs / result.tasks),
      digits(result.events / result.tasks),
      digits(result.cpuMs / result.tasks / first),
    ];
    const facts = `${digits(result.tasks)} tasks, ${digits(result.events)} events in ${digits(result.wallMs / 1000)} s; ${digits(result.diskBytes / result.tasks)} bytes a task; peak memory ${digits(result.peakRssMiB)} MiB; resume ${digits(result.resumeMs)} ms.`;
    print(
      `## A run of ${result.tasks} tasks\n\nFan-out ${FAN_OUT}, depth ${depth}, ${CONCURRENCY} tasks in flight. ${facts}\n\n${table(["", "CPU ms/task", "wall ms/task", "events/task", "CPU, to the first"], [...rows, whole])}\n`,
    );
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Pairs of rows: ours, and the other's. */
export function microPart({ folder, rounds, say, print }: Setting): void {
  say("functions");
  const own = mkdtempSync(join(folder, "cairn-bench-"));
  try {
    const { rows } = runMicro({ kind: "micro", path: join(own, "store", "store.db"), rounds });
    const lines = rows.map(({ what, us }, index) => {
      const ours = rows[index - (index % 2)];
      return [
        what,
        spread(us),
        index % 2 === 0 || ours === undefined ? "" : `${digits(medianOf(us) / medianOf(ours.us))} : 1`,
      ];
    });
    print(
      `## Functions that every step calls\n\nA packet of 4 kB; an event of 1 kB. Times in µs.\n\n${table(["", "µs", "its time : ours"], lines)}\n`,
    );
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
