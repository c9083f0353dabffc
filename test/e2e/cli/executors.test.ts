/** Executors of a task file from the command line: commands, routes, recorded and done again. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openSqliteStore } from "../../../src/runtime/sqlite/index.ts";
import { makePlace } from "./place.ts";

const { root, store, workspace, on } = makePlace();

/** Reads a file with a tool, proposes what it says, and makes a mess in its folder. */
const AGENT = `
const lines = require("readline").createInterface({ input: process.stdin });
const say = (it) => process.stdout.write(JSON.stringify(it) + "\\n");
let asked;
lines.on("line", (line) => {
  const it = JSON.parse(line);
  if (it.cairn) { asked = it; require("fs").writeFileSync("a.txt", "mess"); return say({ tool: "read", id: 1, path: "a.txt" }); }
  say({ usage: { model: "m", input_tokens: 50, output_tokens: 5 } });
  const version = it.result.text.match(/version (\\d+)/)[1];
  const claim = { id: "c1", statement: "version = " + version, status: "supported", confidence: null, evidence_refs: ["ctx:" + it.result.seq + "#L1-L1"] };
  say({ proposal: { task_id: asked.packet.task_id, based_on: asked.based_on, transition: "HALT", claims: [claim],
    satisfies: [{ requirement: "known", claims: ["c1"] }], halt: { outcome: "complete", reason: "", summary: "seen" } } });
  lines.close();
});`;

const task = (name: string, members: object): string => {
  const path = join(root, name);
  const file = {
    task: "versions",
    objective: "Say which version it is",
    workspace: "files",
    requirements: [{ id: "known", statement: "The version is known", needs: "supported" }],
    budget: {
      context_tokens: 8000,
      output_tokens: 2000,
      maximum_children: 2,
      maximum_depth: 1,
      remaining_invocations: 3,
    },
    ...members,
  };
  writeFileSync(path, JSON.stringify(file));
  return path;
};
const smart = { kind: "command", command: [process.execPath, join(root, "agent.cjs")], protocol: "lines" };

const events = (): ReturnType<typeof readEvents> => readEvents();
function readEvents(): { kind: string; payload: Record<string, unknown> }[] {
  const opened = openSqliteStore(join(store, "cairn.db"), { mode: "read" });
  const [newest] = opened.runs();
  const all = [...opened.events(newest?.id ?? "")].map(({ kind, payload }) => ({ kind, payload: { ...payload } }));
  opened.close();
  return all;
}

beforeEach(() => {
  writeFileSync(join(root, "agent.cjs"), AGENT);
  writeFileSync(join(workspace, "a.txt"), "version 1\n");
});

describe("a command as executor", () => {
  it("is shown before it runs, does the work, and does not touch the workspace", async () => {
    const path = task("smart.json", { executor: "smart", executors: { smart } });
    const refused = await on(`run ${path}`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("executor smart: run ")]);
    const ran = await on(`run ${path} --trust`);
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("version = 1")]);
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("version 1\n");
    expect(events().find((event) => event.kind === "invocation-opened")?.payload).toMatchObject({ executor: "smart" });
    const usage = [{ model: "m", requests: 1, input_tokens: 50, output_tokens: 5 }];
    expect(events().find((event) => event.kind === "proposal-accepted")?.payload).toMatchObject({ usage });
  });

  it("that crashes is an incident: charged, told, and the run ends with its reason", async () => {
    writeFileSync(
      join(root, "agent.cjs"),
      'console.error("my token is ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"); process.exit(4);',
    );
    const ran = await on(`run ${task("crash.json", { executor: "smart", executors: { smart }, repairs: 1 })} --trust`);
    expect(ran.code).toBe(3);
    const failed = events().filter((event) => event.kind === "invocation-failed");
    expect(failed.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(failed)).toContain("exited with 4; at the end it said: my token is");
    expect(JSON.stringify(failed)).not.toContain("ghp_a1B2");
  });

  it("is refused where its name is not known, before there is a run", async () => {
    const ran = await on(`run ${task("none.json", { executor: "clever", executors: { smart } })}`);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('T-EXECUTOR no executor is named "clever"')]);
  });
});

describe("a run that was recorded", () => {
  const cassette = join(root, "run.jsonl");
  const again = { kind: "replay", cassette: "run.jsonl" };

  it("is done again from its cassette, without the command", async () => {
    const recorded = await on(
      `run ${task("record.json", { executor: "smart", executors: { smart } })} --trust --record run.jsonl`,
    );
    expect(recorded.code).toBe(0);
    expect(readFileSync(cassette, "utf8").trim().split("\n")).toHaveLength(2);
    writeFileSync(join(root, "agent.cjs"), "process.exit(1)");
    const replayed = await on(`run ${task("again.json", { executor: "again", executors: { again } })}`);
    expect([replayed.code, replayed.stdout]).toEqual([0, expect.stringContaining("version = 1")]);
  });

  it("gets no old answer where what it is asked, or what it read, has changed", async () => {
    const changed = { executor: "again", executors: { again }, objective: "Say which one it is", repairs: 0 };
    const asked = await on(`run ${task("changed.json", changed)}`);
    expect(asked.code).toBe(3);
    expect(JSON.stringify(events())).toContain("/root_objective was");
    writeFileSync(join(workspace, "a.txt"), "version 2\n");
    const read = await on(`run ${task("again.json", { executor: "again", executors: { again }, repairs: 0 })}`);
    expect(read.code).toBe(3);
    expect(JSON.stringify(events())).toContain("what the recorded answer rests on has changed: read");
  });

  it("is refused where the cassette is none, and no other file is written to", async () => {
    const none = await on(
      `run ${task("none.json", { executor: "x", executors: { x: { kind: "replay", cassette: "no" } } })}`,
    );
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("cannot be read")]);
    const own = join(root, "mine.txt");
    writeFileSync(own, "mine");
    const refused = await on(
      `run ${task("record.json", { executor: "smart", executors: { smart } })} --trust --record mine.txt`,
    );
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("is no cassette")]);
    expect([readFileSync(own, "utf8"), existsSync(cassette)]).toEqual(["mine", true]);
  });
});
