/**
 * What an executor returned, made ready for the engine: text, parsed, redacted, measured.
 */
import type { Finding, Proposal, Result } from "../contracts/index.ts";
import type { Task } from "../engine/index.ts";
import type { Recorder } from "../ledger/index.ts";
import type { Recording } from "./run-log.ts";

/** An answer larger than this is cut before it is parsed, and so refused. Unit: UTF-16 code units. */
const MAXIMUM_ANSWER_LENGTH = 16 * 1024 * 1024;

/** What an executor returned, as text; what cannot be JSON is a text that no parser takes. */
export function textOf(value: unknown): string {
  try {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return (text ?? "").slice(0, MAXIMUM_ANSWER_LENGTH);
  } catch (error) {
    return `(not JSON: ${error instanceof Error ? error.message : "unknown"})`;
  }
}

/** No token of a published encoding is longer. Unit: bytes. */
const LONGEST_TOKEN = 128;

/**
 * Tokens of an answer where they may exceed the limit, else 0: a token is at least a byte, so a short answer needs no
 * counting. One that must exceed it, however it is counted, is not counted either (seconds, for one that means to be
 * slow): what comes back is then the least that it can have.
 */
export function outputTokens(text: string, task: Task, recorder: Recorder): number {
  const { output_tokens } = task.packet.budget;
  if (text.length * 3 <= output_tokens) return 0;
  const least = Math.ceil(text.length / LONGEST_TOKEN);
  return least > output_tokens ? least : recorder.countTokens(text);
}

/**
 * The proposal with what the redactor replaces in its texts, before anything of it is stored. On texts, never on JSON.
 * What names this proposal's place (`task_id`, `based_on`) and file contents stay: the first are compared, the second written.
 */
export function redactProposal(
  parsed: Result<Proposal, readonly Finding[]>,
  recorder: Recorder,
): Result<Proposal, readonly Finding[]> {
  if (!parsed.ok)
    return { ...parsed, findings: parsed.findings.map((it) => ({ ...it, message: recorder.redact(it.message) })) };
  const { task_id, based_on, contents, ...rest } = parsed.value;
  const redacted = redactTexts(rest, recorder) as typeof rest; // the same shape: only texts differ
  return { ...parsed, value: { task_id, based_on, ...redacted, ...(contents ? { contents } : {}) } };
}

/** The value with its texts redacted; the same value where nothing in it had to be. */
function redactTexts(value: unknown, recorder: Recorder): unknown {
  if (typeof value === "string") return recorder.redact(value);
  if (typeof value !== "object" || value === null) return value;
  const changed = new Map<string, unknown>();
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key);
    const redacted = redactTexts(member, recorder);
    if (redacted !== member) changed.set(key, redacted);
  }
  if (changed.size === 0) return value;
  return Object.assign(Array.isArray(value) ? [...value] : { ...value }, Object.fromEntries(changed));
}

/** What each child of a SPLIT is given to work on, as items of that child, and their seqs by key (§3.8). */
export function childInputs(
  task: Task,
  parsed: Result<Proposal, readonly Finding[]>,
  { recorder, firstSeq }: { readonly recorder: Recorder; readonly firstSeq: number },
): { readonly inputs: ReadonlyMap<string, number>; readonly recordings: readonly Recording[] } {
  const children = parsed.ok ? (parsed.value.split?.children ?? []) : [];
  const inputs = new Map<string, number>();
  const recordings: Recording[] = [];
  for (const [at, child] of children.entries()) {
    if (child.input === undefined) continue;
    inputs.set(child.key, firstSeq + recordings.length);
    const prepared = recorder.prepare({ role: "input", kind: "other", tool: "cairn:input", rawText: child.input });
    recordings.push({ task: `${task.packet.task_id}.${task.record.next_ordinal + at}`, prepared });
  }
  return { inputs, recordings };
}
