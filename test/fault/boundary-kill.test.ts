/**
 * Every command that writes, killed with SIGKILL at the calls of the system that change the disk. After each kill the
 * store opens, nothing in it is damaged, and the same command given again comes to the same end as one that nobody killed.
 * (`cairn apply` has a test of its own: it changes the user's tree.)
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCairn, type Cairn } from "../../src/app.ts";
import { ask, definitionWith } from "../e2e/cli/place.ts";
import { createHarness } from "../../src/runtime/harness.suite.ts";
import { openSqliteStore } from "../../src/runtime/sqlite/index.ts";
import { ensureDist, mainFile } from "../e2e/cli/built.ts";
import { diceFor, isFullTier, reportCases } from "./tier.ts";

const CALLS = ["pwrite64", "fdatasync", "fsync", "ftruncate", "rename", "unlink", "mkdir", "link"] as const;
/** Kills a command in the small tier. */
const KILLS = 5;
const SESSIONS = resolve(import.meta.dirname, "../data/sessions");
const hasStrace = spawnSync("strace", ["-V"]).status === 0;

/** A command, the state before it, and what it came to: the same after every kill. */
interface Killed {
  readonly name: string;
  readonly args: readonly string[];
  readonly prepare: (folder: string) => Promise<void>;
  /** Gives the command again as a person would, and tells what is there then. */
  readonly settle: (folder: string) => Promise<unknown>;
}

let root: string;
let folder: string;
let waitingRun = "";

