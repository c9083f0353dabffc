/** Puts what an executor returned to the engine: redacted, parsed and judged like hostile input (perform.ts, P1). */
import { parseProposal, type InvocationUsage } from "../contracts/index.ts";
import type { Decision, Effect, Input } from "../engine/index.ts";
import { proposedChanges, withEdits, withHashes, type Harvest } from "./changes/index.ts";
import type { PreparedItem, Recorder } from "../ledger/index.ts";
import { evidenceFacts } from "./evidence-facts.ts";
import { childInputs, outputTokens, redactProposal, textOf } from "./proposal-text.ts";
import type { CommitExtras } from "./run-log.ts";
import { taskOf, type Work } from "./work.ts";

type Invoke = Extract<Effect, { kind: "invoke" }>;

/** What an executor returned, and what that cost. */
export interface Returned {
  readonly value: unknown;
  readonly usage: InvocationUsage;
  /** What it changed in its private copy: deltas beside those that it states. */
  readonly edited?: Harvest | null;
  /** Stops looking at what is on disk. */
  readonly signal: AbortSignal;
  /** Messages that it came in, which leave the mailbox with it. */
  readonly consumed?: readonly number[];
}

/** Decides on what came back for an invocation; appended with the rest of this turn (run-log.ts, L2). */
export async function handIn(work: Work, effect: Pick<Invoke, "id" | "task">, returned: Returned): Promise<Decision> {
  const looked = await lookAt(work, effect, returned);
  // Places in the ledger are given and taken without a pause between: other tasks record meanwhile.
  const { input, extras } = proposalInput(work, effect, { ...returned, ...looked });
  return work.log.decideNow(input, { ...extras, consumed: returned.consumed ?? [] });
}

/** What would become of it if it were handed in now: nothing is recorded. */
export async function tryOut(work: Work, effect: Pick<Invoke, "id" | "task">, returned: Returned): Promise<Decision> {
  const looked = await lookAt(work, effect, returned);
  const { input } = proposalInput(work, effect, { ...returned, ...looked });
  return work.engine.decide(work.log.state, input);
}

interface Prepared {
  readonly input: Extract<Input, { kind: "propose" }>;
  readonly extras: CommitExtras;
}

/** A proposal, and what it would change as it is on disk now. */
interface Looked {
  readonly text: string;
  readonly changes: Awaited<ReturnType<typeof proposedChanges>>;
}

async function lookAt(
  work: Work,
  effect: Pick<Invoke, "id" | "task">,
  { value, edited, signal }: Returned,
): Promise<Looked> {
  const { log, recorder } = work;
  const text = textOf(value);
  const stated = redactProposal(parseProposal(withHashes(text, (seq) => log.item(seq))), recorder);
  const redacted = edited ? withEdits(stated, edited) : stated;
  const changes = await proposedChanges(effect.task, redacted, {
    ...work,
    state: log.state,
    signal,
    edited: edited?.contents ?? new Map(),
    blob: (sha256) => log.blob(sha256),
  });
  return { text, changes };
}

function proposalInput(
  work: Work,
  effect: Pick<Invoke, "id" | "task">,
  { text, changes, usage, edited }: Returned & Looked,
): Prepared {
  const { log, recorder } = work;
  const task = taskOf(work, effect.task);
  const { parsed } = changes;
  const facts = parsed.ok
    ? evidenceFacts(parsed.value, { state: log.state, store: work.store, run: log.run, item: (seq) => log.item(seq) })
    : new Map();
  const { inputs, recordings } = childInputs(task, parsed, { recorder, firstSeq: log.nextItemSeq });
  const leftOut = edited?.leftOut ?? [];
  const told = leftOut.length === 0 ? [] : [{ task: effect.task, prepared: leftOutItem(recorder, leftOut) }];
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
    extras: { recordings: [...refused, ...recordings, ...told], contents: changes.blobs },
  };
}

/** Paths that are told one by one. */
const TOLD_PATHS = 200;

/** What an executor edited and no delta says: recorded, so that nothing is dropped silently. */
function leftOutItem(recorder: Recorder, paths: readonly string[]): PreparedItem {
  const more = paths.length - TOLD_PATHS;
  const lines = [...paths.slice(0, TOLD_PATHS), ...(more > 0 ? [`and ${more} more`] : [])];
  return recorder.prepare({ role: "notice", kind: "other", tool: "cairn:left-out", rawText: lines.join("\n") });
}
