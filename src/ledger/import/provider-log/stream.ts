/** A streamed response put together again: from the text of the stream, or from a list of its events. */
import { listOf, rowOf, textOf, type Row } from "../fields.ts";
import { rowsIn } from "../chat/message.ts";

export interface Streamed {
  readonly body: Row;
  /** The stream broke off before its end. */
  readonly isPartial: boolean;
}

/** The response of a stream; null where the value is none. */
export function streamedResponse(value: unknown): Streamed | null {
  const events = typeof value === "string" ? eventsIn(value) : rowsIn(value).map(eventOf);
  const [first] = events;
  if (first === undefined) return null;
  if (events.some(({ type }) => type === "message_start")) return anthropicStream(events);
  if (events.some(({ type }) => String(type).startsWith("response."))) return responsesStream(events);
  return events.some(({ choices }) => Array.isArray(choices)) ? chatStream(events) : null;
}

/** Events that were logged with their name beside their data. */
function eventOf(row: Row): Row {
  const { data } = { data: row["data"] };
  if (typeof data === "string") return eventsIn(`data: ${data}`)[0] ?? row;
  return row["event"] === undefined ? row : (rowOf(data) ?? row);
}

/** The data of `data:` lines. The end mark, and what is no JSON (a stream that was cut), are left out. */
function eventsIn(text: string): readonly Row[] {
  if (!/^\s*(?:event|data|id|:|retry)/.test(text)) return [];
  const events: Row[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith("data:")) continue;
    const event = parsed(line.slice(5).trim());
    if (event !== null) events.push(event);
  }
  return events;
}

function parsed(text: string): Row | null {
  if (!text.startsWith("{")) return null;
  try {
    return rowOf(JSON.parse(text));
  } catch {
    // The stream broke off here, which `isPartial` says.
    return null;
  }
}

function anthropicStream(events: readonly Row[]): Streamed {
  const message = rowOf(events.find(({ type }) => type === "message_start")?.["message"]) ?? {};
  const blocks = new Map<number, Row>();
  const written = new Map<number, string>();
  let usage: Row = rowOf(message["usage"]) ?? {};
  for (const event of events) {
    const index = Number(event["index"] ?? 0);
    if (event["type"] === "content_block_start") blocks.set(index, rowOf(event["content_block"]) ?? {});
    else if (event["type"] === "content_block_delta") {
      const delta = rowOf(event["delta"]) ?? {};
      blocks.set(index, grown(blocks.get(index) ?? {}, delta));
      if (typeof delta["partial_json"] === "string") {
        written.set(index, (written.get(index) ?? "") + delta["partial_json"]);
      }
    } else if (event["type"] === "message_delta") usage = { ...usage, ...rowOf(event["usage"]) };
  }
  for (const [index, json] of written) blocks.set(index, { ...blocks.get(index), input: parsed(json.trim()) ?? json });
  const content = [...blocks].toSorted(([a], [b]) => a - b).map(([, block]) => block);
  const isPartial = !events.some(({ type }) => type === "message_delta");
  const model = textOf(message["model"]) ?? "";
  return { body: { ...message, model, type: "message", role: "assistant", content, usage }, isPartial };
}

/** A block with a piece more of it. */
function grown(block: Row, delta: Row): Row {
  for (const name of ["text", "thinking", "signature"] as const) {
    const piece = delta[name];
    if (typeof piece === "string") return { ...block, [name]: (textOf(block[name]) ?? "") + piece };
  }
  return block;
}

function responsesStream(events: readonly Row[]): Streamed {
  const last = events.findLast(({ type }) => /^response\.(?:completed|incomplete|failed)$/.test(String(type)));
  const begun = events.find(({ type }) => type === "response.created");
  const done = events.filter(({ type }) => type === "response.output_item.done");
  const items = done.map((event) => rowOf(event["item"])).filter((item) => item !== null);
  const response = rowOf((last ?? begun)?.["response"]) ?? {};
  const output = listOf(response["output"]).length > 0 ? response["output"] : items;
  return { body: { ...response, object: "response", output }, isPartial: last === undefined };
}

interface ChoiceSoFar {
  text: string;
  thought: string;
  refusal: string;
  readonly calls: Map<number, { id: string; name: string; arguments: string }>;
}

function chatStream(chunks: readonly Row[]): Streamed {
  const choices = new Map<number, ChoiceSoFar>();
  let isEnded = false;
  let usage: unknown = null;
  for (const chunk of chunks) {
    usage = chunk["usage"] ?? usage;
    for (const choice of rowsIn(chunk["choices"])) {
      const index = Number(choice["index"] ?? 0);
      const known = choices.get(index) ?? { text: "", thought: "", refusal: "", calls: new Map() };
      choices.set(index, known);
      addDelta(known, rowOf(choice["delta"]) ?? {});
      isEnded ||= typeof choice["finish_reason"] === "string";
    }
  }
  const first = chunks[0] ?? {};
  const whole = [...choices].map(([index, so]) => ({ index, message: messageOf(so) }));
  return {
    body: { id: first["id"], model: first["model"], created: first["created"], choices: whole, usage },
    isPartial: !isEnded,
  };
}

function addDelta(known: ChoiceSoFar, delta: Row): void {
  known.text += textOf(delta["content"]) ?? "";
  known.thought += textOf(delta["reasoning_content"]) ?? textOf(delta["reasoning"]) ?? "";
  known.refusal += textOf(delta["refusal"]) ?? "";
  for (const [at, piece] of rowsIn(delta["tool_calls"]).entries()) {
    const index = Number(piece["index"] ?? at);
    const made = rowOf(piece["function"]) ?? {};
    const call = known.calls.get(index) ?? { id: "", name: "", arguments: "" };
    known.calls.set(index, {
      id: call.id || (textOf(piece["id"]) ?? ""),
      name: call.name + (textOf(made["name"]) ?? ""),
      arguments: call.arguments + (textOf(made["arguments"]) ?? ""),
    });
  }
}

function messageOf({ text, thought, refusal, calls }: ChoiceSoFar): Row {
  const made = [...calls].toSorted(([a], [b]) => a - b).map(([, { id, ...call }]) => ({ id, function: call }));
  return { role: "assistant", content: text, reasoning_content: thought, refusal, tool_calls: made };
}
