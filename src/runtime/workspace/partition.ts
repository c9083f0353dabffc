/**
 * Cuts a list of groups into consecutive parts of about the same size.
 *
 * PA1  Every group is in exactly one part, in the given order.
 * PA2  At most `maximumParts` parts; each at most `partTokens`, where the groups and that bound allow it.
 */

/** Consecutive items that must stay together, with what they weigh. */
export interface Group {
  /** Index of the first item and of the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
}

export interface PartitionLimits {
  readonly partTokens: number;
  readonly maximumParts: number;
}

/**
 * Returns the parts, as groups that cover all items of their groups.
 *
 * Shape:  n groups → the fewest parts of at most `partTokens`, or `maximumParts` larger ones, the largest as small as possible.
 */
export function partition(groups: readonly Group[], limits: PartitionLimits): Group[] {
  if (groups.length === 0) return [];
  const total = groups.reduce((sum, group) => sum + group.tokens, 0);
  const wanted = fill(groups, limits.partTokens).length;
  const count = Math.min(wanted, Math.max(1, limits.maximumParts));
  // The smallest capacity that still needs no more than `count` parts makes them even. A group above it stands alone.
  let low = 1;
  let high = wanted > count ? total : Math.max(1, limits.partTokens);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fill(groups, middle).length <= count) high = middle;
    else low = middle + 1;
  }
  return fill(groups, low);
}

function fill(groups: readonly Group[], capacity: number): Group[] {
  const parts: Group[] = [];
  for (const group of groups) {
    const last = parts.at(-1);
    if (last && last.tokens + group.tokens <= capacity)
      parts[parts.length - 1] = { from: last.from, to: group.to, tokens: last.tokens + group.tokens };
    else parts.push(group);
  }
  return parts;
}
