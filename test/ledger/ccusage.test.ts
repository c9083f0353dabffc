/**
 * Usage of the samples, by model and day, beside what `ccusage` 20.0.24 says of the same files (`daily --json`, run with
 * CLAUDE_CONFIG_DIR and CODEX_HOME set to them; `npm run bench -- import` runs it). Every difference is in docs/ledger.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLedger, type SessionLedger } from "../../src/app/ledger.ts";

const SAMPLES = resolve(import.meta.dirname, "../data/sessions");
const DAY = { since: "2026-11-30T00:00:00.000Z", until: "2026-12-01T00:00:00.000Z" };

let folder: string;
let ledger: SessionLedger;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-ccusage-"));
  ledger = openLedger(join(folder, "ledger.db"));
  await ledger.import({
    paths: [join(SAMPLES, "claude-code-2.1.332/projects"), join(SAMPLES, "codex-0.171.0/sessions")],
  });
});
afterAll(() => {
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

const usageOf = (client: string): readonly unknown[] =>
  ledger.ask
    .summary({ client, ...DAY }, { by: [], limit: 1 })
    .usage_by_model.map((usage) => Object.fromEntries(Object.entries(usage).filter(([name]) => name !== "responses")));

describe("usage by model and day", () => {
  it("is that of ccusage for Claude Code, but for cache writes, which it takes from an empty breakdown", () => {
    const ofCcusage = { model: "claude-opus-5-5", input_tokens: 108, cache_read_tokens: 56_000, output_tokens: 336 };
    expect(usageOf("claude-code")).toEqual([{ ...ofCcusage, cache_write_tokens: 8000, reasoning_tokens: 0 }]);
  });

  it("is that of ccusage for Codex", () => {
    const ofCcusage = { model: "gpt-5.3-codex", input_tokens: 1503, cache_read_tokens: 1500, output_tokens: 60 };
    expect(usageOf("codex")).toEqual([{ ...ofCcusage, cache_write_tokens: 0, reasoning_tokens: 15 }]);
  });

  it("is all on the one day, as it is there", () => {
    const all = ledger.ask.summary({}, { by: [], limit: 1 }).usage;
    expect(all).toEqual(ledger.ask.summary(DAY, { by: [], limit: 1 }).usage);
    expect(all.output_tokens).toBe(336 + 60);
  });
});
