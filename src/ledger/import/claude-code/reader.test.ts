/** What else enters a context in a transcript, and rows that are not known. */
import { describe, expect, it } from "vitest";
import { newFolder, read, write } from "../reading.suite.ts";
import { assistant, attachment, call, result, SESSION, system, text, user, uuid } from "./rows.suite.ts";

const readRows = (rows: readonly unknown[]): ReturnType<typeof read> =>
  read(write(newFolder(), `${SESSION}.jsonl`, rows));

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
        tools: [
          { name: "Read", schema: { name: "Read", description: "Reads files", input_schema: { type: "object" } } },
        ],
      });
    const { items } = readRows([prompt("a"), prompt("a"), prompt("c")]);
    expect(items.map(({ role, tool, delivered }) => [role, tool, delivered])).toEqual([
      ["prompt", "system-prompt", "a\nb"],
      ["prompt", "tool-definitions", 'Read\nReads files\n{"input_schema":{"type":"object"}}'],
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

describe("attachments of older versions", () => {
  it("show what is known to be shown of them", () => {
    const rows = [
      attachment({ type: "directory", path: "/p", content: "a\nb" }),
      attachment({ type: "edited_text_file", filename: "/p/a.ts", snippet: "1 code" }),
      attachment({ type: "critical_system_reminder", content: "mind this" }),
      attachment({
        type: "hook_blocking_error",
        hookName: "Stop",
        blockingError: { blockingError: "go on", command: "x" },
      }),
      attachment({ type: "relevant_memories", memories: [{ path: "/m", content: "one" }, { content: "two" }] }),
      attachment({ type: "queued_command", prompt: [text("with"), text("parts")], commandMode: "task-notification" }),
      attachment({ type: "pdf_reference", filename: "/p/a.pdf" }),
      attachment({ type: "edited_image_file", filename: "/p/a.png" }),
    ];
    const { items, problems, outcome } = readRows(rows);
    expect(items.map(({ role, kind, tool, delivered, path }) => [role, kind, tool, delivered, path])).toEqual([
      ["evidence", "search", "directory", "a\nb", "/p"],
      ["evidence", "read", "edited_text_file", "1 code", "/p/a.ts"],
      ["notice", "other", "critical_system_reminder", "mind this", null],
      ["notice", "other", "hook", "go on", null],
      ["notice", "other", "relevant_memories", "one\ntwo", null],
      ["notice", "other", "task-notification", "with\nparts", null],
    ]);
    expect(problems).toEqual([]);
    expect(outcome.tally).toEqual({ "attachment:pdf_reference": 1, "attachment:edited_image_file": 1 });
  });
});

describe("long rows that give nothing", () => {
  const silent = (type: string, more: Record<string, unknown> = {}): string =>
    JSON.stringify({ type, sessionId: SESSION, ...more });

  it("are not parsed, and counted", () => {
    const rows = [
      silent("api-request-shape", { shape: {} }),
      silent("api-request"),
      silent("file-history-snapshot", { messageId: "m" }),
    ];
    const path = write(newFolder(), `${SESSION}.jsonl`, `${rows.join("\n")}\n${JSON.stringify(user("go"))}\n`);
    const { items, outcome, problems } = read(path);
    expect(items).toHaveLength(1);
    expect(problems).toEqual([]);
    expect(outcome.tally).toEqual({ "api-request-shape": 1, "api-request": 1, "file-history-snapshot": 1 });
  });

  it("do not take with them a row that is glued to them, nor hide that they are cut", () => {
    const content = `${silent("api-request")}${JSON.stringify(user("glued"))}\n${silent("api-request-blob").slice(0, -5)}\n`;
    const { items, problems } = read(
      write(newFolder(), `${SESSION}.jsonl`, `${JSON.stringify(user("go"))}\n${content}`),
    );
    expect(items.map(({ delivered }) => delivered)).toEqual(["go", "glued"]);
    expect(problems).toMatchObject([{ code: "bad-line", line: 3 }]);
  });
});
