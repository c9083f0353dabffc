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
    const finite = request.filter((it) => it.available !== null);
    fc.assert(
      fc.property(finite, (it) => {
        const available = it.available ?? 0;
        const needs = it.parts.map((own) => neededInvocations(own, it, it.depthLeft));
        const isEnough = needs.reduce((sum, need) => sum + need, 1) <= available;
        const shares = planShares(it);
        expect(shares !== null).toBe(isEnough);
        const given = shares ?? needs;
        expect(given.every((share, at) => (share ?? 0) >= (needs[at] ?? 1))).toBe(true);
        const sum = given.reduce<number>((total, share) => total + (share ?? 0), 0);
        expect(sum <= available - 1 || !isEnough).toBe(true);
      }),
    );
  });

  test("a parent without limit gives shares without limit", () => {
    expect(
      planShares({
        parts: [{ fileCount: 1, tokenEstimate: 9 }],
        available: null,
        leafTokens: 1,
        maximumChildren: 2,
        depthLeft: 0,
        reserve: 0,
      }),
    ).toEqual([null]);
  });

  test("what can be read at once needs one invocation; a file that cannot be cut is read piece by piece", () => {
    const limits = { leafTokens: 1000, maximumChildren: 4 };
    expect(neededInvocations({ fileCount: 9, tokenEstimate: 1000 }, limits, 3)).toBe(1);
    expect(neededInvocations({ fileCount: 1, tokenEstimate: 9500 }, limits, 3)).toBe(11);
    expect(neededInvocations({ fileCount: 9, tokenEstimate: 9500 }, limits, 0)).toBe(11);
    expect(neededInvocations({ fileCount: 8, tokenEstimate: 4000 }, limits, 1)).toBe(2 + 4);
  });
});
