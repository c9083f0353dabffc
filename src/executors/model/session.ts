/** A model that is open for requests: each is retried, counted and told as it comes in. */
import type { LanguageModel } from "ai";
import type { RuntimeFailure } from "../../errors.ts";
import type { ExecutorTools } from "../executor.ts";
import type { Key } from "./key.ts";
import type { ModelExecutorOptions } from "./options.ts";
import { ask, type Answer, type Question } from "./request.ts";
import { askAgain, incident, type RetrySettings, type Tried } from "./retry.ts";

export interface Session {
  /** The model as a person reads it. */
  readonly who: string;
  ask(question: Question): Promise<Tried>;
  incident(failed: Extract<Tried, { ok: false }>): RuntimeFailure;
}

export interface SessionParts {
  readonly options: ModelExecutorOptions;
  readonly key: Key;
  readonly model: LanguageModel;
  readonly tools: Pick<ExecutorTools, "report">;
  readonly signal: AbortSignal;
}

const DEFAULT_RETRIES = 4;
const DEFAULT_TIMEOUT_MS = 180_000;
const FIRST_WAIT_MS = 500;

/** Opens a session for one invocation or verification. */
export function openSession({ options, key, model, tools, signal }: SessionParts): Session {
  const { settings, onAnswer, countTokens } = options;
  const who = `the model ${settings.model} (${settings.provider})`;
  const retry: RetrySettings = {
    retries: settings.retries ?? DEFAULT_RETRIES,
    firstWaitMs: options.firstWaitMs ?? FIRST_WAIT_MS,
    who,
    conceal: key.conceal,
    signal,
  };
  const request = {
    model,
    timeoutMs: settings.timeout_ms ?? DEFAULT_TIMEOUT_MS,
    onText: (text: string) => onAnswer?.({ model: settings.model, text }),
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(settings.seed === undefined ? {} : { seed: settings.seed }),
  };
  return {
    who,
    ask: async (question) => {
      const tried = await askAgain(() => ask(question, request, signal), retry);
      if (tried.ok) tools.report(usageOf(settings.model, { question, answer: tried.answer, countTokens }));
      return tried;
    },
    incident: (failed) => incident(failed, retry),
  };
}

interface Counted {
  readonly question: Question;
  readonly answer: Answer;
  readonly countTokens: (text: string) => number;
}

/** What the provider counted; where it counts nothing, what the run's tokenizer counts, so that limits hold all the same. */
function usageOf(model: string, { question, answer, countTokens }: Counted): Parameters<ExecutorTools["report"]>[0] {
  const { inputTokens, outputTokens, cachedInputTokens } = answer.usage;
  const sent = (): number => countTokens(question.instructions) + countTokens(JSON.stringify(question.messages));
  const said = (): number => countTokens(answer.text) + countTokens(answer.calls.map((it) => it.input).join("\n"));
  return {
    model,
    inputTokens: inputTokens ?? sent(),
    outputTokens: outputTokens ?? said(),
    ...(cachedInputTokens === null ? {} : { cachedInputTokens }),
  };
}
