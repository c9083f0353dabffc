/**
 * The desk: where agents from outside (over MCP, through hooks) take up the work of a run, without a worker.
 *
 * A visit holds the run's lease for as long as one call takes, so agents and people in many processes work on one tree
 * at once, and each finds the log as the last one left it.
 *
 * DK1  An agent proposes for an invocation that it holds, and only for that. Who is silent for `staleMs` holds nothing
 *      any more: the next one who asks takes over, and what the silent one had is charged as an incident.
 * DK2  What cairn read or ran itself is evidence; what an agent merely says it saw is a notice, and no evidence.
 * DK3  Everything that is not an invocation (checks, verifications, mail, deadlines) is done in the visit that made it due.
 */
import type { Event, Outcome, Rejection } from "../../contracts/index.ts";
import { effects, effectsOf, type Effect } from "../../engine/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { ExecutorTools, Invocation, Observed } from "../../executors/index.ts";
import { ActiveClock } from "../clock.ts";
import { invocationOf } from "../context.ts";
import { deliverContext } from "../deliver-context.ts";
import { createTools } from "../executor-tools.ts";
import { expireLate } from "../expire.ts";
import { handIn, tryOut } from "../hand-in.ts";
import { handleMail } from "../mail.ts";
import { perform } from "../perform.ts";
import { countUsage } from "../usage.ts";
import { taskOf, toolContext, type Work } from "../work.ts";
import type { LedgerItem } from "../store.ts";
import type { Holding } from "./holder.ts";
import { Holders, type DueWork, type Invoke } from "./holders.ts";
import { evidenceOf } from "./look-up.ts";

/** What is done without an agent and without a person. */
type Alone = Exclude<Effect, { kind: "invoke" | "ask" }>;

export interface DeskOptions {
  /** Who comes: what the log names as executor. */
  readonly agent: string;
  readonly signal: AbortSignal;
  readonly staleMs?: number;
}

/** What became of a proposal. */
export interface Verdict {
  readonly accepted: boolean;
  readonly rejections: readonly Rejection[];
  /** How the task ended with it; null where it goes on. A task that ended may be gone: joined into its parent. */
  readonly outcome: Outcome | null;
  /** What happened because of it, oldest first. */
  readonly events: readonly Event[];
}

/** Work that may be taken up, with who has it in hand. */
interface Chosen {
  readonly effect: Invoke;
  readonly holding: Holding | null;
}

/** One visit at the desk of a run. */
export class Desk {
  readonly #work: Work;
  readonly #options: DeskOptions;
  readonly #holders: Holders;

  constructor(work: Work, options: DeskOptions) {
    this.#work = work;
    this.#options = options;
    const { store, log, taskFile, clock } = work;
    this.#holders = new Holders({ state: () => log.state, taskFile, store, run: log.run, clock }, options);
  }

  /** The state of the run, as of now. */
  get state(): Work["log"]["state"] {
    return this.#work.log.state;
  }

