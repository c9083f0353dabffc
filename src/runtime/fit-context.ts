/**
 * Which parts of a context are delivered into an invocation: the most urgent first, as far as the tokens go.
 *
 * FC1  Only what is delivered is recorded as delivered; what is not is named in a notice, never dropped silently.
 * FC2  A text that is given twice is delivered once.
 */
import { URGENCY } from "../executors/index.ts";
import type { Recorder } from "../ledger/index.ts";
import type { ContextPart } from "./context.ts";

/** Parts that are named as left out; more are counted. */
const NAMED = 12;
/** Tokens that the notice of what is left out takes, about. */
const NOTICE_TOKENS = 200;
/** Characters of a part by which it is told apart. */
const NAME_LENGTH = 60;

/** The parts that fit, in their order, with a notice that names the others. */
export function fitContext(
  parts: readonly ContextPart[],
  { tokens, recorder }: { readonly tokens: number; readonly recorder: Recorder },
): readonly ContextPart[] {
  const once = parts.filter((it, at) => parts.findIndex((other) => other.prepared.text === it.prepared.text) === at);
  const all = taken(once, tokens);
  if (all.size === once.length) return once;
  const chosen = taken(once, Math.max(0, tokens - NOTICE_TOKENS));
  const left = once.filter((it) => !chosen.has(it));
  return [...once.filter((it) => chosen.has(it)), notice(left, recorder)];
}

function taken(parts: readonly ContextPart[], tokens: number): ReadonlySet<ContextPart> {
  const chosen = new Set<ContextPart>();
  let left = tokens;
  for (const part of parts.toSorted((a, b) => URGENCY[a.role] - URGENCY[b.role])) {
    const size = part.prepared.item.outputTokens;
    if (size > left) continue;
    chosen.add(part);
    left -= size;
  }
  return chosen;
}

function notice(left: readonly ContextPart[], recorder: Recorder): ContextPart {
  const names = left.slice(0, NAMED).map(({ role, prepared }) => {
    return `${role} (${prepared.item.outputTokens} tokens): ${prepared.text.slice(0, NAME_LENGTH)}…`;
  });
  const more = left.length > NAMED ? [`and ${left.length - NAMED} more`] : [];
  const rawText = ["Not delivered, for want of room in this invocation:", ...names, ...more].join("\n");
  return {
    role: "notice",
    prepared: recorder.prepare({ role: "notice", kind: "other", tool: "cairn:left-out", rawText }),
  };
}
