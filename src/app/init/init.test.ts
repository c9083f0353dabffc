import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RuntimeFailure } from "../../errors.ts";
import { applyPlan, findAgents, planInit, planRemoval } from "./index.ts";

let project = "";
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "cairn-init-"));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}
const get = (path: string): string => readFileSync(join(project, path), "utf8");
const ALL = { agents: ["claude", "codex", "gemini"] as const, mainFile: "/opt/cairn/main.js" };

function init(): void {
  applyPlan(project, planInit(project, ALL));
}

/** Everything in the project, path → text. */
function everything(): Record<string, string> {
  const paths = readdirSync(project, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => statSync(join(project, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, get(path)]));
}

const CLAUDE = `{
    // what the team agreed on
    "permissions": { "allow": ["Bash(npm test)"] },
    "hooks": {
        "Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ]
    }
}
`;
const CODEX = 'model = "gpt-5"   # ours\n\n[mcp_servers.other]\ncommand = "x"';

describe("init", () => {
  it("keeps what users have, comments included, and adds hooks and server", () => {
    put(".claude/settings.json", CLAUDE);
    put(".codex/config.toml", CODEX);
    init();
    const settings = get(".claude/settings.json");
    expect(settings).toContain("// what the team agreed on");
    const stop = JSON.parse(settings.replace(/^\s*\/\/.*$/m, "")) as { hooks: { Stop: unknown[] } };
    expect(stop.hooks.Stop[0]).toEqual({ hooks: [{ type: "command", command: "say done" }] });
    expect(stop.hooks.Stop).toHaveLength(2);
    expect(settings).toContain('decide.sh\\" stop claude');
    expect(get(".codex/config.toml").startsWith(CODEX)).toBe(true);
    expect(get(".codex/config.toml")).toContain("[mcp_servers.cairn]");
    expect(JSON.parse(get(".mcp.json"))).toMatchObject({
      mcpServers: { cairn: { args: ["/opt/cairn/main.js", "mcp", "--agent", "claude"] } },
    });
  });

  it("has nothing to do the second time", () => {
    put(".claude/settings.json", CLAUDE);
    init();
    expect(planInit(project, ALL).changes).toEqual([]);
  });

  it("replaces its own settings of another place, once", () => {
    init();
    const moved = { ...ALL, mainFile: "/elsewhere/main.js" };
    applyPlan(project, planInit(project, moved));
    expect(planInit(project, moved).changes).toEqual([]);
    expect(get(".codex/config.toml").match(/mcp_servers\.cairn/g)).toHaveLength(1);
    expect(get(".mcp.json")).not.toContain("/opt/");
  });

  it("is taken back byte for byte, with the files and folders that it made", () => {
    put(".claude/settings.json", CLAUDE.replaceAll("\n", "\r\n"));
    put(".codex/config.toml", CODEX);
    put("src/a.ts", "a");
    const before = everything();
    init();
    expect(everything()).not.toEqual(before);
    applyPlan(project, planRemoval(project));
    const { ".cairn/.gitignore": ignored, ...after } = everything();
    expect(after).toEqual(before);
    expect(ignored).toBe("*\n");
    expect(existsSync(join(project, ".gemini"))).toBe(false);
  });

  it("takes only what is its own out of files that were touched since", () => {
    put(".claude/settings.json", CLAUDE);
    init();
    put(".claude/settings.json", get(".claude/settings.json").replace("npm test", "npm run all"));
    put(".mcp.json", get(".mcp.json").replace('"mcpServers": {', '"mcpServers": {\n    "mine": { "command": "y" },'));
    applyPlan(project, planRemoval(project));
    expect(get(".claude/settings.json")).toContain("npm run all");
    expect(get(".claude/settings.json")).toContain("say done");
    expect(get(".claude/settings.json")).not.toContain(".cairn");
    expect(JSON.parse(get(".mcp.json"))).toEqual({ mcpServers: { mine: { command: "y" } } });
  });

  it("keeps what the first call found through a second one", () => {
    put(".claude/settings.json", CLAUDE);
    init();
    applyPlan(project, planInit(project, { ...ALL, mainFile: "/elsewhere/main.js" }));
    applyPlan(project, planRemoval(project));
    expect(get(".claude/settings.json")).toBe(CLAUDE);
  });

  it("refuses settings that are no JSON object, and changes nothing", () => {
    put(".claude/settings.json", "{ broken");
    expect(() => planInit(project, ALL)).toThrow(RuntimeFailure);
    expect(everything()).toEqual({ ".claude/settings.json": "{ broken" });
  });

  it("finds agents by their traces and by their commands", () => {
    expect(findAgents(project, "")).toEqual([]);
    put("GEMINI.md", "");
    put("bin/codex", "");
    expect(findAgents(project, join(project, "bin"))).toEqual(["codex", "gemini"]);
  });

  it("cannot be taken back where it was not called", () => {
    expect(() => planRemoval(project)).toThrow(/was not called/);
  });
});

describe("the script that records", () => {
  const record = (input: string): string =>
    execFileSync("sh", [join(project, ".cairn/hooks/record.sh")], { input, encoding: "utf8" });

  it("keeps each event in a private file of its own, and prints nothing", () => {
    init();
    put(".cairn/cairn.db", "");
    expect([record('{"a":1}'), record('{"a":2}')]).toEqual(["", ""]);
    const names = readdirSync(join(project, ".cairn/spool"));
    expect(names.map((name) => get(join(".cairn/spool", name))).toSorted()).toEqual(['{"a":1}', '{"a":2}']);
    expect(names.every((name) => name.endsWith(".json"))).toBe(true);
    expect(statSync(join(project, ".cairn/spool", names[0] ?? "")).mode & 0o777).toBe(0o600);
  });

  it("keeps nothing where there is no task, and never fails", () => {
    init();
    expect(record("{}")).toBe("");
    expect(existsSync(join(project, ".cairn/spool"))).toBe(false);
  });
});
