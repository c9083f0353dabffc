import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TaskFile } from "../contracts/index.ts";
import type { Executors } from "../executors/index.ts";
import type { ExecutorSetup } from "../runtime/index.ts";
import { executorsWith } from "./executors.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-executors-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const executorsOf = (members: Partial<TaskFile>, setup: Partial<ExecutorSetup> = {}): Executors =>
  executorsWith({ environment: {}, countTokens: (text) => text.length, redact: (text) => text })({
    taskFile: {
      task: "t",
      objective: "Audit",
      requirements: [],
      budget: { context_tokens: 1, output_tokens: 1, maximum_children: 0, maximum_depth: 0 },
      ...members,
    },
    folder,
    trusted: true,
    atDesk: false,
    ...setup,
  });

const command = { kind: "command", command: ["agent"] } as const;
const model = { kind: "model", provider: "openai-compatible", model: "m", base_url: "http://localhost/v1" } as const;

describe("the executors of a task file", () => {
  it("are picked by its routes, and are local where it says nothing", () => {
    expect(executorsOf({}).of({ phase: "work", depth: 0 }).name).toBe("local");
    const routes = [{ executor: "smart", phase: "plan" }] as const;
    const executors = executorsOf({
      executor: "mine",
      executors: { mine: command, smart: model },
      routes: [...routes],
    });
    expect(executors.of({ phase: "plan", depth: 0 }).name).toBe("smart");
    expect(executors.of({ phase: "work", depth: 0 }).name).toBe("mine");
    expect(executors.of({ phase: "work", depth: 0 })).toBe(executors.of({ phase: "answer", depth: 3 }));
  });

  it("run and send nothing that nobody allowed", () => {
    for (const mine of [command, model]) {
      const members = { executor: "mine", executors: { mine } };
      expect(() => executorsOf(members, { trusted: false })).toThrow(/nobody allowed the executor "mine"/);
    }
    expect(() => executorsOf({ executors: { mine: command } }, { trusted: false })).not.toThrow();
  });

  it("are refused before anything begins where their settings cannot be used", () => {
    const rule = { extract: [{ paths: ["*"], pattern: "(", subject: "x", value: "y" }], agree: {} };
    const requirements = [{ id: "r", statement: "s", needs: "supported", local: rule }] as const;
    expect(() => executorsOf({ requirements: [...requirements] })).toThrow("pattern");
    const again = { kind: "replay", cassette: "none.jsonl" } as const;
    expect(() => executorsOf({ executor: "again", executors: { again } })).toThrow("none.jsonl cannot be read");
  });

  it("let people do work by handing it in, and call nobody", async () => {
    const one = { kind: "person" } as const;
    for (const executor of ["person", "one"]) {
      const person = executorsOf({ executor, executors: { one } }).of({ phase: "work", depth: 0 });
      expect([person.name, typeof person.handedIn]).toEqual([executor, "function"]);
      await expect(person.execute(undefined as never, undefined as never, undefined as never)).rejects.toThrow("inbox");
    }
  });

  it("are made only when they are needed at a desk", () => {
    const executors = executorsOf({ executor: "mine", executors: { mine: command } }, { trusted: false, atDesk: true });
    expect(() => executors.of({ phase: "verify", depth: 0 })).toThrow("nobody allowed");
  });

  it("are recorded where that was asked for", () => {
    const record = join(folder, "run.jsonl");
    executorsOf({}, { record });
    expect(readFileSync(record, "utf8")).toBe('{"cassette":1}\n');
  });
});

describe("two names", () => {
  const executors = executorsOf.bind(null, {
    executors: {
      a: model,
      sameModel: { ...model, temperature: 1 },
      otherModel: { ...model, model: "n" },
      otherHost: { ...model, base_url: "http://elsewhere/v1" },
      c: command,
      sameCommand: { ...command, timeout_ms: 5 },
      profile: { kind: "command", profile: "pi", model: "m" },
      sameProfile: { kind: "command", profile: "pi", model: "m", arguments: ["--more"] },
      otherProfile: { kind: "command", profile: "codex", model: "m" },
      tape: { kind: "replay", cassette: "x" },
      sameTape: { kind: "replay", cassette: "x" },
      one: { kind: "person" },
      other: { kind: "person" },
    },
  });
  it.each([
    ["a", "sameModel"],
    ["c", "sameCommand"],
    ["profile", "sameProfile"],
    ["tape", "sameTape"],
    ["one", "other"],
    ["local", "local"],
  ])("stand for the same worker: %s and %s", (name, other) => {
    expect(executors().isSame(name, other)).toBe(true);
  });
  it.each([
    ["a", "otherModel"],
    ["a", "otherHost"],
    ["a", "c"],
    ["profile", "otherProfile"],
    ["local", "one"],
  ])("stand for different workers: %s and %s", (name, other) => {
    expect(executors().isSame(name, other)).toBe(false);
  });
});
