/** Tool results of transcripts. Numbers in brackets: reports of users of other tools. */
import { describe, expect, it } from "vitest";
import { newFolder, read, write } from "../reading.suite.ts";
import { assistant, at, call, result, SESSION, text, user } from "./rows.suite.ts";

const readRows = (rows: readonly unknown[]): ReturnType<typeof read> =>
  read(write(newFolder(), `${SESSION}.jsonl`, rows));

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

  it("that stand in one row have no raw result, as nothing says whose it is", () => {
    const row = user(
      [1, 2].map((n) => ({ type: "tool_result", tool_use_id: `toolu_${n}`, content: `out ${n}` })),
      { toolUseResult: { stdout: "out 1", stderr: "x" } },
    );
    expect(readRows([row]).items.map(({ delivered, produced }) => [delivered, produced])).toEqual([
      ["out 1", null],
      ["out 2", null],
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
