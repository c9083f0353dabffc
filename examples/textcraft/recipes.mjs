/** Recipes of a goal, as `craft 4 sticks using 2 planks`, one a line: how a thing is made, and from what. */

/** Returns the recipes with the line that each stands in, from 1. */
export function readRecipes(text) {
  return text
    .split("\n")
    .map((line, at) => ({ line: at + 1, found: /^craft (\d+) (.+) using (.+)$/.exec(line.trim()) }))
    .filter(({ found }) => found)
    .map(({ line, found: [text, count, item, parts] }) => ({
      line,
      text,
      item,
      count: Number(count),
      parts: parts.split(", ").map((part) => {
        const [, number, name] = /^(\d+) (.+)$/.exec(part);
        return { count: Number(number), item: name };
      }),
    }));
}

/**
 * Returns for each item the recipe that makes it from what can be made before it, and null for what is gathered because
 * no recipe makes it. What can only be made from itself is not in it.
 */
export function waysToMake(recipes) {
  const made = new Set(recipes.map((it) => it.item));
  const ways = new Map();
  for (const { item } of recipes.flatMap((it) => it.parts)) if (!made.has(item)) ways.set(item, null);
  for (let isNew = true; isNew;) {
    const next = recipes.filter((it) => !ways.has(it.item) && it.parts.every((part) => ways.has(part.item)));
    for (const recipe of next) if (!ways.has(recipe.item)) ways.set(recipe.item, recipe);
    isNew = next.length > 0;
  }
  return ways;
}

/** Invocations that making an item takes: one where everything is gathered, else one to split, one to end, and its parts'. */
export function invocationsFor(item, ways) {
  const parts = ways.get(item).parts.filter((part) => ways.get(part.item));
  return parts.length === 0 ? 1 : 2 + parts.reduce((sum, part) => sum + invocationsFor(part.item, ways), 0);
}
