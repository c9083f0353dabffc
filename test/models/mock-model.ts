/** A model server written by others (`@copilotkit/aimock`), on loopback, that plays a script: one step an answer. */
import { LLMock, type ChatCompletionRequest, type Fixture, type FixtureResponse } from "@copilotkit/aimock";
import { createTokenizer } from "../../src/ledger/index.ts";
import { createModelExecutor, type ModelExecutorOptions, type ModelSettings } from "../../src/executors/model/index.ts";
import type { Executor } from "../../src/executors/index.ts";

export type Request = ChatCompletionRequest;
export type Reply = FixtureResponse;

/** What the server does with one request. */
export interface Step extends Pick<
  Fixture,
  "latency" | "chunkSize" | "truncateAfterChunks" | "disconnectAfterMs" | "chaos"
> {
  readonly reply: Reply | ((request: Request) => Reply);
}

export interface MockModel {
  readonly url: string;
  /** Requests that came in since the script began. */
  readonly requests: readonly Request[];
  /** Plays these steps from now on, one a request; beyond the last one the last again. */
  play(steps: readonly (Step | Step["reply"])[]): void;
  stop(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startMockModel(): Promise<MockModel> {
  const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
  const url = await mock.start();
  // A list a script: a request of an earlier one may still be under way.
  let current: Request[] = [];
  return {
    url,
    get requests() {
      return current;
    },
    play: (steps) => {
      mock.reset();
      const requests: Request[] = [];
      current = requests;
      for (const [at, given] of steps.entries()) {
        const { reply, ...options } = isStep(given) ? given : { reply: given };
        const isLast = at === steps.length - 1;
        const isNext = (): boolean => requests.length === at || (isLast && requests.length > at);
        const response = (request: Request): Reply => {
          requests.push(structuredClone(request));
          return typeof reply === "function" ? reply(request) : reply;
        };
        mock.addFixture({ match: { predicate: isNext }, response, ...options });
      }
    },
    stop: () => mock.stop(),
  };
}

function isStep(given: Step | Step["reply"]): given is Step {
  return typeof given === "object" && "reply" in given;
}

/** A reply that calls tools. */
export function calls(...given: readonly (readonly [name: string, input: unknown])[]): Reply {
  return {
    toolCalls: given.map(([name, input]) => ({
      name,
      arguments: typeof input === "string" ? input : JSON.stringify(input),
    })),
  };
}

/** The ways to the same server. */
export const STYLES = ["openai-compatible", "openai-chat", "openai", "anthropic"] as const;

const tokenizer = createTokenizer();
/** Tokens of a text, as a run counts them. */
export const countTokens = (text: string): number => tokenizer.count(text);

/** Settings of a model of this server. */
export function settingsFor(mock: MockModel, provider: string, more: Partial<ModelSettings> = {}): ModelSettings {
  return { kind: "model", provider, model: "mock-1", base_url: `${mock.url}/v1`, api_key_env: "MOCK_KEY", ...more };
}

export const KEY = "sk-a-key-that-nobody-may-see-0123456789";

/** The executor of a model of this server, that waits little before it tries again. */
export function executorFor(settings: ModelSettings, more: Partial<ModelExecutorOptions> = {}): Executor {
  return createModelExecutor({
    name: "model",
    settings,
    environment: { MOCK_KEY: KEY },
    countTokens,
    commands: [],
    firstWaitMs: 1,
    ...more,
  });
}

/** The text of everything that a request holds. */
export function textOf(request: Request | undefined): string {
  return (request?.messages ?? [])
    .map((it) => (typeof it.content === "string" ? it.content : JSON.stringify(it.content ?? "")))
    .join("\n");
}

/** Numbers of the items that a request shows, in their order. */
export function shownItems(request: Request | undefined): number[] {
  return Array.from(textOf(request).matchAll(/<data ctx:(\d+) /g), (match) => Number(match[1]));
}
