/** Items of rollouts, on lines made for it. */
import { describe, expect, it } from "vitest";
import { newFolder, read, write } from "../reading.suite.ts";
import { at, calls, event, item, line, meta, outputs, says, threadId, tokens } from "./lines.suite.ts";

const ID = threadId(0);
const nameOf = (id: string): string => `sessions/2026/01/05/rollout-2026-01-05T10-00-00-${id}.jsonl`;
const readLines = (lines: readonly unknown[]): ReturnType<typeof read> => read(write(newFolder(), nameOf(ID), lines));

describe("items of rollouts", () => {
  it("are told apart by who wrote them", () => {
    const { items } = readLines([
      meta(0, ID, { base_instructions: { text: "You are an agent." } }),
      says(1, { developer: "permissions" }),
      says(2, { user: "<environment_context>\n</environment_context>" }),
      says(3, { user: "# AGENTS.md instructions for /p" }),
      says(4, { user: "please" }),
      says(
        5,
        { user: "of the client" },
        {
          internal_chat_message_metadata_passthrough: { content_item_kinds: ["environments.x"] },
        },
      ),
      says(6, { assistant: "sure" }),
      item(7, {
        type: "reasoning",
        summary: [{ type: "summary_text", text: "thinking" }],
        content: null,
        encrypted_content: "QUJDRA==",
      }),
    ]);
    expect(items.map(({ role, tool, kind, delivered }) => [role, tool, kind, delivered.slice(0, 12)])).toEqual([
      ["prompt", "system-prompt", "other", "You are an a"],
      ["notice", "developer", "other", "permissions"],
      ["notice", "environment", "other", "<environment"],
      ["notice", "environment", "other", "# AGENTS.md "],
      ["user", "user", "other", "please"],
      ["notice", "environment", "other", "of the clien"],
      ["proposal", "assistant", "provider", "sure"],
      ["proposal", "reasoning", "provider", "thinking"],
    ]);
    expect(items.at(-1)?.media).toEqual({ "encrypted-reasoning": 1 });
  });

  it("of a command have what it put out, what the model saw, and the client's own count", () => {
    const output =
      "Chunk ID: a\nWall time: 1.5000 seconds\nProcess exited with code 2\nOriginal token count: 5974\nOutput:\n1\n2…";
    const ended = {
      type: "CommandExecution",
      id: "call_1",
      command: ["/bin/bash", "-lc", "seq 1 5000"],
      aggregated_output: "1\n2\n3\n",
      exit_code: 2,
      duration: { secs: 1, nanos: 500_000_000 },
      parsed_cmd: [{ type: "unknown", cmd: "seq" }],
    };
    const { items } = readLines([
      meta(0, ID),
      calls(10, "call_1", { exec_command: { cmd: "seq 1 5000" } }),
      event(20, { type: "item_completed", item: ended }),
      outputs(1510, "call_1", output),
    ]);
    expect(items.map(({ role, tool, delivered }) => [role, tool, delivered])).toEqual([
      ["proposal", "assistant", 'exec_command {"cmd":"seq 1 5000"}'],
      ["evidence", "exec_command", output],
    ]);
    expect(items[1]).toMatchObject({
      kind: "shell",
      command: "seq 1 5000",
      produced: "1\n2\n3\n",
      producedTokens: 5974,
      durationUs: 1_500_000,
      isError: true,
    });
  });

  it("of a command that reads or searches have that kind, with path and pattern", () => {
    const cases = [
      [
        [{ type: "read", cmd: "cat a.txt", name: "a.txt", path: "src/a.txt" }],
        { kind: "read", path: "src/a.txt", pattern: null },
      ],
      [[{ type: "search", cmd: "rg x src", query: "x", path: "src" }], { kind: "search", path: "src", pattern: "x" }],
      [[{ type: "list_files", cmd: "ls src", path: "src" }], { kind: "search", path: "src", pattern: null }],
      [
        [
          { type: "list_files", path: "src" },
          { type: "unknown", cmd: "rm -r x" },
        ],
        { kind: "shell" },
      ],
      [[], { kind: "shell" }],
    ] as const;
    for (const [parsed, expected] of cases) {
      const ended = event(2, {
        type: "exec_command_end",
        call_id: "c",
        parsed_cmd: parsed,
        stdout: "o",
        stderr: "e",
        exit_code: 0,
      });
      const { items } = readLines([
        meta(0, ID),
        calls(1, "c", { shell: { command: ["bash", "-lc", "the command"] } }),
        ended,
        outputs(3, "c", "o"),
      ]);
      expect(items[1]).toMatchObject({ command: "the command", produced: "o\ne", ...expected });
    }
  });

  it("of the versions of 2025 have exit code and duration from the output's JSON", () => {
    const output = JSON.stringify({ output: "no\n", metadata: { exit_code: 1, duration_seconds: 0.25 } });
    const local = item(5, {
      type: "local_shell_call",
      call_id: "c2",
      status: "completed",
      action: { type: "exec", command: ["ls", "-l"] },
    });
    const { items } = readLines([
      meta(0, ID),
      calls(1, "c1", { shell: { command: ["ls"] } }),
      outputs(1, "c1", output),
      local,
      outputs(6, "c2", { content: "x", success: false }),
    ]);
    expect(items.filter(({ role }) => role === "evidence")).toMatchObject([
      { isError: true, durationUs: 250_000, delivered: output, command: "ls" },
      { isError: true, tool: "local_shell", command: "ls -l", delivered: "x" },
    ]);
  });

  it("of a running command that is asked for more have its command", () => {
    const { items } = readLines([
      meta(0, ID),
      calls(1, "c1", { exec_command: { cmd: "make all" } }),
      outputs(2, "c1", "Wall time: 1.0000 seconds\nProcess running with session ID 77\nOutput:\n"),
      calls(3, "c2", { write_stdin: { session_id: 77, chars: "" } }),
      outputs(4, "c2", "Wall time: 1.0000 seconds\nProcess exited with code 0\nOutput:\nbuilt"),
    ]);
    expect(items.at(-1)).toMatchObject({ tool: "write_stdin", kind: "shell", command: "make all", isError: false });
  });

  it("of other tools have their source", () => {
    const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch";
    const image = {
      type: "input_image",
      image_url: `data:image/png;base64,${Buffer.from("pixels").toString("base64")}`,
    };
    const mcp = {
      type: "McpToolCall",
      id: "c2",
      server: "gh",
      tool: "get",
      result: { content: [{ type: "text", text: "raw" }] },
    };
    const { items, problems } = readLines([
      meta(0, ID),
      item(1, { type: "custom_tool_call", name: "apply_patch", input: patch, call_id: "c1", status: "completed" }),
      item(2, { type: "custom_tool_call_output", call_id: "c1", output: "Success" }),
      item(3, { type: "function_call", namespace: "mcp__gh", name: "get", arguments: "{not json", call_id: "c2" }),
      event(4, { type: "item_completed", item: mcp }),
      outputs(5, "c2", [{ type: "input_text", text: "cut" }, image]),
      item(6, { type: "web_search_call", id: "ws_1", action: { type: "search", query: "codex" } }),
      item(7, { type: "tool_search_call", call_id: "c3", arguments: { query: "cron" } }),
      item(8, { type: "tool_search_output", call_id: "c3", tools: [{ name: "cron" }] }),
      item(9, { type: "image_generation_call", id: "ig_1", result: "QUJD", revised_prompt: "a cat" }),
      item(10, { type: "agent_message", content: [{ type: "input_text", text: "from another" }] }),
      item(11, { type: "additional_tools", tools: [{ name: "t" }] }),
      item(12, { type: "ghost_snapshot", ghost_commit: {} }),
    ]);
    expect(
      items
        .filter(({ role }) => role !== "proposal")
        .map(({ role, tool, kind, path, pattern, delivered }) => [role, tool, kind, path, pattern, delivered]),
    ).toEqual([
      ["evidence", "apply_patch", "other", "src/a.ts", null, "Success"],
      ["evidence", "mcp__gh__get", "provider", null, null, "cut"],
      ["evidence", "web_search", "provider", null, "codex", ""],
      ["evidence", "tool_search", "search", null, "cron", '[{"name":"cron"}]'],
      ["evidence", "image_generation", "provider", null, null, "a cat"],
      ["input", "agent_message", "other", null, null, "from another"],
      ["prompt", "tool-definitions", "other", null, null, '[{"name":"t"}]'],
    ]);
    expect(items.find(({ tool, role }) => tool === "mcp__gh__get" && role === "evidence")).toMatchObject({
      produced: "raw",
      media: { "image/png": 1 },
      mediaParts: [{ bytes: 6 }],
    });
    expect(items.find(({ tool }) => tool === "web_search")?.media).toEqual({ "not-recorded": 1 });
    expect(problems).toEqual([]);
  });

  it("have the compaction between them, with the summary and how full the context was", () => {
    const { items, compactions } = readLines([
      meta(0, ID),
      says(1, { user: "before" }),
      tokens(2, 9000, 9000),
      line(3, "compacted", {
        message: "the story so far",
        replacement_history: [{ type: "message", role: "user", content: [] }],
      }),
      event(4, { type: "context_compacted" }),
      item(5, { type: "compaction", id: "cmp_1", encrypted_content: "QUJDRA==" }),
    ]);
    expect(compactions).toMatchObject([{ tokensBefore: 9000, createdAt: at(3), provenance: { line: 4 } }]);
    expect(items.slice(1)).toMatchObject([
      { tool: "compact-summary", role: "proposal", delivered: "the story so far" },
      { tool: "compact-summary", delivered: "", media: { "encrypted-reasoning": 1 } },
    ]);
  });

  it("of a sub-agent belong to the session that started it", () => {
    const spawn = {
      subagent: { thread_spawn: { parent_thread_id: threadId(0, 9), depth: 1, agent_role: "explorer" } },
    };
    const { items } = readLines([meta(0, ID, { source: spawn }), says(1, { user: "look for it" })]);
    expect(items).toMatchObject([
      {
        role: "prompt",
        tool: "agent-prompt",
        scope: { session: threadId(0, 9), agent: ID, agentType: "explorer", project: "/home/dev/project" },
      },
    ]);
    const review = readLines([meta(0, ID, { source: { subagent: "review" } }), says(1, { assistant: "fine" })]);
    expect(review.items[0]?.scope).toMatchObject({ agent: ID, agentType: "review" });
  });

  it("of mid-2025 stand bare, behind a line about the session", () => {
    const lines = [
      { id: ID, timestamp: at(0), instructions: "Be good.", git: { branch: "main" } },
      { record_type: "state" },
      { type: "message", role: "user", content: [{ type: "input_text", text: "go" }] },
      { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "c1" },
      {
        type: "function_call_output",
        call_id: "c1",
        output: '{"output":"a\\n","metadata":{"exit_code":0,"duration_seconds":0.5}}',
      },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "done" }] },
    ];
    const { items, problems, outcome } = readLines(lines);
    expect(items.map(({ tool, delivered }) => [tool, delivered.slice(0, 9)])).toEqual([
      ["system-prompt", "Be good."],
      ["user", "go"],
      ["assistant", 'shell {"c'],
      ["shell", '{"output"'],
      ["assistant", "done"],
    ]);
    expect(items.every(({ createdAt, scope }) => createdAt === at(0) && scope.session === ID)).toBe(true);
    expect(items[3]).toMatchObject({ durationUs: 500_000, isError: false });
    expect(problems).toEqual([]);
    expect(outcome.importer).toBe("codex");
  });

  it("have their project from a later line about the session where the first one is damaged", () => {
    const cut = `{"timestamp":"${at(0)}","type":"session_meta","payl`;
    const path = write(
      newFolder(),
      nameOf(ID),
      `${cut}\n${[says(1, { user: "go" }), meta(2, ID), says(3, { user: "on" })].map((row) => JSON.stringify(row)).join("\n")}\n`,
    );
    expect(read(path).items.map(({ scope }) => [scope.session, scope.project])).toEqual([
      [ID, null],
      [ID, "/home/dev/project"],
    ]);
  });

  it("are kept where the first line is damaged: the file's name says the session", () => {
    const path = write(
      newFolder(),
      nameOf(ID),
      `{"timestamp":"${at(0)}","type":"session_meta","payl\n${JSON.stringify(says(1, { user: "go" }))}\n`,
    );
    const { items, problems } = read(path);
    expect(items).toMatchObject([{ delivered: "go", scope: { session: ID, project: null } }]);
    expect(problems).toMatchObject([{ code: "bad-line", line: 1, offset: 0 }]);
  });
});
