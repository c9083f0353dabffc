/** What is promised of transcripts, on rows made for it. Letters and numbers: reports of users of other tools. */
import { describe, expect, it } from "vitest";
import {
  assistant,
  at,
  attachment,
  call,
  result,
  SESSION,
  system,
  text,
  usage,
  user,
  uuid,
} from "./claude-code/rows.suite.ts";
import { newFolder, read, readAll, sum, write } from "./reading.suite.ts";

const readRows = (rows: readonly unknown[], name = `${SESSION}.jsonl`): ReturnType<typeof read> =>
  read(write(newFolder(), name, rows));

describe("usage of transcripts", () => {
  it("counts once per message, with its largest output (901, 938)", () => {
    const rows = [9, 9, 159].map((output, index) =>
      assistant("msg_a", [text(`part ${index}`)], {
        usage: usage(output),
        message: { stop_reason: index === 2 ? "tool_use" : null },
      }),
    );
    const { usage: facts } = readRows(rows);
    expect(facts).toHaveLength(1);
    expect(facts[0]).toMatchObject({
      outputTokens: 159,
      inputTokens: 10,
      cacheReadTokens: 100,
      model: "claude-opus-4-6",
    });
  });

  it("counts once where every content block repeats it (283)", () => {
    const rows = [
      assistant("msg_a", [{ type: "thinking", thinking: "hm", signature: "s" }], { usage: usage(42) }),
      assistant("msg_a", [text("hello")], { usage: usage(42) }),
    ];
    expect(sum(readRows(rows).usage, "outputTokens")).toBe(42);
    expect(sum(readRows(rows).usage, "inputTokens")).toBe(10);
  });

  it("takes the last of growing counts, not the first (575)", () => {
    const rows = [1, 3, 427].map((output) => assistant("msg_a", [text(`${output}`)], { usage: usage(output) }));
    expect(sum(readRows(rows).usage, "outputTokens")).toBe(427);
  });

  it("takes the largest also where a later row says less", () => {
    const rows = [3, 427, 1].map((output) => assistant("msg_a", [text(`${output}`)], { usage: usage(output) }));
    expect(sum(readRows(rows).usage, "outputTokens")).toBe(427);
  });

  it("finds sub-agents at any depth, linked to their session (313)", () => {
    const folder = newFolder();
    const agentRow = (id: string, agentId: string): unknown =>
      assistant(id, [text("done")], { usage: usage(7), row: { isSidechain: true, agentId } });
    const paths = [
      write(folder, `${SESSION}.jsonl`, [assistant("msg_main", [text("go")], { usage: usage(5) })]),
      write(folder, `${SESSION}/subagents/agent-x.jsonl`, [agentRow("msg_x", "x")]),
      write(folder, `${SESSION}/subagents/workflows/wf/agent-y.jsonl`, [agentRow("msg_y", "y")]),
    ];
    write(folder, `${SESSION}/subagents/workflows/wf/agent-y.meta.json`, JSON.stringify({ agentType: "Explore" }));
    const { usage: facts } = readAll(paths);
    expect(sum(facts, "outputTokens")).toBe(19);
    expect(facts.map(({ scope }) => [scope.session, scope.agent, scope.agentType])).toEqual([
      [SESSION, null, undefined],
      [SESSION, "x", undefined],
      [SESSION, "y", "Explore"],
    ]);
  });

  it("counts sidechain rows, and marks whose they are (85)", () => {
    const root = uuid();
    const first = { isSidechain: true, parentUuid: null, uuid: root };
    const rows = [
      assistant("msg_main", [text("go")], { usage: usage(5) }),
      user("look", { ...first }),
      assistant("msg_side", [text("done")], { usage: usage(11), row: { isSidechain: true, parentUuid: root } }),
    ];
    const { usage: facts, items } = readRows(rows);
    expect(sum(facts, "outputTokens")).toBe(16);
    const agent = `sidechain-${root.slice(0, 8)}`;
    expect(facts.map(({ scope }) => scope.agent)).toEqual([null, agent]);
    expect(items.find(({ tool }) => tool === "agent-prompt")).toMatchObject({ role: "prompt", scope: { agent } });
  });

  it("says nothing, rather than 0, of a sub-agent whose usage was not recorded (23254)", () => {
    const rows = [
      assistant("msg_a", [call("toolu_task", "Task", { prompt: "look", subagent_type: "Explore" })]),
      result("toolu_task", [text("found it")], { raw: { agentId: "a1", content: [text("found it")] } }),
      assistant("msg_zero", [text("x")], {
        usage: { input_tokens: 0, output_tokens: 0 },
        row: { agentId: "a1", isSidechain: true },
      }),
    ];
    const { usage: facts, items } = readRows(rows);
    expect(facts.map(({ scope }) => scope.agent)).toEqual([null]);
    expect(items.find(({ tool }) => tool === "Task")).toMatchObject({ spawned: "a1", role: "evidence", kind: "other" });
  });

  it("has no usage for what the client wrote in the model's place", () => {
    const synthetic = { model: "<synthetic>", usage: { input_tokens: 0, output_tokens: 0 } };
    const rows = [
      assistant("msg_e", [text("API Error: 529")], { message: synthetic, row: { isApiErrorMessage: true } }),
      assistant("msg_n", [text("No response requested.")], { message: { ...synthetic, usage: usage(3) } }),
    ];
    const { usage: facts, items, outcome } = readRows(rows);
    expect(facts).toEqual([]);
    expect(items.map(({ delivered }) => delivered)).toEqual(["No response requested."]);
    expect(outcome.tally).toMatchObject({ "assistant:api-error": 1 });
  });
});

