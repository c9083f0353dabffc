import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../contracts/index.ts";
import { halt, proposal, useHarnesses } from "../harness.suite.ts";
import { replayRun } from "../replay.ts";
import { CHECKS, create, modify, rejections, rootOf, say, scripted, texts, type Body } from "./changes.suite.ts";

const harness = useHarnesses();

const splitIn = (...keys: readonly string[]): Body => ({
  transition: "SPLIT",
  split: {
    children: keys.map((key) => ({ key, objective: key, requires: [], depends_on: [], share: { invocations: 3 } })),
    keep: ["r1"],
  },
});

const LINES = ["one\n", "two\n", "three\n", "four\n", "five\n"];
const lines = (at: number, text: string): string => LINES.with(at, `${text}\n`).join("");
const change = (to: string, path = "a.txt"): Body => ({
  artifact_deltas: [modify("d1", path, [LINES.join(""), to])],
  ...texts(to),
});

describe("children that change files", () => {
  it("are merged: different files, different lines of one file; the check runs in what comes of it", async () => {
    const it = await harness({
      task: CHECKS,
      files: { "a.txt": LINES.join(""), "b.txt": "b\n" },
      script: scripted({
        t: [say(splitIn("x", "y", "z"))],
        "t.1": [say({ ...change(lines(0, "MIT")), ...halt("complete") })],
        "t.2": [say({ ...change(lines(4, "end")), ...halt("complete") })],
        "t.3": [say({ artifact_deltas: [create("d1", "c.txt", "c\n")], ...texts("c\n"), ...halt("complete") })],
      }),
    });
    await it.carryOn();
    expect(rejections(it)).toEqual([]);
    expect(it.kinds()).toContain("changes-merged");
    expect(it.result()).toMatchObject({ outcome: "complete", contradictions: [] });
    const root = rootOf(it).tasks.get("t");
    const merged = "MIT\ntwo\nthree\nfour\nend\n";
    expect(root?.record.changes).toEqual([
      { path: "a.txt", before: sha256Hex(LINES.join("")), after: sha256Hex(merged) },
      { path: "c.txt", before: null, after: sha256Hex("c\n") },
    ]);
    expect(Buffer.from(it.services.store.blob(sha256Hex(merged)) ?? []).toString()).toBe(merged);
    expect(root?.packet.artifact_deltas.map((delta) => [delta["id"], delta["status"]])).toEqual([
      ["t.1/d1", "applied"],
      ["t.2/d1", "applied"],
      ["t.3/d1", "applied"],
    ]);
    expect(existsSync(join(it.workspace, "c.txt"))).toBe(false);
    expect(replayRun(it.services.store, it.services.engine, { run: it.run }).findings).toEqual([]);
  });

  it("in conflict leave a contradiction that names the hunks, and the parent's own delta settles it", async () => {
    const told: string[] = [];
    const mine = lines(2, "MIT of both");
    const it = await harness({
      task: CHECKS,
      files: { "a.txt": LINES.join("") },
      script: scripted({
        t: [
          say(splitIn("x", "y")),
          (invocation) => {
            told.push(...invocation.items.map((item) => item.text));
            const packet = invocation.packet;
            told.push(JSON.stringify(packet.contradictions));
            return proposal(invocation, {
              ...change(mine),
              ...halt("complete"),
              satisfies: [{ requirement: "r1", claims: [] }],
            });
          },
        ],
        "t.1": [say({ ...change(lines(2, "MIT here")), ...halt("complete") })],
        "t.2": [say({ ...change(lines(2, "MIT there")), ...halt("complete") })],
      }),
    });
    await it.carryOn();
    expect(rejections(it)).toEqual([]);
    expect(told.join("\n")).toContain('line 3: t.1 has "MIT here\\n", t.2 has "MIT there\\n"');
    expect(told.at(-1)).toContain("line 3");
    const root = rootOf(it).tasks.get("t");
    expect(it.result().outcome).toBe("complete");
    expect(root?.packet.contradictions).toMatchObject([
      { kind: "artifact", between: ["t.1/d1", "t.2/d1"], status: "settled", settled_by: "d1" },
    ]);
    expect(root?.packet.artifact_deltas.map((delta) => [delta["id"], delta["status"]])).toEqual([
      ["t.1/d1", "superseded"],
      ["t.2/d1", "superseded"],
      ["d1", "applied"],
    ]);
    expect(root?.record.changes).toMatchObject([{ path: "a.txt", after: sha256Hex(mine) }]);
  });

  it("that pass alone may fail together: a requirement called satisfied is contradicted, and the task goes on", async () => {
    const both = {
      requirements: [{ id: "r1", statement: "not both", needs: "check", check: "one" }],
      checks: { one: { command: ["sh", "-c", "! { [ -e x.txt ] && [ -e y.txt ]; }"] } },
    };
    const made = (name: string): Body => ({
      artifact_deltas: [create("d1", name, "x\n")],
      ...texts("x\n"),
      ...halt("complete"),
      satisfies: [{ requirement: "r1", claims: [] }],
    });
    const child = (key: string): Body => ({
      key,
      objective: key,
      requires: ["r1"],
      depends_on: [],
      share: { invocations: 3 },
    });
    const gone = { id: "d2", path: "y.txt", op: "delete", before: sha256Hex("x\n"), after: null, status: "proposed" };
    const open: unknown[] = [];
    const it = await harness({
      task: both,
      script: scripted({
        t: [
          say({ transition: "SPLIT", split: { children: [child("x"), child("y")], keep: [] } }),
          (invocation) => {
            open.push(...invocation.packet.contradictions);
            return proposal(invocation, { artifact_deltas: [{ ...gone, added: 0, removed: 1 }] });
          },
          say({ ...halt("complete"), satisfies: [{ requirement: "r1", claims: [] }] }),
        ],
        "t.1": [say(made("x.txt"))],
        "t.2": [say(made("y.txt"))],
      }),
    });
    writeFileSync(join(it.workspace, "task.json"), "{}");
    await it.carryOn();
    expect(rejections(it)).toEqual([]);
    expect(open).toMatchObject([{ kind: "coverage", between: ["r1"], status: "open" }]);
    expect(it.result()).toMatchObject({ outcome: "complete", contradictions: [{ status: "settled" }] });
  });

  it("that each hold a PROHIBIT may break it together: found at the join, in the middle of a tree too, and settled", async () => {
    const task = {
      requirements: [{ id: "r1", statement: "done", needs: "supported" }],
      invariants: [{ id: "i1", operator: "PROHIBIT", statement: "never both", check: "one" }],
      checks: { one: { command: ["sh", "-c", "! { [ -e x.txt ] && [ -e y.txt ]; }"] } },
      budget: {
        context_tokens: 8000,
        output_tokens: 2000,
        maximum_children: 4,
        maximum_depth: 3,
        remaining_invocations: 30,
      },
    };
    const split = (keys: readonly string[], invocations: number): Body => {
      const rest = { requires: [], depends_on: [], share: { invocations } };
      return {
        transition: "SPLIT",
        split: { children: keys.map((key) => ({ key, objective: key, ...rest })), keep: [] },
      };
    };
    const made = (name: string): Body => ({
      artifact_deltas: [create("d1", name, "x\n")],
      ...texts("x\n"),
      ...halt("incomplete", "made it"),
    });
    const gone = { id: "d2", path: "y.txt", op: "delete", before: sha256Hex("x\n"), after: null, status: "proposed" };
    const open: unknown[] = [];
    const it = await harness({
      task,
      script: scripted({
        t: [say({ ...split(["middle"], 12), split: { ...(split(["middle"], 12)["split"] as Body), keep: ["r1"] } })],
        "t.1": [
          say(split(["x", "y"], 3)),
          (invocation) => {
            open.push(...invocation.packet.contradictions);
            return proposal(invocation, { artifact_deltas: [{ ...gone, added: 0, removed: 1 }] });
          },
          (invocation) => {
            open.push(...invocation.packet.contradictions);
            return proposal(invocation, halt("complete"));
          },
        ],
        "t.1.1": [say(made("x.txt"))],
        "t.1.2": [say(made("y.txt"))],
      }),
    });
    await it.carryOn();
    expect(rejections(it)).toEqual([]);
    expect(open).toMatchObject([
      { kind: "invariant", between: ["i1", expect.stringMatching(/^check-one-/)], status: "open" },
      { kind: "invariant", status: "settled" },
    ]);
    expect(rootOf(it).tasks.get("t")?.record.changes).toMatchObject([{ path: "x.txt", before: null }]);
  });
});
