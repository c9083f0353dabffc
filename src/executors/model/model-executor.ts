/**
 * The model executor: a language model does the work, by any provider that the AI SDK has.
 *
 * ME1  Keys are read from the environment, and are in nothing that is stored, shown or thrown.
 * ME2  What fails for a reason that passes is tried again, within the invocation; what then still fails is an incident.
 */
import type { LanguageModel } from "ai";
import { RuntimeFailure } from "../../errors.ts";
import type { Executor, ExecutorTools } from "../executor.ts";
import { execute, type OutputForm } from "./execute.ts";
import { keyOf } from "./key.ts";
import type { ModelExecutorOptions, ModelSettings } from "./options.ts";
import { openModel } from "./provider.ts";
import { openSession, type Session } from "./session.ts";
import { verify } from "./verify.ts";

/**
 * Returns the executor of a model.
 *
 * Errors: RuntimeFailure `input-invalid` for settings that cannot be used, as a key that is not in the environment. A
 * package that is not installed is found at the first request, and then fails the invocation.
 */
export function createModelExecutor(options: ModelExecutorOptions): Executor {
  const key = keyOf(options);
  const { settings } = options;
  if (settings.provider === "openai-compatible" && settings.base_url === undefined)
    throw new RuntimeFailure(
      "input-invalid",
      `the executor ${options.name} needs a base_url: its provider is openai-compatible`,
    );
  let opened: Promise<LanguageModel> | null = null;
  const session = async (tools: ExecutorTools, signal: AbortSignal): Promise<Session> => {
    opened ??= openModel(settings, key);
    return openSession({ options, key, model: await opened, tools, signal });
  };
  const forms = formsOf(settings);
  let first = 0;
  return {
    name: options.name,
    execute: async (invocation, tools, signal) => {
      const parts = { options, invocation, session: await session(tools, signal) };
      for (let at = first; ; at += 1) {
        const form = forms[at] ?? "text";
        const done = await execute({ ...parts, form, tools: tools.conversing() });
        if ("proposal" in done) return done.proposal;
        if (at + 1 >= forms.length) throw done.refused;
        // The same model will refuse it the next time as well.
        first = Math.max(first, at + 1);
      }
    },
    verify: async (claims, tools, ...[signal, context]) =>
      verify({ options, session: await session(tools, signal), tools: tools.conversing(), claims, context }),
  };
}

/** The forms that are tried, in their order. */
function formsOf({ output }: ModelSettings): readonly OutputForm[] {
  if (output === "text") return ["text"];
  return output === "json-schema" ? ["json-schema", "text"] : ["tool", "text"];
}
