/**
 * The protocol `lines`: JSON lines both ways. The command may ask for tools before it says what it proposes.
 *
 * LE1  Requests are answered one after the other, in their order, each under the `id` that it came with.
 * LE2  The first line with the result (`proposal`, or `results` of a verification) ends it; a command that then does not
 *      exit is stopped, and its word counts all the same.
 */
import { readJson } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { ExecutorTools } from "../executor.ts";
import { Child, failed } from "./child.ts";
import type { Exchange } from "./exchange.ts";
import { cutLines } from "./lines.ts";
import { usageOf, useTool, type ToolRequest } from "./tool-requests.ts";

/** Requests of one invocation: far more than its room has place for. */
const MAXIMUM_REQUESTS = 10_000;
/** How long the command may take to exit once it has said its last. */
const LINGER_MS = 2000;

/** Returns the value of the line that ends the exchange. Errors: as `Child.ended`; `executor-failed` where there is none. */
export async function exchangeLines(exchange: Exchange, tools: ExecutorTools): Promise<unknown> {
  const { document, resultMember, ...request } = exchange;
  const result: { value?: unknown; isThere: boolean } = { isThere: false };
  const state = { requests: 0, answering: Promise.resolve() };
  const take = (line: string): void => {
    if (result.isThere) return;
    const message = messageOf(line);
    if (resultMember in message) {
      result.value = message[resultMember];
      result.isThere = true;
      void state.answering.then(() => child.endInput());
      setTimeout(() => child.stop(), LINGER_MS).unref();
    } else if ("usage" in message) tools.report(usageOf(message["usage"]));
    else if ("tool" in message) {
      state.requests += 1;
      if (state.requests > MAXIMUM_REQUESTS) throw failed(`asked for more than ${MAXIMUM_REQUESTS} tool results`);
      state.answering = state.answering.then(async () => child.write(await answer(tools, message)));
    } else throw failed(`printed a line that is neither a tool request, usage nor a ${resultMember}`);
  };
  const lines = cutLines(take);
  const child = new Child({ ...request, onText: (text) => lines.take(text) });
  child.write(`${JSON.stringify(document)}\n`);
  await ending(child, { lines, isDone: () => result.isThere });
  if (!result.isThere) throw failed(`ended without a ${resultMember}`);
  return result.value;
}

interface Ending {
  readonly lines: { end(): void };
  readonly isDone: () => boolean;
}

/** Waits for the end of the command; once it has said its last, being stopped is no failure (LE2). */
async function ending(child: Child, { lines, isDone }: Ending): Promise<void> {
  try {
    await child.ended;
    lines.end();
  } catch (error) {
    if (!isDone() || !child.wasStopped) throw error;
  }
}

/** Errors: RuntimeFailure `executor-failed` for what is no JSON object. */
function messageOf(line: string): ToolRequest {
  const read = readJson(line);
  const value = read.ok ? read.value : null;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw failed(`printed a line that is no JSON object: ${JSON.stringify(line.slice(0, 200))}`);
  return { ...value };
}

/** The line that answers a request. A store that failed is said too: the log refuses whatever comes after it. */
async function answer(tools: ExecutorTools, request: ToolRequest): Promise<string> {
  const id = request["id"] ?? null;
  try {
    return `${JSON.stringify({ id, result: await useTool(tools, request) })}\n`;
  } catch (error) {
    const code = error instanceof RuntimeFailure ? error.code : "executor-failed";
    const message = error instanceof Error ? error.message : String(error);
    return `${JSON.stringify({ id, error: { code, message } })}\n`;
  }
}
