/** Runs that change files, and the commands that put their changes into the workspace and take them out again. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../../src/contracts/index.ts";
import { halt, proposal, type Harness, type Script } from "../../../src/runtime/harness.suite.ts";
import { makePlace } from "./place.ts";

const { on, root, scripted } = makePlace();
type Body = Readonly<Record<string, unknown>>;

const LINES = ["one\n", "two\n", "three\n", "four\n", "five\n"];
const text = LINES.join("");
const lines = (at: number, line: string): string => LINES.with(at, `${line}\n`).join("");

const delta = (path: string, before: string | null, after: string | null): Body => ({
  id: `d-${path}`,
  path,
  op: before === null ? "create" : after === null ? "delete" : "modify",
  before: before === null ? null : sha256Hex(before),
  after: after === null ? null : sha256Hex(after),
  status: "proposed",
  added: 0,
  removed: 0,
});
const changes = (...all: readonly (readonly [path: string, before: string | null, after: string | null])[]): Body => ({
  artifact_deltas: all.map((it) => delta(...it)),
  contents: all.flatMap(([, , after]) => (after === null ? [] : [{ text: after }])),
});

/** Both children change a.txt, each another line; one adds a file, one removes one. */
function twoChildren(second: Body): Script {
  return (it) => {
    const task = it.packet.task_id;
    if (task === "t.1")
      return proposal(it, {
        ...changes(["a.txt", text, lines(0, "first")], ["new.txt", null, "n\n"]),
        ...halt("complete"),
      });
    if (task === "t.2") return proposal(it, { ...second, ...halt("complete") });
    if (it.packet.phase !== "BEGINNING") return proposal(it, halt("incomplete", "nothing more to do"));
    const child = { requires: [], depends_on: [], share: { invocations: 3 } };
    const children = ["x", "y"].map((key) => ({ key, objective: key, ...child }));
    return proposal(it, { transition: "SPLIT", split: { children, keep: ["r1"] } });
  };
}

const TASK = {
  requirements: [{ id: "r1", statement: "a.txt begins and ends well", needs: "check", check: "ends" }],
  checks: { ends: { command: ["sh", "-c", 'grep -q first "$CAIRN_WORKSPACE/a.txt" && grep -q last a.txt'] } },
};
const CLEAN = changes(["a.txt", text, lines(4, "last")], ["gone.txt", "x\n", null]);

