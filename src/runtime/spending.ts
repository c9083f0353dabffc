/**
 * What a run spends, as its events say: by task, with everything below it, and beside what it may spend at most.
 *
 * SP1  Only what ended is counted in tokens and money: the event that ends an invocation says what it cost.
 */
import type { Event, InvocationUsage, RunDefinition } from "../contracts/index.ts";
import {
  amountOf,
  compareTaskIds,
  limitsOf,
  parentOf,
  raised,
  spendingOf,
  type Limits,
  type UnsealedEvent,
} from "../engine/index.ts";

/** What one task spent, or a task with all below it. */
export interface SpendingSum {
  /** Begun invocations and verifications. */
  readonly invocations: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** In the currency of the prices; null where the task file has none. */
  readonly cost: number | null;
}

export interface TaskSpending extends SpendingSum {
  readonly task: string;
  /** The task with everything below it. */
  readonly whole: SpendingSum;
}

/** One thing that is limited. Units: invocations, milliseconds of work, tokens, money in the currency of the prices. */
export interface LimitUse {
  readonly of: "invocations" | "time_ms" | "tokens" | "cost";
  readonly used: number;
  readonly most: number;
  /** `near` from 80 % on, `reached` from 100 % on. */
  readonly state: "fine" | "near" | "reached";
}

export interface RunSpending {
  readonly limits: readonly LimitUse[];
  readonly whole: SpendingSum;
  /** Tasks that spent something and those above them, in the order of their ids. */
  readonly tasks: readonly TaskSpending[];
}

/** Part of a limit from which a person is warned. */
const NEAR = 0.8;

interface Sum {
  invocations: number;
  input_tokens: number;
  output_tokens: number;
  micros: number;
}

const UNLIMITED: Limits = { tokens: null, micros: null };

/** Adds up a run's events, in their order. */
export class SpendingCount {
  readonly #byTask = new Map<string, Sum>();
  #invocations: number | null = null;
  #timeMs: number | null = null;
  #limits = UNLIMITED;
  readonly #warned = new Set<string>();
  readonly #total = nothing();
  #prices: RunDefinition["prices"];
  #activeMs = 0;

  add(event: Event | UnsealedEvent): void {
    const { kind, payload, task } = event;
    if ("clock_ms" in payload) this.#activeMs = Math.max(this.#activeMs, payload.clock_ms ?? 0);
    if ("usage" in payload && payload.usage) this.#spend(task, payload.usage);
    if (kind === "run-opened") this.#begin(payload.definition);
    else if (kind === "invocation-opened" || kind === "claims-verified") this.#count(task, { invocations: 1 });
    else if (kind === "budget-extended") this.#raise(payload);
  }

  /** What is limited, in a fixed order. */
  limits(): readonly LimitUse[] {
    const whole = this.#total;
    const { tokens, micros } = this.#limits;
    return [
      ...use("invocations", whole.invocations, this.#invocations),
      ...use("time_ms", this.#activeMs, this.#timeMs),
      ...use("tokens", whole.input_tokens + whole.output_tokens, tokens),
      ...use("cost", amountOf(whole.micros), micros === null ? null : amountOf(micros)),
    ];
  }

  /** The limits that came near, or were reached, since this was last asked: each is told once a state and height. */
  warnings(): readonly LimitUse[] {
    return this.limits().filter((it) => {
      const name = `${it.of} ${it.state} ${it.most}`;
      if (it.state === "fine" || this.#warned.has(name)) return false;
      this.#warned.add(name);
      return true;
    });
  }

  summary(): Pick<RunSpending, "limits" | "whole"> {
    return { limits: this.limits(), whole: this.#told(this.#total) };
  }

  report(): RunSpending {
    const wholes = this.#wholes();
    const tasks = [...wholes.keys()].toSorted(compareTaskIds);
    return {
      ...this.summary(),
      tasks: tasks.map((task) => ({
        task,
        ...this.#told(this.#byTask.get(task) ?? nothing()),
        whole: this.#told(wholes.get(task) ?? nothing()),
      })),
    };
  }

  #begin(definition: RunDefinition): void {
    const { budget, prices } = definition;
    this.#prices = prices;
    this.#invocations = budget.remaining_invocations;
    this.#timeMs = budget.remaining_wall_time_ms;
    this.#limits = limitsOf(definition);
  }

  #raise(added: { invocations: number; wall_time_ms: number; tokens?: number; cost?: number }): void {
    this.#invocations = plus(this.#invocations, added.invocations);
    this.#timeMs = plus(this.#timeMs, added.wall_time_ms);
    this.#limits = raised(this.#limits, added);
  }

  #spend(task: string, usage: InvocationUsage): void {
    const { micros } = spendingOf(usage, this.#prices);
    for (const { input_tokens, output_tokens } of usage) this.#count(task, { input_tokens, output_tokens });
    this.#count(task, { micros });
  }

  #count(task: string, more: Partial<Sum>): void {
    const sum = this.#byTask.get(task) ?? nothing();
    this.#byTask.set(task, sum);
    add(sum, more);
    add(this.#total, more);
  }

  /** Each task that spent something, and those above it, with all that is below. */
  #wholes(): ReadonlyMap<string, Sum> {
    const wholes = new Map<string, Sum>();
    for (const [id, sum] of this.#byTask)
      for (let at: string | null = id; at !== null; at = parentOf(at)) {
        const whole = wholes.get(at) ?? nothing();
        wholes.set(at, whole);
        add(whole, sum);
      }
    return wholes;
  }

  #told({ micros, ...sum }: Sum): SpendingSum {
    return { ...sum, cost: this.#prices === undefined ? null : amountOf(micros) };
  }
}

function nothing(): Sum {
  return { invocations: 0, input_tokens: 0, output_tokens: 0, micros: 0 };
}

function add(sum: Sum, { invocations = 0, input_tokens = 0, output_tokens = 0, micros = 0 }: Partial<Sum>): void {
  sum.invocations += invocations;
  sum.input_tokens += input_tokens;
  sum.output_tokens += output_tokens;
  sum.micros += micros;
}

function plus(most: number | null, more: number): number | null {
  return most === null ? null : most + more;
}

function use(of: LimitUse["of"], used: number, most: number | null): LimitUse[] {
  if (most === null) return [];
  const state = used >= most ? "reached" : used >= most * NEAR ? "near" : "fine";
  return [{ of, used, most, state }];
}
