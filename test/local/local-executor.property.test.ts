/**
 * The local executor against a direct computation of what is so, on any tree and any budget.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { documented, noTodo, oneVersion, statements, taskOf } from "./audit.ts";
import { simulate } from "./simulated-run.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cairn-local-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), content);
}

describe("against a direct computation, on any tree and budget", () => {
  const entry = fc.record({
    folder: fc.array(fc.constantFrom("a", "b", "c-1", "d"), { maxLength: 3 }),
    file: fc.constantFrom("x.conf", "y.conf", "notes.md", "z.md"),
    names: fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom("1", "2", "1|2", "3")), { maxLength: 6 }),
    filler: fc.integer({ min: 0, max: 60 }),
    todo: fc.integer({ min: 0, max: 30 }).map((it) => it === 0),
  });
  const tree = fc.uniqueArray(entry, {
    selector: (it) => [...it.folder, it.file].join("/"),
    minLength: 1,
    maxLength: 30,
  });
  const budget = fc.record({
    context_tokens: fc.integer({ min: 3500, max: 12_000 }),
    output_tokens: fc.integer({ min: 1200, max: 3000 }),
    maximum_children: fc.integer({ min: 0, max: 6 }),
    maximum_depth: fc.integer({ min: 0, max: 5 }),
    remaining_invocations: fc.integer({ min: 1, max: 300 }),
  });

  interface Truth {
    readonly conflicts: ReadonlySet<string>;
    readonly missing: ReadonlySet<string>;
    readonly hasTodo: boolean;
    readonly hasConf: boolean;
  }

  function write(entries: readonly (typeof entry extends fc.Arbitrary<infer T> ? T : never)[]): Truth {
    const values = new Map<string, string[][]>();
    const mentioned = new Set<string>();
    for (const it of entries) {
      const isConf = it.file.endsWith(".conf");
      const lines = it.names.map(([name, value]) => (isConf ? `n${name} ${value}` : `see \`n${name}\``));
      const text = [
        ...lines,
        ...(it.todo ? ["# TODO"] : []),
        ...Array.from({ length: it.filler }, () => "# filler filler filler filler"),
      ].join("\n");
      put([...it.folder, it.file].join("/"), `${text}\n`);
      for (const [name, value] of it.names) {
        if (isConf) values.set(`n${name}`, [...(values.get(`n${name}`) ?? []), value.split("|")]);
        else mentioned.add(`n${name}`);
      }
    }
    const inCommon = (lists: readonly string[][]): boolean =>
      (lists[0] ?? []).some((value) => lists.every((list) => list.includes(value)));
    return {
      conflicts: new Set([...values].filter(([, lists]) => !inCommon(lists)).map(([name]) => name)),
      missing: new Set([...values.keys()].filter((name) => !mentioned.has(name))),
      hasTodo: entries.some((it) => it.todo),
      hasConf: entries.some((it) => it.file.endsWith(".conf")),
    };
  }

  test("nothing is called satisfied that is not, nothing is called missing that is there, and no proposal is illegal", async () => {
    await fc.assert(
      fc.asyncProperty(tree, budget, async (entries, limits) => {
        rmSync(root, { recursive: true, force: true });
        mkdirSync(root);
        const truth = write(entries);
        const it = await simulate(taskOf([oneVersion, documented, noTodo], limits), root);
        expect(it.rejections).toEqual([]);
        expect(it.largestProposal).toBeLessThanOrEqual(limits.output_tokens);
        const { satisfied } = it.packet.coverage;
        const wrong = [
          truth.conflicts.size > 0 && satisfied.includes("versions"),
          truth.missing.size > 0 && satisfied.includes("documented"),
          truth.hasTodo && satisfied.includes("no-todo"),
        ];
        expect(wrong).not.toContain(true);
        const called = statements(it).flatMap(
          (statement) => /^missing for documented: name (.+)$/.exec(statement)?.slice(1) ?? [],
        );
        expect(called.filter((name) => !truth.missing.has(name))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("with enough budget everything is found", async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.integer({ min: 5000, max: 12_000 }), async (entries, contextTokens) => {
        rmSync(root, { recursive: true, force: true });
        mkdirSync(root);
        const truth = write(entries);
        const it = await simulate(
          taskOf([oneVersion, documented, noTodo], { context_tokens: contextTokens, remaining_invocations: 2000 }),
          root,
        );
        const { satisfied } = it.packet.coverage;
        expect(satisfied.includes("versions")).toBe(truth.hasConf && truth.conflicts.size === 0);
        expect(satisfied.includes("documented")).toBe(
          truth.missing.size === 0 && (truth.hasConf || satisfied.includes("documented")),
        );
        expect(satisfied.includes("no-todo")).toBe(!truth.hasTodo);
        expect(it.outcome === "complete").toBe(it.packet.coverage.unsatisfied.length === 0);
      }),
      { numRuns: 40 },
    );
  });
});
