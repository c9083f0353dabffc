/** Agents by their profiles, played by stand-ins of the same names that print streams of the real form. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CommandExecutor } from "../../contracts/index.ts";
import type { Executor, ExecutorTools, Observed, Usage } from "../executor.ts";
import { claim, invocation, packet, toolsOf } from "../local/in-memory.suite.ts";
import { createCommandExecutor } from "./command-executor.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-agents-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An executor of a profile whose command is a stand-in: it notes how it was called and prints the lines. */
const standIn = (
  profile: NonNullable<CommandExecutor["profile"]>,
  lines: readonly unknown[],
  more: Partial<CommandExecutor> & { readonly end?: string } = {},
): Executor => {
  const { end = "", ...settings } = more;
  const script = join(folder, profile);
  writeFileSync(
    script,
    `#!${process.execPath}
let input = ""; process.stdin.on("data", (d) => input += d).on("end", () => {
  require("fs").writeFileSync("called.json", JSON.stringify({ arguments: process.argv.slice(2), input }));
  for (const line of ${JSON.stringify(lines)}) console.log(typeof line === "string" ? line : JSON.stringify(line));
  ${end}
});`,
  );
  chmodSync(script, 0o755);
  return createCommandExecutor({
    name: "agent",
    settings: { kind: "command", profile, ...settings },
    environment: { PATH: folder },
    countTokens: (text) => Math.ceil(text.length / 4),
  });
};

const called = (): { arguments: string[]; input: string } =>
  JSON.parse(readFileSync(join(folder, "called.json"), "utf8")) as { arguments: string[]; input: string };

interface Recorded {
  readonly tools: ExecutorTools;
  readonly observed: Observed[];
  readonly usages: Usage[];
}

/** Tools that keep what is observed: a read of `n` lines is item 100, 101, … */
const recording = (): Recorded => {
  const observed: Observed[] = [];
  const usages: Usage[] = [];
  const tools: ExecutorTools = {
    ...toolsOf({ files: { "a.txt": "one\ntwo\nthree\n" } }),
    observe: async (it) => ({ seq: 99 + observed.push(it) }),
    report: (it) => void usages.push(it),
    sourceOf: async (seq) => {
      const it = observed[seq - 100];
      if (it?.kind !== "read" || it.path === undefined) return null;
      const fromLine = it.fromLine ?? 1;
      return { path: it.path, fromLine, toLine: fromLine + it.text.trimEnd().split("\n").length - 1 };
    },
  };
  return { tools, observed, usages };
};

const proposal = {
  transition: "EXECUTE",
  claims: [{ id: "c1", evidence_refs: ["file:a.txt#L2-L3", "file:a.txt#L1"] }],
};
const said = JSON.stringify(proposal);

const piRead = (path: string, text: string, offset: number): unknown[] => [
  { type: "tool_execution_start", toolCallId: "1", toolName: "read", args: { path, offset } },
  {
    type: "tool_execution_end",
    toolCallId: "1",
    toolName: "read",
    result: { content: [{ type: "text", text }] },
    isError: false,
  },
];
const piSaid = (text: string, more: object = {}): unknown => ({
  type: "message_end",
  message: {
    role: "assistant",
    model: "m",
    content: [{ type: "text", text }],
    usage: { input: 9, output: 3 },
    ...more,
  },
});

