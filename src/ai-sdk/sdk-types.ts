/** Types of the SDK's language models, taken from its middleware: the package that holds them is not ours to depend on. */
import type { LanguageModelMiddleware } from "ai";

type WrapStream = NonNullable<LanguageModelMiddleware["wrapStream"]>;
type WrapGenerate = NonNullable<LanguageModelMiddleware["wrapGenerate"]>;

export type CallOptions = Parameters<WrapGenerate>[0]["params"];
export type PromptMessage = CallOptions["prompt"][number];
export type GenerateResult = Awaited<ReturnType<WrapGenerate>>;
export type ResultContent = GenerateResult["content"][number];
export type StreamResult = Awaited<ReturnType<WrapStream>>;
export type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;
export type SdkUsage = GenerateResult["usage"];
