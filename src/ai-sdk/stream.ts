/** A stream that is listened to: passed on as it comes, and what came of it told once, however it ends. */
import type { ResultContent, SdkUsage, StreamPart } from "./sdk-types.ts";

/** What came of an answer. */
export interface Heard {
  readonly content: readonly ResultContent[];
  /** Null where the stream ended before it said so. */
  readonly usage: SdkUsage | null;
  /** The model that answered, where it said so. */
  readonly model: string | null;
}

/** Characters of an answer that are kept; what comes after them is passed on all the same. */
const KEPT_LENGTH = 32 * 1024 * 1024;

/** Puts parts of a stream together. */
class Answer {
  readonly #texts = new Map<string, { readonly type: "text" | "reasoning"; text: string }>();
  readonly #inputs = new Map<string, { readonly toolName: string; input: string }>();
  readonly #whole: ResultContent[] = [];
  #usage: SdkUsage | null = null;
  #model: string | null = null;
  #length = 0;

  add(part: StreamPart): void {
    switch (part.type) {
      case "text-delta":
      case "reasoning-delta":
        this.#addText(part.id, part.type === "text-delta" ? "text" : "reasoning", part.delta);
        break;
      case "tool-input-start":
        this.#inputs.set(part.id, { toolName: part.toolName, input: "" });
        break;
      case "tool-input-delta": {
        const input = this.#inputs.get(part.id);
        if (input !== undefined) input.input += this.#kept(part.delta);
        break;
      }
      case "tool-call":
        // The whole call replaces what was heard of it.
        this.#inputs.delete(part.toolCallId);
        this.#whole.push(part);
        break;
      case "tool-result":
      case "file":
        this.#whole.push(part);
        break;
      case "response-metadata":
        this.#model = part.modelId ?? this.#model;
        break;
      case "finish":
        this.#usage = part.usage;
        break;
      case "stream-start":
      case "text-start":
      case "text-end":
      case "reasoning-start":
      case "reasoning-end":
      case "tool-input-end":
      case "tool-approval-request":
      case "source":
      case "raw":
      case "error":
        break;
    }
  }

  heard(): Heard {
    const cutCalls = [...this.#inputs].map(([toolCallId, call]) => ({
      type: "tool-call" as const,
      toolCallId,
      ...call,
    }));
    return { content: [...this.#texts.values(), ...this.#whole, ...cutCalls], usage: this.#usage, model: this.#model };
  }

  #addText(id: string, type: "text" | "reasoning", delta: string): void {
    const key = `${type} ${id}`;
    const text = this.#texts.get(key) ?? { type, text: "" };
    text.text += this.#kept(delta);
    this.#texts.set(key, text);
  }

  #kept(text: string): string {
    const kept = text.slice(0, Math.max(0, KEPT_LENGTH - this.#length));
    this.#length += kept.length;
    return kept;
  }
}

/**
 * The same stream. `tell` is called once: at its end, when it breaks, when its reader goes away, or at the signal; the
 * stream ends after it is done.
 */
export function listened(
  stream: ReadableStream<StreamPart>,
  tell: (heard: Heard) => Promise<void>,
  signal: AbortSignal | undefined,
): ReadableStream<StreamPart> {
  const reader = stream.getReader();
  const answer = new Answer();
  let told: Promise<void> | null = null;
  const once = (): Promise<void> => (told ??= tell(answer.heard()));
  // Told here since nobody may read on after it; what goes wrong with it is said where the stream is read.
  const onAbort = (): void => void once().catch(() => undefined);
  signal?.addEventListener("abort", onAbort, { once: true });
  const end = async (): Promise<void> => {
    signal?.removeEventListener("abort", onAbort);
    await once();
  };
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          await end();
          controller.close();
          return;
        }
        answer.add(value);
        controller.enqueue(value);
      } catch (error) {
        // The model's own error is what the caller is told; one of recording comes here too where the stream had ended.
        await end().catch(() => undefined);
        controller.error(error);
      }
    },
    async cancel(reason) {
      await Promise.allSettled([reader.cancel(reason), end()]);
    },
  });
}
