import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SurveyRequest } from "../../executors/index.ts";
import { partition, type Group } from "./partition.ts";
import { compareInWalk, folderKey } from "./order.ts";
import { surveyWorkspace } from "./survey.ts";
import { openWorkspace } from "./workspace.ts";

const weights = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 });

function groupsOf(tokens: readonly number[]): Group[] {
  return tokens.map((weight, at) => ({ from: at, to: at + 1, tokens: weight }));
}

describe("PA: cutting into parts", () => {
  test("PA1: every group is in exactly one part, in order, and no weight is lost", () => {
    fc.assert(
      fc.property(
        weights,
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 1, max: 12 }),
        (tokens, partTokens, maximumParts) => {
          const parts = partition(groupsOf(tokens), { partTokens, maximumParts });
          expect(parts[0]?.from).toBe(0);
          expect(parts.at(-1)?.to).toBe(tokens.length);
          for (const [at, part] of parts.entries()) {
            expect(part.from).toBe(at === 0 ? 0 : parts[at - 1]?.to);
            expect(part.tokens).toBe(tokens.slice(part.from, part.to).reduce((sum, it) => sum + it, 0));
          }
        },
      ),
    );
  });

  test("PA2: there are at most as many parts as allowed, and none is too heavy where that can be helped", () => {
    fc.assert(
      fc.property(
        weights,
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 1, max: 12 }),
        (tokens, partTokens, maximumParts) => {
          const parts = partition(groupsOf(tokens), { partTokens, maximumParts });
          expect(parts.length).toBeLessThanOrEqual(maximumParts);
          const unbounded = partition(groupsOf(tokens), { partTokens, maximumParts: tokens.length });
          if (unbounded.length > maximumParts) return;
          for (const part of parts) expect(part.tokens <= partTokens || part.to - part.from === 1).toBe(true);
        },
      ),
    );
  });

  test("an empty list has no parts", () => {
    expect(partition([], { partTokens: 10, maximumParts: 3 })).toEqual([]);
  });
});

/** A tree on disk, surveyed and then surveyed part by part until every part is small. */
async function leaves(root: string, request: SurveyRequest): Promise<string[][]> {
  const survey = await surveyWorkspace(openWorkspace(root), request, { listTokens: 1_000_000 });
  const files = (survey.files ?? []).map((file) => file.path);
  if (survey.parts.length <= 1) return files.length === 0 ? [] : [files];
  const found: string[][] = [];
  for (const part of survey.parts)
    found.push(...(await leaves(root, { ...request, first: part.first, last: part.last })));
  return found;
}

describe("surveys", () => {
  const name = fc.constantFrom("a", "b", "a-b", "LICENSE", "z", ".x", "package.json");
  const tree = fc.uniqueArray(
    fc.tuple(fc.array(fc.constantFrom("d", "e", "d-1"), { maxLength: 3 }), name, fc.integer({ min: 0, max: 900 })),
    {
      selector: ([folders, file]) => [...folders, file].join("/"),
      maxLength: 25,
    },
  );

  test("splitting again and again covers every file exactly once, in walk order, and keeps folders together where asked", async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.constantFrom<"file" | "directory">("file", "directory"),
        fc.integer({ min: 2, max: 4 }),
        async (entries, groupBy, maximumParts) => {
          const root = mkdtempSync(join(tmpdir(), "cairn-survey-"));
          try {
            for (const [folders, file, bytes] of entries) {
              mkdirSync(join(root, ...folders), { recursive: true });
              writeFileSync(join(root, ...folders, file), "x".repeat(bytes));
            }
            const paths = entries.map(([folders, file]) => [...folders, file].join("/")).toSorted(compareInWalk);
            const found = await leaves(root, { paths: ["**"], partTokens: 300, maximumParts, groupBy });
            expect(found.flat()).toEqual(paths);
            if (groupBy === "file") return;
            const folders = found.map((files) => new Set(files.map(folderKey)));
            for (const folder of new Set(paths.map(folderKey)))
              expect(folders.filter((it) => it.has(folder)).length).toBe(1);
          } finally {
            rmSync(root, { recursive: true, force: true });
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a list too long for the invocation is not told, its parts are; what is too large is told as such", async () => {
    const root = mkdtempSync(join(tmpdir(), "cairn-survey-"));
    try {
      for (let at = 0; at < 20; at++) writeFileSync(join(root, `f${String(at).padStart(2, "0")}`), "x".repeat(300));
      writeFileSync(join(root, "huge"), "x".repeat(5000));
      const request: SurveyRequest = { paths: ["**"], partTokens: 600, maximumParts: 3, groupBy: "file" };
      const survey = await surveyWorkspace(openWorkspace(root), request, { listTokens: 100, maximumFileBytes: 4999 });
      expect(survey).toMatchObject({
        fileCount: 20,
        tokenEstimate: 20 * 116,
        files: null,
        unreadable: [{ path: "huge", reason: "too-large" }],
      });
      expect(survey.parts.map((part) => [part.first, part.last, part.fileCount])).toEqual([
        ["f00", "f06", 7],
        ["f07", "f13", 7],
        ["f14", "f19", 6],
      ]);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});
