/** A store with runs for tests of commands in this process: a workspace, a task file, and runs whose executor is a function. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { cairn, type FakeIoOptions, type Ran } from "../../../src/cli/fake-io.suite.ts";
import { createHarness, proposal, type Harness, type Script } from "../../../src/runtime/harness.suite.ts";
import { openSqliteStore } from "../../../src/runtime/sqlite/index.ts";

export interface Place {
  /** The folder of everything below; removed after the tests. */
  readonly root: string;
  readonly store: string;
  readonly task: string;
  readonly workspace: string;
  /** Runs a command line, whose words are separated by single blanks, on the store. */
  readonly on: (line: string, options?: FakeIoOptions) => Promise<Ran>;
  /** A run in the store whose executor is a function, carried on until it ends or waits. */
  readonly scripted: (
    script: Script,
    members?: Readonly<Record<string, unknown>>,
    files?: Readonly<Record<string, string>>,
  ) => Promise<Harness>;
}

const requirements: readonly unknown[] = [
  {
    id: "agree",
    statement: "Every file names the same version",
    needs: "supported",
    local: {
      extract: [{ paths: ["*.txt"], pattern: "version (\\d+)", subject: "version", value: "$1" }],
      agree: {},
    },
  },
];

/** The task file of these tests, with members that replace its own and requirements on top. */
export function definitionWith(members: Readonly<Record<string, unknown>> = {}, more: readonly unknown[] = []): string {
  return JSON.stringify({
    task: "versions",
    objective: "One version everywhere",
    workspace: "files",
    requirements: [...requirements, ...more],
    budget: {
      context_tokens: 8000,
      output_tokens: 2000,
      maximum_children: 4,
      maximum_depth: 2,
      remaining_invocations: 20,
    },
    ...members,
  });
}

/** Asks a person and waits. */
export const ask: Script = (invocation) =>
  proposal(invocation, {
    transition: "ESCALATE",
    escalation: { question: "Which licence?", options: ["MIT", "not known"], to: "person", blocking: true },
  });

/** Makes the place before the tests of a file and removes it after them. */
export function makePlace(): Place {
  const root = mkdtempSync(join(tmpdir(), "cairn-cli-"));
  const [store, task, workspace] = [join(root, "store"), join(root, "audit.json"), join(root, "files")];
  beforeAll(() => {
    vi.stubEnv("XDG_STATE_HOME", join(root, "state"));
    mkdirSync(workspace);
    writeFileSync(join(workspace, "a.txt"), "version 1\n");
    writeFileSync(join(workspace, "b.txt"), "version 1\n");
    writeFileSync(task, definitionWith());
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true });
  });
  return {
    root,
    store,
    task,
    workspace,
    on: (line, options = {}) => cairn([...line.split(" "), "--store", store], { folder: root, ...options }),
    scripted: async (script, members = {}, files) => {
      const opened = openSqliteStore(join(store, "cairn.db"), { mode: "write" });
      const harness = await createHarness({ script, task: members, store: opened, ...(files ? { files } : {}) });
      await harness.carryOn();
      opened.close();
      return harness;
    },
  };
}