/** A run over three files; only what the harness wrote is there before. */
async function run(script: Script, task: Body = TASK): Promise<Harness> {
  return scripted(script, task, { "a.txt": text, "gone.txt": "x\n", "b.txt": "b\n" });
}
const read = (it: Harness, path: string): string | null => {
  const file = join(it.workspace, path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
};
const all = (it: Harness): (string | null)[] => ["a.txt", "new.txt", "gone.txt", "b.txt"].map((path) => read(it, path));
const OLD = [text, null, "x\n", "b\n"];
const NEW = [lines(0, "first").replace("five", "last"), "n\n", null, "b\n"];

describe("a run whose children change files", () => {
  it("ends complete in its own view; changes shows what, apply puts it in, --revert takes it out", async () => {
    const it = await run(twoChildren(CLEAN));
    expect((await on(`result ${it.run}`)).code).toBe(0);
    expect(all(it)).toEqual(OLD);

    const shown = await on(`changes ${it.run} --diff`);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/^3 files in .*\nM a\.txt {2}\+2 -2\nD gone\.txt {2}\+0 -1\nA new\.txt {2}\+1 -0\n/);
    expect(shown.stdout).toContain("-one\n+first\n");
    expect(shown.stdout).toContain("--- /dev/null\n+++ b/new.txt\n");

    const dry = await on(`apply ${it.run} --dry-run --json`);
    expect(dry.code).toBe(0);
    expect(JSON.parse(dry.stdout)).toMatchObject({
      applied: false,
      files: [{ op: "modify" }, { op: "delete" }, { op: "create" }],
    });
    expect(all(it)).toEqual(OLD);

    const applied = await on(`apply ${it.run}`);
    expect(applied).toMatchObject({ code: 0, stdout: expect.stringMatching(/^applied 3 files of /) });
    expect(all(it)).toEqual(NEW);
    expect(await on(`apply ${it.run}`)).toMatchObject({ code: 0, stdout: expect.stringContaining("nothing to apply") });
    expect((await on(`changes ${it.run}`)).stdout).toContain("they are in the workspace");

    expect(await on(`apply ${it.run} --revert`)).toMatchObject({ code: 0 });
    expect(all(it)).toEqual(OLD);
    expect(await on(`apply ${it.run} --revert`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("not in the tree"),
    });
    expect((await on(`verify ${it.run}`)).code).toBe(0);
  });

  it("is refused where the tree has changed underneath, with the paths, and nothing is touched", async () => {
    const it = await run(twoChildren(CLEAN));
    writeFileSync(join(it.workspace, "a.txt"), "mine\n");
    const was = all(it);
    const dry = await on(`apply ${it.run} --dry-run`);
    expect(dry).toMatchObject({ code: 1, stdout: expect.stringContaining("a.txt: it was changed meanwhile") });
    const { code, stderr } = await on(`apply ${it.run}`);
    expect(code).toBe(1);
    expect(stderr).toContain("nothing was changed:\n  a.txt: it was changed meanwhile\n");
    expect(all(it)).toEqual(was);

    writeFileSync(join(it.workspace, "a.txt"), text);
    await on(`apply ${it.run}`);
    writeFileSync(join(it.workspace, "new.txt"), "mine\n");
    const back = await on(`apply ${it.run} --revert --json`);
    expect(back.code).toBe(1);
    expect(JSON.parse(back.stdout)).toMatchObject({ done: false, refused: [{ path: "new.txt" }] });
    expect(all(it)).toEqual([NEW[0], "mine\n", null, "b\n"]);
  });

  it("in conflict ends incomplete: the hunks are named, and only --incomplete applies the rest", async () => {
    const it = await run(twoChildren(changes(["a.txt", text, lines(0, "other")], ["gone.txt", "x\n", null])));
    const { code, stdout } = await on(`result ${it.run} --json`);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ contradictions: [{ kind: "artifact", status: "open" }] });
    const shown = await on(`changes ${it.run}`);
    expect(shown.stdout).toMatch(/not merged: t\.1\/d-a\.txt \(a\.txt\)\nnot merged: t\.2\/d-a\.txt \(a\.txt\)\n/);
    expect((await on(`show ${it.run} t`)).stdout).toContain("line 1");
    expect(await on(`apply ${it.run}`)).toMatchObject({ code: 1, stderr: expect.stringContaining("ended incomplete") });
    expect(all(it)).toEqual(OLD);
    expect((await on(`apply ${it.run} --incomplete`)).code).toBe(0);
    expect(all(it)).toEqual([text, "n\n", null, "b\n"]);
  });

  it("says what does not make sense", async () => {
    const it = await run((invocation) => proposal(invocation, halt("incomplete", "no")));
    expect((await on(`apply ${it.run} --dry-run --revert`)).code).toBe(2);
    expect((await on(`changes ${it.run}`)).stdout).toContain("nothing was changed");
    expect((await on("apply nobody")).code).toBe(2);
  });
});

/** A program of a user: it edits a file in its folder, and says that it is done. */
const AGENT = `
import { readFileSync, writeFileSync } from "node:fs";
const { packet, based_on, workspace } = JSON.parse(readFileSync(0, "utf8"));
writeFileSync(workspace + "/a.txt", "edited\\n");
console.log(JSON.stringify({ task_id: packet.task_id, based_on, transition: "HALT",
  satisfies: [{ requirement: "r1", claims: [] }], halt: { outcome: "complete", reason: "", summary: "edited" } }));
`;

describe("a program that edits files", () => {
  it("changes the workspace only by apply, whatever it wrote where it ran", async () => {
    const folder = join(root, "program");
    mkdirSync(join(folder, "files"), { recursive: true });
    writeFileSync(join(folder, "files/a.txt"), "old\n");
    writeFileSync(join(folder, "agent.mjs"), AGENT);
    const task = {
      task: "edit",
      objective: "a.txt is edited",
      workspace: "files",
      requirements: [{ id: "r1", statement: "a.txt is edited", needs: "check", check: "edited" }],
      checks: { edited: { match: { paths: ["a.txt"], pattern: "edited" } } },
      budget: {
        context_tokens: 8000,
        output_tokens: 2000,
        maximum_children: 2,
        maximum_depth: 1,
        remaining_invocations: 5,
      },
      executors: { mine: { kind: "command", command: ["node", join(folder, "agent.mjs")], edits: true } },
      executor: "mine",
    };
    writeFileSync(join(folder, "task.json"), JSON.stringify(task));
    const ran = await on(`run ${join(folder, "task.json")} --trust`);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/cairn changes \S+ +which files it changed/);
    expect(readFileSync(join(folder, "files/a.txt"), "utf8")).toBe("old\n");
    expect((await on("apply last")).code).toBe(0);
    expect(readFileSync(join(folder, "files/a.txt"), "utf8")).toBe("edited\n");
  });
});
