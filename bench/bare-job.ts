/**
 * The least that a durable append can be: rows of the same size into one table of SQLite, write-ahead log, FULL, and
 * nothing else. In a process of its own.
 *
 * Usage: node bare-job.js JOB       JOB: JSON, see jobs.ts
 */
import { DatabaseSync } from "@photostructure/sqlite";
import { randomFillSync } from "node:crypto";
import { statSync } from "node:fs";
import { performance } from "node:perf_hooks";
import type { AppendJob, StepsResult } from "./jobs.ts";

function append({ path, rows, rowBytes, group }: AppendJob): StepsResult {
  const database = new DatabaseSync(path);
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE steps (seq INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT",
  );
  if (Number(database.prepare("PRAGMA synchronous").get()?.["synchronous"]) !== 2)
    throw new Error("the append is not durable");
  const [begin, insert, commit] = ["BEGIN IMMEDIATE", "INSERT INTO steps (seq, body) VALUES (?, ?)", "COMMIT"].map(
    (sql) => database.prepare(sql),
  );
  const body = randomFillSync(Buffer.alloc(Math.max(1, Math.round(rowBytes))));
  const [started, before] = [performance.now(), process.cpuUsage()];
  for (let seq = 0; seq < rows; seq += group) {
    begin?.run();
    for (let index = seq; index < Math.min(rows, seq + group); index += 1) insert?.run(index, body);
    commit?.run();
  }
  const [wallMs, cpu] = [performance.now() - started, process.cpuUsage(before)];
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  return { steps: rows, wallMs, cpuMs: (cpu.user + cpu.system) / 1000, diskBytes: statSync(path).size };
}

const job = JSON.parse(process.argv[2] ?? "{}") as AppendJob; // written by child.ts
process.stdout.write(`${JSON.stringify(append(job))}\n`);
