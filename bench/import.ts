/** The importers beside a bare read-and-parse of the same lines, on the sample sessions repeated under new ids. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ImportJob, ImportResult } from "./import-job.ts";
import { digits, medianOf, spread } from "./numbers.ts";
import type { Setting } from "./steps-part.ts";
import { table } from "./table.ts";

const TIME = "/usr/bin/time";
const SAMPLES = join("test", "data", "sessions");
const SESSION = "73ad4fca-5c9c-44b7-8097-deb113edf7a2";
const CLAUDE = join(SAMPLES, "claude-code-2.1.332", "projects", "-home-dev-project");
const SIDE = "biy99qjc2.txt";
const AGENT = join("subagents", "agent-abc5a1cab166707fe.jsonl");
const ROLLOUT = join(
  SAMPLES,
  "codex-0.171.0/sessions/2026/11/30/rollout-2026-11-30T23-49-50-01a22edd-618e-7fb2-8db5-22bb99317246.jsonl",
);

/** The same length as what it replaces, so that sizes stay. */
const numbered = (text: string, copy: number): string => `${text.slice(0, -6)}${copy.toString(16).padStart(6, "0")}`;

/** Times that the sample is repeated within one session: files of a megabyte, as real ones are. */
const REPEATED = 5;

/**
 * Writes sessions under `folder` until there are so many bytes of transcripts: every one with its sub-agents and its
 * side files, and a rollout beside every one.
 */
