/** The server over HTTP with real clients of three revisions, and with those that it must refuse. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureDist } from "../cli/built.ts";
import { connectHttp, startHttp, withoutToken, type Era, type HttpServing } from "./http.ts";

let root: string;
let serving: HttpServing;

beforeAll(async () => {
  ensureDist();
  root = mkdtempSync(join(tmpdir(), "cairn-http-"));
  serving = await startHttp(root);
}, 120_000);
afterAll(async () => {
  await serving.stop();
  rmSync(root, { recursive: true, force: true });
});

const OPEN = { objective: "Say it", requirements: [{ id: "r1", statement: "It is said", needs: "supported" }] };

describe("cairn mcp --http", () => {
  it.each<Era>(["2026-07-28", "2025-11-25", "2025-06-18"])(
    "serves a client of %s: tools, a task, its packet",
    async (era) => {
      const { client } = await connectHttp(serving, era, `client-${era}`);
      const { tools } = await client.listTools();
      expect(tools.map((it) => it.name)).toEqual(expect.arrayContaining(["task_open", "packet_get", "packet_propose"]));
      const opened = await client.callTool({ name: "task_open", arguments: OPEN });
      expect(opened.isError).not.toBe(true);
      const listed = await client.callTool({ name: "task_list", arguments: {} });
      expect(JSON.stringify(listed.structuredContent)).toContain("Say it");
      await client.close();
    },
  );

  it.each<[string, Record<string, string>, number]>([
    ["without a token", {}, 401],
    ["with a wrong token", { authorization: "Bearer wrong" }, 401],
    ["of a foreign page", { origin: "https://evil.example" }, 403],
  ])("refuses a request %s", async (_, headers, status) => {
    const token = "origin" in headers ? { authorization: `Bearer ${serving.token}` } : {};
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
    const all = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...token,
      ...headers,
    };
    const answer = await fetch(serving.url, { method: "POST", headers: all, body });
    expect(answer.status).toBe(status);
    expect((await answer.text()).length).toBeGreaterThan(20);
  });

  it("ends when it is told to, with the sessions that are open", async () => {
    const other = await startHttp(mkdtempSync(join(root, "other-")));
    await connectHttp(other, "2025-11-25");
    expect(await other.stop("SIGTERM")).toMatchObject({ end: 143 });
  });
});

const inspector = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((it) => join(it, "mcp-inspector-cli"))
  .find((it) => statSync(it, { throwIfNoEntry: false })?.isFile());

describe.skipIf(inspector === undefined)("the inspector's command line (passed over where it is missing)", () => {
  it("lists and calls", async () => {
    const { url, server } = await withoutToken(serving); // 0.15 sends no headers of its user's
    const inspect = async (...words: readonly string[]): Promise<string> => {
      const argv = [inspector ?? "", "--cli", url, "--transport", "http", "--method", ...words];
      return (await promisify(execFile)(process.execPath, argv, { cwd: root })).stdout;
    };
    try {
      expect(await inspect("tools/list")).toContain("packet_propose");
      expect(await inspect("tools/call", "--tool-name", "inbox")).toContain("No question waits for a person");
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
