/** Traffic of MCP servers, as proxies and tees write it. */
import { describe, expect, it } from "vitest";
import { append, newFolder, read, told, write, type Stored } from "../reading.suite.ts";

const at = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, "0")}.000Z`;

interface Sent {
  readonly from: "client" | "server";
  readonly second: number;
  readonly message: object;
}

const rpc = (members: object): object => ({ jsonrpc: "2.0", ...members });
const ask = (second: number, id: number | string, [method, params = {}]: readonly [string, object?]): Sent => ({
  from: "client",
  second,
  message: rpc({ id, method, params }),
});
const answer = (second: number, id: number | string, result: object): Sent => ({
  from: "server",
  second,
  message: rpc({ id, result }),
});
const text = (said: string): object => ({ content: [{ type: "text", text: said }] });

const row = ({ from, second, message }: Sent): object => ({
  direction: from,
  timestamp: at(second),
  server: "files",
  message,
});
const readLog = (sent: readonly Sent[], make: (it: Sent) => object = row): Stored =>
  read(write(newFolder(), "traffic.jsonl", sent.map(make)));

const CALL = { name: "read", arguments: { path: "/w/a.txt" } };

describe("a log of MCP traffic", () => {
  it("says what tools, resources and prompts delivered, with how long each took", () => {
    const stored = readLog([
      ask(1, 1, ["tools/call", CALL]),
      ask(1, 2, ["resources/read", { uri: "file:///w/b.txt" }]),
      ask(2, 3, ["prompts/get", { name: "review" }]),
      answer(3, 2, { contents: [{ uri: "file:///w/b.txt", text: "bee" }] }),
      answer(4, 1, text("one")),
      answer(5, 3, { messages: [{ role: "user", content: { type: "text", text: "Review it" } }] }),
    ]);
    expect(told(stored)).toEqual([
      ["evidence", "provider", "mcp__files__resources/read", "bee"],
      ["evidence", "provider", "mcp__files__read", "one"],
      ["prompt", "provider", "prompts/get", "Review it"],
    ]);
    expect(stored.items.map(({ durationUs, path }) => [durationUs, path])).toEqual([
      [2_000_000, "file:///w/b.txt"],
      [3_000_000, "/w/a.txt"],
      [3_000_000, null],
    ]);
    expect(stored.problems).toEqual([]);
  });

  it("keeps apart what both sides ask under the same number", () => {
    const sampling = {
      systemPrompt: "Be brief",
      messages: [{ role: "user", content: { type: "text", text: "Sum up" } }],
    };
    const stored = readLog([
      ask(1, 7, ["tools/call", CALL]),
      { from: "server", second: 2, message: rpc({ id: 7, method: "sampling/createMessage", params: sampling }) },
      { from: "client", second: 3, message: rpc({ id: 7, result: { content: { type: "text", text: "Short." } } }) },
      answer(4, 7, text("one")),
    ]);
    expect(told(stored)).toEqual([
      ["input", "provider", "sampling/createMessage", "Be brief\nSum up"],
      ["proposal", "provider", "assistant", "Short."],
      ["evidence", "provider", "mcp__files__read", "one"],
    ]);
  });

  it("says a server's instructions and tool definitions once, and again where they changed", () => {
    const tools = (description: string): object => ({ tools: [{ name: "read", description }] });
    const stored = readLog([
      ask(1, 1, ["initialize"]),
      answer(1, 1, { instructions: "Ask first", serverInfo: {} }),
      ask(2, 2, ["tools/list"]),
      answer(2, 2, tools("reads")),
      ask(3, 3, ["tools/list"]),
      answer(3, 3, tools("reads")),
      ask(4, 4, ["tools/list"]),
      answer(4, 4, tools("reads, and sends")),
    ]);
    expect(stored.items.map(({ role, tool }) => [role, tool])).toEqual([
      ["prompt", "server-instructions"],
      ["prompt", "tool-definitions"],
      ["prompt", "tool-definitions"],
    ]);
  });

  it("tells errors that the model saw, structured results, and results that are not there yet", () => {
    const stored = readLog([
      ask(1, 1, ["tools/call", CALL]),
      { from: "server", second: 2, message: rpc({ id: 1, error: { code: -32602, message: "no such tool" } }) },
      ask(3, 2, ["tools/call", CALL]),
      answer(4, 2, { ...text("broken"), isError: true }),
      ask(5, 3, ["tools/call", CALL]),
      answer(6, 3, { structuredContent: { n: 1 }, content: [] }),
      ask(7, 4, ["tools/call", CALL]),
      answer(8, 4, { resultType: "input_required", inputRequests: {} }),
      ask(9, 5, ["resources/read", { uri: "x" }]),
      { from: "server", second: 9, message: rpc({ id: 5, error: { code: 1, message: "gone" } }) },
    ]);
    expect(stored.items.map(({ delivered, isError }) => [delivered, isError])).toEqual([
      ["no such tool", true],
      ["broken", true],
      ['{"n":1}', false],
    ]);
  });

  it.each<[string, (it: Sent) => object]>([
    ["bare messages", ({ message }) => message],
    [
      "JSON text of a proxy",
      ({ from, message }) => ({ dir: from === "client" ? "c2s" : "s2c", raw: JSON.stringify(message) }),
    ],
    [
      "events of a stream",
      ({ from, message }) => ({
        dir: from === "client" ? "->" : "<-",
        data: `event: message\ndata: ${JSON.stringify(message)}`,
      }),
    ],
    [
      "requests with their responses",
      ({ from, message }) => (from === "client" ? { request: message } : { response: message }),
    ],
    ["batches", ({ from, message }) => ({ stream: from === "client" ? "stdin" : "stdout", payload: [message] })],
  ])("is understood as %s", (_, make) => {
    const stored = readLog([ask(1, "a", ["tools/call", CALL]), answer(2, "a", text("one"))], make);
    expect(stored.items.map(({ delivered, path }) => [delivered, path])).toEqual([["one", "/w/a.txt"]]);
    expect(stored.problems).toEqual([]);
  });

  it("names lines that hold no message, and goes on", () => {
    const path = write(newFolder(), "traffic.jsonl", [
      row(ask(1, 1, ["tools/call", CALL])),
      { level: "info", msg: "proxy started" },
      row(answer(2, 1, text("one"))),
    ]);
    const { items, problems } = read(path);
    expect(items).toHaveLength(1);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([["unknown-type", 2]]);
  });

  it("goes with a request of the part that was read before", () => {
    const path = write(newFolder(), "traffic.jsonl", [row(ask(1, 1, ["tools/call", CALL]))]);
    const first = read(path);
    append(path, [row(answer(3, 1, text("one")))]);
    const { items } = read(path, first.checkpoint === null ? {} : { checkpoint: first.checkpoint });
    expect(items).toMatchObject([{ delivered: "one", path: "/w/a.txt", durationUs: 2_000_000 }]);
  });
});
