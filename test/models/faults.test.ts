import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { RuntimeFailure } from "../../src/errors.ts";
import { createModelExecutor, type ModelSettings } from "../../src/executors/model/index.ts";
import { invocation, packet, toolsOf } from "../../src/executors/local/in-memory.suite.ts";
import {
  calls,
  countTokens,
  executorFor,
  KEY,
  settingsFor,
  startMockModel,
  STYLES,
  textOf,
  type MockModel,
  type Reply,
  type Step,
} from "./mock-model.ts";

let mock: MockModel;
beforeAll(async () => {
  mock = await startMockModel();
});
afterAll(async () => {
  await mock.stop();
});

const HALT = { transition: "HALT", halt: { outcome: "incomplete", reason: "seen", summary: "" } };
const halt: Reply = calls(["propose", HALT]);
const never = new AbortController().signal;

/** What one invocation ends with: the proposal, or the reason why there is none. */
async function outcomeOf(settings: ModelSettings, signal: AbortSignal = never): Promise<unknown> {
  try {
    return await executorFor(settings).execute(invocation(packet()), toolsOf({ files: { "a.txt": "x\n" } }), signal);
  } catch (error) {
    return error instanceof RuntimeFailure ? `${error.code}: ${error.message}` : error;
  }
}

const failing = (status: number, retryAfter?: number): Step => ({
  reply: { error: { message: "not now" }, status, ...(retryAfter === undefined ? {} : { retryAfter }) },
});

