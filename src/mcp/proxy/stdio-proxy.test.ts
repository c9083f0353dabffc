import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Policy } from "./policy.ts";
import { Recorder } from "./recorder.ts";
import { proxyStdio } from "./stdio-proxy.ts";
import { TrafficLog } from "./traffic.ts";

let root = "";
beforeEach(() => (root = mkdtempSync(join(tmpdir(), "cairn-stdio-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Servers of a line of code: one gives back what it gets, the others say something of their own and end with their input. */
const ECHO = "process.stdin.pipe(process.stdout)";
const says = (code: string): string => `process.stdout.write(${code}); process.stdin.resume()`;

interface Passed {
  readonly out: string;
  readonly code: number;
  readonly log: string;
  readonly lost: number;
}

async function pass(server: string, input: string, policy: Policy | null = null): Promise<Passed> {
  const path = join(root, "log.jsonl");
  const traffic = new TrafficLog({ path, server: "test", session: "log", redact: (text) => text });
  const recorder = new Recorder({ traffic, noticesOf: () => [], warn: () => undefined });
  const client = { input: new PassThrough(), output: new PassThrough() };
  let out = "";
  client.output.setEncoding("utf8").on("data", (text: string) => (out += text));
  client.input.end(input);
  const { signal } = new AbortController();
  const code = await proxyStdio({ command: process.execPath, args: ["-e", server], client, recorder, policy, signal });
  await traffic.close();
  return { out, code, log: readFileSync(path, "utf8"), lost: traffic.lost };
}

const call = (id: number, name: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name } });
const lines = (text: string): readonly string[] => text.split("\n").filter((it) => it !== "");
const DEEP = `'{"jsonrpc":"2.0","id":1,"result":' + "[".repeat(2e5) + '"SECRET"' + "]".repeat(2e5) + "}\\n"`;
const refuses: Policy = { refuses: (tool) => tool.startsWith("delete_"), redact: null };
const redacts: Policy = { refuses: null, redact: (text) => text.replaceAll("SECRET", "[REDACTED]") };

describe("the proxy on standard input and output", () => {
  it("records each message of a batch, and passes the batch as it is", async () => {
    const batch = ` [${call(1, "a")}, ${call(2, "b")}]\n`;
    const { out, log } = await pass(ECHO, batch);
    expect(out).toBe(batch);
    expect(lines(log)).toHaveLength(4);
  });

  it("lets no call that is refused hide in a batch, or in a message that asks for no answer", async () => {
    const silent = '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"delete_all"}}';
    const input = [`[${call(1, "delete_all")},${call(2, "b")}]`, silent, `[${silent}]`, call(3, "c"), ""].join("\n");
    const said = lines((await pass(ECHO, input, refuses)).out).map((it) => JSON.parse(it) as unknown);
    expect(said).toMatchObject([
      [
        { id: 1, result: { isError: true } },
        { id: 2, error: { message: expect.stringContaining("not sent") as string } },
      ],
      { id: 3, method: "tools/call" },
    ]);
  });

  it("redacts batches, errors, notifications, and lines that are no messages", async () => {
    const input = [
      '[{"jsonrpc":"2.0","id":1,"result":"SECRET"},{"jsonrpc":"2.0","method":"n","params":["SECRET"]}]',
      '{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"SECRET"}}',
      "no json SECRET",
      '{ "jsonrpc":"2.0", "id":3, "result":"as it was" }',
      "",
    ].join("\n");
    expect((await pass(ECHO, input, redacts)).out).toBe(input.replaceAll("SECRET", "[REDACTED]"));
  });
});

describe("a hostile server on standard output", () => {
  it("sends JSON that is nested too deep: it passes, is counted, and ends nothing", async () => {
    const { out, code, lost } = await pass(says(DEEP), "");
    expect([out.length, code, lost]).toEqual([400_043, 0, 1]);
  });

  it("sends it where secrets are to be replaced: the client is told that it is kept back", async () => {
    const { out } = await pass(says(DEEP), "", redacts);
    expect(out).toContain("kept back");
    expect(out).not.toContain("SECRET");
  });

  it("sends a line without an end: it passes, and what comes after it is recorded", async () => {
    const { out, log, lost } = await pass(
      says(`"x".repeat(34 * 1024 * 1024) + '\\n{"jsonrpc":"2.0","method":"n"}\\n'`),
      "",
    );
    expect([out.length, lines(log).length, lost]).toEqual([34 * 1024 * 1024 + 32, 1, 1]);
  });

  it("does not hear that the client has gone: it is ended", async () => {
    const traffic = new TrafficLog({ path: join(root, "l"), server: "t", session: "s", redact: (text) => text });
    const recorder = new Recorder({ traffic, noticesOf: () => [], warn: () => undefined });
    const client = { input: new PassThrough(), output: new PassThrough() };
    const stop = new AbortController();
    const server = "setInterval(() => undefined, 1000); process.stdout.write('on')";
    const args = ["-e", server];
    client.output.once("data", () => stop.abort());
    const { signal } = stop;
    const ended = proxyStdio({ command: process.execPath, args, client, recorder, policy: null, signal });
    expect(await ended).toBe(143);
    await traffic.close();
  });
});
