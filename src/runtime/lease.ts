/** The right to work on a run, as this process holds it. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { RuntimeFailure } from "../errors.ts";
import type { Lease, Store } from "./store.ts";

/** A holder that is not heard of for so long is taken for dead. */
const LEASE_TTL_MS = 15_000;

/** Takes the lease of a run. Errors: RuntimeFailure `run-busy`, with who holds it. */
export function takeLease(store: Store, run: string): Lease {
  // A name of its own each time: two workers of one process exclude each other as well.
  const taken = store.acquire(
    run,
    `process ${process.pid} on ${hostname()} (${randomBytes(3).toString("hex")})`,
    LEASE_TTL_MS,
  );
  if (taken.ok) return taken.lease;
  throw new RuntimeFailure(
    "run-busy",
    `run ${run} is being worked on by ${taken.holder}; wait for it, or stop it first`,
    {
      retry: { afterMs: taken.expiresInMs },
      details: { holder: taken.holder },
    },
  );
}

/** Renews a lease until the returned function is called; tells when it was lost, or the store failed. */
export function keepLease(store: Store, lease: Lease, onLost: (failure: unknown) => void): () => void {
  const renew = (): void => {
    try {
      if (!store.renew(lease, LEASE_TTL_MS))
        onLost(new RuntimeFailure("stale-epoch", `another process took over run ${lease.run}`));
    } catch (error) {
      onLost(error);
    }
  };
  const heartbeat = setInterval(renew, LEASE_TTL_MS / 3);
  heartbeat.unref();
  return () => clearInterval(heartbeat);
}
