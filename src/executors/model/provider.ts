/**
 * A model of a provider, by the AI SDK. Its packages are loaded when the first request is made.
 */
import { isBuiltin } from "node:module";
import type { LanguageModel } from "ai";
import { RuntimeFailure } from "../../errors.ts";
import type { Key } from "./key.ts";
import type { ModelSettings } from "./options.ts";

/** Bytes of one response that are read; what is longer is no answer. */
const MAXIMUM_RESPONSE_BYTES = 32 * 1024 * 1024;

/**
 * Opens the model of the settings.
 *
 * Errors: RuntimeFailure `input-invalid` for a package that is not installed or is no provider's.
 */
export async function openModel(settings: ModelSettings, { value }: Key): Promise<LanguageModel> {
  const { provider, model, base_url } = settings;
  const given = {
    ...(base_url === undefined ? {} : { baseURL: base_url }),
    ...(value === undefined ? {} : { apiKey: value }),
    fetch: boundedFetch,
  };
  switch (provider) {
    case "openai-compatible": {
      if (base_url === undefined)
        throw new RuntimeFailure("input-invalid", "the provider openai-compatible needs a base_url");
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const supportsStructuredOutputs = settings.output === "json-schema";
      const options = {
        ...given,
        name: "compatible",
        baseURL: base_url,
        includeUsage: true,
        supportsStructuredOutputs,
      };
      return createOpenAICompatible(options)(model);
    }
    case "openai":
      return (await import("@ai-sdk/openai")).createOpenAI(given).responses(model);
    case "openai-chat":
      return (await import("@ai-sdk/openai")).createOpenAI(given).chat(model);
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic(given)(model);
    default:
      return openPackage(settings, given);
  }
}

const PACKAGE_NAME = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;

async function openPackage({ provider, model }: ModelSettings, given: object): Promise<LanguageModel> {
  if (!PACKAGE_NAME.test(provider) || isBuiltin(provider))
    throw new RuntimeFailure("input-invalid", `${JSON.stringify(provider)} is no name of a provider or of its package`);
  const create = creatorOf(await load(provider));
  const made = create?.(given);
  if (typeof made !== "function" && (typeof made !== "object" || made === null))
    throw new RuntimeFailure("input-invalid", `the package ${provider} is no provider of the AI SDK`);
  return modelOf(made, model, provider);
}

async function load(name: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(name)) as Readonly<Record<string, unknown>>; // a module is an object of its exports
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
    const message = isMissing
      ? `the provider package ${name} is not installed beside cairn; install it with: npm install ${name}`
      : `the provider package ${name} cannot be loaded`;
    throw new RuntimeFailure("input-invalid", message, { cause });
  }
}

type Callable = (...given: readonly unknown[]) => unknown;

const isCallable = (value: unknown): value is Callable => typeof value === "function";

/** A provider's package exports one function `create…` that takes its settings. */
function creatorOf(exported: Readonly<Record<string, unknown>>): Callable | null {
  for (const [name, value] of Object.entries(exported))
    if (/^create[A-Z]/.test(name) && isCallable(value)) return value;
  return null;
}

function modelOf(made: object, model: string, provider: string): LanguageModel {
  const byMethod = "languageModel" in made ? made.languageModel : undefined;
  const opened = isCallable(byMethod) ? byMethod.call(made, model) : isCallable(made) ? made(model) : null;
  const isModel =
    typeof opened === "object" && opened !== null && "doStream" in opened && "specificationVersion" in opened;
  if (!isModel) throw new RuntimeFailure("input-invalid", `the package ${provider} has no language models`);
  return opened as LanguageModel; // whether it is of a version that the AI SDK takes is said by it at the first request
}

/** `fetch` that follows no redirect (a key in a header would go along) and reads no more than an answer can be. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limited()), { status, statusText, headers });
};

function limited(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAXIMUM_RESPONSE_BYTES)
        controller.error(new Error(`the response is longer than ${MAXIMUM_RESPONSE_BYTES} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
