import { expect, test } from "vitest";
import { membersOf, objectOf } from "./members.ts";

test("an object is taken as it is, and anything else has no members", () => {
  const it = { a: 1 };
  expect([objectOf(it), membersOf(it)]).toEqual([it, it]);
  for (const other of [null, undefined, 1, "a", true, [it]]) {
    expect(objectOf(other)).toBeNull();
    expect(membersOf(other)).toEqual({});
  }
});
