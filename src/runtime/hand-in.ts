/** Puts what an executor returned to the engine: redacted, parsed and judged like hostile input (perform.ts, P1). */
import { parseProposal, type InvocationUsage } from "../contracts/index.ts";
import type { Decision, Effect, Input } from "../engine/index.ts";
import { proposedChanges, withHashes } from "./changes/index.ts";
import { evidenceFacts } from "./evidence-facts.ts";
import { childInputs, outputTokens, redactProposal, textOf } from "./proposal-text.ts";
import type { CommitExtras } from "./run-log.ts";
import { taskOf, type Work } from "./work.ts";

type Invoke = Extract<Effect, { kind: "invoke" }>;

/** What an executor returned, and what that cost. */
export interface Returned {
  readonly value: unknown;
  readonly usage: InvocationUsage;
  /** Stops looking at what is on disk. */
  readonly signal: AbortSignal;
}

/** Decides on what came back for an invocation; appended with the rest of this turn (run-log.ts, L2). */
export async function handIn(work: Work, effect: Pick<Invoke, "id" | "task">, returned: Returned): Promise<Decision> {
  const { input, extras } = await proposalInput(work, effect, returned);
  return work.log.decideNow(input, extras);
}

/** What would become of it if it were handed in now: nothing is recorded. */
export async function tryOut(work: Work, effect: Pick<Invoke, "id" | "task">, returned: Returned): Promise<Decision> {
  const { input } = await proposalInput(work, effect, returned);
  return work.engine.decide(work.log.state, input);
}

interface Prepared {
  readonly input: Extract<Input, { kind: "propose" }>;
  readonly extras: CommitExtras;
}

async function proposalInput(
  work: Work,
  effect: Pick<Invoke, "id" | "task">,
  { value, usage, signal }: Returned,
): Promise<Prepared> {
  const { log, recorder } = work;
  const text = textOf(value);
  const task = taskOf(work, effect.task);
  const redacted = redactProposal(parseProposal(withHashes(text, (seq) => log.item(seq))), recorder);
  const changes = await proposedChanges(effect.task, redacted, {
    ...work,
    state: log.state,
    signal,
    blob: (sha256) => log.blob(sha256),
  });
  const { parsed } = changes;
  const facts = parsed.ok
    ? evidenceFacts(parsed.value, { state: log.state, store: work.store, run: log.run, item: (seq) => log.item(seq) })
    : new Map();
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
  return {
    input: {
      kind: "propose",
      task: effect.task,
      invocation: effect.id,
      parsed,
      facts,
      ...changes.facts,
      outputTokens: outputTokens(text, task, recorder),
      item: refused.length > 0 ? log.nextItemSeq : null,
      inputs,
      usage,
      clockMs: work.activeClock.nowMs(),
    },
    extras: { recordings: [...refused, ...recordings], contents: changes.blobs },
  };
}
