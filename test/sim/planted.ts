/**
 * Bugs that are planted into a simulated world, one for each promise, with the promise that must be seen to break: a
 * checker that never failed has shown nothing.
 */
import { identity } from "../../src/contracts/index.ts";
import type { Decision, Engine, RunState, Task, UnsealedEvent } from "../../src/engine/index.ts";
import type { Lease, Store } from "../../src/runtime/store.ts";
import { stateFromBytes, stateToBytes } from "../../src/runtime/state-bytes.ts";
import { facade } from "./process.ts";
import type { Plant } from "./world.ts";

export interface PlantedBug {
  readonly bug: string;
  /** The promises of which the first broken one must be, as checkers name them. */
  readonly breaks: readonly string[];
  /** A fresh one for each world, as some remember what they saw. */
  readonly plant: () => Plant;
}

type Change = (after: Task, it: { readonly event: UnsealedEvent; readonly before: Task | undefined }) => Task;

/** An engine whose every event changes its task in another way than it should. */
function misapplied(change: Change): (engine: Engine) => Engine {
  return (engine) => {
    const apply = (state: RunState | null, event: UnsealedEvent): RunState => {
      const next = engine.apply(state, event);
      const task = next.tasks.get(event.task);
      if (!task) return next;
      const before = state?.tasks.get(event.task);
      return { ...next, tasks: next.tasks.set(event.task, change(task, { event, before })) };
    };
    const again = (start: RunState | null, decision: Decision): Decision => {
      let state = start;
      const archived: RunState["archived"][number][] = [];
      const events = decision.events.map((event) => {
        const next = apply(state, event);
        state = next;
        archived.push(...next.archived);
        return named(event, next);
      });
      return state ? { ...decision, events, state: { ...state, archived } } : decision;
    };
    return {
      ...engine,
      apply,
      open: (input) => again(null, engine.open(input)),
      decide: (state, input) => again(state, engine.decide(state, input)),
    };
  };
}

/** The event with the identity of the packet that it led to. */
function named(event: UnsealedEvent, state: RunState): UnsealedEvent {
  const packet = state.tasks.get(event.task)?.packet;
  if (!packet || !("packet" in event.payload)) return event;
  return { ...event, payload: { ...event.payload, packet: identity(packet) } } as UnsealedEvent; // the same kind
}

const withPacket = (task: Task, change: Partial<Task["packet"]>): Task => ({
  ...task,
  packet: { ...task.packet, ...change },
});

const refunded: Change = (after, { event, before }) => {
  const left = before?.packet.budget.remaining_invocations;
  if (event.kind !== "proposal-rejected" || left === undefined) return after;
  return withPacket(after, { budget: { ...after.packet.budget, remaining_invocations: left } });
};

const forgetful: Change = (after, { event }) =>
  event.kind === "proposal-accepted" ? withPacket(after, { invariants: after.packet.invariants.slice(1) }) : after;

const careless: Change = (after, { event }) => {
  if (event.kind !== "proposal-accepted") return after;
  const { coverage } = after.packet;
  return withPacket(after, { coverage: { ...coverage, unsatisfied: coverage.unsatisfied.slice(1) } });
};

const inventive: Change = (after, { event }) => {
  if (event.kind !== "proposal-accepted") return after;
  const claims = after.packet.claims.map((it) => ({ ...it, evidence_refs: [...it.evidence_refs, "ctx:9999999"] }));
  return withPacket(after, { claims });
};

/** Decides twice on what came in once. */
function repeating(engine: Engine): Engine {
  return {
    ...engine,
    decide: (state, input) => {
      const decision = engine.decide(state, input);
      const [event] = decision.events;
      if (input.kind !== "record-check" || event === undefined || decision.events.length !== 1) return decision;
      const twice = { ...event, seq: event.seq + 1 };
      return { ...decision, events: [event, twice], state: engine.apply(decision.state, twice) };
    },
  };
}

/** Answers a result that it has seen before as if it were new. */
function credulous(engine: Engine): Engine {
  let last: { readonly input: unknown; readonly decision: Decision } | null = null;
  return {
    ...engine,
    decide: (state, input) => {
      if (last?.input === input) return last.decision;
      last = { input, decision: engine.decide(state, input) };
      return last.decision;
    },
  };
}

/** Keeps in its state what is in no event. */
function secretive(engine: Engine): Engine {
  return {
    ...engine,
    decide: (state, input) => {
      const decision = engine.decide(state, input);
      const [event] = decision.events;
      const task = event ? decision.state.tasks.get(event.task) : undefined;
      if (!event || !task || event.kind !== "invocation-failed") return decision;
      const changed = { ...task, record: { ...task.record, changed: (task.record.changed ?? 0) + 1 } };
      return { ...decision, state: { ...decision.state, tasks: decision.state.tasks.set(event.task, changed) } };
    },
  };
}

