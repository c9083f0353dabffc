/** What is promised of rollouts, on lines made for it. Numbers: reports of users of other tools. */
import { describe, expect, it } from "vitest";
import {
  at,
  calls,
  event,
  item,
  line,
  meta,
  outputs,
  says,
  threadId,
  tokens,
  turn,
  type Members,
} from "./codex/lines.suite.ts";
import { newFolder, read, readAll, sum, write } from "./reading.suite.ts";

const ID = threadId(0);
const nameOf = (id: string): string => `sessions/2026/01/05/rollout-2026-01-05T10-00-00-${id}.jsonl`;
const readLines = (lines: readonly unknown[]): ReturnType<typeof read> => read(write(newFolder(), nameOf(ID), lines));

describe("usage of rollouts", () => {
  it("counts a running total only where it changed, and an event may have none", () => {
    const { usage } = readLines([meta(0, ID), tokens(1, 100), tokens(2, 100), tokens(3, null), tokens(4, 180)]);
    expect(sum(usage, "inputTokens")).toBe(180);
    expect(usage.map(({ inputTokens }) => inputTokens)).toEqual([100, 80]);
  });

  it("adds up to the last total, also where the last response's count disagrees", () => {
    const { usage } = readLines([
      meta(0, ID),
      tokens(1, 100, 100),
      tokens(2, 100, 100),
      tokens(3, 250, 90),
      tokens(4, 300, 50),
    ]);
    expect(sum(usage, "inputTokens")).toBe(300);
  });

  it("takes the last response where totals begin anew, or in the middle", () => {
    const { usage } = readLines([meta(0, ID), tokens(1, 5000, 70), tokens(2, 30, 30), tokens(3, 50, 20)]);
    expect(usage.map(({ inputTokens }) => inputTokens)).toEqual([70, 30, 20]);
  });

  it("excludes from the input what was cached, and keeps reasoning within the output", () => {
    const counts = {
      input_tokens: 1000,
      cached_input_tokens: 600,
      cache_write_input_tokens: 100,
      output_tokens: 50,
      reasoning_output_tokens: 20,
    };
    const { usage } = readLines([
      meta(0, ID),
      turn(1, "t"),
      event(2, { type: "token_count", info: { total_token_usage: counts } }),
    ]);
    expect(usage).toMatchObject([
      {
        inputTokens: 300,
        cacheReadTokens: 600,
        cacheWriteTokens: 100,
        outputTokens: 50,
        reasoningTokens: 20,
        model: "gpt-5.3-codex",
        createdAt: at(2),
      },
    ]);
  });

  it("is never less than nothing", () => {
    const counts = { input_tokens: 10, cached_input_tokens: 600, output_tokens: 5 };
    const { usage } = readLines([meta(0, ID), event(2, { type: "token_count", info: { total_token_usage: counts } })]);
    expect(usage).toMatchObject([{ inputTokens: 0, cacheReadTokens: 600 }]);
  });

  it("is that of the usage records where there are some, each response once", () => {
    const record = (ms: number, id: string, input: number, total: number): Members => {
      const counts = (count: number): Members => ({ input_tokens: count, output_tokens: 1, total_tokens: count + 1 });
      return line(ms, "token_usage_record", {
        thread_id: ID,
        response_id: id,
        usage: counts(input),
        thread_token_usage: counts(total),
      });
    };
    const { usage } = readLines([
      meta(0, ID),
      record(1, "resp_0", 100, 100),
      tokens(2, 100),
      record(3, "resp_1", 50, 150),
      record(3, "resp_1", 50, 150),
      tokens(4, 150),
      tokens(5, 150),
    ]);
    expect(usage.map(({ inputTokens, provenance }) => [inputTokens, provenance.messageId])).toEqual([
      [100, "resp_0"],
      [50, "resp_1"],
    ]);
  });
});