beforeAll(() => {
  ensureDist();
  root = mkdtempSync(join(tmpdir(), "cairn-boundary-"));
  folder = join(root, "now");
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

function cairn(args: readonly string[], wrapper: readonly string[] = []): { status: number | null; text: string } {
  const line = [...wrapper, process.execPath, mainFile, ...args];
  const { status, stdout, stderr } = spawnSync(line[0] ?? "", line.slice(1), {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, HOME: join(folder, "home"), XDG_STATE_HOME: join(folder, "state") },
  });
  return { status, text: stdout + stderr };
}

async function inStore<T>(look: (cairn: Cairn) => T): Promise<T> {
  const opened = await openCairn({ path: join(folder, "store", "cairn.db"), mode: "write" });
  try {
    return look(opened);
  } finally {
    opened.close();
  }
}

/** What a run is, without what follows the clock; its chain, packets and documents are whole, and it can be replayed. */
function described(it: Cairn, run: string): unknown {
  expect(it.verify(run)).toMatchObject({ flaws: [] });
  expect(it.replay(run)).toMatchObject({ findings: [] });
  const result = it.result(run);
  return { outcome: result?.outcome, requirements: result?.requirements.map(({ id, satisfied }) => [id, satisfied]) };
}

const files = async (at: string): Promise<void> => {
  mkdirSync(join(at, "files"), { recursive: true });
  for (const name of ["a.txt", "b.txt"]) writeFileSync(join(at, "files", name), "version 1\n");
  writeFileSync(join(at, "task.json"), definitionWith());
};

/** A store with a run that waits for a person. */
async function waiting(at: string): Promise<void> {
  await files(at);
  mkdirSync(join(at, "store"));
  const store = openSqliteStore(join(at, "store", "cairn.db"), { mode: "write" });
  const harness = await createHarness({ store, script: ask });
  await harness.carryOn();
  waitingRun = harness.run;
  store.close();
}

const COMMANDS: readonly Killed[] = [
  {
    name: "run",
    args: ["run", "task.json", "--store", "store"],
    prepare: files,
    settle: async () => {
      const begun = existsSync(join(folder, "store", "cairn.db")) && (await inStore((it) => it.runs().length > 0));
      cairn(begun ? ["resume", "last", "--store", "store"] : ["run", "task.json", "--store", "store"]);
      return inStore((it) => it.runs().map((run) => described(it, run.id)));
    },
  },
  {
    name: "answer",
    args: ["answer", "last", "esc-1", "MIT", "--store", "store"],
    prepare: waiting,
    settle: async () => {
      cairn(["answer", "last", "esc-1", "MIT", "--store", "store"]);
      return inStore((it) => ({ ...Object(described(it, waitingRun)), waits: it.questions(waitingRun).length }));
    },
  },
  {
    name: "fork",
    args: ["fork", "last", "--at", "2", "--store", "store"],
    prepare: waiting,
    settle: async () => {
      // A fork that was made and not told of is there: given again it makes another one, and both are whole.
      cairn(["fork", waitingRun, "--at", "2", "--store", "store"]);
      return inStore((it) => [...new Set(it.runs().map((run) => JSON.stringify(described(it, run.id))))].toSorted());
    },
  },
  {
    name: "cancel",
    args: ["cancel", "last", "--store", "store"],
    prepare: waiting,
    settle: async () => {
      cairn(["cancel", waitingRun, "--store", "store"]);
      return inStore((it) => described(it, waitingRun));
    },
  },
  {
    name: "import",
    args: ["import", SESSIONS, "--ledger", "ledger.db"],
    prepare: async () => undefined,
    settle: async () => {
      cairn(["import", SESSIONS, "--ledger", "ledger.db"]);
      const { status, text } = cairn(["context", "summary", "--json", "--ledger", "ledger.db"]);
      expect(status).toBe(0);
      return JSON.parse(text);
    },
  },
];

async function reset(pristine: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  cpSync(pristine, folder, { recursive: true });
}

/** How often the command makes each of the calls, undisturbed, by thread: strace counts its kills by thread. */
function countCalls(args: readonly string[]): readonly { readonly call: string; readonly when: number }[] {
  const log = join(root, "calls");
  cairn(args, ["strace", "-f", "-qq", "-e", `trace=${CALLS.join(",")}`, "-o", log]);
  const counts = new Map<string, number>();
  for (const line of readFileSync(log, "utf8").split("\n")) {
    const [, thread, call] = /^(\d+)\s+(\w+)\(/.exec(line) ?? [];
    if (call !== undefined) counts.set(`${thread} ${call}`, (counts.get(`${thread} ${call}`) ?? 0) + 1);
  }
  const most = new Map<string, number>();
  for (const [key, count] of counts) {
    const call = key.split(" ")[1] ?? "";
    most.set(call, Math.max(most.get(call) ?? 0, count));
  }
  return [...most].flatMap(([call, count]) => Array.from({ length: count }, (_, at) => ({ call, when: at + 1 })));
}

describe.runIf(hasStrace)("a command that is killed at a call that changes the disk", () => {
  test.each(COMMANDS)(
    "$name comes to the same end when it is given again",
    { timeout: 1_800_000 },
    async ({ name, args, prepare, settle }) => {
      const pristine = join(root, `pristine-${name}`);
      mkdirSync(pristine);
      await prepare(pristine);
      await reset(pristine);
      const points = countCalls(args);
      expect(points.length).toBeGreaterThan(5);
      const wanted = await settle(folder);
      const dice = diceFor(name);
      const chosen = isFullTier ? points : dice.some(points, Math.ceil((100 * KILLS) / points.length));
      let killed = 0;
      for (const { call, when } of chosen) {
        await reset(pristine);
        const inject = ["-e", `trace=${call}`, "-e", `inject=${call}:signal=SIGKILL:when=${when}`];
        killed += cairn(args, ["strace", "-f", "-qq", "-o", "/dev/null", ...inject]).status === 0 ? 0 : 1;
        expect(await settle(folder), `killed at ${call} ${when}`).toEqual(wanted);
      }
      reportCases({
        promise: "P1",
        fault: `kill -9 at a call that changes the disk: ${name}`,
        cases: killed,
        failures: [],
      });
      expect(killed).toBeGreaterThan(chosen.length / 2);
    },
  );
});
