/**
 * Agents that are really installed, against a model server written by others: each is run by its profile and carries a
 * run to its end. One that is not on the PATH is passed over; `src/executors/command/agents.test.ts` plays it.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { LLMock } from "@copilotkit/aimock";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cairn } from "../../../src/cli/fake-io.suite.ts";
import { openSqliteStore } from "../../../src/runtime/sqlite/index.ts";

const isInstalled = (name: string): boolean =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((folder) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false);

let root: string;
let mock: LLMock;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "cairn-real-agents-"));
  vi.stubEnv("XDG_STATE_HOME", join(root, "state"));
  mkdirSync(join(root, "files"));
  writeFileSync(join(root, "files", "a.txt"), "left-pad: MIT\nis-odd: MIT\n");
  mock = new LLMock({ port: 0 });
  await mock.start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await mock.stop();
  rmSync(root, { recursive: true, force: true });
});

/** The model reads the file with the agent's own tool, and then proposes. */
const script = (tool: string, input: object): void => {
  mock.on(
    { predicate: (request) => !/call_read|functionResponse|left-pad: MIT/.test(JSON.stringify(request)) },
    { content: "I look.", toolCalls: [{ id: "call_read", name: tool, arguments: JSON.stringify(input) }] },
  );
  mock.on({ predicate: () => true }, (request) => {
    const basedOn = /based_on\W+([0-9a-f]{64})/.exec(JSON.stringify(request))?.[1] ?? "";
    const claims = [
      {
        id: "c1",
        statement: "left-pad = MIT",
        status: "supported",
        confidence: null,
        evidence_refs: ["file:a.txt#L1-L1"],
      },
    ];
    const content = {
      task_id: "t",
      based_on: basedOn,
      transition: "HALT",
      claims,
      satisfies: [{ requirement: "r1", claims: ["c1"] }],
      halt: { outcome: "complete", reason: "", summary: "left-pad is MIT" },
    };
    return { content: JSON.stringify(content) };
  });
};

const run = async (settings: object): Promise<{ code: number; result: Record<string, unknown>; stderr: string }> => {
  const task = join(root, "task.json");
  writeFileSync(
    task,
    JSON.stringify({
      task: "t",
      objective: "Say which licence left-pad has",
      workspace: "files",
      requirements: [{ id: "r1", statement: "left-pad's licence is known", needs: "supported" }],
      budget: {
        context_tokens: 12_000,
        output_tokens: 2000,
        maximum_children: 2,
        maximum_depth: 1,
        remaining_invocations: 4,
      },
      executor: "installed",
      executors: { installed: { kind: "command", timeout_ms: 60_000, ...settings } },
    }),
  );
  const ran = await cairn(["run", task, "--trust", "--json", "--store", join(root, "store")], { folder: root });
  if (ran.stdout === "") throw new Error(ran.stderr);
  return { code: ran.code, stderr: ran.stderr, result: JSON.parse(ran.stdout) as Record<string, unknown> };
};

/** What the run recorded of the agent's own tools, and what it says that it cost. */
const recorded = (): { readonly observed: readonly string[]; readonly inputTokens: number } => {
  const store = openSqliteStore(join(root, "store", "cairn.db"), { mode: "read" });
  const [summary] = store.runs();
  const id = summary?.id ?? "";
  const observed = [...store.items(id)].filter((item) => !item.tool.startsWith("cairn:"));
  const accepted = [...store.events(id)].flatMap((event) =>
    event.kind === "proposal-accepted" ? [event.payload] : [],
  );
  store.close();
  return {
    observed: observed.map((item) => `${item.kind} ${item.tool}`),
    inputTokens: accepted.flatMap((it) => it.usage ?? []).reduce((sum, it) => sum + it.input_tokens, 0),
  };
};

describe("a run whose executor is an installed agent", () => {
  it.skipIf(!isInstalled("pi"))("is carried to its end by pi, and rests on the file that it read", async () => {
    const home = join(root, "pi");
    mkdirSync(home);
    const provider = { baseUrl: `${mock.url}/v1`, api: "openai-completions", apiKey: "none", models: [{ id: "m" }] };
    writeFileSync(join(home, "models.json"), JSON.stringify({ providers: { mock: provider } }));
    vi.stubEnv("PI_CODING_AGENT_DIR", home);
    script("read", { path: "a.txt" });
    const { code, result, stderr } = await run({ profile: "pi", model: "mock/m", arguments: ["--offline"] });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(result).toMatchObject({ outcome: "complete" });
    expect(JSON.stringify(result["findings"])).toContain("a.txt");
    expect(recorded().observed).toContain("read pi:read");
    expect(recorded().inputTokens).toBeGreaterThan(100);
  });

  it.skipIf(!isInstalled("claude"))("is carried to its end by claude, and rests on the file that it read", async () => {
    vi.stubEnv("HOME", root);
    vi.stubEnv("ANTHROPIC_BASE_URL", mock.url);
    vi.stubEnv("ANTHROPIC_API_KEY", "none");
    script("Read", { file_path: "a.txt" });
    const { code, result } = await run({ profile: "claude", pass_env: ["ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"] });
    expect([code, result["reasons"]]).toEqual([0, []]);
    expect(result).toMatchObject({ outcome: "complete" });
    expect(recorded().observed).toContain("read claude:Read");
  });

  it.skipIf(!isInstalled("gemini"))("is carried to its end by gemini, and rests on the file that it read", async () => {
    const auth = { selectedType: "gemini-api-key" };
    mkdirSync(join(root, ".gemini"));
    writeFileSync(join(root, ".gemini", "settings.json"), JSON.stringify({ security: { auth } }));
    vi.stubEnv("HOME", root);
    vi.stubEnv("GOOGLE_GEMINI_BASE_URL", mock.url);
    vi.stubEnv("GEMINI_API_KEY", "none");
    script("read_file", { file_path: "a.txt" });
    const pass_env = ["GOOGLE_GEMINI_BASE_URL", "GEMINI_API_KEY"];
    const { code, result } = await run({ profile: "gemini", model: "gemini-2.5-flash", pass_env });
    expect([code, result["reasons"]]).toEqual([0, []]);
    expect(result).toMatchObject({ outcome: "complete" });
    expect(recorded().observed).toContain("other gemini:read_file");
    expect(recorded().observed).toContain("read read");
  });

  it.skipIf(!isInstalled("codex"))("is carried to its end by codex, and rests on the file that it read", async () => {
    const home = join(root, "codex");
    mkdirSync(home);
    const provider = `name = "mock"\nbase_url = "${mock.url}/v1"\nwire_api = "responses"\nenv_key = "MOCK_KEY"\n`;
    writeFileSync(
      join(home, "config.toml"),
      `model_provider = "mock"\nmodel = "m"\n[model_providers.mock]\n${provider}`,
    );
    vi.stubEnv("CODEX_HOME", home);
    vi.stubEnv("MOCK_KEY", "none");
    script("exec_command", { cmd: "cat a.txt" });
    const { code, result } = await run({ profile: "codex", pass_env: ["MOCK_KEY"] });
    expect([code, result["reasons"]]).toEqual([0, []]);
    expect(result).toMatchObject({ outcome: "complete" });
    expect(recorded().observed).toContain("shell codex:exec");
  });
});
