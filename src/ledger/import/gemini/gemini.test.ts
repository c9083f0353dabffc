/** Chats of Gemini CLI: a document with all messages (older versions), records by line (newer ones), agents below. */
import { describe, expect, it } from "vitest";
import { read, sum, told, write, newFolder, type Stored } from "../reading.suite.ts";

const at = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, "0")}.000Z`;
const SESSION = { sessionId: "s-1", projectHash: "abc", startTime: at(0), lastUpdated: at(9) };
const TOKENS = { input: 100, output: 20, cached: 40, thoughts: 5, tool: 0, total: 125 };

const question = { id: "m1", timestamp: at(1), type: "user", content: "What is in a.txt?" };
const call = {
  id: "read_file-1",
  name: "read_file",
  args: { file_path: "/w/a.txt" },
  status: "success",
  timestamp: at(4),
  result: [{ functionResponse: { id: "read_file-1", name: "read_file", response: { output: "one\ntwo" } } }],
};
const model = {
  id: "m2",
  timestamp: at(2),
  type: "gemini",
  model: "gemini-3-pro",
  content: "I look.",
  thoughts: [{ subject: "Plan", description: "read it" }],
  tokens: TOKENS,
  toolCalls: [call],
};

const CHAT = "tmp/abc/chats/session-2026-03-01T10-00-1.json";
const asDocument = (messages: readonly object[]): Stored =>
  read(write(newFolder(), CHAT, JSON.stringify({ ...SESSION, messages })));
const asLines = (rows: readonly object[], name = `${CHAT}l`): Stored =>
  read(write(newFolder(), name, [SESSION, ...rows]));

const EXPECTED = [
  ["user", "other", "user", "What is in a.txt?"],
  ["proposal", "provider", "thinking", "Plan: read it"],
  ["proposal", "provider", "assistant", 'I look.\nread_file {"file_path":"/w/a.txt"}'],
  ["evidence", "read", "read_file", "one\ntwo"],
];

describe("a chat of Gemini CLI", () => {
  it.each([
    ["a document", asDocument],
    ["lines", asLines],
  ])("as %s says what was asked, thought, said, called and returned, and what it cost", (_, readAs) => {
    const stored = readAs([question, model]);
    expect(told(stored)).toEqual(EXPECTED);
    const [, , , result] = stored.items;
    // From the message that called to the time that the result came.
    expect(result).toMatchObject({ path: "/w/a.txt", durationUs: 2_000_000, isError: false, createdAt: at(4) });
    expect(result?.scope).toEqual({ client: "gemini", session: "s-1", project: null, agent: null });
    expect(stored.usage).toMatchObject([
      { model: "gemini-3-pro", inputTokens: 60, cacheReadTokens: 40, outputTokens: 25, reasoningTokens: 5 },
    ]);
    expect(stored.problems).toEqual([]);
  });

  it("is one message and one usage, however often it is written again as it grows", () => {
    const early = { ...model, tokens: null, toolCalls: [{ ...call, status: "executing", result: undefined }] };
    const stored = asLines([question, early, { ...model, tokens: { ...TOKENS, output: 10, total: 115 } }, model]);
    expect(told(stored)).toEqual(EXPECTED);
    expect(sum(stored.usage, "outputTokens")).toBe(25);
  });

  it("whose history is written anew keeps its messages; what was taken back had been seen", () => {
    const stored = asLines([question, model, { $set: { messages: [question, model] } }, { $rewindTo: "m1" }]);
    expect(told(stored)).toEqual(EXPECTED);
    expect(stored.usage).toHaveLength(1);
    expect(stored.problems).toEqual([]);
  });

  it("knows what the client wrote in the user's name, and what a compression left", () => {
    const user = (id: string, content: unknown): object => ({ id, timestamp: at(3), type: "user", content });
    const stored = asLines([
      user("e", [{ text: "<session_context>today" }]),
      user("s", "<state_snapshot>so far</state_snapshot>"),
      { id: "i", timestamp: at(3), type: "info", content: "shown only" },
    ]);
    expect(told(stored)).toEqual([
      ["notice", "other", "environment", "<session_context>today"],
      ["proposal", "other", "compact-summary", "<state_snapshot>so far</state_snapshot>"],
    ]);
    expect(stored.compactions).toHaveLength(1);
  });

  it("tells failed and cancelled calls, results with blocks, and files by type only", () => {
    const failed = { ...call, id: "c1", name: "run_shell_command", args: { command: "ls" }, status: "error" };
    const answer = (response: unknown, parts?: unknown): unknown => [{ functionResponse: { response, parts } }];
    const stored = asLines([
      {
        ...model,
        thoughts: [],
        tokens: { input: 10, output: 1 },
        content: [
          { text: "see" },
          { inlineData: { mimeType: "image/PNG", data: "AAAA" } },
          { text: "hm", thought: true },
        ],
        toolCalls: [
          { ...failed, result: answer({ error: "no such folder" }) },
          {
            ...call,
            id: "c2",
            name: "mcp_tool",
            args: {},
            result: answer({ output: [{ type: "text", text: "found" }] }),
          },
          { ...call, id: "c3", name: "web_fetch", args: {}, status: "cancelled", result: undefined },
          {
            ...call,
            id: "c4",
            name: "x",
            args: {},
            result: answer({ data: 1 }, [{ fileData: { mimeType: "text/csv" } }]),
          },
        ],
      },
    ]);
    expect(
      stored.items.map(({ kind, tool, delivered, isError, command }) => [kind, tool, delivered, isError, command]),
    ).toEqual([
      ["provider", "assistant", expect.stringMatching(/^see\nrun_shell_command/) as unknown, false, null],
      ["shell", "run_shell_command", "no such folder", true, "ls"],
      ["provider", "mcp_tool", "found", false, null],
      ["provider", "web_fetch", "", true, null],
      ["other", "x", '{"data":1}', false, null],
    ]);
    expect(stored.items[0]?.mediaParts).toMatchObject([{ type: "image/png", bytes: 3 }]);
    expect(stored.items[4]?.media).toEqual({ "text/csv": 1 });
  });

  it("takes results that stand in a message of their own, and calls that stand in the content", () => {
    const response = { id: "c9", name: "glob", response: { content: "a.txt" } };
    const stored = asLines([
      {
        id: "m5",
        timestamp: at(5),
        type: "gemini",
        content: [{ functionCall: { name: "glob", args: { pattern: "*" } } }],
      },
      { id: "m6", timestamp: at(6), type: "user", content: [{ functionResponse: response }] },
    ]);
    expect(told(stored)).toEqual([
      ["proposal", "provider", "assistant", 'glob {"pattern":"*"}'],
      ["evidence", "search", "glob", "a.txt"],
    ]);
  });

  it("of an agent below belongs to the session whose folder it stands in; its task is no word of the user's", () => {
    const about = { ...SESSION, sessionId: "sub-1", kind: "subagent", directories: ["/w"] };
    const path = write(newFolder(), "tmp/abc/chats/s-1/sub-1.jsonl", [about, question, model]);
    const { items } = read(path);
    expect(items[0]).toMatchObject({ role: "prompt", tool: "agent-prompt" });
    expect(items[0]?.scope).toEqual({ client: "gemini", session: "s-1", project: "/w", agent: "sub-1" });
  });

  it("reports what it does not know, with file and line, and goes on", () => {
    const stored = asLines([{ type: "hologram", id: "h" }, { $set: { messages: ["no object"] } }, question]);
    expect(told(stored)).toEqual(EXPECTED.slice(0, 1));
    expect(stored.problems.map(({ code, line }) => [code, line])).toEqual([
      ["unknown-type", 2],
      ["bad-line", 3],
    ]);
  });

  it("goes on where it was left when it has grown", () => {
    const folder = newFolder();
    const path = write(folder, `${CHAT}l`, [SESSION, question]);
    const first = read(path);
    write(folder, `${CHAT}l`, [SESSION, question, model]);
    const rest = read(path, first.checkpoint === null ? {} : { checkpoint: first.checkpoint });
    expect(told(rest)).toEqual(EXPECTED.slice(1));
    expect(rest.items[0]?.scope.session).toBe("s-1");
  });

  it("counts what tools put into the prompt where the total says that it is apart", () => {
    const one = (tokens: object): number => sum(asLines([{ ...model, tokens }]).usage, "inputTokens");
    expect(one({ input: 10, output: 1, tool: 5, total: 16 })).toBe(15);
    expect(one({ input: 10, output: 1, tool: 5, total: 11 })).toBe(10);
    expect(asLines([{ ...model, tokens: { input: 0, output: 0 } }]).usage).toEqual([]);
  });
});
