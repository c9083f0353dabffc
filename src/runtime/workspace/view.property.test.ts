import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { PathRange } from "./order.ts";
import { viewWorkspace } from "./view.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const made: string[] = [];
afterEach(() => {
  for (const it of made.splice(0)) rmSync(it, { recursive: true, force: true });
});

type Files = Readonly<Record<string, string>>;

function workspace(files: Files): Workspace {
  const root = mkdtempSync(join(tmpdir(), "cairn-view-"));
  made.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return openWorkspace(root);
}

/** The view of `before` that shows `after`. */
function viewOf(before: Files, after: Files): Workspace {
  const texts = new Map(Object.values(after).map((it) => [sha256Hex(it), Buffer.from(it)]));
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const hash = (text: string | undefined): string | null => (text === undefined ? null : sha256Hex(text));
  const changes = paths.flatMap((path) =>
    before[path] === after[path] ? [] : [{ path, before: hash(before[path]), after: hash(after[path]) }],
  );
  return viewWorkspace(workspace(before), changes, (sha256) => texts.get(sha256) ?? null);
}

const NAMES = ["a.txt", "b.md", "d/a.txt", "d/e/f.txt", "d/z.md", "e.txt", "f/a.txt"];
const files = fc.dictionary(fc.constantFrom(...NAMES), fc.string({ maxLength: 6 }), { maxKeys: 7 });
const globs = fc.constantFrom(["**"], ["*.txt"], ["**/*.txt"], ["d/**"], ["**", "!d/e"], ["{a,e}.txt", "f/*"]);
const ignore = fc.constantFrom(undefined, ["**/*.md"], ["d"], ["d/**"]);
const range = fc.record<PathRange>(
  { first: fc.constantFrom(...NAMES), last: fc.constantFrom(...NAMES), before: fc.constantFrom(...NAMES) },
  { requiredKeys: [] },
);

async function listed(it: Workspace, request: Parameters<Workspace["list"]>[0]): Promise<unknown[]> {
  const entries: unknown[] = [];
  for await (const entry of it.list(request)) entries.push(entry);
  return entries;
}

describe("a view", () => {
  it("lists, reads and hashes like a workspace on whose disk the changes were made (VW1)", async () => {
    await fc.assert(
      fc.asyncProperty(
        files,
        files,
        fc.tuple(globs, ignore, range),
        async (before, after, [paths, ignored, within]) => {
          const [view, disk] = [viewOf(before, after), workspace(after)];
          const request = { paths, ignore: ignored, range: within };
          expect(await listed(view, request)).toEqual(await listed(disk, request));
          for (const path of [...NAMES, "no", "../a.txt"]) {
            expect(view.readText(path)).toEqual(disk.readText(path));
            expect(view.readText(path, 2)).toEqual(disk.readText(path, 2));
            expect(view.readBytes(path, 2).ok).toBe(disk.readBytes(path, 2).ok);
            expect(await view.sha256(path)).toEqual(await disk.sha256(path));
          }
          for (const it of made.splice(0)) rmSync(it, { recursive: true, force: true });
        },
      ),
      { numRuns: 80 },
    );
  });

  it("is the workspace itself where nothing was changed", () => {
    const disk = workspace({ "a.txt": "a" });
    expect(viewWorkspace(disk, [], () => null)).toBe(disk);
  });

  it("says that bytes are no text, and fails where a content is not in the store", () => {
    const disk = workspace({});
    const changes = [{ path: "b", before: null, after: "f".repeat(64) }];
    const binary = viewWorkspace(disk, changes, () => Buffer.from([0, 1]));
    expect(binary.readText("b")).toEqual({ ok: false, reason: "binary" });
    expect(binary.isExcluded("b")).toBe(false);
    expect(() => viewWorkspace(disk, changes, () => null).readText("b")).toThrow(RuntimeFailure);
  });

  it("refuses a glob as the workspace does", async () => {
    const view = viewOf({}, { a: "a" });
    await expect(listed(view, { paths: ["/x"] })).rejects.toThrow(RuntimeFailure);
  });
});
