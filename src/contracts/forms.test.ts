import { describe, expect, it } from "vitest";
import { asArtifactDelta, asContradiction, asOpenLoop, isBlockingLoop, isOpenContradiction } from "./forms.ts";
import { contradiction, delta, loop } from "./samples.suite.ts";

describe("this system's forms", () => {
  it("are told from others, and given back as they are", () => {
    expect(asContradiction(contradiction)).toBe(contradiction);
    expect(asOpenLoop(loop)).toBe(loop);
    expect(asArtifactDelta(delta)).toBe(delta);
  });

  it("may hold the members that come later", () => {
    expect(asContradiction({ ...contradiction, settled_by: "ans:1", outcome: "c1 withdrawn" })).not.toBeNull();
    expect(asOpenLoop({ ...loop, closed_by: "ans:1" })).not.toBeNull();
    expect(
      asArtifactDelta({ ...delta, op: "rename", from: "b.txt", before: "b".repeat(64), after: null }),
    ).not.toBeNull();
  });

  it.each([
    ["no id", { id: undefined }],
    ["an empty id", { id: "" }],
    ["another kind", { kind: "other" }],
    ["nothing between", { between: [] }],
    ["a number between", { between: ["c1", 2] }],
    ["no list between", { between: "c1" }],
    ["another status", { status: "closed" }],
    ["an outcome that is no text", { outcome: 1 }],
    ["a member of its own", { severity: "high" }],
  ])("are not that of a contradiction with %s", (_, changes) => {
    expect(asContradiction({ ...contradiction, ...changes })).toBeNull();
  });

  it.each([
    ["blocking as text", { blocking: "yes" }],
    ["another owner", { owner: "nobody" }],
    ["no text", { text: 1 }],
  ])("are not that of an open loop with %s", (_, changes) => {
    expect(asOpenLoop({ ...loop, ...changes })).toBeNull();
  });

  it.each([
    ["a hash that is none", { after: "abc" }],
    ["half a line", { added: 0.5 }],
    ["fewer than no lines", { removed: -1 }],
    ["lines as text", { added: "1" }],
    ["an empty path", { path: "" }],
  ])("are not that of an artifact delta with %s", (_, changes) => {
    expect(asArtifactDelta({ ...delta, ...changes })).toBeNull();
  });

  it("are not that of an item with a member missing", () => {
    const { found_by: _, ...unfound } = contradiction;
    expect(asContradiction(unfound)).toBeNull();
  });
});

describe("items of any form", () => {
  it("stand open unless they say otherwise", () => {
    expect([{}, { status: "open" }, { status: "settled" }, { status: "resolved" }].map(isOpenContradiction)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("block when they say so and are not closed", () => {
    const items = [
      { blocking: true },
      { blocking: true, status: "open" },
      { blocking: true, status: "closed" },
      { blocking: false },
      {},
    ];
    expect(items.map(isBlockingLoop)).toEqual([true, true, false, false, false]);
  });
});
