/** The work of a run that agents may do, and who has it in hand, as one agent sees it. It only looks. */
import type { TaskFile } from "../../contracts/index.ts";
import { effects, type Effect, type RunState } from "../../engine/index.ts";
import type { Clock } from "../clock.ts";
import { isWorkOfPerson } from "../inbox.ts";
import type { Store } from "../store.ts";
import { holdingOf, type Holding } from "./holder.ts";

export type Invoke = Extract<Effect, { kind: "invoke" }>;

/** An agent that says nothing for so long holds nothing any more. */
const STALE_MS = 15 * 60_000;

/** Work that is due for an agent. */
export interface DueWork {
  readonly task: string;
  readonly objective: string;
  readonly purpose: Invoke["purpose"];
  /** Who has it in hand; null where nobody does. */
  readonly holder: string | null;
  /** Milliseconds since its holder was last heard of. */
  readonly idleMs: number | null;
  /** True where the agent that asks may have it. */
  readonly isFree: boolean;
}

/** What is looked at. `state` is asked for anew each time. */
export interface HoldersLook {
  readonly state: () => RunState;
  readonly taskFile: TaskFile;
  readonly store: Store;
  readonly run: string;
  readonly clock: Pick<Clock, "now">;
}

export class Holders {
  readonly #look: HoldersLook;
  readonly #agent: string;
  readonly #staleMs: number;

  constructor(look: HoldersLook, { agent, staleMs = STALE_MS }: { readonly agent: string; readonly staleMs?: number }) {
    this.#look = look;
    this.#agent = agent;
    this.#staleMs = staleMs;
  }

  /** The invocations that are due; work that the routes give to a person is not handed out to agents. */
  invocations(): readonly Invoke[] {
    const { taskFile } = this.#look;
    const state = this.#look.state();
    return effects(state).filter((it): it is Invoke => it.kind === "invoke" && !isWorkOfPerson(taskFile, state, it));
  }

  /** The work that is due, in the order in which tasks were made. */
  due(): readonly DueWork[] {
    const { tasks } = this.#look.state();
    return this.invocations().map((effect) => {
      const holding = this.holding(effect);
      const idleMs = holding === null ? null : Math.max(0, this.nowMs() - holding.activeAt);
      return {
        task: effect.task,
        objective: tasks.get(effect.task)?.packet.objective ?? "",
        purpose: effect.purpose,
        holder: holding?.holder ?? null,
        idleMs,
        isFree: holding === null || this.isMine(holding) || this.isStale(holding),
      };
    });
  }

  holding(effect: Invoke): Holding | null {
    const { store, run } = this.#look;
    return effect.opened ? holdingOf(store, run, { task: effect.task, invocation: effect.id }) : null;
  }

  isMine({ holder }: Holding): boolean {
    return holder === this.#agent;
  }

  isStale({ activeAt }: Holding): boolean {
    return this.nowMs() - activeAt > this.#staleMs;
  }

  nowMs(): number {
    return Date.parse(this.#look.clock.now());
  }
}
