/**
 * A language-model middleware of the Vercel AI SDK (version 6) that records every call into a ledger.
 *
 * AS1  What is sent is recorded before it is sent, what comes back when it came; of a stream that is cut or aborted, as
 *      much as came. Everything is redacted before it is stored.
 * AS2  A message is one item, though every call sends it again; a tool's result goes by the id of its call.
 * AS3  The model gets and gives what it would without it.
 */
import type { LanguageModelMiddleware } from "ai";
import { createCallRecorder, type CallScope, type FactSink } from "../ledger/index.ts";
import { answerOf, messagesOf, toolsText, usageOf } from "./messages.ts";
import type { CallOptions } from "./sdk-types.ts";
import { listened, type Heard } from "./stream.ts";

/** What to record into, and under which names. */
export interface RecordCallsOptions extends Partial<CallScope> {
  /** An open ledger: `openLedger()` of `cairn/ledger`. It stays open. */
  readonly ledger: FactSink;
  /**
   * Told when something could not be recorded; the call then goes on. Default: the call fails, so that nothing is sent that
   * is not on record.
   */
  readonly onError?: (error: unknown) => void;
}

/**
 * A middleware for `wrapLanguageModel`. All calls through it are one session (`session`; default: a new one), of the
 * client `ai-sdk`.
 *
 * Errors of the wrapped calls: the model's own; without `onError` those of the ledger too (`store-…`, `disk-full`).
 */
export function recordCalls({ ledger, onError, ...scope }: RecordCallsOptions): LanguageModelMiddleware {
  const recorder = createCallRecorder(ledger, { project: process.cwd(), ...scope, client: scope.client ?? "ai-sdk" });
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (onError === undefined) throw error;
      onError(error);
    }
  };
  const sent = (params: CallOptions): Promise<void> =>
    attempt(() => recorder.sent(messagesOf(params.prompt), toolsText(params)));
  const received = ({ content, usage, model }: Heard, modelId: string): Promise<void> =>
    attempt(() => recorder.received(answerOf(content), usage === null ? null : usageOf(usage, model ?? modelId)));
  return {
    specificationVersion: "v3",
    wrapGenerate: async ({ doGenerate, params, model }) => {
      await sent(params);
      const result = await doGenerate();
      const { content, usage, response } = result;
      await received({ content, usage, model: response?.modelId ?? null }, model.modelId);
      return result;
    },
    wrapStream: async ({ doStream, params, model }) => {
      await sent(params);
      const result = await doStream();
      const stream = listened(result.stream, (heard) => received(heard, model.modelId), params.abortSignal);
      return { ...result, stream };
    },
  };
}
