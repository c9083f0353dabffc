import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./console.mjs";
import { NOT_TESTED, PROMISES } from "./promises.mjs";

const page = readFileSync(join(projectRoot, "docs", "promises.md"), "utf8");

test("every promise that is tried stands in docs/promises.md, with its tests, and the other way round", () => {
  const told = [...page.matchAll(/^## (P\d+)\b/gm)].map(([, id]) => id);
  expect(told).toEqual(PROMISES.map((it) => it.id));
  for (const { tests } of PROMISES) for (const path of tests) expect(page).toContain(`\`${path}\``);
});

test("every test that is named is there", () => {
  const missing = PROMISES.flatMap((it) => it.tests).filter((path) => !existsSync(join(projectRoot, path)));
  expect(missing).toEqual([]);
});

test("what cannot be tested is said there too", () => {
  for (const it of NOT_TESTED) expect(page).toContain(it.split(":")[0]);
});