describe("messages of transcripts", () => {
  it("are put together from all their rows, also with rows of others between them", () => {
    const rows = [
      assistant("msg_a", [{ type: "thinking", thinking: "let me see", signature: "s" }]),
      assistant("msg_a", [text("I look.")]),
      assistant("msg_a", [call("toolu_1", "Read", { file_path: "/a" })]),
      result("toolu_1", "one"),
      assistant("msg_a", [call("toolu_2", "Read", { file_path: "/b" })]),
      result("toolu_2", "two"),
      assistant("msg_b", [text("Done.")]),
    ];
    const { items, facts } = readRows(rows);
    expect(items.map(({ tool, delivered }) => [tool, delivered])).toEqual([
      ["thinking", "let me see"],
      ["assistant", 'I look.\nRead {"file_path":"/a"}\nRead {"file_path":"/b"}'],
      ["Read", "one"],
      ["Read", "two"],
      ["assistant", "Done."],
    ]);
    expect(facts.filter(({ type }) => type === "item")).toHaveLength(5);
  });

  it("come in file order, whatever their parents, and a parent that was never written is a root (46603)", () => {
    const rows = [
      user("first", { parentUuid: null }),
      user("second", { parentUuid: uuid() }),
      user("third", { parentUuid: uuid() }),
    ];
    expect(readRows(rows).items.map(({ delivered, provenance }) => [delivered, provenance.line])).toEqual([
      ["first", 1],
      ["second", 2],
      ["third", 3],
    ]);
  });

  it("are one where a resumed or forked session has them again", () => {
    const folder = newFolder();
    const rows = [
      user("go"),
      assistant("msg_a", [text("I read."), call("toolu_01AAAAAAAAAAAAAAAAAAAAAA", "Read", { file_path: "/a" })], {
        usage: usage(20),
      }),
      result("toolu_01AAAAAAAAAAAAAAAAAAAAAA", "text of a"),
    ];
    const resumed = rows.map((row) => ({ ...row, sessionId: "99999999-2222-4333-8444-555555555555" }));
    const forked = rows.map((row) => ({
      ...row,
      uuid: uuid(),
      forkedFrom: { sessionId: SESSION, messageUuid: row["uuid"] },
    }));
    const { items, usage: facts } = readAll([
      write(folder, "a.jsonl", rows),
      write(folder, "b.jsonl", [...resumed, assistant("msg_b", [text("more")], { usage: usage(3) })]),
      write(folder, "c.jsonl", forked),
    ]);
    expect(items.map(({ delivered }) => delivered)).toHaveLength(4);
    expect(sum(facts, "outputTokens")).toBe(23);
    expect(items[0]?.scope.session).toBe(SESSION);
  });

  it("keep the fuller sighting, in whatever order the files come", () => {
    const folder = newFolder();
    const partial = write(folder, "partial.jsonl", [assistant("msg_a", [text("one")], { usage: usage(2) })]);
    const whole = write(folder, "whole.jsonl", [
      assistant("msg_a", [text("one")], { usage: usage(2) }),
      assistant("msg_a", [text("two")], { usage: usage(9) }),
    ]);
    for (const paths of [
      [partial, whole],
      [whole, partial],
    ]) {
      const { items, usage: facts } = readAll(paths);
      expect(items.map(({ delivered }) => delivered)).toEqual(["one\ntwo"]);
      expect(sum(facts, "outputTokens")).toBe(9);
    }
  });

  it("seen inside of progress rows are those of the sub-agent's own file", () => {
    const folder = newFolder();
    const inner = assistant("msg_sub", [call("toolu_01BBBBBBBBBBBBBBBBBBBBBB", "Grep", { pattern: "x" })], {
      usage: usage(8),
    });
    const answer = result("toolu_01BBBBBBBBBBBBBBBBBBBBBB", "found", { row: { timestamp: at(50) } });
    const progress = (message: unknown): unknown => ({
      ...user("", {}),
      type: "progress",
      data: { type: "agent_progress", agentId: "abc", message },
      parentToolUseID: "toolu_task",
    });
    const main = write(folder, `${SESSION}.jsonl`, [
      assistant("msg_main", [call("toolu_task", "Task", { prompt: "x", subagent_type: "Explore" })]),
      progress(inner),
      progress(answer),
    ]);
    const own = write(folder, `${SESSION}/subagents/agent-abc.jsonl`, [
      { ...inner, agentId: "abc", isSidechain: true },
      { ...answer, agentId: "abc", isSidechain: true },
    ]);
    const { items, usage: facts } = readAll([main, own]);
    expect(sum(facts, "outputTokens")).toBe(13);
    expect(items.filter(({ tool }) => tool === "Grep")).toHaveLength(1);
    expect(items.find(({ tool }) => tool === "Grep")).toMatchObject({
      kind: "search",
      pattern: "x",
      delivered: "found",
      scope: { agent: "abc", agentType: "Explore", session: SESSION },
    });
  });
});

