/**
 * What people send to a run from other processes: answers, more budget, a cancellation. It waits durably in the store's
 * mailbox until the worker decides on it; what concerns a frozen task waits until that thaws (§6 Frozen).
 */
import { effects, effectsOf, type Decision, type Effect } from "../engine/index.ts";
import { invokeBy } from "./perform.ts";
import { executorFor, type Work } from "./work.ts";
import type { MailboxEntry } from "./store.ts";

/** A message to a run. */
export type Mail =
  | { readonly kind: "answer"; readonly escalation: string; readonly text: string }
  | {
      readonly kind: "extend-budget";
      readonly task: string;
      readonly invocations: number;
      readonly wallTimeMs: number;
      readonly tokens?: number;
      readonly cost?: number;
      readonly by: string;
    }
  /** What a person hands in for work of theirs: a proposal as JSON text. */
  | { readonly kind: "proposal"; readonly task: string; readonly text: string }
  | { readonly kind: "cancel"; readonly reason: string };

/** Returns the message in a mailbox entry, or null where it is none (another version wrote it). */
function parseMail(body: unknown): Mail | null {
  if (typeof body !== "object" || body === null) return null;
  const it = body as Record<string, unknown>;
  const texts = (...names: string[]): boolean => names.every((name) => typeof it[name] === "string");
  const counts = (...names: string[]): boolean =>
    names.every((name) => Number.isSafeInteger(it[name]) && Number(it[name]) >= 0);
  if (it["kind"] === "answer" && texts("escalation", "text")) return it as unknown as Mail;
  if (it["kind"] === "proposal" && texts("task", "text")) return it as unknown as Mail;
  if (it["kind"] === "cancel" && texts("reason")) return it as unknown as Mail;
  const amounts = (...names: string[]): boolean =>
    names.every((name) => it[name] === undefined || (Number.isFinite(it[name]) && Number(it[name]) >= 0));
  if (
    it["kind"] === "extend-budget" &&
    texts("task", "by") &&
    counts("invocations", "wallTimeMs") &&
    amounts("tokens", "cost")
  )
    return it as unknown as Mail;
  return null;
}

/** Decides on what waits in the mailbox and on questions whose deadline has passed; returns what was decided. */
export async function handleMail(work: Work, signal: AbortSignal): Promise<readonly Decision[]> {
  const decisions: Decision[] = [];
  for (const entry of work.store.mailbox(work.log.run)) {
    const decision = await handleEntry(work, entry, signal);
    if (decision) decisions.push(decision);
  }
  for (const ask of overdue(work)) decisions.push(await answerOverdue(work, ask));
  return decisions;
}

async function handleEntry(work: Work, entry: MailboxEntry, signal: AbortSignal): Promise<Decision | null> {
  const mail = parseMail(entry.body);
  const consumed = [entry.id];
  const clockMs = work.activeClock.nowMs();
  if (mail?.kind === "answer") return answerMail(work, mail, entry.id);
  if (mail?.kind === "proposal") return proposalMail(work, mail, { consumed, signal });
  if (mail?.kind === "cancel") return work.log.decide({ kind: "cancel", reason: mail.reason, clockMs }, { consumed });
  if (mail?.kind !== "extend-budget" || isFrozenTask(work, mail.task)) return null;
  return work.log.decide({ ...mail, clockMs }, { consumed });
}

/** Work of a person, handed in: performed as any other, or refused as not due. One that comes late changes nothing. */
async function proposalMail(
  work: Work,
  { task, text }: Extract<Mail, { kind: "proposal" }>,
  { consumed, signal }: { readonly consumed: readonly number[]; readonly signal: AbortSignal },
): Promise<Decision> {
  const due = effectsOf(work.log.state, task).find((it): it is Invoke => it.kind === "invoke");
  const executor = due && executorFor(work, due).handedIn?.(text);
  if (executor) return invokeBy(work, due, { executor, signal, consumed });
  const gone = { kind: "fail", task, invocation: "", code: "interrupted", message: "" } as const;
  return work.log.decide({ ...gone, clockMs: work.activeClock.nowMs() }, { consumed });
}

async function answerMail(work: Work, mail: Extract<Mail, { kind: "answer" }>, id: number): Promise<Decision | null> {
  const task = mail.escalation.slice(0, Math.max(0, mail.escalation.indexOf("/")));
  if (isFrozenTask(work, task)) return null;
  const prepared = work.recorder.prepare({ role: "answer", kind: "other", tool: "cairn:answer", rawText: mail.text });
  const isKnown = work.log.state.tasks.has(task);
  const recordings = isKnown ? [{ task, prepared }] : [];
  const item = isKnown ? work.log.nextItemSeq : null;
  const input = {
    kind: "answer",
    escalation: mail.escalation,
    by: "person",
    text: prepared.text,
    item,
    clockMs: work.activeClock.nowMs(),
  } as const;
  return work.log.decide(input, { recordings, consumed: [id] });
}

function isFrozenTask({ log }: Work, id: string): boolean {
  const record = log.state.tasks.get(id)?.record;
  return record !== undefined && (record.invocation !== null || record.pending !== null || record.verifying !== null);
}

type Invoke = Extract<Effect, { kind: "invoke" }>;
type Ask = Extract<Effect, { kind: "ask" }>;

/** Questions to a person whose deadline (task file, from the time of the asking event) has passed. */
function overdue(work: Work): Ask[] {
  const { deadline_ms } = work.log.state.definition.escalation;
  if (deadline_ms === undefined) return [];
  const now = Date.parse(work.clock.now());
  const asks = effects(work.log.state).filter((it) => it.kind === "ask");
  return asks.filter((it) => !isFrozenTask(work, it.task) && now >= askedAt(work, it) + deadline_ms);
}

/** When a question was asked, ms since 1970. */
function askedAt({ log, store }: Pick<Work, "log" | "store">, { id, task }: Ask): number {
  const seq = log.state.tasks.get(task)?.record.escalations.find((it) => it.id === id)?.asked_seq ?? 0;
  for (const event of store.events(log.run, seq - 1, seq)) return Date.parse(event.time);
  return Number.POSITIVE_INFINITY;
}

function answerOverdue(work: Work, { id }: Ask): Promise<Decision> {
  const fallback = work.log.state.definition.escalation.default;
  const by = fallback === undefined ? "deadline" : "default";
  const text = fallback ?? "nobody answered before the deadline";
  return work.log.decide({ kind: "answer", escalation: id, by, text, item: null, clockMs: work.activeClock.nowMs() });
}
