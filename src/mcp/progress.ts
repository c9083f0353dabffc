/** Tells a client now and then that a call is still at work, where it asked to be told. */
import type { ServerContext } from "@modelcontextprotocol/server";

const INTERVAL_MS = 1_000;

/** Does the work; `progress` counts the seconds that it takes. How much there is to do is not known. */
export async function withProgress<T>({ mcpReq }: ServerContext, name: string, work: () => Promise<T>): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  const startedAt = performance.now();
  const tell = setInterval(() => {
    const progress = Math.round((performance.now() - startedAt) / 1_000);
    const params = { progressToken, progress, message: `${name} is at work since ${progress} s` };
    // A client that has gone is no reason to end what it began: its cancellation is.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  }, INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(tell);
  }
}
