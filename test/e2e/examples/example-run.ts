/** An example carried to its end in a folder of its own: a copy of it, its workspace and a store, all removed afterwards. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cairn, type Ran } from "../../../src/cli/fake-io.suite.ts";

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));

export interface ExampleRun {
  /** The folder of everything below. */
  readonly root: string;
  /** The task file in the copy of the example. */
  readonly task: string;
  /** Runs a command line in the example's folder, with the store beside it. */
  on(...argv: readonly string[]): Promise<Ran>;
  /** Replaces a text of the task file, which must be there. */
  edit(from: string, to: string): void;
  dispose(): void;
}

/** Copies `examples/<name>` to a fresh folder. */
export function exampleRun(name: string): ExampleRun {
  const root = mkdtempSync(join(tmpdir(), "cairn-example-"));
  const folder = join(root, "example");
  cpSync(join(PROJECT, "examples", name), folder, { recursive: true });
  const task = join(folder, "task.yaml");
  return {
    root,
    task,
    on: (...argv) => cairn([...argv, "--store", join(root, "store")], { folder }),
    edit: (from, to) => {
      const text = readFileSync(task, "utf8");
      if (!text.includes(from)) throw new Error(`the task file does not say ${from}`);
      writeFileSync(
        task,
        text.replace(from, () => to),
      );
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Copies a folder of this project (an installed package, say) into the run's folder, and returns where it is. */
export function copied(run: ExampleRun, path: string): string {
  const to = join(run.root, "workspace");
  cpSync(join(PROJECT, path), to, { recursive: true });
  return to;
}
