import assert from "node:assert/strict";
import { test } from "node:test";
import { receipt } from "../src/receipt.mjs";
import { reminder } from "../src/reminder.mjs";

test("a receipt has a line for each item and the total", () => {
  const items = [
    { name: "tea", cents: 205 },
    { name: "refund", cents: -1230 },
  ];
  assert.equal(receipt(items), "tea: 2.05 EUR\nrefund: -12.30 EUR\ntotal: -10.25 EUR");
});

test("a reminder says what is owed", () => {
  assert.equal(reminder("Ada", 1999), "Dear Ada, please pay 19.99 EUR.");
  assert.equal(reminder("Bob", -5), "Dear Bob, please pay -0.05 EUR.");
});
