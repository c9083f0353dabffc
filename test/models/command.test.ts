/** The public command with a model: a task file, a key in the environment, a server on loopback. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ensureDist, run, type Ended } from "../e2e/cli/built.ts";
import {
  calls,
  KEY,
  shownItems,
  startMockModel,
  STYLES,
  textOf,
  type MockModel,
  type Reply,
  type Request,
} from "./mock-model.ts";

vi.setConfig({ testTimeout: 120_000 });

let mock: MockModel;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-models-"));
  mock = await startMockModel();
  ensureDist();
}, 180_000);
afterAll(async () => {
  await mock.stop();
  rmSync(folder, { recursive: true, force: true });
});

function taskFile(provider: string): string {
  return `task: licences
objective: Say which licence each package has
workspace: files
requirements:
  - { id: r1, statement: The licences of a and b are known, needs: supported }
budget: { context_tokens: 16000, output_tokens: 2000, maximum_children: 4, maximum_depth: 2, remaining_invocations: 20 }
executor: clever
executors:
  clever: { kind: model, provider: ${provider}, model: mock-1, base_url: "${mock.url}/v1", api_key_env: MOCK_KEY }
`;
}

const propose = (proposal: object): Reply => calls(["propose", proposal]);

/** Splits by file; each child searches, reads and cites; the whole halts complete. */
function script(request: Request): Reply {
  const text = textOf(request);
  const child = /task \(licences\.(\d);/.exec(text)?.[1];
  const name = child === "1" ? "a" : "b";
  if (child === undefined && text.includes("phase BEGINNING")) return propose(splitByFile);
  if (child === undefined)
    return propose({ transition: "HALT", halt: { outcome: "complete", reason: "", summary: "Both are MIT" } });
  const results = request.messages.filter((it) => it.role === "tool").length;
  if (results === 0) return calls(["search", { pattern: "licence", paths: [`${name}.txt`] }]);
  if (results === 1) return calls(["read", { path: `${name}.txt`, from_line: 2, to_line: 2 }]);
  return propose({
    transition: "HALT",
    halt: { outcome: "complete", reason: "", summary: `${name} is MIT` },
    claims: [
      {
        id: "c",
        statement: `licence of ${name} = MIT`,
        status: "supported",
        evidence_refs: [`ctx:${shownItems(request).at(-1)}#L2-L2`],
      },
    ],
    satisfies: [{ requirement: `r1/${name}`, claims: ["c"] }],
  });
}

const splitByFile = {
  transition: "SPLIT",
  split: {
    keep: [],
    refine: [
      {
        requirement: "r1",
        into: ["a", "b"].map((it) => ({ id: `r1/${it}`, statement: `Licence of ${it}`, needs: "supported" })),
      },
    ],
    children: ["a", "b"].map((key) => ({
      key,
      objective: `Read ${key}.txt`,
      requires: [`r1/${key}`],
      depends_on: [],
      share: { invocations: 3 },
    })),
  },
};

interface Project {
  readonly root: string;
  cairn(line: string, environment?: NodeJS.ProcessEnv): Promise<Ended>;
}

function project(name: string, text: string): Project {
  const root = join(folder, name);
  mkdirSync(join(root, "files"), { recursive: true });
  writeFileSync(join(root, "files", "a.txt"), "package a\nlicence: MIT\n");
  writeFileSync(join(root, "files", "b.txt"), "package b\nlicence: MIT\n");
  writeFileSync(join(root, "task.yaml"), text);
  const usual = { XDG_STATE_HOME: join(root, "state"), MOCK_KEY: KEY };
  return { root, cairn: (line, environment = usual) => run(line.split(" "), { cwd: root, environment }) };
}

describe("cairn run with a model", () => {
  test.each(STYLES)(
    "by %s reads, splits, resolves and halts complete, and keeps the key to itself",
    async (provider) => {
      mock.play([script]);
      const it = project(provider, taskFile(provider));
      const ended = await it.cairn("run task.yaml --trust --json");
      expect(ended.stderr).not.toContain(KEY);
      expect(ended.end).toBe(0);
      const result = JSON.parse(ended.stdout) as { outcome: string; claims?: unknown }; // printed by --json
      expect(result.outcome).toBe("complete");
      expect(ended.stdout).toContain("licence of a = MIT");
      expect((await it.cairn("verify last")).end).toBe(0);
      expect((await it.cairn("replay last")).end).toBe(0);
      for (const path of filesBelow(it.root)) expect(readFileSync(path).includes(KEY)).toBe(false);
    },
  );

  test("refuses to send anything before a person allowed it, and without the key that the task file names", async () => {
    mock.play([script]);
    const it = project("refused", taskFile("openai-compatible"));
    expect((await it.cairn("run task.yaml")).end).toBe(2);
    const state = { XDG_STATE_HOME: join(it.root, "state"), MOCK_KEY: "" };
    const ended = await it.cairn("run task.yaml --trust", state);
    expect(ended.end).toBe(2);
    expect(ended.stderr).toContain("MOCK_KEY");
    expect(mock.requests).toHaveLength(0);
  });

  test("ends incomplete, with the reason, where the server never answers", async () => {
    mock.play([{ reply: { error: { message: "no such model" }, status: 404 } }]);
    const text = taskFile("openai-chat").replace("remaining_invocations: 20", "remaining_invocations: 2");
    const it = project("absent", text);
    const ended = await it.cairn("run task.yaml --trust");
    expect(ended.end).toBe(3);
    expect(ended.stdout).toContain("the model mock-1 (openai-chat) has no such model or address (HTTP 404)");
    expect((await it.cairn("log last")).stdout).toContain("HTTP 404");
  });
});

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile());
}