export function buildCorpus(folder: string, bytes: number): { readonly bytes: number; readonly files: number } {
  const main = readFileSync(join(CLAUDE, `${SESSION}.jsonl`), "utf8");
  const agent = readFileSync(join(CLAUDE, SESSION, AGENT), "utf8");
  const rollout = readFileSync(ROLLOUT, "utf8");
  const side = join(folder, "side.txt");
  mkdirSync(folder, { recursive: true });
  cpSync(join(CLAUDE, SESSION, "tool-results", SIDE), side);
  let [written, files] = [0, 0];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    written += Buffer.byteLength(text);
    files += 1;
  };
  for (let copy = 0; written < bytes; copy += 1) {
    const session = numbered(SESSION, copy);
    const renamed = (text: string, part: number): string => {
      const id = (copy * REPEATED + part).toString(16).padStart(6, "0");
      const rows = text.replaceAll(SESSION, session).replaceAll("mock", `m${id}`).replaceAll("biy99", `b${part}y99`);
      return rows.replaceAll(/"uuid":"[0-9a-f]{6}/g, `"uuid":"${id}`);
    };
    const parts = Array.from({ length: REPEATED }, (_, part) => part);
    const place = join(folder, "projects", `-p${copy % 20}`, session);
    write(`${place}.jsonl`, parts.map((part) => renamed(main, part)).join(""));
    mkdirSync(join(place, "tool-results"), { recursive: true });
    for (const part of parts) {
      write(join(place, AGENT.replace("agent-a", `agent-${part}`)), renamed(agent, part));
      linkSync(side, join(place, "tool-results", SIDE.replace("biy99", `b${part}y99`)));
    }
    const id = /([0-9a-f-]{36})\.jsonl$/.exec(ROLLOUT)?.[1] ?? "";
    const name = basename(ROLLOUT).replace(id, numbered(id, copy));
    write(join(folder, "sessions", "2026", "11", "30", name), rollout.replaceAll(id, numbered(id, copy)));
  }
  return { bytes: written, files };
}

/** Measures in a process of its own. */
export function runImport(job: ImportJob): ImportResult {
  const script = fileURLToPath(new URL("./import-job.js", import.meta.url));
  const child = spawnSync(process.execPath, [script, JSON.stringify(job)], { encoding: "utf8", maxBuffer: 2 ** 26 });
  if (child.status !== 0) throw new Error(`${script} failed (${child.status}):\n${child.stderr}`);
  return JSON.parse(child.stdout) as ImportResult; // printed by import-job.ts
}

const SUBJECTS: readonly (readonly [ImportJob["subject"], string])[] = [
  ["bare", "read and parse, nothing else"],
  ["import", "import: all facts of it"],
  ["usage", "import: usage alone"],
  ["again", "import again, nothing changed"],
  ["ledger", "cold import into a ledger: tokens, redaction, storage"],
  ["ledger-again", "cairn import again, nothing changed"],
];

/** The peer for usage alone: native code, both clients' logs, what it found for the sample's model as the proof that it read. */
function runCcusage(peers: string, folder: string): ImportResult {
  const program = join(peers, "node_modules", ".bin", "ccusage");
  const before = childCpuMs();
  const started = performance.now();
  const env = { ...process.env, CLAUDE_CONFIG_DIR: folder, CODEX_HOME: folder, NO_COLOR: "1" };
  let [count, peakMb] = [0, 0];
  for (const client of ["claude", "codex"]) {
    const args = [client, "daily", "--json", "--offline"];
    // GNU time says the most memory of what it ran, in KiB, on the last line of standard error.
    const line = existsSync(TIME) ? [TIME, "-f", "%M", program, ...args] : [program, ...args];
    const child = spawnSync(line[0] ?? program, line.slice(1), { encoding: "utf8", env, maxBuffer: 2 ** 26 });
    peakMb = existsSync(TIME) ? Math.max(peakMb, Number(child.stderr.trim().split("\n").at(-1)) / 1024) : Number.NaN;
    if (child.status !== 0) throw new Error(`ccusage failed (${child.status}):\n${child.stderr}`);
    count += (JSON.parse(child.stdout) as { totals: { outputTokens: number } }).totals.outputTokens; // its --json
  }
  return { bytes: 0, count, wallMs: performance.now() - started, cpuMs: childCpuMs() - before, peakMb };
}

/** CPU time of the processes that this one started and that have ended. Linux alone says it. */
function childCpuMs(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** The table of this part. */
export function importPart(
  { folder, rounds, say, peers }: Pick<Setting, "folder" | "rounds" | "say" | "peers">,
  megabytes = 300,
): string {
  const own = mkdtempSync(join(folder, "cairn-bench-import-"));
  try {
    const corpus = buildCorpus(own, megabytes * 1e6);
    say(`importing ${digits(corpus.bytes / 1e6)} MB in ${corpus.files} files`);
    const results = new Map<string, ImportResult[]>(SUBJECTS.map(([subject]) => [subject, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ["ledger.db", "ledger.db-wal", "ledger.db-shm"]) rmSync(join(own, name), { force: true });
      for (const [subject] of SUBJECTS) results.get(subject)?.push(runImport({ subject, folder: own }));
      if (peers !== null) results.set("ccusage", [...(results.get("ccusage") ?? []), runCcusage(peers, own)]);
    }
    const speed = (result: ImportResult): number => corpus.bytes / 1e3 / result.cpuMs;
    const bare = medianOf((results.get("bare") ?? []).map(speed));
    const peer: readonly (readonly [string, string])[] =
      peers === null ? [] : [["ccusage", "ccusage 20.0.24: usage alone"]];
    const rows = [...SUBJECTS, ...peer].map(([subject, name]) => {
      const all = results.get(subject) ?? [];
      const wall = all.map((result) => corpus.bytes / 1e3 / result.wallMs);
      return [
        name,
        spread(wall),
        spread(all.map(speed)),
        digits(medianOf(all.map(speed)) / bare),
        Number.isNaN(all[0]?.peakMb) ? "not measured" : digits(Math.max(...all.map(({ peakMb }) => peakMb))),
      ];
    });
    return `## Import: ${digits(corpus.bytes / 1e6)} MB of sessions in ${corpus.files} files\n\n${table(["", "MB/s", "MB per CPU second", "× bare", "peak MB"], rows)}\n`;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
