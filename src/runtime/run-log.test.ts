import { afterEach, describe, expect, test } from "vitest";
import { RuntimeFailure } from "../errors.ts";
import { createHarness, halt, proposal, type Harness } from "./harness.suite.ts";
import { createMemoryStore } from "./memory-store.ts";
import type { Store } from "./store.ts";

let open: Harness[] = [];
afterEach(() => {
  for (const it of open) it.dispose();
  open = [];
});

async function harness(options: Parameters<typeof createHarness>[0]): Promise<Harness> {
  const it = await createHarness(options);
  open.push(it);
  return it;
}

interface WatchedStore {
  readonly store: Store;
  readonly appends: { events: number; items: number }[];
  /** What the next appends do instead of writing. */
  failures: (RuntimeFailure | null)[];
}

/** A store whose appends take a while, are counted, and fail when told to. */
function watchedStore(): WatchedStore {
  const inner = createMemoryStore();
  const watched: WatchedStore = {
    appends: [],
    failures: [],
    store: new Proxy(inner, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (name === "append") return append;
        return typeof member === "function" ? member.bind(target) : member;
      },
    }),
  };
  const append: Store["append"] = async (...append) => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    const failure = watched.failures.shift();
    if (failure) throw failure;
    await inner.append(...append);
    const [, , events, extras] = append;
    watched.appends.push({ events: events.length, items: extras?.items?.length ?? 0 });
  };
  return watched;
}

const diskFull = (): RuntimeFailure => new RuntimeFailure("disk-full", "the disk is full");

describe("what was decided in one turn is one append", () => {
  test("a step's result and the invocation that follows it are written together", async () => {
    const watched = watchedStore();
    const calls: string[] = [];
    const it = await harness({
      store: watched.store,
      script: (invocation) => (
        calls.push(invocation.id),
        proposal(invocation, calls.length < 4 ? {} : halt("incomplete", "enough"))
      ),
    });
    expect(await it.carryOn()).toBe("halted");
    expect(calls).toHaveLength(4);
    // The run, the first invocation, three times a result with the next invocation, the last result.
    expect(watched.appends.map((append) => append.events)).toEqual([1, 1, 2, 2, 2, 1]);
    expect(watched.appends.map((append) => append.items)).toEqual([0, 1, 1, 1, 1, 0]);
  });

  test("children that are under way together are written together, each with what it was given", async () => {
    const watched = watchedStore();
    const given: string[] = [];
    const it = await harness({
      store: watched.store,
      script: (invocation) => {
        if (invocation.packet.depth > 0) given.push(...invocation.items.map((item) => item.text));
        if (invocation.packet.phase !== "BEGINNING" || invocation.packet.depth > 0)
          return proposal(invocation, halt("incomplete", "enough"));
        const children = ["a", "b", "c", "d"].map((key) => ({
          key,
          objective: key,
          requires: [`r1/${key}`],
          depends_on: [],
          share: { invocations: 1 },
          input: `part ${key}`,
        }));
        const into = children.map((child) => ({ id: `r1/${child.key}`, statement: "a part", needs: "supported" }));
        return proposal(invocation, {
          transition: "SPLIT",
          split: { keep: [], refine: [{ requirement: "r1", into }], children },
        });
      },
    });
    expect(await it.carryOn({ concurrency: 4 })).toBe("halted");
    expect(given.toSorted()).toEqual(["part a", "part b", "part c", "part d"]);
    // The run; the root's invocation; the SPLIT, four children and their invocations; their ends, the join and the root's; its end.
    expect(watched.appends.map((append) => append.events)).toEqual([1, 1, 9, 6, 1]);
  });
});

describe("nothing is done because of what is not durable yet", () => {
  test("an executor is called after the event that opens its invocation, and all before it, is in the store", async () => {
    const watched = watchedStore();
    const seen: boolean[] = [];
    const it = await harness({
      store: watched.store,
      script: (invocation) => {
        const last = [...watched.store.events(it.run)].at(-1);
        seen.push(last?.kind === "invocation-opened" && last.payload.invocation === invocation.id);
        return proposal(invocation, seen.length < 5 ? {} : halt("incomplete", "enough"));
      },
    });
    await it.carryOn();
    expect(seen).toEqual([true, true, true, true, true]);
  });

  test("a run is told to have halted after its last event is in the store", async () => {
    const watched = watchedStore();
    const it = await harness({
      store: watched.store,
      script: (invocation) => proposal(invocation, halt("incomplete", "enough")),
    });
    expect(await it.carryOn()).toBe("halted");
    expect(watched.store.run(it.run)?.outcome).toBe("incomplete");
    expect(it.result().outcome).toBe("incomplete");
  });
});

describe("an append that fails", () => {
  test("ends the worker with its reason, and the next one goes on from what was acknowledged", async () => {
    const watched = watchedStore();
    const calls: string[] = [];
    const it = await harness({
      store: watched.store,
      script: (invocation) => (
        calls.push(invocation.id),
        proposal(invocation, calls.length < 5 ? {} : halt("incomplete", "enough"))
      ),
    });
    watched.failures = [null, null, null, diskFull()];
    await expect(it.carryOn()).rejects.toMatchObject({ code: "disk-full" });
    expect(calls).toHaveLength(2);
    expect(await it.carryOn()).toBe("halted");
    // The invocation whose result was lost is carried out again, under its id; its result counts once.
    expect(calls[2]).toBe(calls[1]);
    expect(it.kinds().filter((kind) => kind === "proposal-accepted")).toHaveLength(4);
    expect(it.result().budget.remaining_invocations).toBe(16);
  });

  test("of the last event is told, not that the run has halted", async () => {
    const watched = watchedStore();
    const it = await harness({
      store: watched.store,
      script: (invocation) => proposal(invocation, halt("incomplete", "enough")),
    });
    watched.failures = [null, null, diskFull()];
    await expect(it.carryOn()).rejects.toMatchObject({ code: "disk-full" });
    expect(await it.carryOn()).toBe("halted");
  });

  test("while the run is being stopped is told as well", async () => {
    const watched = watchedStore();
    const stop = new AbortController();
    const it = await harness({
      store: watched.store,
      script: async (invocation) => {
        setImmediate(() => stop.abort());
        return proposal(invocation, {});
      },
    });
    watched.failures = [null, null, diskFull()];
    await expect(it.carryOn({ signal: stop.signal })).rejects.toMatchObject({ code: "disk-full" });
  });
});
