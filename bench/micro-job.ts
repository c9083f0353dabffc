/**
 * The functions that every step calls, each beside what others offer for the same: in a process of its own, the
 * subjects of a pair taking turns.
 *
 * Usage: node micro-job.js JOB       JOB: JSON, see jobs.ts
 */
import { DatabaseSync } from "@photostructure/sqlite";
import { Ajv2020 } from "ajv/dist/2020.js";
import canonicalize from "canonicalize";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { canonicalText, deepFreeze, identity, parseStatePacket, type StatePacket } from "../src/contracts/index.ts";
import { GENESIS_HASH, sealEvent } from "../src/runtime/chain.ts";
import { openSqliteStore } from "../src/runtime/sqlite/index.ts";
import type { MicroJob, MicroResult } from "./jobs.ts";
import { texts } from "./workload.ts";

const ROUND_MS = 150;
const APPENDS = 320;
const GROUP = 32;

type Subject = () => unknown;
type Row = MicroResult["rows"][number];

/** µs a call, over a round of at least ROUND_MS. */
function timeOf(subject: Subject): number {
  let calls = 0;
  const started = performance.now();
  for (let elapsed = 0; elapsed < ROUND_MS; elapsed = performance.now() - started) {
    for (let index = 0; index < 50; index += 1) subject();
    calls += 50;
  }
  return ((performance.now() - started) * 1000) / calls;
}

function interleave(subjects: Readonly<Record<string, Subject>>, rounds: number): Row[] {
  const rows = Object.entries(subjects).map(([what, subject]) => ({ what, subject, us: new Array<number>() }));
  for (const { subject } of rows) timeOf(subject);
  for (let round = 0; round < rounds; round += 1) for (const row of rows) row.us.push(timeOf(row.subject));
  return rows.map(({ what, us }) => ({ what, us }));
}

/** A packet of 4 kB, as a task has it in the middle of its work. */
function packetText(): string {
  const claims = texts(12, 190).map((statement, index) => ({
    id: `c${index}`,
    statement,
    status: "supported",
    confidence: null,
    evidence_refs: [`ctx:${index + 10}#L1-L20`],
  }));
  return JSON.stringify({
    schema_version: "0.1.0",
    task_id: "t.3.1",
    parent_id: "t.3",
    depth: 2,
    phase: "MIDDLE",
    objective: "Say which licence each package has",
    invariants: [{ id: "i1", operator: "PROHIBIT", statement: "Do not change any file", authority: "user" }],
    claims,
    artifact_deltas: [],
    dependencies: [],
    contradictions: [],
    open_loops: [],
    coverage: { required: ["r1", "r2"], satisfied: ["r1"], unsatisfied: ["r2"] },
    budget: {
      context_tokens: 8000,
      output_tokens: 1000,
      maximum_children: 4,
      maximum_depth: 3,
      remaining_invocations: 10,
      remaining_wall_time_ms: null,
    },
    next_transition: "EXECUTE",
  });
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function documentRows(rounds: number): Row[] {
  const text = packetText();
  const plain = JSON.parse(text) as StatePacket; // the packet above
  const frozen = deepFreeze(JSON.parse(text) as StatePacket);
  const schema = JSON.parse(
    readFileSync(join(process.cwd(), "schemas", "rtin-state-packet.schema.json"), "utf8"),
  ) as object;
  const validate = new Ajv2020({ ownProperties: true, allErrors: true, allowUnionTypes: true }).compile(schema);
  let left = 0;
  // What a step makes of a packet: another object with another budget, the claims as they were.
  const changed = (): StatePacket => {
    left += 1;
    return deepFreeze({ ...frozen, budget: { ...frozen.budget, remaining_invocations: left } });
  };
  if (!parseStatePacket(text).ok || !validate(plain)) throw new Error("the packet is none");
  if (canonicalText(plain) !== canonicalize(plain)) throw new Error("the canonical texts differ");
  return interleave(
    {
      "canonical text of a parsed packet: ours": () => canonicalText(plain),
      "canonical text of a parsed packet: canonicalize": () => canonicalize(plain),
      "identity of a packet of which the budget changed: ours": () => identity(changed()),
      "identity of a packet of which the budget changed: canonicalize + SHA-256": () =>
        sha256(canonicalize(changed()) ?? ""),
      "parse and validate: ours (I-JSON gate, schema, rules)": () => parseStatePacket(text),
      "parse and validate: JSON.parse + ajv (schema only)": () => validate(JSON.parse(text)),
    },
    rounds,
  );
}

/** One durable append after the other, and many at once, of an event of about 1 kB. */
async function appendRows(path: string, rounds: number): Promise<Row[]> {
  const store = openSqliteStore(path, { mode: "write" });
  await store.createRun({
    id: "r",
    task: "t",
    objective: "o",
    createdAt: "2026-01-01T00:00:00.000Z",
    workspace: null,
    taskFile: "",
    forkedFrom: null,
  });
  const taken = store.acquire("r", "bench", 600_000);
  if (!taken.ok) throw new Error("the lease is taken");
  const message = texts(1, 800)[0] ?? "";
  let [seq, prev] = [0, GENESIS_HASH];
  const appendOne = (): Promise<void> => {
    const payload = { invocation: "t#1", code: "executor-failed", message, clock_ms: 0 };
    const event = sealEvent(
      { task: "t", kind: "invocation-failed", payload },
      { seq: seq + 1, time: "2026-01-01T00:00:00.000Z", prev },
    );
    [seq, prev] = [event.seq, event.hash];
    return store.append(taken.lease, seq - 1, [event]);
  };
  const bare = bareAppender(`${path}.bare`, 1024);
  const rows: Record<string, number[]> = {};
  const put = (what: string, us: number): void => void (rows[what] ??= []).push(us);
  for (let round = 0; round < rounds; round += 1) {
    put(
      "append, one at a time: ours",
      await timeAsync(async () => {
        for (let index = 0; index < APPENDS; index += 1) await appendOne();
      }),
    );
    put("append, one at a time: bare SQLite", await timeAsync(async () => bare(APPENDS, 1)));
    put(
      `append, ${GROUP} at once: ours`,
      await timeAsync(async () => {
        for (let index = 0; index < APPENDS; index += GROUP)
          await Promise.all(Array.from({ length: GROUP }, appendOne));
      }),
    );
    put(`append, ${GROUP} at once: bare SQLite`, await timeAsync(async () => bare(APPENDS, GROUP)));
  }
  store.close();
  return Object.entries(rows).map(([what, us]) => ({ what, us }));
}

async function timeAsync(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return ((performance.now() - started) * 1000) / APPENDS;
}

function bareAppender(path: string, rowBytes: number): (rows: number, group: number) => void {
  const database = new DatabaseSync(path);
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE steps (seq INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT",
  );
  const [begin, insert, commit] = ["BEGIN IMMEDIATE", "INSERT INTO steps (body) VALUES (?)", "COMMIT"].map((sql) =>
    database.prepare(sql),
  );
  const body = Buffer.alloc(rowBytes, 7);
  return (rows, group) => {
    for (let row = 0; row < rows; row += group) {
      begin?.run();
      for (let index = 0; index < group; index += 1) insert?.run(body);
      commit?.run();
    }
  };
}

const job = JSON.parse(process.argv[2] ?? "{}") as MicroJob; // written by child.ts
const result: MicroResult = { rows: [...documentRows(job.rounds), ...(await appendRows(job.path, job.rounds))] };
process.stdout.write(`${JSON.stringify(result)}\n`);
