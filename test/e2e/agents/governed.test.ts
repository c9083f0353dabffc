/**
 * Claude Code and Codex themselves, as `cairn init` sets them up, against a model server written by others: what they read
 * is in the ledger, they are sent back when they stop too early, and a task ends when the evidence is there. One that is not
 * on the PATH is passed over.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { LLMock } from "@copilotkit/aimock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqliteStore } from "../../../src/runtime/sqlite/index.ts";
import { ensureDist, run } from "../cli/built.ts";

const isInstalled = (name: string): boolean =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((folder) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false);

let root = "";
let project = "";
let mock: LLMock;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "cairn-governed-"));
  project = join(root, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}");
  writeFileSync(join(project, "a.txt"), "left-pad: MIT\n");
  mock = new LLMock({ port: 0 });
  await mock.start();
});
afterEach(async () => {
  await mock.stop();
  rmSync(root, { recursive: true, force: true });
});

const tool = (id: string, name: string, input: object): object => ({
  content: "Next.",
  toolCalls: [{ id, name, arguments: JSON.stringify(input) }],
});

/** The model reads, says that it is done, and does what it is sent back for. */
function script(at: { readonly run: string; readonly task: string }): void {
  mock.on({ predicate: () => true }, (request) => {
    const text = JSON.stringify(request);
    if (!text.includes("call_read")) return tool("call_read", "Read", { file_path: join(project, "a.txt") });
    if (!text.includes("is not satisfied (needs supported)")) return { content: "I am done: MIT." };
    if (!text.includes("call_get")) return tool("call_get", "mcp__cairn__packet_get", { run: at.run });
    if (text.includes("call_propose")) return { content: "Now it is done." };
    const seq = /ctx:(\d+), lines 1 to/.exec(text)?.[1] ?? "";
    const claims = [
      { id: "c1", statement: "left-pad = MIT", status: "supported", evidence_refs: [`ctx:${seq}#L1-L1`] },
    ];
    const proposal = {
      transition: "HALT",
      halt: { outcome: "complete", reason: "", summary: "MIT" },
      claims,
      satisfies: [{ requirement: "r1", claims: ["c1"] }],
    };
    return tool("call_propose", "mcp__cairn__packet_propose", { ...at, proposal });
  });
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
}

function start(command: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ended> {
  const env = { ...process.env, ...environment };
  const child = spawn(command, args, { cwd: project, env, stdio: ["ignore", "pipe", "ignore"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, out })));
}

function claude(prompt: string): Promise<Ended> {
  const args = ["-p", prompt, "--output-format", "stream-json", "--verbose", "--mcp-config", ".mcp.json"];
  const allowed = ["Read", "mcp__cairn__packet_get", "mcp__cairn__packet_propose"];
  const environment = { HOME: root, ANTHROPIC_BASE_URL: mock.url, ANTHROPIC_API_KEY: "none", IS_SANDBOX: "1" };
  return start("claude", [...args, "--allowedTools", ...allowed], environment);
}

function codex(prompt: string): Promise<Ended> {
  const home = join(root, "codex");
  mkdirSync(home);
  const provider = `name = "mock"\nbase_url = "${mock.url}/v1"\nwire_api = "responses"\nenv_key = "MOCK_KEY"\n`;
  const settings = [
    'model_provider = "mock"',
    'model = "m"',
    'sandbox_mode = "danger-full-access"',
    `[model_providers.mock]\n${provider}`,
    `[projects."${project}"]\ntrust_level = "trusted"\n`,
  ];
  writeFileSync(join(home, "config.toml"), settings.join("\n"));
  const args = ["exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", prompt];
  return start("codex", args, { CODEX_HOME: home, MOCK_KEY: "none" });
}

/** Sets up an agent and opens a task, as a person does. */
async function setUp(agent: string): Promise<{ readonly run: string; readonly task: string }> {
  ensureDist();
  expect(await run(["init", "--agent", agent, "--yes"], { cwd: project })).toMatchObject({ end: 0 });
  const asked = ["--objective", "Say the licence", "--requirement", "left-pad's licence is known"];
  const opened = await run(["open", ...asked, "--json"], { cwd: project });
  return JSON.parse(opened.stdout) as { run: string; task: string }; // as `open --json` prints it
}

describe("Claude Code, set up by cairn init", () => {
  it.skipIf(!isInstalled("claude"))(
    "is given its task, sent back when it stops too early, and ends it with evidence from its own tools",
    async () => {
      const at = await setUp("claude");
      script(at);
      const { code, out } = await claude("Say the licence of left-pad");
      expect(code).toBe(0);
      // The agent puts it into a system message amid the others, which the mock server does not hand on.
      expect(out.includes("This project has an open cairn task")).toBe(true);
      expect([out.includes("1 of 3 reminders"), out.includes("2 of 3 reminders")]).toEqual([true, false]);
      const status = await run(["status", at.run, "--json"], { cwd: project });
      expect(JSON.parse(status.stdout)).toMatchObject({ outcome: "complete" });
      expect((await run(["verify", at.run], { cwd: project })).end).toBe(0);
    },
    120_000,
  );
});

describe("Codex, set up by cairn init", () => {
  it.skipIf(!isInstalled("codex"))(
    "is given its task, sent back when it stops too early, and what it ran is evidence in the ledger",
    async () => {
      const at = await setUp("codex");
      const requests: string[] = [];
      mock.on({ predicate: () => true }, (request) => {
        const text = JSON.stringify(request);
        requests.push(text);
        return text.includes("call_read")
          ? { content: "I am done: MIT." }
          : tool("call_read", "exec_command", { cmd: "cat a.txt" });
      });
      const { code } = await codex("Say the licence of left-pad");
      expect(code).toBe(0);
      expect(requests.some((text) => text.includes("This project has an open cairn task"))).toBe(true);
      expect(requests.some((text) => text.includes("3 of 3 reminders"))).toBe(true);
      const store = openSqliteStore(join(project, ".cairn", "cairn.db"), { mode: "read" });
      const items = [...store.items(at.run)].map(({ role, tool, command }) => [role, tool, command]);
      store.close();
      expect(items).toEqual([
        ["notice", "codex:user-prompt", null],
        ["evidence", "codex:Bash", "cat a.txt"],
      ]);
    },
    120_000,
  );
});
