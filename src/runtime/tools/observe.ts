/**
 * The tool `observe`: what an agent with tools of its own was shown, as its log tells it.
 *
 * OB1  It is recorded after the agent saw it, so it takes no room: nothing is delivered by it.
 * OB2  Only what came from a tool may be cited (§6 Evidence): what is of kind `other` may be the model's own text.
 */
import type { Observed } from "../../executors/index.ts";
import type { ToolContext } from "./context.ts";

/** Characters kept of one observed result: what is longer is cut, as no context holds it. */
const MAXIMUM_LENGTH = 1024 * 1024;

export async function observe(context: ToolContext, observed: Observed): Promise<{ seq: number }> {
  context.signal.throwIfAborted();
  const { kind, tool, text, path, fromLine, command, durationMs } = observed;
  const prepared = context.recorder.prepare({
    role: kind === "other" ? "notice" : "evidence",
    kind,
    tool,
    rawText: text,
    deliver: (redacted) => redacted.slice(0, MAXIMUM_LENGTH),
    ...(path === undefined ? {} : { path }),
    ...(command === undefined ? {} : { command }),
    ...(fromLine === undefined ? {} : { firstLine: Math.max(1, Math.floor(fromLine)) }),
    ...(durationMs === undefined ? {} : { durationUs: durationMs * 1000 }),
  });
  const item = await context.record(prepared);
  return { seq: item.seq };
}
