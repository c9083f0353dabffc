/** How a server's answer reaches the client over HTTP: as it is, or, under a policy, looked at part by part. */
import { validateHeaderValue, type IncomingMessage, type ServerResponse } from "node:http";
import { refuse } from "../../http/index.ts";
import { FirstEvent } from "./first-event.ts";
import type { Exchange } from "./exchange.ts";
import { toClient, type Place } from "./http-headers.ts";
import { eventCutter, MAXIMUM_LENGTH, withData, type StreamEvent } from "./lines.ts";
import { messagesOf } from "./message.ts";
import { redactedText, type Policy } from "./policy.ts";

/** Below are those that are no answer yet. */
const SMALLEST_STATUS = 200;

export interface Passing {
  /** The method of the request. */
  readonly method: string | undefined;
  readonly answer: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly policy: Policy | null;
  readonly place: Place;
}

export function passAnswer(passing: Passing): void {
  const { answer, response, exchange, policy } = passing;
  if (!isSendable(answer)) {
    answer.destroy();
    refuse(response, { status: 502, message: "the server's answer is not as HTTP has it" });
    return;
  }
  const session = answer.headers["mcp-session-id"];
  if (typeof session === "string") exchange.isOf(session);
  // An answer that was cut is cut for the client too, so that it sees that there was more.
  answer.once("error", () => response.destroy());
  const isStream = /^text\/event-stream *(;|$)/i.test(answer.headers["content-type"] ?? "");
  if (policy?.redact) {
    if (isEncoded(answer)) refuseEncoded(passing);
    else if (isStream) passEvents(passing, policy);
    else passWhole(passing, policy);
    return;
  }
  head(passing, false);
  if (isStream) response.flushHeaders(); // streams are opened long before their first byte
  // Who listens first is served first: the bytes are out before the copy is looked at.
  if (isStream && passing.method === "GET" && passing.place.prefix !== "") {
    answer.pipe(new FirstEvent(passing.place)).pipe(response);
  } else answer.pipe(response);
  copy(passing, isStream);
}

/** Node reads more than it writes. */
function isSendable({ statusCode = 0, statusMessage = "" }: IncomingMessage): boolean {
  try {
    validateHeaderValue("reason", statusMessage);
    return statusCode >= SMALLEST_STATUS;
  } catch {
    return false;
  }
}

/** A server that compresses although it was asked not to. */
function isEncoded({ headers }: IncomingMessage): boolean {
  return (headers["content-encoding"] ?? "identity") !== "identity";
}

function head({ answer, response, place }: Passing, hasOwnLength: boolean): void {
  response.sendDate = false; // the server's passes
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, toClient(answer.rawHeaders, place, hasOwnLength));
}

function copy({ answer, exchange }: Passing, isStream: boolean): void {
  if (isEncoded(answer)) {
    answer.once("data", () => exchange.skip());
    return;
  }
  if (isStream) {
    const cut = eventCutter(
      ({ data }) => exchange.answered(messagesOf(data ?? "")),
      () => exchange.skip(),
    );
    // The end of a stream may follow its last bytes at once, and must not wait either.
    answer.on("data", (chunk: Buffer) => setImmediate(cut, chunk));
    return;
  }
  collect(answer, (whole) =>
    whole === null ? exchange.skip() : setImmediate(() => exchange.answered(messagesOf(whole.toString("utf8")))),
  );
}

/** Calls back with all bytes at the end of an answer; with null where they are too many. */
function collect(answer: IncomingMessage, onWhole: (whole: Buffer | null) => void): void {
  let pieces: Buffer[] = [];
  let length = 0;
  answer.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length <= MAXIMUM_LENGTH) pieces.push(chunk);
    else pieces = [];
  });
  answer.once("end", () => onWhole(length > MAXIMUM_LENGTH ? null : Buffer.concat(pieces)));
}

function refuseEncoded({ answer, response, exchange }: Passing): void {
  exchange.skip();
  answer.destroy();
  refuse(response, {
    status: 502,
    message: "the server's answer is compressed and cannot be looked through for secrets",
  });
}

function passWhole(passing: Passing, policy: Policy): void {
  const { answer, response, exchange } = passing;
  collect(answer, (whole) => {
    if (whole === null) {
      exchange.skip();
      refuse(response, { status: 502, message: "the server's answer is too long to be looked through for secrets" });
      return;
    }
    const text = whole.toString("utf8");
    const messages = messagesOf(text);
    const changed = redactedText(policy, text, messages);
    head(passing, changed !== null);
    response.end(changed ?? whole);
    exchange.answered(messages);
  });
}

function passEvents(passing: Passing, policy: Policy): void {
  const { answer, response, exchange, place } = passing;
  head(passing, true);
  response.flushHeaders();
  const cut = eventCutter(
    (event) => {
      const messages = messagesOf(event.data ?? "");
      if (!response.write(FirstEvent.placed(changedEvent(event, policy), place))) answer.pause();
      exchange.answered(messages);
    },
    () => exchange.skip(),
  );
  answer.on("data", cut);
  response.on("drain", () => answer.resume());
  answer.once("end", () => response.end());
}

function changedEvent(event: StreamEvent, policy: Policy): Buffer {
  const { data, bytes } = event;
  const messages = messagesOf(data ?? "");
  if (data !== null && messages.all.length > 0) {
    const changed = redactedText(policy, data, messages);
    return changed === null ? bytes : Buffer.from(withData(event, changed));
  }
  const changed = redactedText(policy, bytes.toString("utf8"), messages);
  return changed === null ? bytes : Buffer.from(changed);
}
