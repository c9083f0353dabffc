/** One process of a simulated world: it takes up the run, works, crashes, and is started again. */
import { RuntimeFailure } from "../../src/errors.ts";
import type { Decision, Engine, Input } from "../../src/engine/index.ts";
import { openWork, type RunServices } from "../../src/runtime/run.ts";
import { takeLease } from "../../src/runtime/lease.ts";
import type { Lease, Store } from "../../src/runtime/store.ts";
import type { Workspace } from "../../src/runtime/workspace/index.ts";
import { work, type WorkerEnd } from "../../src/runtime/worker.ts";
import type { Dice } from "../../src/engine/dice.suite.ts";
import type { FaultKind } from "./faults.ts";
import { WORLD, type Owner, type VirtualLoop } from "./loop.ts";
import { pass } from "./script.ts";

/** What a process is given of the world. */
export interface Surroundings {
  readonly loop: VirtualLoop;
  readonly dice: Dice;
  readonly services: RunServices;
  readonly workspace: Workspace;
  readonly run: string;
  /** Whether workers stay while they wait for a person. */
  readonly waitsForPeople: boolean;
  happens(kind: FaultKind): boolean;
  onAppend(lease: Lease, events: Parameters<Store["append"]>[2]): void;
  onLease(lease: Lease): void;
  onDecision(decision: Decision): void;
  /** Something was thrown that no fault explains. */
  onBug(error: unknown): void;
  crash(process: Process): void;
}

/** About as long as a lease lives when nobody renews it. */
const OUTLIVES_MS = 13_000;

/** Failures that a worker may end with, because of another one or of a fault: it is started again. */
const EXPECTED: ReadonlySet<string> = new Set(["run-busy", "conflict", "stale-epoch", "disk-full", "interrupted"]);

export interface Process {
  readonly owner: Owner;
  /** How its last turn of work ended; null while it works. */
  end: WorkerEnd | "failed" | null;
}

/** Starts a process. It works until its run has halted, or until it is crashed. */
export function startProcess(world: Surroundings, owner: Owner): Process {
  const process: Process = { owner, end: null };
  const services = { ...world.services, store: storeOf(world, process), engine: engineOf(world) };
  world.loop.after(
    world.dice.below(50),
    () => {
      live(world, { process, services }).catch((error: unknown) => world.onBug(error));
    },
    owner,
  );
  return process;
}

interface Life {
  readonly process: Process;
  readonly services: RunServices;
}

async function live(world: Surroundings, { process, services }: Life): Promise<void> {
  for (;;) {
    process.end = null;
    process.end = await carryOn(world, services);
    if (process.end === "halted") return;
    await pass(process.end === "waiting" ? 5000 : 300 + world.dice.below(3000));
  }
}

/** As `carryOn` of run.ts, over the world's workspace. */
async function carryOn(world: Surroundings, services: RunServices): Promise<WorkerEnd | "failed"> {
  const { store } = services;
  const { signal } = new AbortController();
  try {
    const lease = takeLease(store, world.run);
    try {
      const info = store.run(world.run);
      if (!info) throw new Error("the run is gone");
      const opened = await openWork(services, { info, lease }, { trusted: true, signal });
      const concurrency = opened.taskFile.concurrency ?? 1;
      const it = { ...opened, workspace: world.workspace };
      return await work({ work: it, lease, concurrency, signal, waitsForPeople: world.waitsForPeople });
    } finally {
      store.release(lease);
    }
  } catch (error) {
    if (!(error instanceof RuntimeFailure) || !EXPECTED.has(error.code)) throw error;
    return "failed";
  }
}

/** The store as one process reaches it: appends take time, and each may be lost, or done without its being told. */
function storeOf(world: Surroundings, process: Process): Store {
  const { loop, dice, services } = world;
  const base = services.store;
  let freeAtMs = 0;
  const laterBy = (): number => {
    freeAtMs = Math.max(freeAtMs, loop.nowMs + dice.below(15));
    return freeAtMs - loop.nowMs;
  };
  const append: Store["append"] = (...call) =>
    new Promise((resolve, reject) => {
      if (!process.owner.isAlive) return undefined;
      if (world.happens("crash-before-append")) return world.crash(process);
      const lost = new RuntimeFailure("disk-full", "the disk is full (simulated)", { retry: "later" });
      const tell = (act: () => void): void => void loop.after(dice.below(5), act, process.owner);
      if (world.happens("append-lost")) return tell(() => reject(lost));
      // What is on its way reaches the store, whatever becomes of its sender: perhaps when another one has the lease.
      const isOutlived = world.happens("append-outlives-sender");
      const arrive = (): void => {
        base.append(...call).then(
          () => {
            world.onAppend(call[0], call[2]);
            if (world.happens("crash-after-append")) world.crash(process);
            else if (world.happens("append-unacknowledged")) tell(() => reject(lost));
            else tell(resolve);
          },
          (error: unknown) => tell(() => reject(error)),
        );
      };
      loop.after(isOutlived ? OUTLIVES_MS + dice.below(6000) : laterBy(), arrive, WORLD);
      return isOutlived ? world.crash(process) : undefined;
    });
  return {
    ...facade(base),
    append,
    acquire: (...call) => {
      const result = base.acquire(...call);
      if (result.ok) world.onLease(result.lease);
      return result;
    },
    renew: (...call) => {
      if (world.happens("renewal-fails")) throw new RuntimeFailure("disk-full", "the disk is full (simulated)");
      return base.renew(...call);
    },
  };
}

/** The methods of a store as members, so that single ones can be replaced. */
export function facade(base: Store): Store {
  return {
    createRun: (...call) => base.createRun(...call),
    runs: () => base.runs(),
    runIds: () => base.runIds(),
    run: (id) => base.run(id),
    append: (...call) => base.append(...call),
    events: (...call) => base.events(...call),
    items: (...call) => base.items(...call),
    item: (...call) => base.item(...call),
    nextItemSeq: (run) => base.nextItemSeq(run),
    blob: (sha256) => base.blob(sha256),
    snapshot: (...call) => base.snapshot(...call),
    acquire: (...call) => base.acquire(...call),
    renew: (...call) => base.renew(...call),
    holder: (run) => base.holder(run),
    release: (lease) => base.release(lease),
    post: (...call) => base.post(...call),
    mailbox: (run) => base.mailbox(run),
    verify: (run) => base.verify(run),
    close: () => base.close(),
  };
}

const RESULTS: ReadonlySet<Input["kind"]> = new Set([
  "propose",
  "fail",
  "record-check",
  "record-verification",
  "record-merge",
  "answer",
]);

/** The engine as a process calls it: a result that is put twice changes nothing the second time. */
function engineOf(world: Surroundings): Engine {
  const { engine } = world.services;
  const check = (decision: Decision): Decision => {
    world.onDecision(decision);
    return decision;
  };
  return {
    ...engine,
    open: (input) => check(engine.open(input)),
    decide: (state, input) => {
      const decision = check(engine.decide(state, input));
      if (decision.deferred || !RESULTS.has(input.kind) || !world.happens("duplicate")) return decision;
      const again = engine.decide(decision.state, input);
      if (again.events.length > 0) world.onBug(new Error(`one result an effect: ${input.kind} counted twice`));
      return decision;
    },
  };
}