  /** Names of the commands that the task file allows to be run. */
  get commands(): readonly string[] {
    return Object.keys(this.#work.taskFile.commands ?? {});
  }

  /** The newest items of a task that count as evidence, oldest first, at most `limit`. */
  evidence(task: string, limit: number): readonly LedgerItem[] {
    return evidenceOf(this.#work.store, this.#work.log.run, { task, limit });
  }

  /** Does what is due and needs no agent (DK3). Errors: those of the store; the signal's reason. */
  async settle(): Promise<void> {
    for (;;) {
      await handleMail(this.#work, this.#options.signal);
      await expireLate(this.#work);
      const next = effects(this.state).find((it): it is Alone => it.kind !== "invoke" && it.kind !== "ask");
      if (next === undefined) return;
      await perform(this.#work, next, this.#options.signal);
      await this.#work.log.settled();
    }
  }

  /** The work that is due, in the order in which tasks were made. */
  due(): readonly DueWork[] {
    return this.#holders.due();
  }

  /**
   * Takes up the work of a task, or of the first one whose work is free: the invocation, recorded and opened. Taken
   * again, it is the same one. Errors: RuntimeFailure `conflict` where somebody else has it or nothing is due.
   */
  async take(task?: string): Promise<Invocation> {
    const { effect, holding } = this.#choose(task);
    if (holding !== null && this.#holders.isMine(holding)) return this.#again(effect, holding);
    if (holding !== null) return this.#takeOver(effect, holding);
    return this.#open(effect);
  }

  /** Puts a proposal to the engine and does what follows from it. Errors: `conflict` where the agent does not hold the task's work. */
  async propose(task: string, proposal: unknown): Promise<Verdict> {
    const { effect, holding } = this.#held(task);
    const { log } = this.#work;
    const before = log.state.seq;
    const work = { ...this.#work, activeClock: this.#clockOf(task, holding) };
    await handIn(work, effect, this.#returned(proposal));
    await log.settled();
    await this.settle();
    return verdictOf([...this.#work.store.events(log.run, before)], effect);
  }

  /** What would become of a proposal if it were handed in now. Nothing is recorded. Errors: as `propose`. */
  async tryOut(task: string, proposal: unknown): Promise<readonly Rejection[]> {
    const { effect } = this.#held(task);
    const { events } = await tryOut(this.#work, effect, this.#returned(proposal));
    return events.flatMap((it) => (it.kind === "proposal-rejected" ? it.payload.rejections : []));
  }

  /** Tools for the work that the agent holds: they read and run by themselves, within the room that is left (DK2). */
  tools(task: string): ExecutorTools {
    const { holding } = this.#held(task);
    const { signal } = this.#options;
    const context = toolContext(this.#work, { task, signal, usage: countUsage() });
    return createTools(context, this.#room(task, holding));
  }

  /** Records what the agent says that it saw: a notice, unless somebody who is not the agent (a hook) saw it (DK2). */
  async observe(task: string, observed: Observed): Promise<{ readonly seq: number }> {
    if (!this.state.tasks.has(task)) throw new RuntimeFailure("usage", `there is no task ${task} at work`);
    const context = toolContext(this.#work, { task, signal: this.#options.signal, usage: countUsage() });
    return createTools(context, 0).observe(observed);
  }

  #returned(value: unknown): Parameters<typeof handIn>[2] {
    return { value, usage: [], signal: this.#options.signal };
  }

  #choose(task: string | undefined): Chosen {
    const all = this.#holders.invocations();
    const asked = task === undefined ? all : all.filter((it) => it.task === task);
    const chosen = asked.map((effect) => ({ effect, holding: this.#holders.holding(effect) }));
    if (task !== undefined) {
      const [only] = chosen;
      if (only) return only;
      throw new RuntimeFailure("conflict", `nothing is due for ${task}: ${this.#why(task)}`);
    }
    const mine = chosen.find(({ holding }) => holding !== null && this.#holders.isMine(holding));
    const next = mine ?? chosen.find(({ holding }) => holding === null || this.#holders.isStale(holding));
    if (next) return next;
    throw new RuntimeFailure("conflict", this.#whyNothing(all.length), { retry: "later" });
  }

  #why(task: string): string {
    const record = this.state.tasks.get(task)?.record;
    if (!record) return "there is no such task, or its result has been joined into its parent's";
    if (record.outcome !== null) return `it has halted ${record.outcome}`;
    if (record.live.length > 0) return `it waits for its children ${record.live.join(", ")}`;
    if (record.waiting_on.length > 0) return `it waits for ${record.waiting_on.join(", ")}`;
    return "it waits for an answer";
  }

  #whyNothing(due: number): string {
    const root = this.state.tasks.get(this.state.definition.task)?.record;
    if (root?.outcome !== null) return "the run has halted: there is nothing left to do";
    return due === 0
      ? "the run waits for a person: see the inbox"
      : "all work that is due is in other agents' hands; ask again later";
  }

  #held(task: string): { readonly effect: Invoke; readonly holding: Holding } {
    const effect = effectsOf(this.state, task).find((it): it is Invoke => it.kind === "invoke");
    const holding = effect ? this.#holders.holding(effect) : null;
    if (effect && holding && this.#holders.isMine(holding)) return { effect, holding };
    const who = holding ? `${holding.holder} holds it` : this.#whyNotOpen(task, effect);
    throw new RuntimeFailure("conflict", `the work of ${task} is not in your hands (${who}); take it up first`);
  }

  #whyNotOpen(task: string, effect: Invoke | undefined): string {
    return effect ? "nobody has taken it up" : this.#why(task);
  }

  async #open(effect: Invoke): Promise<Invocation> {
    const task = taskOf(this.#work, effect.task);
    const { items, roomTokens } = await deliverContext(this.#work, task, {
      effect,
      executor: { name: this.#options.agent },
    });
    const opened = taskOf(this.#work, effect.task);
    if (opened.record.invocation?.id !== effect.id)
      throw new RuntimeFailure(
        "conflict",
        `the work of ${effect.task} could not be taken up: ${this.#why(effect.task)}`,
      );
    return invocationOf(this.state, opened, { effect, items, roomTokens, workspace: this.#work.workspace.root });
  }

  /** The agent lost sight of what it was given (its context was cut): it gets all of it again. */
  async #again(effect: Invoke, holding: Holding): Promise<Invocation> {
    const task = taskOf(this.#work, effect.task);
    const { items } = await deliverContext(this.#work, task, { effect, executor: { name: this.#options.agent } });
    const roomTokens = this.#room(effect.task, holding);
    return invocationOf(this.state, task, { effect, items, roomTokens, workspace: this.#work.workspace.root });
  }

  async #takeOver(effect: Invoke, holding: Holding): Promise<Invocation> {
    const { task, id } = effect;
    if (!this.#holders.isStale(holding))
      throw new RuntimeFailure("conflict", `${holding.holder} has the work of ${task} in hand`, { retry: "later" });
    const seconds = Math.round((this.#holders.nowMs() - holding.activeAt) / 1000);
    await this.#work.log.decide({
      kind: "fail",
      task,
      invocation: id,
      code: "interrupted",
      message: `${holding.holder} was not heard of for ${seconds} s`,
      usage: [],
      clockMs: this.#work.activeClock.nowMs(),
    });
    return this.#open(this.#choose(task).effect);
  }

  /** What may still be delivered: the room less what was recorded for the task since its work was taken up. */
  #room(task: string, { openedSeq }: Holding): number {
    const { store, log } = this.#work;
    const { context_tokens, output_tokens } = taskOf(this.#work, task).packet.budget;
    let room = context_tokens - output_tokens;
    for (const item of store.items(log.run, { task })) if (item.eventSeq >= openedSeq) room -= item.outputTokens;
    return Math.max(0, room);
  }

  /** An agent works while nobody visits: its time counts from when it took the work up. */
  #clockOf(task: string, { openedSeq }: Holding): ActiveClock {
    const { clock, store, log } = this.#work;
    const [opened] = store.events(log.run, openedSeq - 1, openedSeq);
    const openedMs = this.state.tasks.get(task)?.record.invocation?.opened_ms ?? 0;
    const spent = opened ? Math.max(0, this.#holders.nowMs() - Date.parse(opened.time)) : 0;
    return new ActiveClock(clock, Math.max(this.#work.activeClock.nowMs(), openedMs + spent));
  }
}

function verdictOf(events: readonly Event[], { id, task }: Pick<Invoke, "id" | "task">): Verdict {
  const rejections: Rejection[] = [];
  let [accepted, outcome, stated]: [boolean, Outcome | null, Outcome | null] = [false, null, null];
  for (const event of events) {
    const { kind, payload } = event;
    if ((kind === "proposal-accepted" || kind === "checks-requested") && payload.invocation === id) {
      // Where checks came first, the event that accepts does not repeat the proposal.
      stated = payload.proposal?.halt?.outcome ?? stated;
      accepted ||= kind === "proposal-accepted";
    }
    if (kind === "proposal-rejected" && payload.invocation === id) rejections.push(...payload.rejections);
    if (kind === "task-halted" && event.task === task) outcome = payload.outcome;
  }
  return { accepted, rejections, outcome: outcome ?? (accepted ? stated : null), events };
}
