import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureDist, run, type Ended } from "./built.ts";

let project = "";
beforeAll(() => ensureDist(), 120_000);
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "cairn-agents-"));
  writeFileSync(join(project, "package.json"), "{}");
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const cairn = (...argv: readonly string[]): Promise<Ended> => run(argv, { cwd: project });

describe("cairn init on the command line", () => {
  it("shows what it would change, changes nothing without being told to, and takes everything back", async () => {
    const shown = await cairn("init", "--agent", "claude,codex", "--dry-run");
    expect(shown).toMatchObject({ end: 0 });
    expect(shown.stderr).toContain("+++ .mcp.json");
    expect(existsSync(join(project, ".mcp.json"))).toBe(false);
    const unasked = await cairn("init", "--agent", "claude");
    expect(unasked).toMatchObject({ end: 2 });
    expect(unasked.stderr).toContain("--yes");
    expect((await cairn("init", "--agent", "claude,codex", "--yes")).end).toBe(0);
    expect((await cairn("init", "--agent", "claude,codex", "--yes")).stdout).toContain("nothing to do");
    expect((await cairn("init", "--remove", "--yes")).end).toBe(0);
    expect([".mcp.json", ".claude", ".codex"].filter((path) => existsSync(join(project, path)))).toEqual([]);
  });

  it("says which agents there are where none is found or one is unknown", async () => {
    expect((await cairn("init", "--agent", "hal", "--yes")).stderr).toContain("claude, codex, gemini");
  });
});

describe("cairn doctor in a project with agents", () => {
  it("calls each installed piece, and names the one that does not fire", async () => {
    await cairn("init", "--agent", "claude", "--yes");
    const fresh = await cairn("doctor");
    expect(fresh.end).toBe(0);
    expect(fresh.stdout).toMatch(/MCP server in \.mcp\.json +answers/);
    expect(existsSync(join(project, ".cairn", "cairn.db"))).toBe(false);
    await cairn("open", "--objective", "Do it", "--requirement", "It is done");
    expect((await cairn("doctor")).stdout).toMatch(/hook that records +fires/);
    rmSync(join(project, ".cairn", "hooks", "decide.sh"));
    const broken = await cairn("doctor");
    expect(broken.end).toBe(1);
    expect(broken.stdout).toMatch(/hook that decides +.*decide\.sh is not there/);
  });
});

describe("cairn open on the command line", () => {
  it("opens a task that agents find, from words or from a task file that is for agents", async () => {
    const opened = await cairn("open", "--objective", "Do it", "--requirement", "It is done", "--json");
    const { run: id } = JSON.parse(opened.stdout) as { run: string }; // as `open --json` prints it
    expect((await cairn("status", id)).stdout).toContain("Do it");
    const task = {
      task: "t",
      objective: "By file",
      requirements: [],
      budget: { context_tokens: 9000, output_tokens: 900, maximum_children: 2, maximum_depth: 2 },
    };
    writeFileSync(join(project, "task.json"), JSON.stringify(task));
    expect((await cairn("open", "task.json")).stderr).toContain("executor: agent");
    writeFileSync(join(project, "task.json"), JSON.stringify({ ...task, executor: "agent" }));
    expect((await cairn("open", "task.json")).end).toBe(0);
  });

  it("refuses a task that nothing would keep from ending, and a worker on one that is for agents", async () => {
    expect((await cairn("open", "--objective", "Do it")).stderr).toContain("--requirement");
    const opened = await cairn("open", "--objective", "Do it", "--requirement", "It is done", "--json");
    const { run: id } = JSON.parse(opened.stdout) as { run: string }; // as above
    const resumed = await cairn("resume", id);
    expect(resumed.end).toBe(2);
    expect(resumed.stderr).toContain("cairn mcp");
  });
});
