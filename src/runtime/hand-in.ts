/** Puts what an executor returned to the engine: redacted, parsed and judged like hostile input (perform.ts, P1). */
import { parseProposal, type InvocationUsage } from "../contracts/index.ts";
import type { Decision, Effect } from "../engine/index.ts";
import { evidenceFacts } from "./evidence-facts.ts";
import { childInputs, contentHashes, outputTokens, redactProposal, textOf } from "./proposal-text.ts";
import { taskOf, type Work } from "./work.ts";

type Invoke = Extract<Effect, { kind: "invoke" }>;

/** What an executor returned, and what that cost. */
export interface Returned {
  readonly value: unknown;
  readonly usage: InvocationUsage;
}

/** Decides on what came back for an invocation; appended with the rest of this turn (run-log.ts, L2). */
export function handIn(work: Work, effect: Pick<Invoke, "id" | "task">, { value, usage }: Returned): Decision {
  const { log, recorder } = work;
  const text = textOf(value);
  const parsed = redactProposal(parseProposal(text), recorder);
  const facts = parsed.ok
    ? evidenceFacts(parsed.value, { state: log.state, store: work.store, run: log.run, item: (seq) => log.item(seq) })
    : new Map();
  const task = taskOf(work, effect.task);
  const { inputs, recordings } = childInputs(task, parsed, { recorder, firstSeq: log.nextItemSeq });
  const refused = parsed.ok
    ? []
    : [
        {
          task: effect.task,
          prepared: recorder.prepare({
            role: "proposal",
            kind: "other",
            tool: "cairn:proposal",
            rawText: text.slice(0, 65_536),
          }),
        },
      ];
  return log.decideNow(
    {
      kind: "propose",
      task: effect.task,
      invocation: effect.id,
      parsed,
      facts,
      contents: parsed.ok ? contentHashes(parsed.value) : null,
      outputTokens: outputTokens(text, task, recorder),
      item: refused.length > 0 ? log.nextItemSeq : null,
      inputs,
      usage,
      clockMs: work.activeClock.nowMs(),
    },
    { recordings: [...refused, ...recordings] },
  );
}
