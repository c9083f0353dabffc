/**
 * Divides invocations among the parts of a task, so that every part can be read to its end.
 *
 * SH1  Shares are at least what each part needs, at least 1, and leave at least 1 for the parent; they never sum to more.
 */

export interface PartSize {
  readonly fileCount: number;
  readonly tokenEstimate: number;
}

export interface ShareRequest {
  readonly parts: readonly PartSize[];
  /** Invocations left after the one that splits; null: no limit. */
  readonly available: number | null;
  /** Tokens that one invocation reads. */
  readonly leafTokens: number;
  readonly maximumChildren: number;
  /** How many times a part may be split again. */
  readonly depthLeft: number;
  /** Part of what is to spare that the parent keeps, from 0 to 1: what it must still do itself is unknown. */
  readonly reserve: number;
}

/** Returns the invocations of each part (null: no limit), or null where they do not suffice. */
export function planShares(request: ShareRequest): readonly (number | null)[] | null {
  if (request.available === null) return request.parts.map(() => null);
  const needs = request.parts.map((part) => neededInvocations(part, request, request.depthLeft));
  const spare = request.available - needs.reduce((sum, need) => sum + need, 0) - 1;
  if (spare < 0) return null;
  const given = Math.floor(spare * (1 - request.reserve));
  const total = request.parts.reduce((sum, part) => sum + part.tokenEstimate, 0);
  return request.parts.map(
    (part, at) => (needs[at] ?? 1) + Math.floor((given * part.tokenEstimate) / Math.max(1, total)),
  );
}

/** Invocations that a part needs at least: one where it can be read at once, else those of its own split. */
export function neededInvocations(
  part: PartSize,
  request: Pick<ShareRequest, "leafTokens" | "maximumChildren">,
  depthLeft: number,
): number {
  const reads = Math.max(1, Math.ceil(part.tokenEstimate / request.leafTokens));
  if (reads === 1) return 1;
  const children = Math.min(reads, request.maximumChildren, part.fileCount);
  if (depthLeft < 1 || children < 2) return reads + 1;
  const each = {
    fileCount: Math.ceil(part.fileCount / children),
    tokenEstimate: Math.ceil(part.tokenEstimate / children),
  };
  // One to split, one for what the parts leave open.
  return 2 + children * neededInvocations(each, request, depthLeft - 1);
}
