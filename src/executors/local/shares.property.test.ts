import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { neededInvocations, planShares, type ShareRequest } from "./shares.ts";

const part = fc.record({
  fileCount: fc.integer({ min: 1, max: 5000 }),
  tokenEstimate: fc.integer({ min: 1, max: 2_000_000 }),
});
const request: fc.Arbitrary<ShareRequest> = fc.record({
  parts: fc.array(part, { minLength: 2, maxLength: 12 }),
  available: fc.option(fc.integer({ min: 0, max: 5000 }), { nil: null }),
  leafTokens: fc.integer({ min: 100, max: 50_000 }),
  maximumChildren: fc.integer({ min: 2, max: 12 }),
  depthLeft: fc.integer({ min: 0, max: 5 }),
  reserve: fc.constantFrom(0, 0.2, 1),
});

describe("SH1: shares of invocations", () => {
  test("every part gets what it needs, at least one stays with the parent, and no number is created", () => {
    fc.assert(
      fc.property(request, (it) => {
        const shares = planShares(it);
        if (it.available === null) {
          expect(shares).toEqual(it.parts.map(() => null));
          return;
        }
        const needs = it.parts.map((own) => neededInvocations(own, it, it.depthLeft));
        const needed = needs.reduce((sum, need) => sum + need, 1);
        expect(shares !== null).toBe(needed <= it.available);
        if (!shares) return;
        expect(shares.reduce<number>((sum, share) => sum + (share ?? 0), 0)).toBeLessThanOrEqual(it.available - 1);
        for (const [at, share] of shares.entries()) expect(share).toBeGreaterThanOrEqual(needs[at] ?? 1);
      }),
    );
  });

  test("what can be read at once needs one invocation; a file that cannot be cut is read piece by piece", () => {
    const limits = { leafTokens: 1000, maximumChildren: 4 };
    expect(neededInvocations({ fileCount: 9, tokenEstimate: 1000 }, limits, 3)).toBe(1);
    expect(neededInvocations({ fileCount: 1, tokenEstimate: 9500 }, limits, 3)).toBe(11);
    expect(neededInvocations({ fileCount: 9, tokenEstimate: 9500 }, limits, 0)).toBe(11);
    expect(neededInvocations({ fileCount: 8, tokenEstimate: 4000 }, limits, 1)).toBe(2 + 4);
  });
});
