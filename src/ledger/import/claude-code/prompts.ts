/** The system prompt and the tool definitions: written again and again, told again only when they changed. */
import { textContent } from "../content.ts";
import { jsonTextOf, listOf, rowOf, textOf, type Row } from "../fields.ts";
import { itemOf, type Entry } from "./entry.ts";
import type { Reading, ToldTexts } from "./reading.ts";

/** Takes in an attachment of type `prompt_snapshot`. The same text is one item of its session and agent. */
export function readPrompts(reading: Reading, entry: Entry, snapshot: Row): void {
  const { agent } = entry.scope;
  const system = listOf(snapshot["systemPrompt"]).filter((part) => typeof part === "string");
  if (system.length > 0 && !isTold(reading.told.system, { agent, texts: system })) {
    addPrompt(reading, entry, { tool: "system-prompt", text: system.join("\n") });
    reading.told = { ...reading.told, system: { agent, texts: system } };
  }
  const tools = listOf(snapshot["tools"]).map((tool) => rowOf(rowOf(tool)?.["schema"]) ?? rowOf(tool) ?? {});
  // What a tool is for changes with its description, if not with its name.
  const texts = tools.flatMap(({ name, description }) => [textOf(name) ?? "", textOf(description) ?? ""]);
  if (tools.length > 0 && !isTold(reading.told.tools, { agent, texts })) {
    addPrompt(reading, entry, { tool: "tool-definitions", text: tools.map(toolText).join("\n\n") });
    reading.told = { ...reading.told, tools: { agent, texts } };
  }
}

function isTold(told: ToldTexts | null, { agent, texts }: ToldTexts): boolean {
  if (told === null || told.agent !== agent || told.texts.length !== texts.length) return false;
  return told.texts.every((text, index) => text === texts[index]);
}

/** A tool definition as text: the description, most of it, as it is, the rest as JSON. */
function toolText({ name, description, ...rest }: Row): string {
  return [name, description, jsonTextOf(rest)].filter((part) => typeof part === "string").join("\n");
}

function addPrompt({ outbox }: Reading, entry: Entry, { tool, text }: { tool: string; text: string }): void {
  const { session, agent } = entry.scope;
  const key = `${tool}:${session}/${agent ?? ""}:${text.length}-${sampleOf(text)}`;
  outbox.add(itemOf(entry, { key, tool, role: "prompt", kind: "other", content: textContent(text) }));
}

/** Characters that all go into a sample, and of the others every so many. */
const SAMPLED_WHOLE = 4096;
const SAMPLED = 5;

/** Tells a long text from the few others of its session: of the same length, and different, that is all but sure. */
function sampleOf(text: string): string {
  let sample = 0x811c9dc5;
  for (let index = 0; index < text.length; index += index < SAMPLED_WHOLE ? 1 : SAMPLED) {
    sample = Math.imul(sample ^ text.charCodeAt(index), 0x01000193);
  }
  return (sample >>> 0).toString(16);
}
