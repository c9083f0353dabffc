/**
 * Content of messages and tool results: the text the model saw, and what in it is no text.
 *
 * Reads the content blocks of Anthropic (`text`, `image`, `document`, `tool_reference`), OpenAI (`input_text`,
 * `output_text`, `input_image`) and MCP (`text`, `image`, `audio`, `resource`). Bytes of images are never kept.
 */
import { hash } from "node:crypto";
import { countOf, listOf, rowOf, textOf, type Row } from "./fields.ts";
import type { ImportedMedia } from "./imported.ts";

export interface Content {
  readonly text: string;
  readonly media: Readonly<Record<string, number>>;
  readonly mediaParts: readonly ImportedMedia[];
}

const MAX_PARTS = 64;
const NO_MEDIA: Readonly<Record<string, number>> = Object.freeze({});
const NO_PARTS: readonly ImportedMedia[] = Object.freeze([]);

/** Content that is text and nothing else. */
export const textContent = (text: string): Content => ({ text, media: NO_MEDIA, mediaParts: NO_PARTS });

/** The content of a value: a text, a block, or a list of both. Texts are joined by line breaks. */
export function contentOf(value: unknown): Content {
  if (typeof value === "string") return textContent(value);
  const blocks = Array.isArray(value) ? value : [value];
  const only = blocks.length === 1 ? rowOf(blocks[0]) : null;
  if (only !== null && only["type"] === "text" && typeof only["text"] === "string") return textContent(only["text"]);
  const texts: string[] = [];
  const parts: ImportedMedia[] = [];
  for (const block of blocks) addBlock(block, texts, parts);
  return withMedia(texts.join("\n"), parts);
}

/** A text with parts that are none. */
export function withMedia(text: string, parts: readonly ImportedMedia[]): Content {
  if (parts.length === 0) return textContent(text);
  return { text, media: mediaCounts(parts), mediaParts: parts.slice(0, MAX_PARTS) };
}

/** How many parts there are of each type. */
function mediaCounts(parts: readonly ImportedMedia[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { type } of parts) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** The members of an item that say what in it is no text. */
export function mediaMembers({ media, mediaParts }: Content): {
  readonly media: Readonly<Record<string, number>>;
  readonly mediaParts?: readonly ImportedMedia[];
} {
  return mediaParts.length === 0 ? { media } : { media, mediaParts };
}

function addBlock(value: unknown, texts: string[], parts: ImportedMedia[]): void {
  if (typeof value === "string") {
    texts.push(value);
    return;
  }
  const block = rowOf(value);
  if (block === null) return;
  const text = blockText(block);
  if (text !== null) texts.push(text);
  else {
    const media = blockMedia(block);
    if (media !== null) parts.push(media);
  }
}

/** The text of a block that is one; null for others. */
function blockText(block: Row): string | null {
  if (typeof block["text"] === "string") return block["text"];
  switch (block["type"]) {
    case "refusal":
      return textOf(block["refusal"]);
    case "tool_reference":
      return textOf(block["tool_name"]);
    case "resource":
      return textOf(rowOf(block["resource"])?.["text"]);
    case "resource_link":
      return textOf(block["uri"]);
    case "document": {
      const source = rowOf(block["source"]);
      return source?.["type"] === "text" ? textOf(source["data"]) : null;
    }
    default:
      return null;
  }
}

/** What a block holds that is no text; null where it holds nothing of the kind. */
function blockMedia(block: Row): ImportedMedia | null {
  const source = rowOf(block["source"]) ?? rowOf(block["resource"]) ?? rowOf(block["file"]) ?? block;
  const url = textOf(block["image_url"]) ?? textOf(rowOf(block["image_url"])?.["url"]) ?? textOf(source["url"]);
  if (url?.startsWith("data:") === true) return dataUrlMedia(url);
  const data = textOf(source["data"]) ?? textOf(source["blob"]) ?? textOf(source["base64"]);
  const named = mediaType(source["media_type"]) ?? mediaType(source["mimeType"]) ?? mediaType(source["mime_type"]);
  if (data !== null) return encodedMedia(named ?? "application/octet-stream", data);
  const type = named ?? DEFAULT_TYPES.get(textOf(block["type"]) ?? "");
  return type === undefined ? null : { type, bytes: countOf(block["originalSize"]), sha256: null };
}

const DEFAULT_TYPES: ReadonlyMap<string, string> = new Map([
  ["image", "image/*"],
  ["input_image", "image/*"],
  ["image_url", "image/*"],
  ["document", "application/pdf"],
  ["input_file", "application/octet-stream"],
  ["input_audio", "audio/*"],
  ["audio", "audio/*"],
]);

/** A part of which the log has the data as base64. */
export function encodedMedia(type: string, base64: string): ImportedMedia {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  const bytes = Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
  return { type, bytes, sha256: hash("sha256", base64, "hex") };
}

function dataUrlMedia(url: string): ImportedMedia {
  const comma = url.indexOf(",");
  const head = url.slice(5, comma < 0 ? 5 : comma).split(";")[0];
  return encodedMedia(mediaType(head) ?? "application/octet-stream", url.slice(comma + 1));
}

const MEDIA_TYPE = /^[a-z]+\/[\w.+*-]{1,100}$/i;

function mediaType(value: unknown): string | null {
  return typeof value === "string" && MEDIA_TYPE.test(value) ? value.toLowerCase() : null;
}

/** The texts of a list of blocks, joined; for values of which only the text counts. */
export const joinedText = (value: unknown): string =>
  typeof value === "string"
    ? value
    : listOf(value)
        .map((block) => contentOf(block).text)
        .join("\n");
