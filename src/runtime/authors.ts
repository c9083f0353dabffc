/**
 * Who made a claim: the executors whose proposals stated it, as the log tells. Read once, and then only what is new.
 *
 * AU1  A claim that several executors stated (again, or in the same words in another task) has all of them as authors:
 *      none of them may verify it.
 */
import type { StatePacket } from "../contracts/index.ts";
import type { Store } from "./store.ts";

type Claim = StatePacket["claims"][number];

export interface Authors {
  /** The names of the executors that stated a claim which the packet of `task` holds. */
  of(task: string, claim: Pick<Claim, "id" | "statement">): ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Returns the authors of a run's claims, as of every moment it is asked: what is durable counts. */
export function authorsOf(store: Pick<Store, "events">, run: string): Authors {
  const executorOf = new Map<string, string>();
  const authors = new Map<string, Set<string>>();
  let seq = 0;
  const add = (key: string, executor: string): void => {
    const known = authors.get(key);
    if (known) known.add(executor);
    else authors.set(key, new Set([executor]));
  };
  const catchUp = (): void => {
    for (const { seq: next, task, kind, payload } of store.events(run, seq)) {
      seq = next;
      if (kind === "invocation-opened" && payload.executor !== undefined)
        executorOf.set(payload.invocation, payload.executor);
      if (kind !== "proposal-accepted" && kind !== "checks-requested") continue;
      const executor = executorOf.get(payload.invocation ?? "");
      if (executor === undefined) continue;
      for (const claim of payload.proposal?.claims ?? []) {
        add(`id ${qualified(task, claim.id)}`, executor);
        add(`says ${claim.statement}`, executor);
      }
    }
  };
  return {
    of: (task, { id, statement }) => {
      catchUp();
      const [byId, bySaying] = [authors.get(`id ${qualified(task, id)}`), authors.get(`says ${statement}`)];
      return byId || bySaying ? new Set([...(byId ?? NOBODY), ...(bySaying ?? NOBODY)]) : NOBODY;
    },
  };
}

/** Joined claims carry the task that made them in their id already. */
function qualified(task: string, id: string): string {
  return id.includes("/") ? id : `${task}/${id}`;
}
