/**
 * One decision while it is made: events are applied as they are written, and the runtime's own steps follow (§3.8, §4).
 */
import type { EventBody } from "../contracts/index.ts";
import { apply } from "./apply.ts";
import type { CountTokens, PacketMeasure } from "./fold.ts";
import type { Rejection } from "./rejection.ts";
import { parentOf, type RunState, type UnsealedEvent } from "./state.ts";
import { nextStep, withIdentity } from "./steps.ts";

/** What `decide` makes of one input. */
export interface Decision {
  /** Events to append, in order; empty where nothing happened. */
  readonly events: readonly UnsealedEvent[];
  readonly rejections: readonly Rejection[];
  /** The state after the events. Its `archived` holds every packet that any of them set aside. */
  readonly state: RunState;
  /** True where the input must wait: the task is frozen (§6). Put it again after the next event of that task. */
  readonly deferred: boolean;
}

/** What every decision is made from, beside its input. */
export interface Context {
  readonly state: RunState;
  readonly measure: PacketMeasure;
  readonly countTokens: CountTokens;
}

/** Events of one decision, and the state that follows from them. */
export interface Log {
  readonly state: RunState;
  append(body: EventBody): void;
  /** Lets the runtime's own steps follow, for these tasks and whatever they reach. */
  follow(tasks: readonly string[]): void;
  decision(rejections?: readonly Rejection[]): Decision;
}

/** Begins the log of one decision. `begun` are events that led to the state already. */
export function startLog(state: RunState, measure: PacketMeasure, begun: readonly UnsealedEvent[] = []): Log {
  let now = state;
  const events = [...begun];
  const archived: RunState["archived"][number][] = [];
  const append = (body: EventBody): void => {
    const event: UnsealedEvent = { seq: now.seq + 1, ...body };
    now = apply(now, event, measure);
    archived.push(...now.archived);
    events.push(withIdentity(event, now.tasks.get(event.task)));
  };
  const follow = (tasks: readonly string[]): void => {
    // A list that grows while it is read: whatever a step reaches is looked at in its turn.
    const waiting = [...tasks];
    for (const task of waiting) {
      const step = nextStep(now, task, measure);
      if (step) {
        append(step);
        waiting.push(task);
      } else if (now.tasks.get(task)?.record.outcome !== null) {
        waiting.push(...above(task));
      }
    }
  };
  return {
    get state() {
      return now;
    },
    append,
    follow,
    decision: (rejections = []) => ({ events, rejections, state: { ...now, archived }, deferred: false }),
  };
}

/** The log of a decision that may change what is. */
export function begin({ state, measure }: Context): Log {
  return startLog({ ...state, archived: [] }, measure);
}

/** The decision that changes nothing. */
export function nothing({ state }: Context, rejections: readonly Rejection[] = []): Decision {
  return { events: [], rejections, state: { ...state, archived: [] }, deferred: false };
}

/** The parent of a task, where it has one. */
export function above(task: string): string[] {
  const parent = parentOf(task);
  return parent === null ? [] : [parent];
}