describe("forked rollouts", () => {
  const PARENT = threadId(0);
  const CHILD = threadId(60_000, 2);
  const parentLines = [
    meta(0, PARENT),
    says(1, "user", "go"),
    tokens(2, 100),
    says(3, "assistant", "done"),
    tokens(4, 250),
  ];
  const copied = (ms: number): Members[] => parentLines.map((old) => ({ ...old, timestamp: at(ms) }));
  const childMeta = meta(60_000, CHILD, { forked_from_id: PARENT });
  const own = [says(90_000, "user", "and now"), tokens(90_001, 400)];

  it("count only what they add (1371, 1370)", () => {
    const folder = newFolder();
    const parent = write(folder, nameOf(PARENT), parentLines);
    const child = write(folder, nameOf(CHILD), [childMeta, ...copied(60_000), ...own]);
    expect(sum(read(child).usage, "inputTokens")).toBe(150);
    const { usage, items } = readAll([parent, child]);
    expect(sum(usage, "inputTokens")).toBe(400);
    expect(items.map(({ delivered }) => delivered)).toEqual(["go", "done", "and now"]);
  });

  it("are told from their parent's lines by what these say, also where all has one time", () => {
    const folder = newFolder();
    write(folder, nameOf(PARENT), parentLines);
    const child = write(folder, nameOf(CHILD), [
      childMeta,
      tokens(60_000, 100),
      tokens(60_000, 250),
      tokens(60_000, 400),
    ]);
    expect(sum(read(child).usage, "inputTokens")).toBe(150);
  });

  it("are told so also with times between the copies, in another folder or in the archive", () => {
    for (const place of [
      nameOf(PARENT),
      nameOf(PARENT).replace("2026/01/05", "2025/12/31"),
      nameOf(PARENT).replace("sessions/2026/01/05", "archived_sessions"),
    ]) {
      const folder = newFolder();
      write(folder, place, parentLines);
      const child = write(folder, nameOf(CHILD), [
        childMeta,
        tokens(65_000, 100),
        tokens(70_000, 250),
        tokens(90_000, 400),
      ]);
      expect(sum(read(child).usage, "inputTokens")).toBe(150);
    }
  });

  it("do not lose a response that equals one that the parent made after the fork", () => {
    const folder = newFolder();
    write(folder, nameOf(PARENT), [...parentLines, tokens(70_000, 400)]);
    const child = write(folder, nameOf(CHILD), [childMeta, ...copied(60_000), ...own]);
    expect(sum(read(child).usage, "inputTokens")).toBe(150);
  });

  it("are told by time where the parent is gone, which is said once", () => {
    const child = write(newFolder(), nameOf(CHILD), [childMeta, ...copied(60_900), ...copied(61_100), ...own]);
    const { usage, items, problems } = read(child);
    expect(sum(usage, "inputTokens")).toBe(150);
    expect(items.map(({ delivered }) => delivered)).toEqual(["and now"]);
    expect(problems).toMatchObject([{ code: "missing-file" }]);
    expect(problems[0]?.message).toContain(PARENT);
  });

  it("are told by time where copies kept theirs", () => {
    const child = write(newFolder(), nameOf(CHILD), [childMeta, ...parentLines, ...own]);
    expect(sum(read(child).usage, "inputTokens")).toBe(150);
  });

  it("are told by the ids of turns, which hold their time", () => {
    const oldTurn = turn(60_000, threadId(1, 7));
    const newTurn = turn(60_001, threadId(60_001, 8));
    const child = write(newFolder(), nameOf(CHILD), [
      childMeta,
      oldTurn,
      ...copied(60_000),
      newTurn,
      says(60_002, "user", "and now"),
      tokens(60_003, 400),
    ]);
    const { usage, items } = read(child);
    expect(sum(usage, "inputTokens")).toBe(150);
    expect(items.map(({ delivered }) => delivered)).toEqual(["and now"]);
  });

  it("keep their own identity behind the copied line about the parent", () => {
    const child = write(newFolder(), nameOf(CHILD), [childMeta, ...copied(60_000), ...own]);
    expect(read(child).items.at(-1)?.scope.session).toBe(CHILD);
  });

  it("join an output with a call that was copied", () => {
    const call = calls(5, "call_1", "exec_command", { cmd: "ls" });
    const lines = [
      childMeta,
      ...copied(60_000),
      { ...call, timestamp: at(60_000) },
      outputs(90_000, "call_1", "files"),
    ];
    expect(read(write(newFolder(), nameOf(CHILD), lines)).items).toMatchObject([
      { tool: "exec_command", command: "ls", delivered: "files" },
    ]);
  });
});