/** Lets everybody write who has ever had the lease. */
function unfenced(store: Store): Store {
  let newest: Lease | null = null;
  return {
    ...facade(store),
    acquire: (...call) => {
      const result = store.acquire(...call);
      if (result.ok) newest = result.lease;
      return result;
    },
    append: (lease, ...rest) => store.append(newest ?? lease, ...rest),
  };
}

/** Gives the lease away under the epoch that its last holder has. */
function epochless(store: Store): Store {
  return {
    ...facade(store),
    acquire: (...call) => {
      const result = store.acquire(...call);
      return result.ok ? { ok: true, lease: { ...result.lease, epoch: 1 } } : result;
    },
  };
}

/** Acknowledges each 20th append of events and writes nothing. */
function lying(store: Store): Store {
  let appends = 0;
  return {
    ...facade(store),
    append: async (...[lease, seq, events, extras]) => {
      if (events.length > 0 && (appends += 1) % 20 === 0) return;
      await store.append(lease, seq, events, extras);
    },
  };
}

/** Keeps the contents of items and no packet that was set aside. */
function untidy(store: Store): Store {
  return {
    ...facade(store),
    append: (...[lease, seq, events, extras = {}]) => {
      const needed = new Set(extras.items?.map((it) => it.contentSha256));
      const blobs = new Map([...(extras.blobs ?? [])].filter(([sha256]) => needed.has(sha256)));
      return store.append(lease, seq, events, { ...extras, blobs });
    },
  };
}

/** Never hands out a message. */
const mute = (store: Store): Store => ({ ...facade(store), mailbox: () => [] });

/** Hands out a message again and again. */
function insistent(store: Store): Store {
  const body = { kind: "extend-budget", task: "t", invocations: 0, wallTimeMs: 1, by: "person" };
  return {
    ...facade(store),
    mailbox: () => [{ id: 1, createdAt: "2026-01-01T00:00:00.000Z", body }],
    append: (...[lease, seq, events, extras]) => store.append(lease, seq, events, { ...extras, consumed: [] }),
  };
}

/** Gives back a snapshot in which the root has one invocation more. */
function generous(store: Store): Store {
  return {
    ...facade(store),
    snapshot: (...call) => {
      const found = store.snapshot(...call);
      const state = found ? stateFromBytes(found.state) : null;
      const root = state?.tasks.get(state.definition.task);
      if (!found || !state || !root) return found;
      const { budget } = root.packet;
      const more = { ...budget, remaining_invocations: (budget.remaining_invocations ?? 0) + 1 };
      const tasks = state.tasks.set(state.definition.task, withPacket(root, { budget: more }));
      return { ...found, state: stateToBytes({ ...state, tasks }) };
    },
  };
}

const engineBug = (engine: (it: Engine) => Engine) => (): Plant => ({ engine });
const storeBug = (store: (it: Store) => Store) => (): Plant => ({ store });

const BUDGET = "what is left and what is spent is what was granted (R-BUDGET)";
const KEPT = "what was set aside is kept";
const REPLAY = "state is replay of the log";

export const PLANTED: readonly PlantedBug[] = [
  { bug: "a refused proposal costs nothing", breaks: [BUDGET], plant: engineBug(misapplied(refunded)) },
  {
    bug: "an accepted proposal drops an invariant",
    breaks: ["no invariant is dropped, weakened or gained (R-INVARIANT, R-AUTHORITY)"],
    plant: engineBug(misapplied(forgetful)),
  },
  {
    bug: "a requirement falls out of the coverage",
    breaks: ["coverage is a partition"],
    plant: engineBug(misapplied(careless)),
  },
  {
    bug: "a claim cites an item that nobody recorded",
    breaks: ["evidence can be resolved"],
    plant: engineBug(misapplied(inventive)),
  },
  { bug: "a check's result is booked twice", breaks: ["one result an effect"], plant: engineBug(repeating) },
  { bug: "a result that comes again counts again", breaks: ["one result an effect"], plant: engineBug(credulous) },
  { bug: "the state holds what no event says", breaks: [REPLAY], plant: engineBug(secretive) },
  {
    bug: "a snapshot says more than the log",
    breaks: [REPLAY, "replay gives the same bytes (§5)"],
    plant: storeBug(generous),
  },
  {
    bug: "an append is acknowledged and lost",
    breaks: [REPLAY, KEPT, "events are numbered in order"],
    plant: storeBug(lying),
  },
  { bug: "a packet that is set aside is not kept", breaks: [KEPT], plant: storeBug(untidy) },
  { bug: "who lost the lease may still write", breaks: ["lease epochs are monotone"], plant: storeBug(unfenced) },
  { bug: "a lease is given under an old epoch", breaks: ["lease epochs are monotone"], plant: storeBug(epochless) },
  { bug: "a message is never consumed", breaks: ["ends within the bound"], plant: storeBug(insistent) },
  { bug: "answers do not arrive", breaks: ["everything comes to an end"], plant: storeBug(mute) },
];
