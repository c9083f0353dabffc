import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Diagnosis } from "../../runtime/index.ts";
import { applyPlan, diagnoseAgents, differenceOf, planInit } from "./index.ts";

/** Stands for the program: as an MCP server it says who it is, as a hook it lets the call go on. */
const PROGRAM = `
if (process.argv[2] === "mcp") console.log(JSON.stringify({ id: 1, result: { serverInfo: { name: "cairn" } } }));
process.stdin.resume().on("end", () => process.exit(0));
`;

let project = "";
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "cairn-prove-"));
  writeFileSync(join(project, "main.js"), PROGRAM);
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function init(): void {
  applyPlan(project, planInit(project, { agents: ["claude", "codex"], mainFile: join(project, "main.js") }));
}

const levels = (found: readonly Diagnosis[]): string[] => found.map(({ subject, level }) => `${subject}: ${level}`);
const saying = (found: readonly Diagnosis[], subject: string): string =>
  found.find((it) => it.subject === subject)?.message ?? "";

describe("proving what init wrote", () => {
  it("has nothing to say where init was not called", async () => {
    expect(await diagnoseAgents(project)).toEqual([]);
  });

  it("calls each piece, and leaves nothing behind", async () => {
    init();
    const fresh = await diagnoseAgents(project);
    expect(levels(fresh)).toEqual(["hook that records: ok", "hook that decides: ok", "MCP server in .mcp.json: ok"]);
    expect(saying(fresh, "hook that records")).toContain("no task was opened");
    writeFileSync(join(project, ".cairn", "cairn.db"), "");
    expect(saying(await diagnoseAgents(project), "hook that records")).toContain("an event was kept");
    expect(readdirSync(join(project, ".cairn", "spool"))).toEqual([]);
  });

  it("names each piece that does not fire, and why", async () => {
    init();
    writeFileSync(join(project, ".cairn", "cairn.db"), "");
    const hooks = join(project, ".cairn", "hooks");
    writeFileSync(join(hooks, "record.sh"), "cat >/dev/null; echo noise\n");
    writeFileSync(join(hooks, "decide.sh"), "cat >/dev/null; echo broken >&2; exit 1\n");
    writeFileSync(
      join(project, ".mcp.json"),
      JSON.stringify({ mcpServers: { cairn: { command: "no-such-program", args: [] } } }),
    );
    const broken = await diagnoseAgents(project);
    expect(broken.map(({ level }) => level)).toEqual(["problem", "problem", "problem"]);
    expect(saying(broken, "hook that records")).toContain("noise");
    expect(saying(broken, "hook that decides")).toContain("broken");
    expect(saying(broken, "MCP server in .mcp.json")).toContain("no-such-program");
    writeFileSync(join(hooks, "record.sh"), "cat >/dev/null\n");
    chmodSync(join(hooks, "record.sh"), 0o700);
    expect(saying(await diagnoseAgents(project), "hook that records")).toContain("kept nothing");
  });

  it("says which piece is gone", async () => {
    init();
    rmSync(join(project, ".cairn", "hooks"), { recursive: true });
    rmSync(join(project, ".mcp.json"));
    const gone = await diagnoseAgents(project);
    expect(levels(gone)).toEqual(["hook that records: problem", "hook that decides: problem"]);
    expect(gone.every(({ message }) => message.includes("call cairn init again"))).toBe(true);
  });
});

describe("a change, as it is shown", () => {
  it("is a unified difference, from nothing where the file is new and to nothing where it goes", () => {
    init();
    const before = readFileSync(join(project, ".mcp.json"), "utf8");
    expect(differenceOf({ path: "a", before: null, after: "x\n" })).toEqual(
      expect.arrayContaining(["--- /dev/null", "+x"]),
    );
    expect(differenceOf({ path: "a", before, after: null })).toEqual(expect.arrayContaining(["+++ /dev/null"]));
  });
});
