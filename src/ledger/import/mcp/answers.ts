/** What answers of MCP servers put into a context. */
import { hash } from "node:crypto";
import { contentOf, textContent, type Content } from "../content.ts";
import { durationUsBetween, jsonTextOf, listOf, rowOf, textOf, type Row } from "../fields.ts";
import type { Imported } from "../imported.ts";
import { itemAt, type Spot } from "../item-at.ts";
import type { Told } from "../told.ts";
import { joined, rowsIn } from "../chat/message.ts";
import { sourceOfTool, type ToolSource } from "../tool-source.ts";

/** A request, until its answer is there. JSON. */
export interface Request {
  readonly method: string;
  /** The tool's or prompt's name, the resource's address; empty for others. */
  readonly name: string;
  readonly source: ToolSource;
  /** Tells the request from others that had its id. */
  readonly digest: string;
  readonly at: string;
}

/** What must be remembered of a request. */
export function requestOf(method: string, params: Row, at: string): Request {
  const name = (textOf(params["name"]) ?? textOf(params["uri"]) ?? "").slice(0, 500);
  const { path, command, pattern } = sourceOfTool(name, rowOf(params["arguments"]) ?? {});
  const digest = hash("sha256", `${at} ${method} ${jsonTextOf(params)}`, "hex").slice(0, 24);
  const source: ToolSource = { kind: "provider", path: textOf(params["uri"]) ?? path, command, pattern };
  return { method, name, source, digest, at };
}

export interface Answer {
  readonly request: Request;
  readonly message: Row;
  /** The server's name, where the log says it. */
  readonly server: string | null;
  readonly told: Told;
}

/** The facts of an answer; none for one that puts nothing into a context. */
export function resultFacts(answer: Answer, spot: Spot): readonly Imported[] {
  const { request, message } = answer;
  const result = rowOf(message["result"]);
  if (result === null) return errorFacts(answer, spot);
  // Not the result yet: the server asks for more, or works on.
  if (
    result["resultType"] === "input_required" ||
    (rowOf(result["task"]) !== null && !Array.isArray(result["content"]))
  ) {
    return [];
  }
  switch (request.method) {
    case "tools/call":
    case "tasks/result":
      return [evidence(answer, spot, { content: toolContent(result), isError: result["isError"] === true })];
    case "resources/read":
      return [evidence(answer, spot, { content: resourceContent(result), isError: false })];
    case "prompts/get":
      return [promptItem(answer, spot, result)];
    case "tools/list":
      return toldItem(answer, spot, { tool: "tool-definitions", text: definitionsOf(result) });
    case "initialize":
    case "server/discover":
      return toldItem(answer, spot, { tool: "server-instructions", text: textOf(result["instructions"]) });
    case "sampling/createMessage":
      return [sampledItem(answer, spot, result)];
    default:
      return [];
  }
}

/** Errors of a protocol reach the model where it called a tool; others are the client's business. */
function errorFacts(answer: Answer, spot: Spot): readonly Imported[] {
  const error = rowOf(answer.message["error"]);
  if (error === null || answer.request.method !== "tools/call") return [];
  const content = textContent(textOf(error["message"]) ?? jsonTextOf(error));
  return [evidence(answer, spot, { content, isError: true })];
}

function evidence(
  { request, message, server }: Answer,
  spot: Spot,
  { content, isError }: { readonly content: Content; readonly isError: boolean },
): Imported {
  const name = request.method === "resources/read" ? "resources/read" : request.name;
  return itemAt(spot, {
    ...request.source,
    key: `result:${String(message["id"])}:${request.digest}`,
    role: "evidence",
    tool: server === null ? name : `mcp__${server}__${name}`.slice(0, 300),
    content,
    messageId: String(message["id"]),
    durationUs: durationUsBetween(request.at, spot.at),
    isError,
  });
}

/** Structured content is said again as text by servers that follow the protocol; where it is not, it is all there is. */
function toolContent(result: Row): Content {
  const content = contentOf(listOf(result["content"]));
  const structured = result["structuredContent"];
  if (content.text !== "" || structured === undefined) return content;
  return joined([textContent(jsonTextOf(structured)), content]);
}

const resourceContent = (result: Row): Content =>
  joined(rowsIn(result["contents"]).map((resource) => contentOf({ type: "resource", resource })));

function promptItem({ request, message }: Answer, spot: Spot, result: Row): Imported {
  return itemAt(spot, {
    key: `prompt:${String(message["id"])}:${request.digest}`,
    role: "prompt",
    kind: "provider",
    tool: "prompts/get",
    pattern: request.name,
    content: joined(rowsIn(result["messages"]).map((one) => contentOf(one["content"] ?? ""))),
    messageId: String(message["id"]),
    durationUs: durationUsBetween(request.at, spot.at),
  });
}

const definitionsOf = (result: Row): string | null =>
  listOf(result["tools"]).length === 0 ? null : jsonTextOf(result["tools"]);

function toldItem(
  { told, message }: Answer,
  spot: Spot,
  { tool, text }: { readonly tool: string; readonly text: string | null },
): readonly Imported[] {
  const key = text === null ? null : told.tell(`${tool}:${spot.scope.session}`, text);
  if (text === null || key === null) return [];
  const content = textContent(text);
  return [itemAt(spot, { key, role: "prompt", kind: "other", tool, content, messageId: String(message["id"]) })];
}

/** What a server wants a model to answer: it enters a context of the client's. */
export function samplingFacts(params: Row, spot: Spot, id: unknown): readonly Imported[] {
  const asked = rowsIn(params["messages"]).map((one) => contentOf(one["content"] ?? ""));
  const content = joined([textContent(textOf(params["systemPrompt"]) ?? ""), ...asked]);
  const key = `sampling:${String(id)}:${requestOf("sampling/createMessage", params, spot.at).digest}`;
  const fields = { role: "input", kind: "provider", tool: "sampling/createMessage" } as const;
  return [itemAt(spot, { ...fields, key, content, messageId: String(id) })];
}

function sampledItem({ request, message }: Answer, spot: Spot, result: Row): Imported {
  return itemAt(spot, {
    key: `sampled:${String(message["id"])}:${request.digest}`,
    role: "proposal",
    kind: "provider",
    tool: "assistant",
    content: contentOf(result["content"] ?? ""),
    messageId: String(message["id"]),
    durationUs: durationUsBetween(request.at, spot.at),
  });
}
