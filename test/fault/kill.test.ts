/**
 * The main job, killed with SIGKILL at random moments: what was acknowledged is there, what was under way is done again,
 * nothing counts twice, and the end is that of a run that nobody disturbed.
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Dice } from "../../src/engine/dice.suite.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CAIRN = join(ROOT, "dist", "cli", "main.js");
const TASK = join(ROOT, "examples", "licence-audit.yaml");
const KILLS = 50;
/** A run that is never left alone for this many kills would not show that it ends. */
const KILLS_A_RUN = 10;

let folder: string;
let workspace: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-kill-"));
  workspace = join(folder, "node_modules");
  copyPackages(join(ROOT, "node_modules"), workspace);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The packages of this project that begin like these: enough to split twice, small enough to be killed often. */
function copyPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (!/^(\.package-lock\.json|@bcoe|@types|[a-k])/.test(name)) continue;
    cpSync(join(from, name), join(to, name), {
      recursive: true,
      filter: (path) => !/\.(js|mjs|cjs|map|node|wasm|ts)$/.test(path),
    });
  }
}

interface Result {
  readonly outcome: string;
  readonly requirements: readonly { readonly id: string; readonly satisfied: boolean }[];
  readonly contradictions: readonly {
    readonly status: string;
    readonly claims: readonly {
      readonly statement: string;
      readonly evidence: readonly { readonly place: string | null }[];
    }[];
  }[];
}

interface Logged {
  readonly kind: string;
  readonly payload: {
    readonly invocation?: string;
    readonly proposal?: { readonly claims?: readonly { readonly statement: string }[] } | null;
  };
}

function log(store: string): readonly Logged[] {
  return cairn(store, "log", "last", "--json")
    .stdout.trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Logged);
}

function cairn(
  store: string,
  ...args: string[]
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CAIRN, ...args, "--store", store], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}

/**
 * What a run came to: outcome, requirements, contradictions with their lines, and every `<subject> = <value>` that any
 * task claimed. Not compared are item numbers, which follow the order in which parallel work ends, and what hangs on
 * their length: where a file too large for one context is cut, and so how many invocations it takes.
 */
function comparable(store: string): unknown {
  const { outcome, requirements, contradictions } = JSON.parse(
    cairn(store, "result", "last", "--json").stdout,
  ) as Result;
  const statements = log(store).flatMap((it) => it.payload.proposal?.claims?.map((claim) => claim.statement) ?? []);
  return {
    outcome,
    requirements: requirements.map((it) => [it.id, it.satisfied]),
    contradictions: contradictions.map((it) => [
      it.status,
      it.claims.map((claim) => [claim.statement, claim.evidence.map((ref) => ref.place ?? "").toSorted(byText)]),
    ]),
    statements: [...new Set(statements.filter((it) => it.includes(" = ")))].toSorted(),
  };
}

/** Starts a command and kills it after a time, unless it ended before. */
function runAndKill(args: readonly string[], afterMs: number): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [CAIRN, ...args], { stdio: "ignore" });
    const timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
    child.on("close", (_code, signal) => {
      clearTimeout(timer);
      done(signal === "SIGKILL");
    });
  });
}

describe("kill -9 during the main job", () => {
  test(
    `after ${KILLS} kills at random moments every run ends as an undisturbed one, and nothing counts twice`,
    { timeout: 600_000 },
    async () => {
      const calm = join(folder, "calm");
      const calmMs = timed(() => expect(cairn(calm, "run", TASK, "--workspace", workspace).status).toBe(3));
      const startMs = timed(() => cairn(calm, "runs"));
      const wanted = comparable(calm);
      const seed = Number(process.env["CAIRN_SEED"] ?? Date.now() % 1_000_000);
      const dice = new Dice(seed);
      let kills = 0;
      for (let run = 0; kills < KILLS; run++) {
        const store = join(folder, `run-${run}`);
        // From before the store is opened to a good way into the work, whatever this machine's speed today.
        kills += await harass(
          store,
          () => startMs * 0.6 + (dice.below(1000) / 1000) * Math.max(50, calmMs - startMs) * 0.5,
        );
        expect(comparable(store), `seed ${seed}, run ${run}`).toEqual(wanted);
        const replay = cairn(store, "replay", "last", "--json");
        expect(replay.status, `seed ${seed}, run ${run}: ${replay.stdout}`).toBe(0);
        expect(cairn(store, "verify", "last").status, `seed ${seed}, run ${run}`).toBe(0);
        expectOnce(store);
        rmSync(store, { recursive: true, force: true });
      }
      expect(kills).toBeGreaterThanOrEqual(KILLS);
    },
  );
});

/** Runs, kills and resumes until the run has ended; returns how often it was killed. */
async function harass(store: string, nextMs: () => number): Promise<number> {
  let kills = 0;
  while (kills < KILLS_A_RUN) {
    const killed = await runAndKill([...nextCommand(store), "--store", store], nextMs());
    if (killed) kills += 1;
    else return kills;
  }
  expect(cairn(store, ...nextCommand(store)).status).toBe(3);
  return kills;
}

function nextCommand(store: string): string[] {
  const hasRun = existsSync(join(store, "cairn.db")) && cairn(store, "status", "last").status !== 2;
  return hasRun ? ["resume", "last"] : ["run", TASK, "--workspace", workspace];
}

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** Every invocation was opened once and has one result. */
function expectOnce(store: string): void {
  const events = log(store);
  const opened = events.filter((it) => it.kind === "invocation-opened").map((it) => it.payload.invocation ?? "");
  const closed = events
    .filter(
      (it) => it.kind === "proposal-accepted" || it.kind === "proposal-rejected" || it.kind === "invocation-failed",
    )
    .map((it) => it.payload.invocation ?? "");
  expect(new Set(opened).size).toBe(opened.length);
  expect(closed.toSorted(byText)).toEqual(opened.toSorted(byText));
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
