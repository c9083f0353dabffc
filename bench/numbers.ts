/** Several measurements of one thing. */

/** The median. Throws where there is nothing to take it of. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error("there is no median of nothing");
  return (low + high) / 2;
}

/** Digits that mean something: three of them. */
export function digits(value: number): string {
  if (value === 0) return "0";
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en", {
    minimumFractionDigits: Math.min(places, 4),
    maximumFractionDigits: Math.min(places, 4),
  });
}

/** The median and, in brackets, the least and the most of the rounds: the machine's noise. */
export function spread(values: readonly number[]): string {
  if (values.length === 1) return digits(values[0] ?? 0);
  return `${digits(medianOf(values))} (${digits(Math.min(...values))}–${digits(Math.max(...values))})`;
}
