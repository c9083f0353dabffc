/** The endpoint in this process: what real clients are told, and what it takes from those that mean no good. */
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Agents, openCairn, statedTaskFile, type Cairn } from "../../app.ts";
import { serveOnHttp, type HttpServing } from "./serve-http.ts";

const TOKEN = "the-token";
const LIMITS = { headersTimeMs: 300, requestTimeMs: 600, checkingIntervalMs: 50, bodyBytes: 20_000, sessionCount: 5 };
const BY = { agent: "other", signal: new AbortController().signal };
const OPEN = {
  objective: "Say it",
  requirements: [{ id: "r1", statement: "It is said", needs: "supported" as const }],
};

let root: string;
let cairn: Cairn;
let agents: Agents;
let serving: HttpServing;
const clients: Client[] = [];
const errors: Error[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "cairn-endpoint-"));
  cairn = await openCairn({ path: join(root, "cairn.db"), mode: "write" });
  agents = new Agents(cairn, root);
  errors.length = 0;
  await serve(LIMITS);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((it) => it.close()));
  await serving.close();
  cairn.close();
  rmSync(root, { recursive: true, force: true });
});

async function serve(limits: NonNullable<Parameters<typeof serveOnHttp>[1]["limits"]>): Promise<void> {
  serving = await serveOnHttp(agents, {
    version: "1",
    host: "127.0.0.1",
    port: 0,
    hosts: [],
    token: TOKEN,
    tokenPlace: "a file",
    agent: null,
    limits,
    onError: (error) => errors.push(error),
  });
}

type Era = "2026-07-28" | "2025-11-25";
const ERAS: readonly Era[] = ["2026-07-28", "2025-11-25"];

async function connected(era: Era, query = ""): Promise<Client> {
  const mode = era === "2026-07-28" ? { pin: era } : ("legacy" as const);
  const client = new Client({ name: "my client", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${TOKEN}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${serving.url}${query}`), { requestInit }));
  clients.push(client);
  return client;
}

/** Collects what a client is told of resources. */
async function subscribed(client: Client, era: Era, uris: readonly string[]): Promise<string[]> {
  const told: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void told.push(params.uri));
  if (era === "2026-07-28") await client.listen({ resourceSubscriptions: [...uris] });
  else for (const uri of uris) await client.subscribeResource({ uri });
  return told;
}

describe.each(ERAS)("a client of %s", (era) => {
  it("is told of packets, items and results that change, by whomever, and of no others", async () => {
    const { run, task } = await agents.open(OPEN, BY);
    const { run: elsewhere } = await agents.open(OPEN, BY);
    const client = await connected(era);
    const next = cairn.nextItem(run);
    const wanted = [
      `cairn://runs/${run}/tasks/${task}/packet`,
      `cairn://runs/${run}/items/${next}`,
      `cairn://runs/${run}/result`,
    ];
    const told = await subscribed(client, era, wanted);
    await agents.record({ run: elsewhere, task: agents.list(BY)[0]?.task ?? "" }, { kind: "note", text: "no" }, BY);
    await agents.record({ run, task }, { kind: "note", text: "yes" }, BY);
    const question = { question: "Is it?", options: ["yes"], to: "person", blocking: true };
    await agents.propose({ run, task }, { transition: "ESCALATE", escalation: question }, BY);
    await vi.waitFor(() => expect(new Set(told)).toEqual(new Set(wanted)), { timeout: 5_000 });
    const read = await client.readResource({ uri: wanted[0] ?? "" });
    expect(JSON.stringify(read.contents)).toContain("Is it?");
  });

  it("is told how long a call is at work, and what it cancels is not done", async () => {
    const run = await cairn.begin(statedTaskFile("Say it", ["It is said"], root), root);
    const client = await connected(era, "?agent=slow");
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const visit = cairn.visit(run, BY, () => held);
    const stop = new AbortController();
    const progress: number[] = [];
    const options = { signal: stop.signal, onprogress: (it: { progress: number }) => void progress.push(it.progress) };
    const call = client.callTool({ name: "packet_get", arguments: { run } }, options);
    const outcome = call.then(
      () => "answered",
      () => "cancelled",
    );
    await vi.waitFor(() => expect(progress).toEqual([1]), { timeout: 4_000 });
    stop.abort();
    expect(await outcome).toBe("cancelled");
    await new Promise((resolve) => setTimeout(resolve, 100)); // the cancellation is on its way
    release();
    await visit;
    await new Promise((resolve) => setTimeout(resolve, 300)); // a call that still waited would take its turn now
    expect(agents.list(BY)[0]?.due).toEqual([expect.objectContaining({ holder: null, isFree: true })]);
    expect(errors).toEqual([]);
  });

  it("is told which resource there is not", async () => {
    const client = await connected(era);
    await expect(client.readResource({ uri: "cairn://runs/nope/result" })).rejects.toThrow(/there is no run/);
    expect((await client.listResources()).resources).toEqual([]);
  });
});