describe("tool results of transcripts", () => {
  it.each([
    ["Read", { file_path: "/a/b.ts" }, { kind: "read", path: "/a/b.ts" }],
    ["NotebookRead", { notebook_path: "/n.ipynb" }, { kind: "read", path: "/n.ipynb" }],
    ["Bash", { command: "ls -l" }, { kind: "shell", command: "ls -l" }],
    ["BashOutput", { bash_id: "1" }, { kind: "shell" }],
    ["Grep", { pattern: "foo", path: "src" }, { kind: "search", pattern: "foo", path: "src" }],
    ["Glob", { pattern: "**/*.ts" }, { kind: "search", pattern: "**/*.ts" }],
    ["ToolSearch", { query: "cron" }, { kind: "search", pattern: "cron" }],
    ["WebFetch", { url: "https://example.org/" }, { kind: "provider", path: "https://example.org/" }],
    ["WebSearch", { query: "news" }, { kind: "provider", pattern: "news" }],
    ["mcp__github__get_issue", { number: 3 }, { kind: "provider" }],
    ["Edit", { file_path: "/a" }, { kind: "other", path: "/a" }],
    ["TodoWrite", { todos: [] }, { kind: "other" }],
  ])("of %s have their kind and source", (name, input, expected) => {
    const { items } = readRows([assistant("msg_a", [call("toolu_1", name, input)]), result("toolu_1", "out")]);
    expect(items.find(({ role }) => role === "evidence")).toMatchObject({
      tool: name,
      path: null,
      command: null,
      pattern: null,
      ...expected,
    });
  });

  it("last from the call to the result", () => {
    const rows = [
      assistant("msg_a", [call("toolu_1", "Bash", { command: "make" })], { row: { timestamp: at(1000) } }),
      result("toolu_1", "ok", { row: { timestamp: at(3500) } }),
    ];
    expect(readRows(rows).items.at(-1)).toMatchObject({ durationUs: 2_500_000, createdAt: at(3500) });
  });

  it("keep what the tool produced apart from what the model saw", () => {
    const bash = { stdout: "out", stderr: "warn", interrupted: false };
    const file = {
      type: "text",
      file: { filePath: "/a", content: "hello\n", numLines: 1, startLine: 1, totalLines: 1 },
    };
    const rows = [
      assistant("msg_a", [
        call("toolu_1", "Bash", {}),
        call("toolu_2", "Read", {}),
        call("toolu_3", "Glob", {}),
        call("toolu_4", "Edit", {}),
      ]),
      result("toolu_1", "out\nwarn", { raw: bash }),
      result("toolu_2", "1\thello\n2\t", { raw: file }),
      result("toolu_3", "a\nb", { raw: { filenames: ["a", "b", "c"], numFiles: 3 } }),
      result("toolu_4", "edited", {
        raw: { filePath: "/a", oldString: "x", newString: "y", originalFile: "x".repeat(500), structuredPatch: [] },
      }),
      assistant("msg_b", [call("toolu_5", "Bash", {})]),
      result("toolu_5", "Exit code 3", { raw: "Error: Exit code 3", isError: true }),
    ];
    const results = readRows(rows).items.filter(({ role }) => role === "evidence");
    expect(results.map(({ produced, delivered, isError }) => [produced, delivered, isError])).toEqual([
      ["out\nwarn", "out\nwarn", false],
      ["hello\n", "1\thello\n2\t", false],
      ["a\nb\nc", "a\nb", false],
      [null, "edited", false],
      [null, "Exit code 3", true],
    ]);
  });

  it("take a large output from its side file, wherever the session was recorded", () => {
    const folder = newFolder();
    write(folder, `${SESSION}/tool-results/b1.txt`, "whole output");
    const raw = { stdout: "whole", stderr: "", persistedOutputPath: `/somewhere/else/${SESSION}/tool-results/b1.txt` };
    const rows = [assistant("msg_a", [call("toolu_1", "Bash", {})]), result("toolu_1", "<persisted-output>", { raw })];
    const main = read(write(folder, `${SESSION}.jsonl`, rows));
    expect(main.items.at(-1)).toMatchObject({ produced: "whole output", delivered: "<persisted-output>" });
    const sub = read(write(folder, `${SESSION}/subagents/agent-q.jsonl`, rows));
    expect(sub.items.at(-1)?.produced).toBe("whole output");
  });

  it("say that a side file is missing, and count what is there", () => {
    const raw = { stdout: "beginning", stderr: "", persistedOutputPath: "/x/tool-results/gone.txt" };
    const { items, problems } = readRows([
      assistant("msg_a", [call("toolu_1", "Bash", {})]),
      result("toolu_1", "cut", { raw }),
    ]);
    expect(items.at(-1)).toMatchObject({ produced: "beginning", delivered: "cut" });
    expect(problems).toMatchObject([{ code: "missing-file", line: 2, count: 1 }]);
    expect(problems[0]?.message).toContain("gone.txt");
  });

  it("never read a file outside of their session because a transcript names it", () => {
    const folder = newFolder();
    const secret = write(folder, "secret.txt", "TOP SECRET");
    for (const persistedOutputPath of [secret, "../secret.txt", `../../${secret}`, ".secret", ""]) {
      const raw = { stdout: "x", stderr: "", persistedOutputPath };
      const rows = [assistant("msg_a", [call("toolu_1", "Bash", {})]), result("toolu_1", "cut", { raw })];
      const { facts } = read(write(folder, `deep/${SESSION}.jsonl`, rows));
      expect(JSON.stringify(facts)).not.toContain("TOP SECRET");
    }
  });

  it("keep of an image its type, size and hash, and no byte of it (20470)", () => {
    const data = Buffer.alloc(5_000_000, 7).toString("base64");
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data } };
    const rows = [
      assistant("msg_a", [call("toolu_1", "Read", { file_path: "/p.png" })]),
      result("toolu_1", [text("an image"), image]),
    ];
    const { items, facts, checkpoint } = readRows(rows);
    expect(items.at(-1)).toMatchObject({ delivered: "an image", media: { "image/png": 1 } });
    expect(items.at(-1)?.mediaParts).toMatchObject([{ type: "image/png", bytes: 5_000_000 }]);
    expect(items.at(-1)?.mediaParts?.[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(facts).length + JSON.stringify(checkpoint).length).toBeLessThan(20_000);
  });

  it("whose call is nowhere are kept", () => {
    expect(readRows([result("toolu_lost", "text")]).items).toMatchObject([
      { tool: "unknown", kind: "other", delivered: "text", durationUs: 0 },
    ]);
  });

  it("with one short id in two messages are two", () => {
    const rows = [1, 2].flatMap((n) => [
      assistant(`msg_${n}`, [call("toolu_0", "Bash", { command: `${n}` })]),
      result("toolu_0", `out ${n}`),
    ]);
    const results = readRows(rows).items.filter(({ role }) => role === "evidence");
    expect(results.map(({ command, delivered }) => [command, delivered])).toEqual([
      ["1", "out 1"],
      ["2", "out 2"],
    ]);
  });

  it("of tools that run at the provider stand in the message", () => {
    const found = { type: "web_search_result", title: "Title", url: "https://example.org/", encrypted_content: "x" };
    const content = [
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "q" } },
      { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [found] },
    ];
    const { items, problems } = readRows([assistant("msg_a", content)]);
    expect(items.find(({ role }) => role === "evidence")).toMatchObject({
      tool: "web_search",
      kind: "provider",
      delivered: "Title\nhttps://example.org/",
    });
    expect(problems).toEqual([]);
  });
});

