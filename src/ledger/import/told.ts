/** Which texts were told: those that a log repeats are told again only where they are others. JSON, bounded. */
import { hash } from "node:crypto";
import { listOf } from "./fields.ts";
import { createRecent } from "./recent.ts";

export interface Told {
  /** A name of the text under `what`, which is the same for the same text; null where it was told before. */
  tell(what: string, text: string): string | null;
  state(): unknown;
}

/** What a reader left in its state, or nothing. */
export function createTold(state: unknown): Told {
  const known = listOf(state).filter((name): name is string => typeof name === "string");
  const told = createRecent<true>(
    { maxEntries: 1024, maxChars: 200_000, charsOf: () => 1 },
    known.map((name) => [name, true]),
  );
  return {
    tell(what, text) {
      const name = `${what}:${hash("sha256", text, "hex").slice(0, 32)}`;
      if (told.get(name) === true) return null;
      told.set(name, true);
      return name;
    },
    state: () => told.entries().map(([name]) => name),
  };
}
