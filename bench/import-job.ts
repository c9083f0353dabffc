/**
 * Reads logs once, in a process of its own, and prints what it took.
 *
 * Usage: node import-job.js JOB       JOB: JSON, see `ImportJob`
 */
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { openLedger } from "../src/app/ledger.ts";
import type { FileCheckpoint } from "../src/ledger/import/checkpoint.ts";
import { discover } from "../src/ledger/import/discover.ts";
import { importFile } from "../src/ledger/import/import-file.ts";

/** `bare`: lines as Buffer slices, parsed. `import`: the importers' facts. `usage`: what responses cost, alone. `again`: the same a second time, unchanged. `ledger`: all of it into a new ledger, with tokens, redaction and storage. `ledger-again`: a second import of it, nothing changed. */
export interface ImportJob {
  readonly subject: "bare" | "import" | "usage" | "again" | "ledger" | "ledger-again";
  readonly folder: string;
}

export interface ImportResult {
  readonly bytes: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  /** Rows parsed, or facts given. */
  readonly count: number;
}

const CHUNK_BYTES = 1024 * 1024;

/** What reading and parsing costs, whatever is made of it: every line of every file, in constant memory. */
function bare(path: string): { bytes: number; count: number } {
  const descriptor = openSync(path, "r");
  let buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let [start, end, bytes, count] = [0, 0, 0, 0];
  for (;;) {
    buffer.copyWithin(0, start, end);
    end -= start;
    start = 0;
    if (end === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
    const got = readSync(descriptor, buffer, end, buffer.length - end, null);
    if (got === 0) break;
    end += got;
    bytes += got;
    const filled = buffer.subarray(0, end);
    for (let at = filled.indexOf(10, start); at >= 0; at = filled.indexOf(10, start)) {
      if (typeof JSON.parse(filled.toString("utf8", start, at)) === "object") count += 1;
      start = at + 1;
    }
  }
  closeSync(descriptor);
  return { bytes, count };
}

const checkpoints = new Map<string, FileCheckpoint>();

function imported(path: string, only?: "usage"): { bytes: number; count: number } {
  let [bytes, count] = [0, 0];
  const options = { checkpoint: checkpoints.get(path) ?? null, ...(only === undefined ? {} : { only }) };
  for (const batch of importFile(path, options)) {
    bytes += batch.bytes;
    count += batch.facts.length;
    if (batch.checkpoint !== null) checkpoints.set(path, batch.checkpoint);
  }
  return { bytes, count };
}

function measure(folder: string, read: (path: string) => { bytes: number; count: number }): ImportResult {
  const started = performance.now();
  const before = process.cpuUsage();
  let [bytes, count] = [0, 0];
  const { files } = discover([folder]);
  for (const { path } of files.filter((file) => file.path.endsWith(".jsonl"))) {
    const result = read(path);
    bytes += result.bytes;
    count += result.count;
  }
  const { user, system } = process.cpuUsage(before);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  return { bytes, count, wallMs: performance.now() - started, cpuMs: (user + system) / 1000, peakMb };
}

/** Into a ledger file beside the logs; `ledger-again` finds the one that `ledger` left. */
async function measureLedger(folder: string): Promise<ImportResult> {
  const started = performance.now();
  const before = process.cpuUsage();
  const ledger = openLedger(join(folder, "ledger.db"));
  const report = await ledger.import({ paths: [join(folder, "projects"), join(folder, "sessions")] });
  ledger.close();
  const { user, system } = process.cpuUsage(before);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  const wallMs = performance.now() - started;
  return { bytes: 0, count: report.items, wallMs, cpuMs: (user + system) / 1000, peakMb };
}

const job = JSON.parse(process.argv[2] ?? "{}") as ImportJob; // given by import.ts
async function measured({ subject, folder }: ImportJob): Promise<ImportResult> {
  if (subject === "ledger" || subject === "ledger-again") return measureLedger(folder);
  if (subject === "again") measure(folder, (path) => imported(path));
  if (subject === "bare") return measure(folder, bare);
  return measure(folder, (path) => (subject === "usage" ? imported(path, "usage") : imported(path)));
}

process.stdout.write(JSON.stringify(await measured(job)));
