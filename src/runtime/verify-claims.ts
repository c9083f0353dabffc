/**
 * Carries out a verification: an executor that is not the claims' author re-reads their evidence (R-VERIFIED).
 *
 * VC1  A verifier never sees its own work: a claim that it (or the same worker under another name) stated is not
 *      confirmed. A procedure (`verifiesOwnWork`), whose verdict does not depend on who asks, may look at its own.
 * VC2  A verifier that fails, or is too slow, confirms nothing; the run goes on.
 */
import type { VerificationResult, StatePacket } from "../contracts/index.ts";
import type { Decision, Effect, Task } from "../engine/index.ts";
import type { Executor } from "../executors/index.ts";
import type { Authors } from "./authors.ts";
import { requirementsOf } from "./context.ts";
import { startDeadline, untilOver } from "./deadline.ts";
import { createTools } from "./executor-tools.ts";
import { failureOf } from "./incident.ts";
import { remainingMs, taskOf, toolContext, type Work } from "./work.ts";
import { countUsage, type UsageCount } from "./usage.ts";

type Claims = StatePacket["claims"];
type VerifyEffect = Extract<Effect, { kind: "verify" }>;

const VERIFICATION_TIMEOUT_MS = 600_000;

/** Returns what was decided on the verifier's word. Errors: when the run was stopped, or the store failed. */
export async function verifyClaims(work: Work, effect: VerifyEffect, signal: AbortSignal): Promise<Decision> {
  const { task: id, claims: wanted } = effect;
  const task = taskOf(work, id);
  const asked = task.packet.claims.filter((it) => wanted.includes(it.id));
  await work.log.settled();
  const verifier = work.executors.of({ phase: "verify", depth: task.packet.depth });
  const { own, others } = apart(work, { task: id, verifier, claims: asked });
  const usage = countUsage();
  const results = others.length === 0 ? [] : await ask(work, task, { verifier, claims: others, usage, signal });
  signal.throwIfAborted();
  return work.log.decideNow({
    kind: "record-verification",
    task: id,
    effect: effect.id,
    verifier: verifier.name,
    results: [
      ...own.map((it) =>
        refused(it.id, `the verifier ${verifier.name} stated this claim itself: another one is needed`),
      ),
      ...results.map((it) => ({ ...it, reason: work.recorder.redact(it.reason ?? "") })),
    ],
    usage: usage.total(),
    clockMs: work.activeClock.nowMs(),
  });
}

function refused(claim: string, reason: string): VerificationResult {
  return { claim, confirmed: false, reason };
}

interface Asked {
  readonly task: string;
  readonly verifier: Executor;
  readonly claims: Claims;
}

/** The claims that the verifier made itself, and those of others (VC1). */
function apart(work: Work, { task, verifier, claims }: Asked): { readonly own: Claims; readonly others: Claims } {
  if (verifier.verifiesOwnWork) return { own: [], others: claims };
  const isOwn = (claim: Claims[number]): boolean => isBy(work.authors, { task, claim, verifier: verifier.name, work });
  const own = claims.filter(isOwn);
  return { own, others: claims.filter((it) => !own.includes(it)) };
}

function isBy(
  authors: Authors,
  it: { readonly task: string; readonly claim: Claims[number]; readonly verifier: string; readonly work: Work },
): boolean {
  const { task, claim, verifier, work } = it;
  return [...authors.of(task, claim)].some((author) => author === verifier || work.executors.isSame(author, verifier));
}

interface Asking {
  readonly verifier: Executor;
  readonly claims: Claims;
  readonly usage: UsageCount;
  readonly signal: AbortSignal;
}

async function ask(
  work: Work,
  task: Task,
  { verifier, claims, usage, signal }: Asking,
): Promise<readonly VerificationResult[]> {
  if (!verifier.verify) return claims.map((it) => refused(it.id, `${verifier.name} cannot verify`));
  const { context_tokens, output_tokens } = task.packet.budget;
  const timeoutMs = Math.min(verifier.timeoutMs ?? VERIFICATION_TIMEOUT_MS, remainingMs(work, task));
  const deadline = startDeadline(signal, timeoutMs);
  const context = toolContext(work, { task: task.packet.task_id, signal: deadline.signal, usage });
  const tools = createTools(context, Math.max(0, context_tokens - output_tokens));
  const verify = (workspace: string): ReturnType<NonNullable<Executor["verify"]>> | undefined =>
    verifier.verify?.(claims, tools, deadline.signal, {
      objective: task.packet.objective,
      requirements: requirementsOf(task),
      workspace,
    });
  work.activeClock.start();
  try {
    const { root } = work.workspace;
    const verifying = verifier.worksInFolder
      ? context.privately(async (place) => verify(place.root), deadline.signal)
      : verify(root);
    return (await untilOver(Promise.resolve(verifying), deadline, verifier)) ?? [];
  } catch (error) {
    const { message } = failureOf(error, { signal, deadline, timeoutMs });
    return claims.map((it) => refused(it.id, `the verifier failed: ${message}`));
  } finally {
    deadline.dispose();
    work.activeClock.stop();
  }
}
