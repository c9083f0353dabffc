/** Messages of a span by OpenInference's names. */
import { contentOf, textContent } from "../content.ts";
import { textOf, type Row } from "../fields.ts";
import { callPart, resultPart, textPart, type ChatMessage, type ChatPart } from "../chat/message.ts";
import { indexed, textIn, type Attributes } from "./attributes.ts";

/** What was asked and answered; where no messages are there, the whole input and output of a model call. */
export function inferenceMessages(attributes: Attributes): {
  readonly asked: readonly ChatMessage[];
  readonly answered: readonly ChatMessage[];
} {
  const asked = indexed(attributes, "llm.input_messages");
  const answered = indexed(attributes, "llm.output_messages");
  if (asked !== null || answered !== null) {
    return { asked: (asked ?? []).map(messageOf), answered: (answered ?? []).map(messageOf) };
  }
  const input = textIn(attributes, "input.value");
  const output = textIn(attributes, "output.value");
  return {
    asked: input === null ? [] : [{ role: "user", id: null, parts: textPart(textContent(input)) }],
    answered: output === null ? [] : [{ role: "assistant", id: null, parts: textPart(textContent(output)) }],
  };
}

const ROLES: ReadonlyMap<unknown, ChatMessage["role"]> = new Map<unknown, ChatMessage["role"]>([
  ["system", "system"],
  ["developer", "system"],
  ["assistant", "assistant"],
  ["model", "assistant"],
  ["tool", "tools"],
]);

function messageOf(row: Row): ChatMessage {
  const attributes: Attributes = new Map(Object.entries(row));
  const role = ROLES.get(row["message.role"]) ?? "user";
  const text = textOf(row["message.content"]) ?? "";
  if (role === "tools") {
    const part = resultPart({ id: row["message.tool_call_id"], name: row["message.name"], content: text });
    return { role, id: null, parts: [part] };
  }
  const contents = (indexed(attributes, "message.contents") ?? []).flatMap(contentPart);
  const calls = (indexed(attributes, "message.tool_calls") ?? []).map((call) =>
    callPart(call["tool_call.id"], call["tool_call.function.name"], call["tool_call.function.arguments"] ?? {}),
  );
  return { role, id: null, parts: [...textPart(textContent(text)), ...contents, ...calls] };
}

function contentPart(row: Row): readonly ChatPart[] {
  const text = textOf(row["message_content.text"]);
  if (text !== null) return textPart(textContent(text));
  const url = textOf(row["message_content.image.image.url"]);
  return url === null ? [] : textPart(contentOf({ type: "image_url", image_url: url }));
}