describe("what else enters a context in a transcript", () => {
  it("is told apart by who wrote it", () => {
    const rows = [
      user("please"),
      user("<command-name>/model</command-name>"),
      user("<local-command-stdout>set</local-command-stdout>"),
      user("<task-notification>done</task-notification>"),
      user("caveat", { isMeta: true }),
      user([text("[Request interrupted by user]")]),
      user("<bash-stdout>files</bash-stdout><bash-stderr></bash-stderr>"),
      user("not for the model", { isVisibleInTranscriptOnly: true }),
      user("summary of all before", { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
    ];
    expect(readRows(rows).items.map(({ role, tool, kind }) => [role, tool, kind])).toEqual([
      ["user", "user", "other"],
      ["user", "command", "other"],
      ["notice", "local-command", "other"],
      ["notice", "task-notification", "other"],
      ["notice", "meta", "other"],
      ["notice", "interruption", "other"],
      ["evidence", "bash-mode", "shell"],
      ["proposal", "compact-summary", "other"],
    ]);
  });

  it("is what attachments show, of this version and of those before", () => {
    const rows = [
      attachment(
        { type: "skill_listing", content: "x" },
        { rendered: [{ content: "skills" }, { content: [text("more")] }] },
      ),
      attachment({ type: "a_new_one" }, { rendered: [{ content: "shown" }] }),
      attachment({ type: "queued_command", prompt: "also this", commandMode: "prompt" }),
      attachment({ type: "nested_memory", path: "/p/CLAUDE.md", content: { content: "rules" } }),
      attachment({ type: "file", filename: "/p/a.ts", content: { type: "text", file: { content: "code" } } }),
      attachment({ type: "hook_success", hookEvent: "SessionStart", content: "from a hook" }),
      attachment({ type: "hook_success", hookEvent: "PostToolUse", content: "not shown" }),
      attachment({ type: "hook_additional_context", content: ["a", "b"] }),
      attachment({ type: "date", date: "2026-01-05" }),
      attachment({ type: "unheard_of" }),
    ];
    const { items, problems, outcome } = readRows(rows);
    expect(items.map(({ role, tool, kind, delivered, path }) => [role, tool, kind, delivered, path])).toEqual([
      ["notice", "skill_listing", "other", "skills\nmore", null],
      ["notice", "a_new_one", "other", "shown", null],
      ["user", "user", "other", "also this", null],
      ["evidence", "nested_memory", "read", "rules", "/p/CLAUDE.md"],
      ["evidence", "file", "read", "code", "/p/a.ts"],
      ["notice", "hook", "other", "from a hook", null],
      ["notice", "hook", "other", "a\nb", null],
    ]);
    expect(problems).toMatchObject([{ code: "unknown-type", line: 10 }]);
    expect(outcome.tally).toMatchObject({ "attachment:date": 1, "attachment:hook_success": 1 });
  });

  it("is the system prompt once, however often it is written, and again when it changes", () => {
    const prompt = (first: string): unknown =>
      attachment({
        type: "prompt_snapshot",
        systemPrompt: [first, "b"],
        tools: [{ name: "Read", schema: { name: "Read" } }],
      });
    const { items } = readRows([prompt("a"), prompt("a"), prompt("c")]);
    expect(items.map(({ role, tool, delivered }) => [role, tool, delivered])).toEqual([
      ["prompt", "system-prompt", "a\nb"],
      ["prompt", "tool-definitions", '[{"name":"Read"}]'],
      ["prompt", "system-prompt", "c\nb"],
    ]);
  });

  it("is cut by a compaction, which says how large it was", () => {
    const rows = [
      system("compact_boundary", { compactMetadata: { trigger: "auto", preTokens: 155_000 }, parentUuid: null }),
      user("the story so far", { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
      system("microcompact_boundary", { microcompactMetadata: { trigger: "auto", preTokens: 90_000 } }),
      system("stop_hook_summary", { hookAdditionalContext: ["note"] }),
      system("turn_duration", { durationMs: 5 }),
      system("local_command", { content: "<local-command-stdout>x</local-command-stdout>" }),
    ];
    const { compactions, items, problems } = readRows(rows);
    expect(compactions).toMatchObject([
      { trigger: "auto", tokensBefore: 155_000, provenance: { line: 1 } },
      { trigger: "auto", tokensBefore: 90_000, partial: true },
    ]);
    expect(items.map(({ tool, delivered }) => [tool, delivered])).toEqual([
      ["compact-summary", "the story so far"],
      ["hook", "note"],
      ["local-command", "<local-command-stdout>x</local-command-stdout>"],
    ]);
    expect(problems).toEqual([]);
  });

  it("is not told by ids that rows of another type have too (24304)", () => {
    const id = uuid();
    const rows = [
      { type: "file-history-snapshot", messageId: id, snapshot: { messageId: id }, isSnapshotUpdate: false },
      user("hello", { uuid: id }),
    ];
    const { items, outcome } = readRows(rows);
    expect(items.map(({ delivered }) => delivered)).toEqual(["hello"]);
    expect(outcome.tally).toEqual({ "file-history-snapshot": 1 });
  });

  it("keeps secrets out of nothing: ids, inputs and error texts come as they are, for the recorder to redact", () => {
    const key = ["sk", "ant", "api03", "A".repeat(40)].join("-");
    const rows = [
      assistant("msg_a", [call("toolu_1", "Bash", { command: `curl -H 'x-api-key: ${key}'` })]),
      result("toolu_1", `Error: KEY=${key}`, { isError: true }),
    ];
    const { items } = readRows(rows);
    expect(items.map(({ delivered }) => delivered.includes(key))).toEqual([true, true]);
    expect(items[1]).toMatchObject({ isError: true, provenance: { messageId: "toolu_1" } });
  });
});

describe("rows that are not known", () => {
  it("are reported once a kind, with their count and the first place, and cost nothing else", () => {
    const rows = [
      user("a"),
      ...Array.from({ length: 3 }, () => ({ ...user("x"), type: "brand-new" })),
      user("b", { version: "3.0.1" }),
      system("brand_new_subtype"),
      assistant("msg_a", [{ type: "brand_new_block" }, text("c")]),
      { ...user("x"), type: "progress", data: { type: "brand_new_progress" } },
      assistant("msg_b", [], { message: undefined as never, row: { message: null } }),
    ];
    const { items, problems } = readRows(rows);
    expect(items.map(({ delivered }) => delivered)).toEqual(["a", "b", "c"]);
    expect(problems.map(({ code, line, count }) => [code, line, count])).toEqual([
      ["unknown-type", 2, 3],
      ["unknown-version", 5, 1],
      ["unknown-type", 6, 1],
      ["unknown-type", 7, 1],
      ["unknown-type", 8, 1],
      ["bad-line", 9, 1],
    ]);
    expect(problems[0]?.message).toMatch(/\.jsonl:2 row of type brand-new, 3 time\(s\)$/);
  });

  it("with members of other types than they should be give nothing, and no crash", () => {
    const odd = [1, null, true, "x", [], {}, [[]], [null], { type: 5 }];
    const rows = odd.flatMap((value) => [
      { ...user(value) },
      { ...user("x"), message: value },
      assistant("msg_q", value as never),
      { ...assistant("msg_r", [text("t")]), message: value },
      attachment(value as never),
      { ...user("x"), type: "progress", data: value },
      { ...user("x"), type: value },
      {
        ...user("x"),
        timestamp: value,
        sessionId: value,
        uuid: value,
        cwd: value,
        version: value,
        toolUseResult: value,
      },
      result("toolu_x", value, { raw: value }),
    ]);
    const { items } = readRows(rows);
    expect(
      items.every(
        ({ delivered, createdAt, scope }) => typeof delivered === "string" && createdAt !== "" && scope.session !== "",
      ),
    ).toBe(true);
  });
});
