/**
 * Claude Code itself, as `cairn init` sets it up, against a model server written by others: what it read is in the ledger,
 * it is sent back when it stops too early, and its task ends when the evidence is there. Passed over where it is not
 * installed.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { LLMock } from "@copilotkit/aimock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureDist, run } from "../cli/built.ts";

const isInstalled = (process.env["PATH"] ?? "")
  .split(delimiter)
  .some((folder) => statSync(join(folder, "claude"), { throwIfNoEntry: false })?.isFile() ?? false);

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

function claude(prompt: string): Promise<{ readonly code: number | null; readonly out: string }> {
  const args = ["-p", prompt, "--output-format", "stream-json", "--verbose", "--mcp-config", ".mcp.json"];
  const allowed = ["Read", "mcp__cairn__packet_get", "mcp__cairn__packet_propose"];
  const child = spawn("claude", [...args, "--allowedTools", ...allowed], {
    cwd: project,
    env: { ...process.env, HOME: root, ANTHROPIC_BASE_URL: mock.url, ANTHROPIC_API_KEY: "none", IS_SANDBOX: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, out })));
}

describe("Claude Code, set up by cairn init", () => {
  it.skipIf(!isInstalled)(
    "is given its task, sent back when it stops too early, and ends it with evidence from its own tools",
    async () => {
      ensureDist();
      expect(await run(["init", "--agent", "claude", "--yes"], { cwd: project })).toMatchObject({ end: 0 });
      const opened = await run(
        ["open", "--objective", "Say the licence", "--requirement", "left-pad's licence is known", "--json"],
        { cwd: project },
      );
      const at = JSON.parse(opened.stdout) as { run: string; task: string };
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