describe("items of rollouts", () => {
  it("are told apart by who wrote them", () => {
    const { items } = readLines([
      meta(0, ID, { base_instructions: { text: "You are an agent." } }),
      says(1, "developer", "permissions"),
      says(2, "user", "<environment_context>\n</environment_context>"),
      says(3, "user", "# AGENTS.md instructions for /p"),
      says(4, "user", "please"),
      says(5, "user", "of the client", {
        internal_chat_message_metadata_passthrough: { content_item_kinds: ["environments.x"] },
      }),
      says(6, "assistant", "sure"),
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
      calls(10, "call_1", "exec_command", { cmd: "seq 1 5000" }),
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
        calls(1, "c", "shell", { command: ["bash", "-lc", "the command"] }),
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
      calls(1, "c1", "shell", { command: ["ls"] }),
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
      calls(1, "c1", "exec_command", { cmd: "make all" }),
      outputs(2, "c1", "Wall time: 1.0000 seconds\nProcess running with session ID 77\nOutput:\n"),
      calls(3, "c2", "write_stdin", { session_id: 77, chars: "" }),
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
      says(1, "user", "before"),
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
    const { items } = readLines([meta(0, ID, { source: spawn }), says(1, "user", "look for it")]);
    expect(items).toMatchObject([
      {
        role: "prompt",
        tool: "agent-prompt",
        scope: { session: threadId(0, 9), agent: ID, agentType: "explorer", project: "/home/dev/project" },
      },
    ]);
    const review = readLines([meta(0, ID, { source: { subagent: "review" } }), says(1, "assistant", "fine")]);
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

  it("are kept where the first line is damaged: the file's name says the session", () => {
    const path = write(
      newFolder(),
      nameOf(ID),
      `{"timestamp":"${at(0)}","type":"session_meta","payl\n${JSON.stringify(says(1, "user", "go"))}\n`,
    );
    const { items, problems } = read(path);
    expect(items).toMatchObject([{ delivered: "go", scope: { session: ID, project: null } }]);
    expect(problems).toMatchObject([{ code: "bad-line", line: 1, offset: 0 }]);
  });
});

describe("lines of rollouts that are not known", () => {
  it("are reported once a kind, with their count, and cost nothing else", () => {
    const { items, problems, outcome } = readLines([
      meta(0, ID, { cli_version: "2.0.0" }),
      line(1, "brand_new", {}),
      line(2, "brand_new", {}),
      event(3, { type: "brand_new_event" }),
      item(4, { type: "brand_new_item" }),
      says(5, "user", "go"),
      event(6, { type: "user_message", message: "go" }),
      line(7, "world_state", { full: true }),
    ]);
    expect(items.map(({ delivered }) => delivered)).toEqual(["go"]);
    expect(problems.map(({ code, line: number, count }) => [code, number, count])).toEqual([
      ["unknown-version", 1, 1],
      ["unknown-type", 2, 2],
      ["unknown-type", 4, 1],
      ["unknown-type", 5, 1],
    ]);
    expect(outcome.tally).toMatchObject({ "event_msg:user_message": 1, world_state: 1 });
  });

  it("with members of other types than they should be give nothing, and no crash", () => {
    const odd = [1, null, true, "x", [], {}, [[]], [null], { type: 5 }];
    const lines = odd.flatMap((value) => [
      { timestamp: value, type: "response_item", payload: value },
      line(1, "event_msg", value as never),
      line(1, "token_usage_record", { usage: value, thread_token_usage: value, response_id: value }),
      line(1, "compacted", { message: value }),
      event(1, { type: "token_count", info: value }),
      event(1, { type: "token_count", info: { total_token_usage: value } }),
      event(1, { type: "item_completed", item: value }),
      event(1, {
        type: "item_completed",
        item: { id: "c", duration: value, parsed_cmd: value, command: value, result: value },
      }),
      item(1, { type: "message", role: value, content: value }),
      item(1, { type: "function_call", name: value, arguments: value, call_id: "c", namespace: value }),
      item(1, { type: "function_call_output", call_id: "c", output: value }),
      item(1, { type: "reasoning", summary: value, content: value, encrypted_content: value }),
      item(1, { type: "web_search_call", action: value }),
      meta(1, value as never, { source: value, forked_from_id: value, base_instructions: value, cli_version: value }),
    ]);
    const { items } = readLines([meta(0, ID), ...lines]);
    expect(items.every(({ delivered, createdAt }) => typeof delivered === "string" && createdAt !== "")).toBe(true);
    expect(items.length).toBeGreaterThan(10);
  });
});