describe.each(STYLES)("by %s", (provider) => {
  const settings = (more: Partial<ModelSettings> = {}): ModelSettings => settingsFor(mock, provider, more);

  test.each([429, 500, 502, 503, 529])(
    "a server that always answers %i is asked as often as allowed, and then named",
    async (status) => {
      mock.play([failing(status, 0)]);
      expect(await outcomeOf(settings({ retries: 2 }))).toMatch(
        new RegExp(`^executor-failed: the model mock-1 \\(${provider}\\) .*HTTP ${status}.*tried 3 times`),
      );
      expect(mock.requests).toHaveLength(3);
    },
  );

  test.each([400, 401, 403, 404])("an answer of %i is not asked for again", async (status) => {
    mock.play([failing(status)]);
    expect(await outcomeOf(settings())).toContain(`HTTP ${status}`);
    expect(mock.requests).toHaveLength(1);
  });

  test("a server that asks to wait for long is not waited for", async () => {
    mock.play([failing(429, 3600)]);
    expect(await outcomeOf(settings())).toContain("asks to wait 3600 s");
    expect(mock.requests).toHaveLength(1);
  });

  test("a server that asks to wait a second is asked again after it", async () => {
    mock.play([failing(429, 1), halt]);
    const started = performance.now();
    expect(await outcomeOf(settings())).toMatchObject(HALT);
    expect(performance.now() - started).toBeGreaterThan(990);
  });

  test("an answer that takes too long is given up, and asked for again", async () => {
    mock.play([{ reply: halt, latency: 2000 }, halt]);
    expect(await outcomeOf(settings({ timeout_ms: 150 }))).toMatchObject(HALT);
    mock.play([{ reply: halt, latency: 2000 }]);
    expect(await outcomeOf(settings({ timeout_ms: 50, retries: 1 }))).toContain(
      "gave no whole answer within 50 ms (tried 2 times)",
    );
  });

  test("a stream that breaks off, between pieces or by a closed connection, is no answer", async () => {
    const long: Reply = { content: "a long answer in many pieces ".repeat(40) };
    mock.play([
      { reply: long, chunkSize: 4, truncateAfterChunks: 5 },
      { reply: long, chunkSize: 4, latency: 10, disconnectAfterMs: 25 },
      { reply: calls(["propose", HALT]), chunkSize: 4, truncateAfterChunks: 4 },
      halt,
    ]);
    expect(await outcomeOf(settings())).toMatchObject(HALT);
    expect(mock.requests).toHaveLength(4);
    mock.play([{ reply: long, chunkSize: 4, truncateAfterChunks: 5 }]);
    expect(await outcomeOf(settings({ retries: 1 }))).toMatch(/in the middle of an answer.*\(tried 2 times\)/);
  });

  test("an answer that is none of the API is asked for again, and then said to be none", async () => {
    mock.play([{ reply: halt, chaos: { malformedRate: 1 } }]);
    expect(await outcomeOf(settings({ retries: 1 }))).toMatch(/(no answer|broke off).*tried 2 times/);
  });

  test("an empty answer is asked for again, and then said to be empty", async () => {
    mock.play([{ content: "" }, halt]);
    expect(await outcomeOf(settings())).toMatchObject(HALT);
    mock.play([{ content: "" }]);
    expect(await outcomeOf(settings({ retries: 1 }))).toContain("sent an empty answer (tried 2 times)");
  });

  test("a refusal in words is answered once or twice with what is wanted, and then told with its words", async () => {
    mock.play([{ content: "I am sorry, but I can't help with that." }]);
    expect(await outcomeOf(settings())).toMatch(/stated no proposal: .*it said: I am sorry, but I can't help/);
    expect(mock.requests).toHaveLength(3);
  });

  test("an answer that was cut at its limit is asked for once more, shorter, and then told as cut", async () => {
    const cut: Reply = { content: '{"transition":"HALT","halt":{"outcome":"inco', finishReason: "length" };
    mock.play([cut, halt]);
    expect(await outcomeOf(settings())).toMatchObject(HALT);
    expect(textOf(mock.requests[1])).toMatch(
      // The mock tells by the responses API that an answer was cut, but not why.
      provider === "openai" ? "found the end" : "cut at the limit of output_tokens",
    );
    mock.play([cut]);
    expect(await outcomeOf(settings())).toBe('{"transition":"HALT","halt":{"outcome":"inco');
  });

  test("an answer that floods far beyond its limit is broken off", async () => {
    mock.play([{ reply: { content: "flood ".repeat(60_000) }, chunkSize: 4096 }]);
    expect(await outcomeOf(settings({ retries: 0 }))).toContain("far longer than it was allowed");
  });

  test("a stopped invocation stops at once, in the middle of a wait as well", async () => {
    mock.play([failing(429, 60)]);
    const stop = new AbortController();
    setTimeout(() => stop.abort(new RuntimeFailure("interrupted", "stopped")), 100);
    const started = performance.now();
    expect(await outcomeOf(settings(), stop.signal)).not.toMatchObject(HALT);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe("a form of proposals that a model does not take", () => {
  test("is changed for text, and not tried again in the next invocation", async () => {
    mock.play([
      { reply: { error: { message: "mock-1 does not support tools" }, status: 400 } },
      { content: JSON.stringify(HALT) },
    ]);
    const executor = executorFor(settingsFor(mock, "openai-compatible"));
    const tools = toolsOf({});
    expect(await executor.execute(invocation(packet()), tools, never)).toMatchObject(HALT);
    expect(mock.requests[1]?.tools ?? []).toHaveLength(0);
    expect(await executor.execute(invocation(packet()), tools, never)).toMatchObject(HALT);
    expect(mock.requests).toHaveLength(3);
  });

  test.each(["openai-compatible", "openai-chat"])("json-schema sends the schema, by %s", async (provider) => {
    mock.play([{ content: JSON.stringify(HALT) }]);
    expect(await outcomeOf(settingsFor(mock, provider, { output: "json-schema" }))).toMatchObject(HALT);
    expect(JSON.stringify(mock.requests[0])).toContain("json_schema");
  });

  test.each(STYLES)("json-schema reads with tools and takes the proposal from the text, by %s", async (provider) => {
    mock.play([calls(["read", { path: "a.txt" }]), { content: JSON.stringify(HALT) }]);
    expect(await outcomeOf(settingsFor(mock, provider, { output: "json-schema" }))).toMatchObject(HALT);
    expect(textOf(mock.requests[1])).toContain("a.txt, lines 1-");
    mock.play([{ content: "not JSON" }, { content: JSON.stringify(HALT) }]);
    expect(await outcomeOf(settingsFor(mock, provider, { output: "json-schema" }))).toMatchObject(HALT);
  });

  test.each(STYLES)("text offers no tools at all, by %s", async (provider) => {
    mock.play([{ content: `I propose:\n${JSON.stringify(HALT)}` }]);
    expect(await outcomeOf(settingsFor(mock, provider, { output: "text" }))).toMatchObject(HALT);
    expect(mock.requests[0]?.tools ?? []).toHaveLength(0);
  });
});

describe("a server that means harm", () => {
  let server: Server | null = null;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = null;
  });

  async function streaming(write: (response: ServerResponse) => void): Promise<string> {
    const made = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      write(response);
    });
    server = made;
    await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
    const { port } = made.address() as AddressInfo; // a TCP server's address
    return `http://127.0.0.1:${port}/v1`;
  }

  test.each(STYLES)(
    "and only ever says that it is there is given up after the time for a request, by %s",
    async (provider) => {
      const base_url = await streaming((response) => {
        const timer = setInterval(() => response.write(": still here\n\n"), 20);
        response.on("close", () => clearInterval(timer));
      });
      const started = performance.now();
      expect(await outcomeOf(settingsFor(mock, provider, { base_url, retries: 1, timeout_ms: 200 }))).toContain(
        "gave no whole answer within 200 ms (tried 2 times)",
      );
      expect(performance.now() - started).toBeLessThan(3000);
    },
  );

  test.each(STYLES)("and never stops sending is stopped, by %s", async (provider) => {
    const base_url = await streaming((response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(`: ${"x".repeat(65_536)}\n\n`));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    const outcome = await outcomeOf(settingsFor(mock, provider, { base_url, retries: 0, timeout_ms: 20_000 }));
    expect(outcome).toMatch(/longer than 33554432 bytes|in the middle of an answer/);
  });

  test.each(STYLES)(
    "and calls the same tool forever is answered as often as turns are allowed, by %s",
    async (provider) => {
      mock.play([calls(["read", { path: "a.txt" }])]);
      const outcome = await outcomeOf(settingsFor(mock, provider, { maximum_turns: 5 }));
      expect(outcome).toContain("stated no proposal");
      expect(mock.requests.length).toBeLessThanOrEqual(5);
    },
  );

  test.each(STYLES)("and calls a hundred tools at once has sixteen carried out, by %s", async (provider) => {
    const many = Array.from({ length: 100 }, () => ["list", {}] as const);
    mock.play([calls(...many), halt]);
    expect(await outcomeOf(settingsFor(mock, provider))).toMatchObject(HALT);
    expect(textOf(mock.requests[1]).split("only 16 calls of one answer").length - 1).toBe(84);
  });

  test.each(["openai-compatible", "openai-chat", "openai"])(
    "and gives a member twice is judged by what it wrote, by %s",
    async (provider) => {
      const text = '{"transition":"HALT","transition":"EXECUTE"}';
      mock.play([calls(["propose", text])]);
      expect(await outcomeOf(settingsFor(mock, provider))).toBe(text);
    },
  );
});

describe("settings", () => {
  const settings: ModelSettings = { kind: "model", provider: "openai", model: "m" };
  const made = (more: Partial<ModelSettings>, environment: Record<string, string> = {}) =>
    createModelExecutor({ name: "m", settings: { ...settings, ...more }, environment, countTokens, commands: [] });
  const run = (more: Partial<ModelSettings>, environment: Record<string, string> = {}): Promise<unknown> =>
    made(more, environment).execute(invocation(packet()), toolsOf({}), never);

  test("that need a key which is not set are refused with the name of the variable", () => {
    expect(() => made({})).toThrow("OPENAI_API_KEY, which is not set");
    expect(() => made({ provider: "anthropic" })).toThrow("ANTHROPIC_API_KEY");
    expect(() => made({ api_key_env: "MINE" }, { MINE: "  " })).toThrow("MINE");
    expect(() => made({ provider: "openai-compatible" })).toThrow("base_url");
  });

  test.each([
    ["@example/not-installed", "is not installed beside cairn"],
    ["fs", "is no name of a provider"],
    ["node:fs", "is no name of a provider"],
    ["../../evil", "is no name of a provider"],
    ["/etc/passwd", "is no name of a provider"],
    ["data:text/javascript,1", "is no name of a provider"],
    ["yaml", "is no provider of the AI SDK"],
  ])("that name %s as provider fail with a reason to read", async (provider, reason) => {
    await expect(run({ provider })).rejects.toThrow(reason);
  });

  test("may name any provider's package of the AI SDK", async () => {
    mock.play([halt]);
    const proposal = await run({ provider: "@ai-sdk/anthropic", base_url: `${mock.url}/v1` });
    expect(proposal).toMatchObject(HALT);
  });
});

describe("a key", () => {
  let server: Server | null = null;
  afterEach(() => {
    server?.close();
    server = null;
  });
  const seen: IncomingMessage["headers"][] = [];

  async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
    seen.length = 0;
    const made = createServer((request, response) => {
      seen.push(request.headers);
      answer(request, response);
    });
    server = made;
    await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
    const { port } = made.address() as AddressInfo; // a TCP server's address
    return `http://127.0.0.1:${port}/v1`;
  }

  test.each(STYLES)(
    "of the usual variable is not sent to an address that the task file names, by %s",
    async (provider) => {
      const base_url = await listen((_, response) => response.writeHead(400).end("{}"));
      const environment = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY };
      const settings: ModelSettings = { kind: "model", provider, model: "m", base_url };
      const executor = createModelExecutor({ name: "m", settings, environment, countTokens, commands: [] });
      await expect(executor.execute(invocation(packet()), toolsOf({}), never)).rejects.toThrow("HTTP 400");
      expect(seen.length).toBeGreaterThan(0);
      expect(JSON.stringify(seen)).not.toContain(KEY);
    },
  );

  test.each(STYLES)("does not follow a redirect, by %s", async (provider) => {
    let followed = 0;
    const base_url = await listen((request, response) => {
      if (request.url?.startsWith("/elsewhere")) followed += 1;
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    await expect(
      executorFor(settingsFor(mock, provider, { base_url, retries: 0 })).execute(
        invocation(packet()),
        toolsOf({}),
        never,
      ),
    ).rejects.toThrow("the model mock-1");
    expect(followed).toBe(0);
  });

  test("that a server sends back is not in what is said of it", async () => {
    const base_url = await listen((_, response) => {
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: `bad key ${KEY}`, type: KEY, code: KEY } }));
    });
    const outcome = String(await outcomeOf(settingsFor(mock, "openai", { base_url, retries: 0 })));
    expect(outcome).toContain("[key]");
    expect(outcome).not.toContain(KEY);
  });

  test("goes nowhere while nobody listens, and that is said", async () => {
    const base_url = await listen(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    const outcome = await outcomeOf(settingsFor(mock, "openai-chat", { base_url, retries: 1 }));
    expect(outcome).toMatch(/cannot be reached: \w+ \(tried 2 times\)/);
  });
});
