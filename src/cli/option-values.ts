/** Values of options, refused where they make no sense. */
import { InvalidArgumentError } from "commander";

/** A parser of whole numbers within bounds, both inclusive. */
export function wholeNumber(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
    throw new InvalidArgumentError(`It has to be a whole number ${range}.`);
  };
}

/** Collects the values of an option that may be given often, in their order. */
export const collected = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
