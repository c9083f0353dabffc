/**
 * Power loss: from every moment of a writer's work, disks as a power loss may have left them. What was acknowledged is
 * on each of them, and none of them is damaged.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openedBody, advance, leaseOf, newRun } from "../../src/runtime/store-cases.suite.ts";
import { openSqliteStore } from "../../src/runtime/sqlite/index.ts";
import { scratch } from "../../src/runtime/sqlite/scratch.suite.ts";
import { LOSSES, parseTrace, RecordedDisk, TRACE_OPTIONS, type DiskStep } from "./recorded-disk.ts";
import { isFullTier, reportCases, diceFor } from "./tier.ts";

const hasStrace = spawnSync("strace", ["-V"]).status === 0;
const STEPS = isFullTier ? 400 : 40;
const tools = scratch();
/** An image is a disk already: where it lies need not be durable. */
const imagesFolder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A store with a run, and all that a writer did to it until it closed. */
async function recorded(): Promise<{ files: ReadonlyMap<string, Uint8Array>; steps: readonly DiskStep[] }> {
  const folder = tools.directory();
  const path = join(folder, "store.db");
  const store = tools.open(path);
  await store.createRun(newRun("r"));
  store.close();
  const files = new Map(readdirSync(folder).map((name) => [join(folder, name), readFileSync(join(folder, name))]));
  const log = join(tools.directory(), "trace");
  const writer = tools.start({ path, run: "r", holder: "w", steps: STEPS }, ["strace", ...TRACE_OPTIONS, log]);
  expect(await writer.ended).toBe(0);
  const steps = parseTrace(readFileSync(log, "utf8"));
  return { files, steps: steps.filter((it) => it.kind === "said" || isOfStore(it.path, folder)) };
}

/** The index is rebuilt from the log: it is no file that anything rests on. */
function isOfStore(path: string, folder: string): boolean {
  return path.startsWith(folder) && !path.endsWith("-shm");
}

interface Outcome {
  readonly images: number;
  readonly failures: readonly string[];
  /** Steps that the writer was told are safe. */
  readonly acknowledged: number;
}

/** Opens every image of every moment, and says where something that was acknowledged is missing. */
async function lossesOf(files: ReadonlyMap<string, Uint8Array>, steps: readonly DiskStep[]): Promise<Outcome> {
  const dice = diceFor("power-loss");
  const disk = new RecordedDisk(files);
  const acknowledged = new Map<number, string>();
  const failures: string[] = [];
  const folder = mkdtempSync(join(imagesFolder, "cairn-images-"));
  const image = join(folder, "image");
  let images = 0;
  for (const [at, step] of steps.entries()) {
    disk.take(step);
    for (const [, seq, hash = ""] of step.kind === "said" ? step.text.matchAll(/^(\d+) (\w+)$/gm) : [])
      acknowledged.set(Number(seq), hash);
    for (const loss of LOSSES) {
      place(image, disk.image(loss, dice));
      images += 1;
      const wrong = await whatIsWrong(join(image, "store.db"), acknowledged);
      if (wrong !== null) failures.push(`${loss} after call ${at} (${step.kind}): ${wrong}`);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  return { images, failures, acknowledged: acknowledged.size };
}

function place(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [path, bytes] of files) writeFileSync(join(folder, basename(path)), bytes);
}

async function whatIsWrong(path: string, acknowledged: ReadonlyMap<number, string>): Promise<string | null> {
  try {
    const store = openSqliteStore(path, { mode: "write" });
    try {
      const hashes = new Map([...store.events("r")].map(({ seq, hash }) => [seq, hash]));
      const missing = [...acknowledged].find(([seq, hash]) => hashes.get(seq) !== hash);
      if (missing) return `event ${missing[0]} was acknowledged and is not there`;
      const [damage] = store.verify("r");
      if (damage) return JSON.stringify(damage);
      await advance([store, leaseOf(store, "r", "next")], [openedBody(store.run("r")?.head.seq ?? 0)]);
      return null;
    } finally {
      store.close();
    }
  } catch (error) {
    return String(error);
  }
}

describe.runIf(hasStrace)("a power loss at any moment", () => {
  test(
    "loses nothing that was acknowledged, leaves no damage, and the store can be written to",
    { timeout: 900_000 },
    async () => {
      const { files, steps } = await recorded();
      const { images, failures, acknowledged } = await lossesOf(files, steps);
      reportCases({
        promise: "P1",
        fault: "power loss (all, none, some or torn of what was not synced)",
        cases: images,
        failures,
      });
      expect(failures).toEqual([]);
      expect(acknowledged).toBe(STEPS);
      expect(images).toBeGreaterThan(STEPS * 10);
    },
  );

  test(
    "would be noticed: where the log is never synced, acknowledged events are missing",
    { timeout: 900_000 },
    async () => {
      const { files, steps } = await recorded();
      const unsynced = steps.filter((it) => !(it.kind === "sync" && it.path.endsWith("-wal")));
      const { failures } = await lossesOf(files, unsynced.slice(0, 200));
      expect(failures.length).toBeGreaterThan(10);
    },
  );
});
