/**
 * The local executor on the real engine and the real workspace: what it finds, what it never says, and what it costs.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TaskFile } from "../../src/contracts/index.ts";
import { RuntimeFailure } from "../../src/errors.ts";
import { documented, noTodo, oneVersion, runIn, statements, taskOf, type Requirement } from "./audit.ts";
import { simulate } from "./simulated-run.ts";
import type { SimulatedRun, SimulationOptions } from "./simulation.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cairn-local-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), content);
}

const run = (task: TaskFile, options: SimulationOptions = {}): Promise<SimulatedRun> => runIn(root, task, options);

describe("one invocation", () => {
  test("what agrees, is documented and holds nothing forbidden is complete, with evidence", async () => {
    put("a.conf", "alpha 1|2\nbeta 3\n");
    put("sub/b.conf", "alpha 2\n");
    put("notes.md", "`alpha` and `beta`\n");
    const it = await run(taskOf([oneVersion, documented, noTodo]));
    expect([it.outcome, it.reasons, it.invocations]).toEqual(["complete", [], 1]);
    expect(statements(it)).toEqual(
      expect.arrayContaining(["version of alpha = 2", "version of beta = 3", "found for documented: name beta"]),
    );
  });

  test("differing values, missing subjects and forbidden matches are claims, and the reasons of an incomplete end", async () => {
    put("a.conf", "alpha 1\nbeta 3\n# TODO later\n");
    put("b.conf", "alpha 2\n");
    put("notes.md", "`alpha`\n");
    const it = await run(taskOf([oneVersion, documented, noTodo]));
    expect(it.outcome).toBe("incomplete");
    expect(it.packet.contradictions).toMatchObject([{ kind: "claim", status: "open" }]);
    expect(statements(it)).toEqual(
      expect.arrayContaining([
        "missing for documented: name beta",
        'forbidden by no-todo: "a.conf" line 3: "TODO later"',
      ]),
    );
    expect(it.reasons.join("\n")).toContain("version of alpha = 1 / version of alpha = 2");
  });

  test("values that only differ by their alternatives are raised by name", async () => {
    put("a.conf", "alpha 1|2\n");
    put("b.conf", "alpha 3|4\n");
    const it = await run(taskOf([oneVersion]));
    expect(it.outcome).toBe("incomplete");
    expect(it.packet.contradictions).toMatchObject([{ id: "differ-1", status: "open" }]);
  });

  test("a rule whose paths name no file is not satisfied by having nothing to read", async () => {
    put("readme.txt", "x");
    const it = await run(taskOf([noTodo]));
    expect(it.outcome).toBe("incomplete");
    expect(it.reasons.join()).toContain("no file");
  });

  test("what has no rule is said and never claimed", async () => {
    put("a.conf", "alpha 1\n");
    const it = await run(taskOf([oneVersion, { id: "taste", statement: "It is nice", needs: "supported" }]));
    expect(it.packet.coverage.satisfied).toEqual(["versions"]);
    expect(it.reasons.join()).toContain("taste: the local executor has no rule for it");
  });

  test("requirements that need a check get it", async () => {
    put("a.conf", "alpha 1\n");
    const checked: Requirement = { id: "clean", statement: "No beta", needs: "check", check: "no-beta" };
    const checks = { "no-beta": { absent: { paths: ["**"], pattern: "beta" } } };
    expect((await run(taskOf([oneVersion, checked], {}, { checks }))).outcome).toBe("complete");
    put("b.conf", "beta 1\n");
    const it = await simulate(taskOf([oneVersion, checked], {}, { checks }), root);
    expect([it.outcome, it.packet.coverage.satisfied]).toEqual(["incomplete", ["versions"]]);
  });
});

describe("what could not be read", () => {
  test("is named, and keeps a requirement from being satisfied", async () => {
    put("a.conf", "alpha 1\n");
    put("big.conf", "");
    truncateSync(join(root, "big.conf"), 5 * 1024 * 1024);
    execFileSync("mkfifo", [join(root, "pipe.conf")]);
    symlinkSync("/etc/hostname", join(root, "out.conf"));
    const it = await run(taskOf([oneVersion]));
    expect(it.outcome).toBe("incomplete");
    expect(statements(it)).toEqual(
      expect.arrayContaining([
        'not read: "big.conf" (too-large)',
        'not read: "pipe.conf" (fifo)',
        'not read: "out.conf" (link-outside)',
      ]),
    );
  });

  test("matters only to the rules whose files it may hide", async () => {
    put("a.conf", "alpha 1\n");
    put("notes.md", "fine\n");
    execFileSync("mkfifo", [join(root, "pipe.md")]);
    expect((await run(taskOf([oneVersion, noTodo]))).packet.coverage).toMatchObject({
      satisfied: ["versions"],
      unsatisfied: ["no-todo"],
    });
  });

  test("binary files are passed over, and said to be", async () => {
    put("a.conf", "alpha 1\n");
    put("b.conf", new Uint8Array([0, 1, 2]));
    const it = await run(taskOf([oneVersion]));
    expect([it.outcome, it.summary]).toEqual(["complete", expect.stringContaining("1 of them binary")]);
  });

  test("is not lost between the parts of a split", async () => {
    for (let at = 0; at < 30; at++) put(`d${at}/x.conf`, `name${at} 1\n${"# filler\n".repeat(200)}`);
    mkdirSync(join(root, "d15a"));
    symlinkSync(tmpdir(), join(root, "d15a", "elsewhere"));
    const it = await run(taskOf([{ ...noTodo, local: { forbid: { paths: ["**/*.conf"], pattern: "TODO" } } }]));
    expect(it.outcome).toBe("incomplete");
    expect(statements(it)).toContain('not read: "d15a/elsewhere" (link-outside)');
  });
});

