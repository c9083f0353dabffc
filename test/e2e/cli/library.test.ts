/** The package as a program uses it: its built entries, by their names, in a process of its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureDist } from "./built.ts";

const root = resolve(import.meta.dirname, "../../..");
const SAMPLES = join(root, "test/data/sessions/codex-0.171.0/sessions");

/** Imports by package names resolve from inside the package. */
const program = (file: string): string => `
import { contentOf, createCallRecorder, importFile, openLedger, textPart, toContextIr } from "cairn/ledger";
import { recordCalls } from "cairn/ai-sdk";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const ledger = openLedger(${JSON.stringify(file)});
const report = await ledger.import({ paths: [${JSON.stringify(SAMPLES)}] });
const recorder = createCallRecorder(ledger, { client: "mine", session: "one" });
const says = (role, text) => ({ role, id: null, parts: textPart(contentOf(text)) });
await recorder.sent([says("user", "Hi, the key is gh" + "p_Zq8Lr2Vn5Xc7Bm1Ks4Jd9Hf6Gt3Py0Wa2Ue")], null);
await recorder.received([says("assistant", "Hello")], { model: "m", input: 3, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 });
await recorder.sent([says("user", "Hi again"), says("assistant", "Hello")], null);
const [log] = readdirSync(${JSON.stringify(SAMPLES)}, { recursive: true }).filter((name) => name.endsWith(".jsonl"));
let facts = 0;
for (const batch of importFile(join(${JSON.stringify(SAMPLES)}, log))) facts += batch.facts.length;
const window = ledger.newestWindow({ session: "one" });
console.log(JSON.stringify({
  imported: report.items, facts,
  own: [...ledger.ask.allItems({ session: "one" })].map(({ role, content }) => [role, content]),
  usage: ledger.ask.summary({ session: "one" }, { by: [], limit: 1 }).usage.output_tokens,
  window: window.items.map((item) => item.content_excerpt),
  functions: [typeof toContextIr, typeof recordCalls({ ledger }).wrapStream],
}));
ledger.close();
`;

beforeAll(() => ensureDist(), 120_000);

describe("cairn/ledger and cairn/ai-sdk", () => {
  it("record, import and give windows to a program that has nothing but the package", () => {
    const place = mkdtempSync(join(tmpdir(), "cairn-library-"));
    try {
      const text = program(join(place, "ledger.db"));
      const out = execFileSync(process.execPath, ["--input-type=module", "-e", text], { cwd: root, encoding: "utf8" });
      const said = JSON.parse(out) as Record<string, unknown> & { readonly own: string[][]; readonly window: string[] };
      expect(said["imported"]).toBeGreaterThan(5);
      expect(said["facts"]).toBeGreaterThan(5);
      expect(said.own).toEqual([
        ["user", expect.stringMatching(/^Hi, the key is \[REDACTED:[\w-]+\]$/)],
        ["proposal", "Hello"],
        ["user", "Hi again"],
      ]);
      expect(said.window).toEqual(said.own.map(([, content]) => content));
      expect(said).toMatchObject({ usage: 1, functions: ["function", "function"] });
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });
});
