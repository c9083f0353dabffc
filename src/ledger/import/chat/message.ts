/** Messages of a conversation in one form, whatever the provider's: what request logs and traces are read into. */
import { contentOf, withMedia, type Content } from "../content.ts";
import { jsonTextOf, listOf, rowOf, textOf, type Row } from "../fields.ts";
import type { ImportedMedia } from "../imported.ts";
import { inputOf } from "../tool-source.ts";

export type ChatPart =
  | { readonly type: "text"; readonly content: Content }
  | { readonly type: "reasoning"; readonly content: Content }
  | {
      readonly type: "call";
      readonly id: string | null;
      readonly name: string;
      readonly input: Row;
      readonly text: string;
    }
  | {
      readonly type: "result";
      readonly id: string | null;
      /** The tool's name, where the result says it. */
      readonly name: string | null;
      readonly content: Content;
      readonly isError: boolean;
    };

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tools";
  /** The provider's own id of the message. */
  readonly id: string | null;
  readonly parts: readonly ChatPart[];
}

/** A text that says something, as a part; nothing for an empty one. */
export const textPart = (content: Content): readonly ChatPart[] =>
  content.text === "" && content.mediaParts.length === 0 ? [] : [{ type: "text", content }];

/** What the model thought, as a part; nothing for an empty one. */
export const reasoningPart = (content: Content): readonly ChatPart[] =>
  content.text === "" && content.mediaParts.length === 0 ? [] : [{ type: "reasoning", content }];

/** A call: its arguments stand there as an object or as JSON text, and read the same. */
export function callPart(id: unknown, name: unknown, written: unknown): ChatPart {
  const input = inputOf(written);
  // Spaces between members are no difference: a call is written anew when it is sent again.
  const isObject = typeof written !== "string" || written.trimStart().startsWith("{");
  const text =
    isObject && (Object.keys(input).length > 0 || typeof written !== "string") ? jsonTextOf(input) : String(written);
  return { type: "call", id: textOf(id), name: textOf(name) ?? "unknown", input, text };
}

/** A tool's result. */
export function resultPart(fields: {
  readonly id: unknown;
  readonly name?: unknown;
  readonly content: unknown;
  readonly isError?: boolean;
}): ChatPart {
  const { content } = fields;
  return {
    type: "result",
    id: textOf(fields.id),
    name: textOf(fields.name),
    content: isBlocks(content) ? contentOf(content) : textOrJson(content),
    isError: fields.isError ?? false,
  };
}

const isBlocks = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((block) => textOf(rowOf(block)?.["type"]) !== null);

/** A text as it is, anything else as JSON. */
function textOrJson(value: unknown): Content {
  if (value === undefined || value === null) return contentOf("");
  return contentOf(typeof value === "string" ? value : jsonTextOf(value));
}

/** Thinking that stands there in a form that only the provider reads. */
export function encryptedThought(data: unknown): Content {
  const text = textOf(data);
  const media: ImportedMedia[] =
    text === null ? [] : [{ type: "encrypted-reasoning", bytes: Math.floor((text.length * 3) / 4), sha256: null }];
  return withMedia("", media);
}

/** What a message says besides its calls and results: all its text, joined. */
export function joined(contents: readonly Content[]): Content {
  const [only] = contents;
  if (contents.length === 1 && only !== undefined) return only;
  const texts = contents.flatMap(({ text }) => (text === "" ? [] : [text]));
  return withMedia(
    texts.join("\n"),
    contents.flatMap(({ mediaParts }) => mediaParts),
  );
}

/** The items of a list that are objects. */
export const rowsIn = (value: unknown): readonly Row[] =>
  listOf(value)
    .map(rowOf)
    .filter((row) => row !== null);
