/**
 * What a whole run may cost: tokens and money, as the providers counted them (decision 0014). Units: tokens; money in
 * millionths of the currency of the prices, so that sums are whole numbers and every replay adds up the same.
 *
 * L1  Counted is what events say that invocations and verifications cost. Nobody but a person raises a limit.
 * L2  Where a limit is reached nothing new is begun; what is under way ends and is counted, then the run halts.
 */
import type { InvocationUsage, RunDefinition } from "../contracts/index.ts";

/** Tokens and money: spent so far, or the most that may be. */
export interface Spending {
  readonly tokens: number;
  /** Millionths of the currency. */
  readonly micros: number;
}

/** The most that a run may spend; null: no limit. */
export interface Limits {
  readonly tokens: number | null;
  readonly micros: number | null;
}

/** What of a run's state is about its limits. */
interface Account {
  readonly definition: Pick<RunDefinition, "prices">;
  readonly spent: Spending;
  readonly limits: Limits;
}

type Price = NonNullable<RunDefinition["prices"]>[string];

const MICROS = 1_000_000;
const FREE: Price = { input: 0, output: 0 };

/** Millionths of the currency, from an amount of it. */
export function microsOf(amount: number): number {
  return Math.round(amount * MICROS);
}

/** An amount of the currency, from millionths of it. */
export function amountOf(micros: number): number {
  return micros / MICROS;
}

/** The limits that a run begins with. */
export function limitsOf({ limits }: RunDefinition): Limits {
  return {
    tokens: limits?.tokens ?? null,
    micros: limits?.cost === undefined ? null : microsOf(limits.cost),
  };
}

/**
 * What some usage comes to. Cached input is input too, at its own price where there is one. A model without a price
 * costs as the dearest that has one: a limit must not be passed by a name that nobody thought of.
 */
export function spendingOf(usage: InvocationUsage, prices: RunDefinition["prices"] = {}): Spending {
  return usage.reduce<Spending>(
    (sum, it) => {
      const price = prices[it.model] ?? dearest(prices);
      const cached = Math.min(it.cached_input_tokens ?? 0, it.input_tokens);
      const micros =
        (it.input_tokens - cached) * price.input +
        cached * (price.cached_input ?? price.input) +
        it.output_tokens * price.output;
      return { tokens: sum.tokens + it.input_tokens + it.output_tokens, micros: sum.micros + Math.ceil(micros) };
    },
    { tokens: 0, micros: 0 },
  );
}

function dearest(prices: NonNullable<RunDefinition["prices"]>): Price {
  return Object.values(prices).reduce(
    (most, it) => ({ input: Math.max(most.input, it.input), output: Math.max(most.output, it.output) }),
    FREE,
  );
}

/** Returns what was spent with some usage added. */
export function withUsage(
  { spent, definition }: Pick<Account, "spent" | "definition">,
  usage: InvocationUsage,
): Spending {
  const more = spendingOf(usage, definition.prices);
  return { tokens: spent.tokens + more.tokens, micros: spent.micros + more.micros };
}

/** Returns the limits raised by what a person added. What has no limit has none afterwards. */
export function raised(limits: Limits, added: { readonly tokens?: number; readonly cost?: number }): Limits {
  const { tokens, micros } = limits;
  return {
    tokens: tokens === null ? null : tokens + (added.tokens ?? 0),
    micros: micros === null ? null : micros + microsOf(added.cost ?? 0),
  };
}

/** Why nothing new may be begun, in a sentence; null where there is no reason (L2). */
export function limitReached({ spent, limits }: Pick<Account, "spent" | "limits">): string | null {
  if (limits.tokens !== null && spent.tokens >= limits.tokens)
    return `the run's limit of ${limits.tokens} tokens is used up (${spent.tokens} were used)`;
  if (limits.micros !== null && spent.micros >= limits.micros)
    return `the run's limit of ${amountOf(limits.micros)} in cost is used up (${amountOf(spent.micros)} was spent)`;
  return null;
}
