/**
 * The right to append to a run, one row a run.
 *
 * E1  The epoch grows with every acquisition and is never given out twice; the row is never deleted.
 * E2  Correctness is the epoch's (A4). Time and process ids only decide how soon somebody else may take over.
 * E3  A holder that is a dead process of this machine is taken over at once; any other when its time has run out.
 */
import type { Database, Row } from "../../sqlite/index.ts";
import { isDeepStrictEqual } from "node:util";
import type { Lease, LeaseResult } from "../store.ts";
import { lifeOf, ownIdentity } from "../process-identity.ts";
import { checkName } from "../append-rules.ts";
import { count, text } from "./parse-rows.ts";

export interface LeaseRequest {
  readonly run: { readonly no: number; readonly id: string };
  readonly holder: string;
  readonly ttlMs: number;
  readonly nowMs: number;
}

const ACQUIRE_SQL = `INSERT INTO leases (run, epoch, holder, pid, started, machine, granted_ms, ttl_ms) VALUES (?, 1, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (run) DO UPDATE SET epoch = leases.epoch + 1, holder = excluded.holder, pid = excluded.pid, started = excluded.started,
  machine = excluded.machine, granted_ms = excluded.granted_ms, ttl_ms = excluded.ttl_ms RETURNING epoch`;

/** A lease with the next epoch, or who holds it. A holder that asks again, from the same process, gets a new epoch, which ends its old lease. */
export function acquireLease(database: Database, request: LeaseRequest): LeaseResult {
  const { run, holder, ttlMs, nowMs } = request;
  checkName(holder);
  return database.immediately(() => {
    const row = database.get("SELECT * FROM leases WHERE run = ?", run.no);
    const busy = row === null ? null : heldByAnother(row, request);
    if (busy !== null) return busy;
    const { pid, started, machine } = ownIdentity();
    const taken = database.get(
      ACQUIRE_SQL,
      run.no,
      holder,
      pid,
      started,
      machine,
      Math.trunc(nowMs),
      Math.trunc(ttlMs),
    );
    const epoch = taken === null ? 1 : count(taken, "epoch");
    return { ok: true, lease: { run: run.id, epoch, holder } };
  });
}

/** Who holds a run now, in this process or another; null where nobody does. */
export function leaseHolder(database: Database, run: number, nowMs: number): string | null {
  const row = database.get("SELECT * FROM leases WHERE run = ?", run);
  return row === null ? null : (held(row, nowMs)?.holder ?? null);
}

function heldByAnother(row: Row, { holder, nowMs }: LeaseRequest): Extract<LeaseResult, { ok: false }> | null {
  const found = held(row, nowMs);
  return found?.holder === holder && isDeepStrictEqual(processOf(row), ownIdentity()) ? null : found;
}

function processOf(row: Row): { readonly pid: number; readonly started: string | null; readonly machine: string } {
  const started = row["started"] === null ? null : text(row, "started");
  return { pid: count(row, "pid"), started, machine: text(row, "machine") };
}

function held(row: Row, nowMs: number): Extract<LeaseResult, { ok: false }> | null {
  if (row["holder"] === null) return null;
  const [grantedMs, ttlMs] = [count(row, "granted_ms"), count(row, "ttl_ms")];
  const left = grantedMs + ttlMs - nowMs;
  if (left <= 0) return null;
  const life = lifeOf(processOf(row));
  if (life === "dead") return null;
  // The clock was set back by more than a lease's time: what is left says nothing, and only a living holder is believed.
  if (left > 2 * ttlMs && life !== "alive") return null;
  return { ok: false, holder: text(row, "holder"), expiresInMs: Math.min(left, ttlMs) };
}

/** Gives the lease more time from now on. False when it is no longer the newest. */
export function renewLease(
  database: Database,
  run: number,
  renewal: { readonly lease: Lease; readonly ttlMs: number; readonly nowMs: number },
): boolean {
  const { lease, ttlMs, nowMs } = renewal;
  return database.immediately(() => {
    const { changes } = database.run(
      "UPDATE leases SET granted_ms = ?, ttl_ms = ? WHERE run = ? AND epoch = ? AND holder = ?",
      Math.trunc(nowMs),
      Math.trunc(ttlMs),
      run,
      lease.epoch,
      lease.holder,
    );
    return changes === 1;
  });
}

/** Ends the lease; one that is no longer the newest is left alone. */
export function releaseLease(database: Database, run: number, lease: Lease): void {
  database.immediately(() =>
    database.run(
      "UPDATE leases SET holder = NULL WHERE run = ? AND epoch = ? AND holder = ?",
      run,
      lease.epoch,
      lease.holder,
    ),
  );
}
