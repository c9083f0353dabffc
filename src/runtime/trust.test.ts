import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TaskFile } from "../contracts/index.ts";
import { TrustList, trustOf } from "./trust.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cairn-trust-"));
  vi.stubEnv("XDG_STATE_HOME", home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const task = (members: Partial<TaskFile>): TaskFile => ({
  task: "t",
  objective: "Audit",
  requirements: [],
  budget: { context_tokens: 1, output_tokens: 1, maximum_children: 0, maximum_depth: 0 },
  ...members,
});
const shown = (members: Partial<TaskFile>): string[] =>
  trustOf(task(members), "text").commands.map(({ name, action, command }) => `${name}: ${action} ${command.join(" ")}`);

describe("what a person has to allow", () => {
  test("are the commands of checks, of the tool run and of executors, with the variables that they get", () => {
    expect(
      shown({
        checks: { tests: { command: ["npm", "test"] }, same: { unchanged: ["*"] } },
        commands: { build: { command: ["make", "all"] } },
        executors: {
          mine: { kind: "command", command: ["python3", "a.py"], pass_env: ["MY_KEY"] },
          agent1: { kind: "command", profile: "claude", model: "opus", arguments: ["--verbose"] },
        },
      }),
    ).toEqual([
      "check tests: run npm test",
      "command build: run make all",
      "executor mine: run python3 a.py $MY_KEY",
      "executor agent1: run claude --model opus --verbose",
    ]);
  });

  test("are the services that files are sent to, with the key that they get", () => {
    expect(
      shown({
        executors: {
          near: { kind: "model", provider: "openai-compatible", model: "m", base_url: "http://x/v1", api_key_env: "K" },
          far: { kind: "model", provider: "anthropic", model: "opus" },
        },
      }),
    ).toEqual(["executor near: send to http://x/v1 m $K", "executor far: send to anthropic opus"]);
  });

  test("is nothing where only this program works", () => {
    const executors = { again: { kind: "replay", cassette: "x" }, somebody: { kind: "person" } } as const;
    expect(trustOf(task({ executors }), "text")).toEqual({ text: "text", commands: [], isTrusted: true });
  });

  test("was allowed for this very content, and for no other", () => {
    const file = task({ commands: { build: { command: ["make"] } } });
    expect(trustOf(file, "text").isTrusted).toBe(false);
    new TrustList().allow("text");
    expect([trustOf(file, "text").isTrusted, trustOf(file, "text ").isTrusted]).toEqual([true, false]);
  });
});