describe("sessions", () => {
  const begin = (): Promise<Response> => post(INITIALIZE);

  it("are refused above their number, and have room again when one is closed", async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, begin));
    const statuses = answers.map((it) => it.status);
    expect(statuses.filter((it) => it === 200)).toHaveLength(LIMITS.sessionCount);
    expect(statuses.filter((it) => it === 503)).toHaveLength(200 - LIMITS.sessionCount);
    const id = answers.find((it) => it.status === 200)?.headers.get("mcp-session-id") ?? "";
    await Promise.all(answers.map((it) => it.text()));
    expect((await send({ method: "DELETE", headers: { "mcp-session-id": id } })).status).toBe(200);
    expect((await begin()).status).toBe(200);
    expect((await send({ method: "DELETE", headers: { "mcp-session-id": id } })).status).toBe(404);
  });

  it("that are quiet for too long are closed", async () => {
    await serving.close();
    await serve({ ...LIMITS, sessionIdleMs: 50 });
    const answer = await begin();
    await answer.text();
    const headers = { "mcp-session-id": answer.headers.get("mcp-session-id") ?? "" };
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await send({ method: "GET", headers })).status).toBe(404);
  });

  it("are what a client without one is told to begin", async () => {
    const answer = await post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("begin with initialize")]);
  });
});

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
});

function send(init: Omit<RequestInit, "headers"> & { readonly headers?: Record<string, string> }): Promise<Response> {
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...init.headers,
  };
  return fetch(serving.url, { ...init, headers });
}

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> =>
  send({ method: "POST", body, headers });

/** What `fetch` would not send: another Host. */
function statusOf(method: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(serving.url, { method, headers }, (answer) => {
      answer.resume();
      expect(Object.keys(answer.headers).filter((it) => it.startsWith("access-control"))).toEqual([]);
      resolve(answer.statusCode ?? 0);
    });
    asked.once("error", reject);
    asked.end();
  });
}

/** Sends bytes and nothing more; resolves with what came back, and after how long the connection was closed. */
function raw(text: string): Promise<{ readonly answer: string; readonly tookMs: number }> {
  const startedAt = performance.now();
  const socket = connect(Number(new URL(serving.url).port), "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (piece: string) => (answer += piece));
  socket.on("error", () => undefined);
  socket.write(text);
  return new Promise((resolve) =>
    socket.once("close", () => resolve({ answer, tookMs: performance.now() - startedAt })),
  );
}

describe("a hostile page", () => {
  const authorization = `Bearer ${TOKEN}`;

  it("gets nothing: not by another name for this machine, not from its origin, not by asking first", async () => {
    const port = new URL(serving.url).port;
    expect(await statusOf("POST", { authorization, host: `evil.example:${port}` })).toBe(403);
    expect(await statusOf("POST", { authorization, origin: "http://evil.example" })).toBe(403);
    expect(await statusOf("POST", { authorization, origin: "http://localhost:3000" })).toBe(403);
    expect(await statusOf("POST", { authorization, origin: "null" })).toBe(403);
    const preflight = { origin: "http://evil.example", "access-control-request-method": "POST" };
    expect(await statusOf("OPTIONS", preflight)).toBe(403);
    expect(await statusOf("GET", {})).toBe(401);
    expect((await post(INITIALIZE)).status).toBe(200);
  });

  it("cannot send a form or text as JSON", async () => {
    expect((await post(INITIALIZE, { "content-type": "text/plain" })).status).toBe(415);
    expect((await post(INITIALIZE, { "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
  });
});

describe("a bad client", () => {
  it("that sends its headers slowly, or its body, is cut off", async () => {
    const host = new URL(serving.url).host;
    const headers = await raw(`POST /mcp HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `);
    expect(headers.answer).toContain("408");
    const body = await raw(
      `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    expect(Math.max(headers.tookMs, body.tookMs)).toBeLessThan(3_000);
  });

  it("that sends too much is refused, said beforehand or not", async () => {
    const large = "x".repeat(LIMITS.bodyBytes + 1);
    expect((await post(large)).status).toBe(413);
    const streamed = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 3; n += 1) controller.enqueue(new TextEncoder().encode(large.slice(0, 10_000)));
        controller.close();
      },
    });
    const answer = await send({ method: "POST", body: streamed, duplex: "half" });
    expect(answer.status).toBe(413);
    expect((await raw(`GET /mcp HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`)).answer).toContain("431");
  });

  it.each(["", "{", "not json", '{"jsonrpc":"2.0"', "\u0000"])(
    "that sends %j is told that it is no JSON",
    async (body) => {
      const answer = await post(body);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ error: expect.objectContaining({ code: -32_700 }) }),
      ]);
    },
  );

  it.each(["null", "[]", "1", '{"jsonrpc":"1.0"}', `${"[".repeat(5_000)}${"]".repeat(5_000)}`])(
    "that sends JSON which is no message gets an error and no more (%#)",
    async (body) => {
      expect((await post(body)).status).toBe(400);
    },
  );

  it("that sends bytes which are no UTF-8, or calls another path or method, is refused", async () => {
    expect((await post(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))).status).toBe(400);
    const elsewhere = await fetch(new URL("/other", serving.url), { headers: { authorization: `Bearer ${TOKEN}` } });
    expect([elsewhere.status, await elsewhere.text()]).toEqual([404, expect.stringContaining("/mcp")]);
    expect((await send({ method: "PUT", body: "{}" })).status).toBeGreaterThanOrEqual(400);
    expect((await post(INITIALIZE)).status).toBe(200);
  });
});

describe("the end", () => {
  it("comes soon, with streams open, and ends them", async () => {
    const client = await connected("2025-11-25");
    await client.subscribeResource({ uri: "cairn://runs/r/result" });
    await client.unsubscribeResource({ uri: "cairn://runs/r/result" });
    await expect(client.subscribeResource({ uri: "file:///etc/passwd" })).rejects.toThrow(/no resource of this server/);
    const startedAt = performance.now();
    await serving.close();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await expect(post(INITIALIZE)).rejects.toThrow("fetch failed");
    await serve(LIMITS);
  });
});
