/** Uses a tool as it was used when it was recorded, and compares what it delivers. */
import { RuntimeFailure } from "../../errors.ts";
import type { ConversationTools, ExecutorTools } from "../executor.ts";
import { CONVERSING, type RecordedCall } from "./cassette.ts";
import { differences, differenceText } from "./difference.ts";
import { observedOf, parseCall, spentOf, usageOf } from "./parse-call.ts";
import { isList, jsonOf, membersOf, type Json, type Translation } from "./request.ts";

/**
 * Returns what repeats the calls of one invocation, in order; items that they deliver are added to the translation.
 *
 * Errors: RuntimeFailure `executor-failed` where a tool delivers something else than it did.
 */
export function repeating(tools: ExecutorTools, translation: Translation): (call: RecordedCall) => Promise<void> {
  let conversation: ConversationTools | null = null;
  return async (recorded) => {
    if (!recorded.tool.startsWith(CONVERSING)) return repeat(recorded, tools, translation);
    conversation ??= tools.conversing();
    const call = { ...recorded, tool: recorded.tool.slice(CONVERSING.length) };
    if (call.tool === "spend") conversation.spend(spentOf(call.arguments));
    else await repeat(call, conversation, translation);
  };
}

async function repeat(call: RecordedCall, tools: ExecutorTools, translation: Translation): Promise<void> {
  if (call.tool === "report") {
    tools.report(usageOf(call.arguments));
    return;
  }
  const outside = call.error ? null : observedOf(call);
  const now = outside ? jsonOf(await tools.observe(outside)) : await again(call, tools);
  if (!outside) compare(call, now, translation);
  const [before, after] = [seqOf(call.result), seqOf(now)];
  if (before !== null && after !== null) translation.addItem(before, after);
}

/** What the tool delivers now: its result, or its failure in the place of one. */
async function again(call: RecordedCall, tools: ExecutorTools): Promise<Json> {
  try {
    return jsonOf(await parseCall(call)(tools));
  } catch (error) {
    if (!call.error || !(error instanceof RuntimeFailure)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

/** Numbers of items are not compared; nor are sentences of failures, which may hold some. */
function compare(call: RecordedCall, now: Json, translation: Translation): void {
  const before = call.error ? { error: { code: call.error.code } } : withoutSeq(translation.of(call.result));
  const after = call.error ? codeOnly(now) : withoutSeq(now);
  const found = differences(before, after).filter((it) => it.pointer !== "/text" || !isCutElsewhere(before, after));
  if (found.length === 0) return;
  throw new RuntimeFailure(
    "executor-failed",
    `what the recorded answer rests on has changed: ${call.tool} ${JSON.stringify(call.arguments).slice(0, 200)}: ${differenceText(found)}`,
  );
}

/** Two beginnings of one text, cut where the room ended: numbers of items take more or less of it. */
function isCutElsewhere(before: Json, after: Json): boolean {
  const [left, right] = [membersOf(before), membersOf(after)];
  if (left["more"] !== true || right["more"] !== true) return false;
  const [a, b] = [left["text"], right["text"]];
  return typeof a === "string" && typeof b === "string" && (a.startsWith(b) || b.startsWith(a));
}

function withoutSeq(value: Json): Json {
  if (isList(value)) return value.map(withoutSeq);
  if (typeof value !== "object" || value === null) return value;
  const rest = Object.entries(value).filter(([name, it]) => name !== "seq" || typeof it !== "number");
  return Object.fromEntries(rest.map(([name, it]) => [name, withoutSeq(it)]));
}

function codeOnly(value: Json): Json {
  const { error } = membersOf(value);
  return error === undefined ? withoutSeq(value) : { error: { code: membersOf(error)["code"] ?? null } };
}

function seqOf(value: Json): number | null {
  const { seq } = membersOf(value);
  return typeof seq === "number" ? seq : null;
}
