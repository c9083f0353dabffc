import { afterEach, describe, expect, it } from "vitest";
import {
  answering,
  call,
  json,
  openHttpPlace,
  result,
  TOKEN,
  type HttpPlace,
  type PlaceOptions,
  type Serve,
} from "./http-place.suite.ts";

let place: HttpPlace | undefined;
afterEach(() => place?.close());

async function before(serve: Serve, options: PlaceOptions = {}): Promise<HttpPlace> {
  place = await openHttpPlace(serve, options);
  return place;
}

const STREAM = { "content-type": "text/event-stream" };
const NOT_TEXT = Buffer.from([0xff, 0x00, 0xfe, 0x0d, 0x0a, 0x80]);

describe("what passes through the proxy over HTTP", () => {
  it("passes bytes and headers of a request as they are, but those of its own and of the connection", async () => {
    const { ask, asked, target } = await before(answering(() => "{}"));
    await ask({
      path: "/mcp?key=a%20b&x",
      body: NOT_TEXT,
      headers: {
        Authorization: "Bearer theirs",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Session-Id": "s-1",
        "X-Twice": ["one", "two"],
        Connection: "close, X-Hop",
        "X-Hop": "1",
        Referer: "http://localhost/secret",
        "Accept-Encoding": "gzip",
      },
    });
    const [{ path, body, headers, rawHeaders } = expect.fail("nothing was asked")] = asked;
    expect(path).toBe("/mcp?key=a%20b&x");
    expect(body.equals(NOT_TEXT)).toBe(true);
    expect(headers).toMatchObject({
      host: target.host,
      authorization: "Bearer theirs",
      "mcp-session-id": "s-1",
      "accept-encoding": "identity",
    });
    expect(rawHeaders.join(" ")).toContain("MCP-Protocol-Version 2026-07-28");
    expect(rawHeaders.filter((it) => it === "X-Twice")).toHaveLength(2);
    expect(rawHeaders.map((it) => it.toLowerCase())).not.toContain("cairn-token");
    expect(Object.keys(headers).filter((it) => ["x-hop", "referer"].includes(it))).toEqual([]);
  });

  it("passes bytes, status and headers of an answer as they are, and lets no page of others read it", async () => {
    const { ask } = await before((_, response) => {
      response.writeHead(418, "Short and stout", [
        ["Content-Type", "application/octet-stream"],
        ["Set-Cookie", "a=1"],
        ["Set-Cookie", "b=2"],
        ["Access-Control-Allow-Origin", "*"],
        ["Date", "Tue, 01 Jan 2030 00:00:00 GMT"],
        ["Mcp-Session-Id", "s-1"],
      ] as never);
      response.end(NOT_TEXT);
    });
    const { status, message, headers, body } = await ask({ body: "{}" });
    expect([status, message]).toEqual([418, "Short and stout"]);
    expect(body.equals(NOT_TEXT)).toBe(true);
    expect(headers).toMatchObject({
      "set-cookie": ["a=1", "b=2"],
      date: "Tue, 01 Jan 2030 00:00:00 GMT",
      "mcp-session-id": "s-1",
    });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("adds nothing to an answer that has no date", async () => {
    const { ask } = await before((_, response) => {
      response.sendDate = false;
      response.writeHead(204).end();
    });
    expect((await ask()).headers).not.toHaveProperty("date");
  });

  it.each(["GET", "DELETE", "OPTIONS", "PUT"])("passes %s, without making up a body", async (method) => {
    const { ask, asked } = await before((_, response) => response.writeHead(204).end());
    expect((await ask({ method })).status).toBe(204);
    expect(asked[0]).toMatchObject({ method, path: "/mcp" });
    expect(asked[0]?.headers).not.toHaveProperty("content-length");
  });

  it("calls the server with the path behind the token, and never another host", async () => {
    const { ask, asked } = await before(answering(() => "{}"));
    const status = async (path: string): Promise<number | undefined> =>
      (await ask({ path, body: "{}", hasTokenHeader: false })).status;
    expect(await status(`/${TOKEN}/other/path?q`)).toBe(200);
    expect(await status(`/${TOKEN}//evil.example/x`)).toBe(200);
    expect(await status(`/other/${TOKEN}/path`)).toBe(401);
    expect(asked.map(({ path }) => path)).toEqual(["/other/path?q", "//evil.example/x"]);
  });

  it("says the server's own addresses as clients have to call them, and leaves others", async () => {
    const { ask, target } = await before((asked, response) => {
      const to = asked.path?.slice(1) ?? "";
      response.writeHead(307, { location: decodeURIComponent(to) }).end();
    });
    const to = async (address: string): Promise<string | undefined> =>
      (await ask({ path: `/${TOKEN}/${encodeURIComponent(address)}`, body: "{}" })).headers.location;
    expect(await to("/mcp/?a#b")).toBe(`/${TOKEN}/mcp/?a#b`);
    expect(await to(`${target.origin}/x`)).toBe(`/${TOKEN}/x`);
    expect(await to("https://elsewhere.example/x")).toBe("https://elsewhere.example/x");
  });

  it("gives the user's name and password of the address to the server, unless the client has its own", async () => {
    const first = await before(answering(() => "{}"));
    const target = new URL(first.target);
    [target.username, target.password] = ["me", "p w"];
    const second = await openHttpPlace(() => undefined, { target });
    try {
      await second.ask({ body: "{}" });
      await second.ask({ body: "{}", headers: { authorization: "Bearer own" } });
    } finally {
      await second.close();
    }
    const basic = `Basic ${Buffer.from("me:p w").toString("base64")}`;
    expect(first.asked.map(({ headers }) => headers.authorization)).toEqual([basic, "Bearer own"]);
  });
});

describe("streams through the proxy", () => {
  it("passes each event when it comes, and what a client that comes back asks to go on from", async () => {
    let go: () => void = () => undefined;
    const { open, asked } = await before((_, response) => {
      response.writeHead(200, STREAM);
      response.write("id: 1\nda");
      go = () => response.end("ta: x\n\n: end");
    });
    const { answer } = await open({ method: "GET", headers: { "Last-Event-ID": "7", accept: "text/event-stream" } });
    const pieces = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    expect(String((await pieces.next()).value)).toBe("id: 1\nda");
    go();
    expect(String((await pieces.next()).value)).toBe("ta: x\n\n: end");
    expect((await pieces.next()).done).toBe(true);
    expect(asked[0]?.headers["last-event-id"]).toBe("7");
  });

  it("ends a stream at the server when the client goes", async () => {
    let gone: (() => void) | undefined;
    const closed = new Promise<void>((resolve) => (gone = resolve));
    const { open } = await before((_, response) => {
      response.writeHead(200, STREAM).write(": on\n\n");
      response.once("close", () => gone?.());
    });
    const { answer, request } = await open({ method: "GET" });
    answer.once("error", () => undefined);
    request.destroy();
    await closed;
  });

  it("cuts a stream that the server cuts: the client sees that there was more", async () => {
    const { open } = await before((_, response) => {
      response.writeHead(200, STREAM).write("data: 1\n\n");
      setTimeout(() => response.destroy(), 20);
    });
    const { answer } = await open();
    await expect(answer.forEach(() => undefined)).rejects.toThrow(/aborted/);
  });

  it.each([
    ["event: endpoint\r\ndata: /messages?s=1\r\n\r\nevent: endpoint\r\ndata: /other\r\n\r\n"],
    [": first\n\nevent: endpoint\ndata: /messages?s=1\n\nevent: endpoint\ndata: /other\n\n"],
  ])("says in the first event of servers of 2024-11-05 where messages go: %j", async (events) => {
    const { ask } = await before((_, response) => {
      response.writeHead(200, STREAM);
      for (const it of events) response.write(it);
      response.end();
    });
    const inPath = await ask({ method: "GET", path: `/${TOKEN}/sse` });
    expect(inPath.text).toBe(events.replace("/messages", `/${TOKEN}/messages`));
    expect((await ask({ method: "GET", path: "/sse" })).text).toBe(events);
  });

  it("opens a stream before there is anything in it", async () => {
    const { open } = await before((_, response) => response.writeHead(200, STREAM).flushHeaders());
    const { answer, request } = await open({ method: "GET" });
    expect(answer.headers["content-type"]).toBe("text/event-stream");
    answer.once("error", () => undefined);
    request.destroy();
  });

  it("passes a stream whose first event never ends, byte for byte", async () => {
    const long = `data: ${"é".repeat(100_000)}`;
    const { open } = await before((_, response) => response.writeHead(200, STREAM).write(long));
    const { answer, request } = await open({ method: "GET", path: `/${TOKEN}/sse` });
    answer.once("error", () => undefined);
    let text = "";
    for await (const chunk of answer.setEncoding("utf8") as AsyncIterable<string>) {
      text += chunk;
      if (text.length >= long.length) request.destroy();
      if (text.length >= long.length) break;
    }
    expect(text).toBe(long);
    const short = "data: never ended";
    await place?.close();
    const other = await before((_, response) => response.writeHead(200, STREAM).end(short));
    expect((await other.ask({ method: "GET", path: `/${TOKEN}/sse` })).text).toBe(short);
  });
});

describe("who may call the proxy", () => {
  it.each([
    ["a foreign Host", { host: "evil.example" }, 403],
    ["a foreign Origin", { origin: "http://evil.example" }, 403],
    ["no token", { "cairn-token": "" }, 401],
    ["the server's token in place of ours", { "cairn-token": "", authorization: `Bearer ${TOKEN}` }, 401],
  ])("refuses %s: the server never hears of it", async (_, headers, status) => {
    const { ask, asked } = await before(answering(() => "{}"));
    expect((await ask({ headers, body: "{}" })).status).toBe(status);
    expect(asked).toEqual([]);
  });

  it("lets a page of its own address pass, which is the server's own page for the server", async () => {
    const { ask, asked, origin, target } = await before(answering(() => "{}"));
    expect((await ask({ headers: { origin }, body: "{}" })).status).toBe(200);
    expect(asked[0]?.headers.origin).toBe(target.origin);
  });

  it("refuses a body that is too long, with and without a length before it", async () => {
    const { ask, asked } = await before(
      answering(() => "{}"),
      { limits: { bodyBytes: 1_000 } },
    );
    const body = "x".repeat(1_001);
    expect((await ask({ body, headers: { "content-length": body.length } })).status).toBe(413);
    expect((await ask({ body, headers: { "transfer-encoding": "chunked" } })).status).toBe(413);
    expect(asked).toEqual([]);
  });

  it("answers 502 and says why where the server cannot be reached, and is no proxy for other hosts", async () => {
    const { ask } = await before(
      answering(() => "{}"),
      { target: new URL("http://127.0.0.1:1/mcp") },
    );
    const { status, text } = await ask({ body: "{}" });
    expect([status, text]).toEqual([502, expect.stringContaining("http://127.0.0.1:1 cannot be reached")]);
    expect((await ask({ path: "", method: "OPTIONS" })).status).toBe(502);
  });
});

describe("what is recorded over HTTP", () => {
  it("is every message of bodies, batches and streams, and no header", async () => {
    const { ask, recorded } = await before(({ body }, response) => {
      if (body.includes("stream")) {
        response.writeHead(200, STREAM);
        response.end(
          `: hello\n\nid: 1\ndata: {"jsonrpc":"2.0",\r\ndata: "method":"a"}\r\n\r\ndata: ${result(2, "two")}\n\n`,
        );
      } else
        response.writeHead(200, { "content-type": "application/json" }).end(`[${result(1, "one")},${result(3, "3")}]`);
    });
    await ask({ body: `[${call(1)},${call(3)}]`, headers: { authorization: "Bearer theirs" } });
    await ask({ body: call(2, "stream") });
    const lines = await recorded();
    expect(lines.map(({ message }) => message["id"] ?? message["method"])).toEqual([1, 3, 1, 3, 2, "a", 2]);
    expect(json(lines)).not.toContain("theirs");
  });

  it("keeps the request of an answer findable where clients without a session use one id at once", async () => {
    const waiting: (() => void)[] = [];
    const { ask, recorded } = await before(({ body }, response) => {
      const { params } = JSON.parse(body.toString()) as { params: { name: string } }; // as `call` writes it
      waiting.push(() => response.writeHead(200, { "content-type": "application/json" }).end(result(1, params.name)));
      if (waiting.length === 2) waiting.forEach((it) => it());
    });
    await Promise.all([ask({ body: call(1, "a") }), ask({ body: call(1, "b") })]);
    const lines = await recorded();
    const pairs = lines.flatMap(({ message }, index) => {
      const asked = lines.slice(0, index).findLast((it) => it.direction === "client")?.message;
      return "result" in message ? [`${String(nameOf(asked))} ${String(textOf(message))}`] : [];
    });
    expect(pairs.toSorted()).toEqual(["a a", "b b"]);
  });

  it("tells sessions apart by a hash of their id, which is not kept", async () => {
    const { ask, recorded } = await before(answering(() => result(1, "x"), { "mcp-session-id": "very-secret" }));
    await ask({ body: call(1) });
    await ask({ body: call(1), headers: { "mcp-session-id": "very-secret" } });
    const lines = await recorded();
    const sessions = new Set(lines.filter(({ direction }) => direction === "server").map(({ session }) => session));
    expect([...sessions]).toEqual([expect.stringMatching(/^log#[0-9a-f]{12}$/)]);
    expect(json(lines)).not.toContain("very-secret");
  });
});

function nameOf(message: Readonly<Record<string, unknown>> | undefined): unknown {
  return (message?.["params"] as { name?: unknown } | undefined)?.name; // as `call` writes it
}

function textOf(message: Readonly<Record<string, unknown>>): unknown {
  return (message["result"] as { content?: { text?: unknown }[] }).content?.[0]?.text; // as `result` writes it
}