describe("an installed agent", () => {
  const execute = (executor: Executor, { tools }: Recorded): Promise<unknown> =>
    executor.execute(invocation(packet(), { workspace: folder }), tools, new AbortController().signal);

  test("gets the prompt, is observed, and its claims cite what it really saw", async () => {
    const it = recording();
    const lines = [...piRead(join(folder, "a.txt"), "two\nthree\n", 2), piSaid(said)];
    expect(await execute(standIn("pi", lines), it)).toEqual({
      transition: "EXECUTE",
      claims: [{ id: "c1", evidence_refs: ["ctx:100#L2-L3", "ctx:10#L1-L1"] }],
    });
    expect(it.observed).toEqual([{ kind: "read", tool: "pi:read", text: "two\nthree\n", path: "a.txt", fromLine: 2 }]);
    expect(it.usages).toEqual([{ model: "m", inputTokens: 9, outputTokens: 3, cachedInputTokens: 0 }]);
    expect(called().input).toContain("file:<path>#L<first>-L<last>");
    expect(called().input).toContain("Audit");
  });

  test.each([
    [
      "claude",
      { type: "result", is_error: false, result: said },
      ["-p", "--output-format", "stream-json", "--verbose"],
    ],
    ["codex", { type: "item.completed", item: { type: "agent_message", text: said } }, ["exec", "--json"]],
    ["gemini", { type: "message", role: "assistant", content: said }, ["--output-format", "stream-json"]],
    ["pi", piSaid(said), ["-p", "--mode", "json"]],
  ] as const)("%s is called to look only, with its model and more arguments", async (profile, line, first) => {
    const it = recording();
    const executor = standIn(profile, ["a warning that is no JSON", line], { model: "big", arguments: ["--more"] });
    expect(await execute(executor, it)).toMatchObject({ transition: "EXECUTE" });
    const words = called().arguments;
    expect(words.slice(0, first.length)).toEqual(first);
    expect(words.join(" ")).toContain("--model big");
    expect(words).toContain("--more");
    expect(words.join(" ")).not.toMatch(/bypass|yolo|write|danger|edit/);
  });

  test.each([
    ["claude", { type: "result", is_error: false, result: said }, "--allowedTools Read,Grep,Glob,Edit,Write"],
    ["codex", { type: "item.completed", item: { type: "agent_message", text: said } }, "--sandbox workspace-write"],
    ["gemini", { type: "message", role: "assistant", content: said }, "--approval-mode auto_edit"],
    ["pi", piSaid(said), "--tools read,grep,find,ls,edit,write"],
  ] as const)("%s may edit its private copy where the task file says so, and no more", async (profile, line, words) => {
    const executor = standIn(profile, [line], { edits: true });
    expect(executor.proposesByEditing).toBe(true);
    await execute(executor, recording());
    expect(called().arguments.join(" ")).toContain(words);
    expect(called().arguments.join(" ")).not.toMatch(/bypass|yolo|danger|full/);
    expect(called().input).toContain("What you changed is proposed with your answer");
  });

  test.each([
    ["gave up", [piSaid("", { stopReason: "error", errorMessage: "overloaded" })], "", /gave up: overloaded/],
    [
      "gave up and failed",
      [{ type: "turn.failed", error: { message: "no credit" } }],
      "process.exitCode = 1",
      /exited with 1/,
    ],
    ["said nothing", [{ type: "agent_start" }], 'console.error("no key")', /said nothing; .*no key/s],
    ["crashed", [piSaid(said)], "process.exitCode = 3", /exited with 3/],
  ])("that %s is an incident, and what it cost is told", async (_, ...[lines, end, message]) => {
    const it = recording();
    await expect(execute(standIn("pi", lines, { end }), it)).rejects.toThrow(message);
    expect(it.usages).toHaveLength(lines.some((line) => JSON.stringify(line).includes("usage")) ? 1 : 0);
  });

  test("that says two proposals is not guessed at", async () => {
    const two = `{"transition":"HALT"} or rather ${said}`;
    await expect(execute(standIn("pi", [piSaid(two)]), recording())).rejects.toThrow("exactly one is wanted");
  });

  test("verifies with fresh eyes: it is told where to look, not who claims it", async () => {
    const it = recording();
    await it.tools.observe({ kind: "read", tool: "read", text: "one\n", path: "a.txt", fromLine: 1 });
    const line = piSaid(`{"results":[{"claim":"c1","confirmed":true,"reason":"line 1 says so"}]}`);
    const verdicts = await standIn("pi", [line]).verify?.(
      [claim("c1", "it says one", ["ctx:100#L1-L1"])],
      it.tools,
      new AbortController().signal,
      { objective: "Audit", requirements: {}, workspace: folder },
    );
    expect(verdicts).toEqual([{ claim: "c1", confirmed: true, reason: "line 1 says so" }]);
    expect(called().input).toContain("file:a.txt#L1-L1");
    expect(called().input).not.toContain("agent");
  });
});