describe("more than one invocation", () => {
  function fill(count: number): void {
    for (let at = 0; at < count; at++) {
      put(`p${at}/a.conf`, `name${at} 1\n${`# ${"filler ".repeat(12)}\n`.repeat(20)}`);
      put(`p${at}/notes.md`, `\`name${(at * 7) % count}\`\n`);
    }
  }

  test("what does not fit is split, and what differs or is missing across parts is found", async () => {
    fill(60);
    put("p3/b.conf", "name55 2\nlonely 1\n");
    const it = await run(taskOf([oneVersion, documented, noTodo]));
    expect(it.events.filter((event) => event.kind === "task-opened").length).toBeGreaterThan(5);
    expect(it.packet.coverage.satisfied).toContain("no-todo");
    expect(it.packet.contradictions.map((one) => one["status"])).toContain("open");
    expect(statements(it)).toEqual(
      expect.arrayContaining(["missing for documented: name lonely", "version of name55 = 1", "version of name55 = 2"]),
    );
    expect(it.reasons.join()).toContain("missing (1): name lonely");
  });

  test("a large workspace in order is complete, and every file was read", async () => {
    fill(80);
    const it = await run(taskOf([oneVersion, documented, noTodo]));
    expect([it.outcome, it.reasons]).toEqual(["complete", []]);
    const read = new Set(it.items.flatMap((item) => (item.path === null ? [] : [item.path])));
    expect(read.size).toBe(160);
  });

  test("where it may not split it reads on from invocation to invocation, and ends complete", async () => {
    fill(25);
    const it = await run(taskOf([oneVersion, noTodo], { maximum_depth: 0, context_tokens: 9000 }));
    expect([it.outcome, it.reasons]).toEqual(["complete", []]);
    expect(it.invocations).toBeGreaterThan(2);
  });

  test("where invocations run out it says what it did not read, and claims nothing about it", async () => {
    fill(60);
    const it = await run(taskOf([oneVersion, noTodo], { remaining_invocations: 3 }));
    expect([it.outcome, it.packet.coverage.satisfied]).toEqual(["incomplete", []]);
    expect(it.reasons.join()).toMatch(/not read yet: "p\d+\/\w/);
  });

  test("one file larger than an invocation is read in pieces, without losing what stands on a border", async () => {
    const lines = Array.from({ length: 1500 }, (_, at) =>
      at % 50 === 0 ? `word${at} ${at}` : `# ${"filler ".repeat(8)}`,
    );
    put("long.conf", `${lines.join("\n")}\n`);
    const it = await run(taskOf([oneVersion]));
    expect(it.outcome).toBe("complete");
    const found = statements(it).filter((statement) => statement.startsWith("version of word"));
    expect(found).toHaveLength(30);
  });

  test("the same invocations on the same files give the same events", async () => {
    fill(40);
    const task = taskOf([oneVersion, documented, noTodo]);
    expect((await run(task)).events).toEqual((await run(task)).events);
  });

  test("what is missing is told even where a deep part ends incomplete for another reason", async () => {
    fill(71);
    put("p40/b.conf", "lonely 1\n# TODO\n");
    const it = await run(taskOf([documented, noTodo], { maximum_children: 3 }));
    expect(it.events.some((event) => event.task.split(".").length > 2)).toBe(true);
    expect(it.reasons.join()).toContain("missing (1): name lonely");
    expect(it.reasons.join()).toContain('"p40/b.conf" line 2');
  });

  test("little may be proposed at once: fewer parts, more invocations, the same findings", async () => {
    fill(40);
    put("p3/b.conf", "name5 2\n");
    const it = await run(taskOf([oneVersion, documented, noTodo], { output_tokens: 900, remaining_invocations: 900 }));
    expect(it.packet.coverage.satisfied).toEqual(expect.arrayContaining(["documented", "no-todo"]));
    expect(it.reasons.join()).toContain("name5");
  });

  test("findings that do not fit together are judged in shares of their subjects", async () => {
    for (let part = 0; part < 30; part++) {
      const lines = Array.from({ length: 8 }, (_, at) => `name${part}x${at} 1\n# ${"filler ".repeat(20)}`);
      put(`p${part}/a.conf`, `${lines.join("\n")}\n`);
    }
    put("z/a.conf", "name3x4 2\n");
    const task = taskOf([oneVersion], { context_tokens: 5000, remaining_invocations: 900 });
    const it = await run(task);
    expect(it.events.some((event) => event.kind === "task-opened" && event.payload.key === "together-1")).toBe(true);
    expect(it.reasons.join()).toContain("version of name3x4 = 1 / version of name3x4 = 2");
    const flat = await run(
      taskOf([oneVersion], { context_tokens: 5000, maximum_depth: 1, remaining_invocations: 900 }),
    );
    expect(flat.outcome).toBe("incomplete");
  });

  test("files in one folder are cut when they do not fit together", async () => {
    for (let at = 0; at < 40; at++) put(`all/${at}.conf`, `name${at} 1\n${"# filler filler filler\n".repeat(60)}`);
    const it = await run(taskOf([oneVersion]));
    expect(it.outcome).toBe("complete");
    expect(it.events.some((event) => event.kind === "task-opened")).toBe(true);
  });

  test("a rule without files is found out before the work is split", async () => {
    fill(60);
    const it = await run(
      taskOf([oneVersion, { ...noTodo, local: { forbid: { paths: ["**/*.nothing"], pattern: "x" } } }]),
    );
    expect(it.packet.coverage.satisfied).toContain("versions");
    expect(it.packet.coverage.unsatisfied).toEqual(["no-todo"]);
    expect(it.reasons.join()).toContain("no file of the workspace");
  });
});

describe("verification", () => {
  const verified = (it: Requirement): Requirement => ({ ...it, needs: "verified" });

  test("claims are read again before a requirement rests on them", async () => {
    put("a.conf", "alpha 1\n");
    put("notes.md", "`alpha`\n");
    const it = await run(taskOf([verified(oneVersion), verified(documented), verified(noTodo)]));
    expect([it.outcome, it.reasons]).toEqual(["complete", []]);
    expect(it.packet.claims.every((claim) => claim.status === "verified")).toBe(true);
  });

  test("over many parts too", async () => {
    for (let at = 0; at < 40; at++) put(`p${at}/a.conf`, `name${at} 1\n${"# filler filler\n".repeat(60)}`);
    const it = await run(taskOf([verified(oneVersion)]));
    expect([it.outcome, it.reasons]).toEqual(["complete", []]);
  });

  test("what the file no longer says is not confirmed", async () => {
    put("a.conf", "alpha 1\n");
    const it = await run(taskOf([verified(oneVersion)]), {
      wrap: (executor) => ({
        ...executor,
        verify: async (...asked) => {
          put("a.conf", "alpha 2\n");
          return (await executor.verify?.(...asked)) ?? [];
        },
      }),
    });
    expect([it.outcome, it.packet.coverage.satisfied]).toEqual(["incomplete", []]);
    expect(it.reasons.join()).toContain("not verified");
  });
});

describe("trouble", () => {
  test("an invocation that fails is made again and loses nothing", async () => {
    for (let at = 0; at < 40; at++) put(`p${at}/a.conf`, `name${at} 1\n${"# filler filler\n".repeat(60)}`);
    let calls = 0;
    const it = await run(taskOf([oneVersion, noTodo]), {
      wrap: (executor) => ({
        ...executor,
        execute: async (invocation, tools, signal) => {
          calls += 1;
          if (calls % 4 === 2) throw new RuntimeFailure("executor-failed", "planned");
          return executor.execute(invocation, tools, signal);
        },
      }),
    });
    expect([it.outcome, it.reasons]).toEqual(["complete", []]);
  });

  test("files that vanish while they are read are named", async () => {
    put("a.conf", "alpha 1\n");
    put("b.conf", "beta 1\n");
    const it = await run(taskOf([oneVersion]), {
      wrap: (executor) => ({
        ...executor,
        execute: (invocation, tools, signal) =>
          executor.execute(
            invocation,
            {
              ...tools,
              survey: async (request) => {
                const survey = await tools.survey(request);
                rmSync(join(root, "b.conf"), { force: true });
                return survey;
              },
            },
            signal,
          ),
      }),
    });
    expect(it.outcome).toBe("incomplete");
    expect(it.reasons.join()).toContain('not read: "b.conf" (missing)');
  });
});
