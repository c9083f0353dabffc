/**
 * An import, killed with SIGKILL at random moments: the next one goes on where it was, and in the end the ledger holds
 * what one that nobody disturbed holds, each fact once.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqliteLedger } from "../../src/ledger/sqlite/index.ts";
import { everythingIn } from "../../src/ledger/sqlite/ledger.suite.ts";
import { ensureDist, run, start } from "../e2e/cli/built.ts";
import { randomOf, writeMadeUpSessions } from "../ledger/made-up-sessions.ts";

const KILLS = 12;
const BYTES = 12_000_000;

let folder: string;
let logs: string;

beforeAll(() => {
  ensureDist();
  folder = mkdtempSync(join(tmpdir(), "cairn-import-kill-"));
  logs = join(folder, "logs");
  const texts = [resolve(import.meta.dirname, "../../src"), resolve(import.meta.dirname, "../../docs")];
  writeMadeUpSessions({ folder: logs, bytes: BYTES, sessionBytes: 3_000_000, texts });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function contentOf(path: string): unknown {
  const store = openSqliteLedger(path, { mode: "read" });
  const content = everythingIn(store);
  store.close();
  return content;
}

describe("an import that is killed", () => {
  it(`loses nothing and doubles nothing, ${KILLS} times in a row`, async () => {
    const random = randomOf(7);
    const killed = join(folder, "killed.db");
    const whole = join(folder, "whole.db");
    const startedMs = performance.now();
    expect((await run(["import", logs, "--ledger", whole])).end).toBe(0);
    const wholeMs = performance.now() - startedMs;
    let kills = 0;
    for (let attempt = 0; attempt < KILLS; attempt += 1) {
      const { child, ended } = start(["import", logs, "--ledger", killed]);
      await wait(wholeMs * (0.1 + 0.6 * random()));
      child.kill("SIGKILL");
      kills += Number((await ended).end === "SIGKILL");
    }
    expect(kills).toBeGreaterThan(0);
    expect((await run(["import", logs, "--ledger", killed])).end).toBe(0);
    expect(contentOf(killed)).toEqual(contentOf(whole));
  }, 600_000);
});
