/** How much of the faults is tried, and what came of it, for `npm run prove`. */
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { Dice } from "../../src/engine/dice.suite.ts";

/** True where everything is tried; else what fits beside the other tests. */
export const isFullTier: boolean = process.env["CAIRN_PROVE"] === "full";

/** What a test tried. */
export interface TriedCases {
  /** The promise of docs/promises.md that it is about. */
  readonly promise: string;
  readonly fault: string;
  readonly cases: number;
  /** What did not hold, in words. */
  readonly failures: readonly string[];
}

/** Tells what was tried to whoever asked for it (`CAIRN_PROVE_REPORT`, a file of lines of JSON); otherwise nobody. */
export function reportCases(tried: TriedCases): void {
  const path = process.env["CAIRN_PROVE_REPORT"];
  if (path === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify(tried)}\n`);
}

/** Chance that is the same for the same name and `CAIRN_SEED`. */
export function diceFor(name: string): Dice {
  let seed = Number(process.env["CAIRN_SEED"] ?? 1) | 0;
  for (const char of name) seed = Math.imul(seed ^ (char.codePointAt(0) ?? 0), 0x9e3779b1);
  return new Dice(seed);
}
