import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureDist, run, start, until } from "../cli/built.ts";
import { startProxy, type RunningProxy } from "./proxying.ts";
import { startSuiteServer, type SuiteServer } from "./suite-server.ts";

let root = "";
let server: SuiteServer;
let proxy: RunningProxy | undefined;
beforeAll(async () => {
  ensureDist();
  server = await startSuiteServer();
}, 120_000);
afterAll(() => server.close());
beforeEach(() => (root = mkdtempSync(join(tmpdir(), "cairn-proxy-http-"))));
afterEach(async () => {
  await proxy?.stop();
  proxy = undefined;
  rmSync(root, { recursive: true, force: true });
});

type Era = "2026-07-28" | "2025-11-25";

/** A real client of one revision that answers what servers ask: through the proxy, with its token in a header. */
async function connect({ url, token }: RunningProxy, era: Era): Promise<Client> {
  const isModern = era === "2026-07-28";
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: { sampling: {}, elicitation: {}, roots: {} },
      ...(isModern
        ? { versionNegotiation: { mode: { pin: era } } }
        : { versionNegotiation: { mode: "legacy" }, supportedProtocolVersions: [era] }),
    },
  );
  client.setRequestHandler("elicitation/create", () => ({
    action: "accept",
    content: { response: "yes", name: "Ada" },
  }));
  client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///here", name: "here" }] }));
  client.setRequestHandler("sampling/createMessage", () => ({
    model: "test",
    role: "assistant",
    content: { type: "text", text: "sampled words" },
  }));
  const requestInit = { headers: { "Cairn-Token": token, Authorization: "Bearer of-the-server" } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

describe("real clients through cairn proxy --url", () => {
  it.each(["2026-07-28", "2025-11-25"] as const)(
    "do all that the protocol has, and what passed is in the ledger: %s",
    async (era) => {
      proxy = await startProxy(root, ["--url", server.url, "--name", "suite"]);
      const client = await connect(proxy, era);
      const call = async (name: string, input: Record<string, unknown> = {}): Promise<string> =>
        JSON.stringify((await client.callTool({ name, arguments: input })).content);
      const progress: number[] = [];
      await client.callTool(
        { name: "test_tool_with_progress", arguments: {} },
        { onprogress: (it) => progress.push(it.progress) },
      );
      expect(progress).toEqual([0, 50, 100]);
      expect(await call("test_sampling", { prompt: "Say it" })).toContain("sampled words");
      expect(await call("test_elicitation", { message: "Sure?" })).toContain("action=accept");
      expect(await call("test_input_required_result_list_roots")).toContain("file:///here");
      // The server cuts the stream of this one: the client comes back for the rest.
      expect(await call("test_reconnection")).toContain("completed successfully");
      expect(JSON.stringify(await client.readResource({ uri: "test://static-text" }))).toContain(
        "static text resource",
      );
      expect(JSON.stringify(await client.getPrompt({ name: "test_simple_prompt" }))).toContain("simple prompt");
      const abort = new AbortController();
      const cancelled = client.callTool({ name: "test_tool_with_progress", arguments: {} }, { signal: abort.signal });
      abort.abort("enough");
      await expect(cancelled).rejects.toThrow(/enough/);
      await client.close();
      expect(await proxy.stop("SIGINT")).toMatchObject({ end: 130, stderr: "" });
      const items = await run(["context", "top", "--ledger", join(root, "ledger.db"), "--json"], { cwd: root });
      for (const it of ["resources/read", "test_sampling", "test_elicitation", "test_reconnection"])
        expect(items.stdout).toContain(`"mcp__suite__${it}"`);
      expect(items.stdout).toContain('"prompts/get"');
    },
  );

  it("keep their token, and their place, when the proxy begins anew", async () => {
    proxy = await startProxy(root, ["--url", server.url, "--no-import"]);
    const { token } = proxy;
    await proxy.stop();
    proxy = await startProxy(root, ["--url", server.url, "--no-import"]);
    expect(proxy.token).toBe(token);
  });
});

describe("cairn proxy --url for a person", () => {
  it("says how clients connect, without the token, and writes nothing on standard output", async () => {
    const argv = ["proxy", "--url", server.url, "--port", "0", "--store", join(root, "store"), "--no-import"];
    const { child, ended, output } = start(argv, { cwd: root });
    await until(() => output().stderr.includes("claude mcp add") || child.exitCode !== null);
    child.kill("SIGTERM");
    const { end, stdout, stderr } = await ended;
    expect([end, stdout]).toEqual([143, ""]);
    expect(stderr).toMatch(/clients call http:\/\/127\.0\.0\.1:\d+\/mcp\n.*"Cairn-Token: TOKEN".*proxy-token/);
    expect(stderr).not.toContain(readFileSync(join(root, "store", "proxy-token"), "utf8").trim());
  });
});

const inspector = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((it) => join(it, "mcp-inspector-cli"))
  .find((it) => statSync(it, { throwIfNoEntry: false })?.isFile());

describe.skipIf(inspector === undefined)("the inspector's command line (passed over where it is missing)", () => {
  it("lists and calls through the proxy over HTTP", async () => {
    proxy = await startProxy(root, ["--url", server.url, "--no-import"]);
    const inspect = async (...words: readonly string[]): Promise<string> => {
      const argv = [inspector ?? "", "--cli", proxy?.urlWithToken ?? "", "--transport", "http", "--method", ...words];
      return (await promisify(execFile)(process.execPath, argv, { cwd: root })).stdout;
    };
    expect(await inspect("tools/list")).toContain("test_simple_text");
    expect(await inspect("tools/call", "--tool-name", "test_simple_text")).toContain("simple text response");
  });
});

describe("cairn proxy --url, told what it cannot do", () => {
  it.each([
    [[], "name the server's command after --, or its address with --url"],
    [["--json", "--", "my-server"], "--port and --json go with --url"],
    [["--url", "ftp://localhost"], "begins with http:// or https://"],
  ])("says so: %j", async (argv, words) => {
    const { end, stderr, stdout } = await run(["proxy", "--store", join(root, "store"), ...argv], { cwd: root });
    expect([end, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(words);
  });
});
