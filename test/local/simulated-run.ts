/**
 * Carries a task file from its beginning to HALT with the real engine, the real workspace and the local executor, in
 * one thread and in memory: a small runtime for tests of the executor.
 */
import {
  identity,
  parseProposal,
  type Claim,
  type Proposal,
  type StatePacket,
  type TaskFile,
} from "../../src/contracts/index.ts";
import {
  createEngine,
  effects,
  isFolded,
  parseEvidenceRef,
  type Effect,
  type EvidenceFact,
  type RunState,
  type Task,
  type UnsealedEvent,
} from "../../src/engine/index.ts";
import { RuntimeFailure } from "../../src/errors.ts";
import type { DeliveredItem, Executor, ExecutorTools, Invocation, OpenedClaim } from "../../src/executors/index.ts";
import { createLocalExecutor } from "../../src/executors/local/index.ts";
import { createTokenizer } from "../../src/ledger/tokens.ts";
import { runCheck } from "../../src/runtime/checks/index.ts";
import { blank, factOf, type Item } from "./items.ts";
import { readLines } from "./read-lines.ts";
import type { SimulatedRun, SimulationOptions } from "./simulation.ts";
import { openWorkspace, surveyWorkspace, type Workspace } from "../../src/runtime/workspace/index.ts";

const tokenizer = createTokenizer("o200k_base");
const count = (text: string): number => tokenizer.count(text);

export async function simulate(task: TaskFile, root: string, options: SimulationOptions = {}): Promise<SimulatedRun> {
  const run = new Simulation(task, openWorkspace(root), options);
  await run.toEnd(options.maximumSteps ?? 5000);
  return run.result();
}

class Simulation {
  private readonly engine = createEngine(count);
  private readonly events: UnsealedEvent[] = [];
  private readonly items: Item[] = [];
  private readonly packets = new Map<string, StatePacket>();
  private readonly claims = new Map<string, Claim>();
  private readonly rejections: string[] = [];
  private readonly task: TaskFile;
  private readonly workspace: Workspace;
  private readonly executor: Executor;
  private state: RunState;
  private invocations = 0;
  private largestDelivery = 0;
  private largestProposal = 0;

  constructor(task: TaskFile, workspace: Workspace, options: SimulationOptions) {
    this.task = task;
    this.workspace = workspace;
    const rules = Object.fromEntries(task.requirements.flatMap((it) => (it.local ? [[it.id, it.local]] : [])));
    const executor = createLocalExecutor({ rules, ...(task.local ? { settings: task.local } : {}) });
    this.executor = options.wrap ? options.wrap(executor) : executor;
    const definition = {
      task: task.task,
      objective: task.objective,
      requirements: task.requirements.map(({ local: _local, ...it }) => it),
      invariants: [],
      budget: { remaining_invocations: null, remaining_wall_time_ms: null, ...task.budget },
      repairs: task.repairs ?? 2,
      escalation: { maximum: 0 },
    };
    const opened = this.engine.open({
      kind: "open-run",
      definition,
      tokenizer: "o200k_base",
      workspace: null,
      taskFileSha256: "0".repeat(64),
    });
    this.state = opened.state;
    this.keep(opened.events);
  }

  private keep(events: readonly UnsealedEvent[]): void {
    this.events.push(...events);
    for (const packet of this.state.archived) this.remember(packet);
    for (const task of this.state.tasks.values()) this.remember(task.packet);
  }

  private remember(packet: StatePacket): void {
    this.packets.set(identity(packet), packet);
    for (const claim of packet.claims)
      this.claims.set(claim.id.includes("/") ? claim.id : `${packet.task_id}/${claim.id}`, claim);
  }

  private decide(input: Parameters<typeof this.engine.decide>[1]): void {
    const decision = this.engine.decide(this.state, input);
    this.state = decision.state;
    this.rejections.push(...decision.rejections.map((it) => `${it.code} ${it.pointer} ${it.message}`));
    this.keep(decision.events);
  }

  async toEnd(maximumSteps: number): Promise<void> {
    for (let step = 0; step < maximumSteps; step++) {
      const [effect] = effects(this.state);
      if (!effect) return;
      await this.carryOut(effect);
    }
    throw new Error(`the run did not end within ${maximumSteps} steps`);
  }

  private async carryOut(effect: Effect): Promise<void> {
    if (effect.kind === "invoke") return this.invoke(effect);
    if (effect.kind === "check") return this.check(effect);
    if (effect.kind === "verify") return this.verify(effect);
    throw new Error(`this executor never asks, but there is ${effect.kind}`);
  }

  private record(it: Omit<Item, "seq">): number {
    const seq = this.items.length + 1;
    this.items.push({ seq, ...it });
    return seq;
  }

  private async invoke(effect: Extract<Effect, { kind: "invoke" }>): Promise<void> {
    const task = this.taskOf(effect.task);
    const items = this.itemsFor(task);
    this.decide({
      kind: "open-invocation",
      task: effect.task,
      invocation: effect.id,
      executor: "local",
      items: items.map((it) => it.seq),
      clockMs: 0,
    });
    const opened = this.taskOf(effect.task);
    const sent = count(JSON.stringify(opened.packet)) + items.reduce((sum, it) => sum + count(it.text), 0);
    const room = { left: Math.max(0, opened.packet.budget.context_tokens - sent) };
    const whole = room.left;
    this.invocations += 1;
    try {
      const answer = await this.executor.execute(
        this.invocationFor(opened, { effect, items, roomTokens: room.left }),
        this.tools(effect.task, room),
        new AbortController().signal,
      );
      this.propose(effect, answer);
    } catch (failure) {
      if (!(failure instanceof RuntimeFailure)) throw failure;
      this.decide({
        kind: "fail",
        task: effect.task,
        invocation: effect.id,
        code: failure.code,
        message: failure.message,
        clockMs: 0,
      });
    }
    this.largestDelivery = Math.max(this.largestDelivery, whole - room.left);
  }

  private propose(effect: Extract<Effect, { kind: "invoke" }>, answer: unknown): void {
    const text = JSON.stringify(answer);
    const parsed = parseProposal(text);
    const inputs = new Map<string, number>();
    if (parsed.ok) {
      for (const child of parsed.value.split?.children ?? []) {
        if (child.input !== undefined) inputs.set(child.key, this.record({ ...blank(effect.task), text: child.input }));
      }
    }
    this.largestProposal = Math.max(this.largestProposal, count(text));
    const facts = parsed.ok ? this.factsFor(parsed.value) : new Map<string, EvidenceFact>();
    const findings = parsed.ok ? parsed : { ok: false as const, findings: [...parsed.findings] };
    this.decide({
      kind: "propose",
      task: effect.task,
      invocation: effect.id,
      item: null,
      inputs,
      clockMs: 0,
      parsed: findings,
      facts,
      contents: new Map() as never,
      outputTokens: count(text),
    });
  }

  private taskOf(id: string): Task {
    const task = this.state.tasks.get(id);
    if (!task) throw new Error(`no task ${id}`);
    return task;
  }

  private itemsFor(task: Task): DeliveredItem[] {
    const items: DeliveredItem[] = [];
    const { input, notices } = task.record;
    if (input !== null) items.push({ seq: input, role: "input", text: this.items[input - 1]?.text ?? "" });
    for (const notice of notices) {
      const seq = this.record({ ...blank(task.packet.task_id), text: notice.text });
      items.push({ seq, role: notice.role, text: notice.text });
    }
    return items;
  }

  private invocationFor(
    task: Task,
    it: {
      readonly effect: Extract<Effect, { kind: "invoke" }>;
      readonly items: readonly DeliveredItem[];
      readonly roomTokens: number;
    },
  ): Invocation {
    const { packet, record } = task;
    return {
      id: it.effect.id,
      purpose: it.effect.purpose,
      packet,
      basedOn: identity(packet),
      rootObjective: this.task.objective,
      requirements: Object.fromEntries(record.requirements.map((one) => [one.id, one])),
      refinements: Object.fromEntries(
        record.refinements.map((one) => [one.requirement, one.into.map((part) => part.id)]),
      ),
      items: it.items,
      halted: [
        ...record.splits.flatMap((split) =>
          split.children.map((child) => ({ task: child.id, outcome: child.outcome ?? "incomplete" })),
        ),
        ...packet.dependencies.map((id) => ({ task: id, outcome: "complete" as const })),
      ],
      roomTokens: it.roomTokens,
      workspace: this.workspace.root,
    };
  }

  private tools(task: string, room: { left: number }): ExecutorTools {
    const deliver = (text: string): void => {
      room.left -= count(text);
    };
    return {
      survey: async (request) => {
        const content = await surveyWorkspace(this.workspace, request, { listTokens: Math.floor(room.left / 2) });
        const text = JSON.stringify(content);
        deliver(text);
        return { seq: this.record({ ...blank(task), text, citable: true, lineCount: 1, firstLine: 1 }), ...content };
      },
      read: async (path, range) => this.read({ task, path, room }, range ?? {}),
      openClaims: async (tasks, keep) => {
        const claims = tasks.flatMap((id) => this.open(id)).filter((claim) => keep(claim.statement));
        const text = JSON.stringify(claims);
        deliver(text);
        return { seq: this.record({ ...blank(task), text }), claims };
      },
      list: () => Promise.reject(new Error("the local executor lists nothing")),
      search: () => Promise.reject(new Error("the local executor searches nothing")),
      run: () => Promise.reject(new Error("the local executor runs nothing")),
      observe: () => Promise.reject(new Error("the local executor observes nothing")),
      report: () => undefined,
      conversing: () => {
        throw new Error("the local executor holds no conversation");
      },
      sourceOf: async (seq) => {
        const item = this.items[seq - 1];
        return item === undefined || item.path === null
          ? null
          : { path: item.path, fromLine: item.firstLine, toLine: item.firstLine + item.lineCount - 1 };
      },
    };
  }

  private read(
    it: { readonly task: string; readonly path: string; readonly room: { left: number } },
    range: { readonly fromLine?: number; readonly toLine?: number },
  ): ReturnType<ExecutorTools["read"]> {
    const read = readLines(this.workspace, it.path, { ...range, room: it.room, count });
    const { text, fromLine, toLine } = read;
    const lineCount = toLine - fromLine + 1;
    const seq = this.record({ task: it.task, citable: true, text, path: it.path, firstLine: fromLine, lineCount });
    return Promise.resolve({ seq, path: it.path, ...read });
  }

  /** Claims of a task's newest packet, folded ones opened. */
  private open(id: string): OpenedClaim[] {
    const alive = this.state.tasks.get(id)?.packet;
    const packet =
      alive ?? [...this.packets.values()].findLast((it) => it.task_id === id && it.next_transition === "HALT");
    if (!packet) throw new Error(`no packet of ${id}`);
    const claims = this.openPacket(packet, new Set(), id);
    return [...new Map(claims.toReversed().map((claim) => [claim.id, claim])).values()];
  }

  /** A packet's claims as those of a task, the newest word on each first. */
  private openPacket(packet: StatePacket, seen: Set<string>, of: string): OpenedClaim[] {
    return packet.claims.flatMap((claim): OpenedClaim[] => {
      if (isFolded(claim)) {
        const identityOf = /@([0-9a-f]{64})$/.exec(claim.evidence_refs[0] ?? "")?.[1] ?? "";
        const folded = this.packets.get(identityOf);
        if (!folded) throw new Error(`the packet behind ${claim.id} is not kept`);
        if (seen.has(identityOf)) return [];
        seen.add(identityOf);
        return this.openPacket(folded, seen, of);
      }
      const id = packet.task_id === of || claim.id.includes("/") ? claim.id : `${packet.task_id}/${claim.id}`;
      const { statement, status, evidence_refs: evidenceRefs } = claim;
      return [{ ref: `clm:${of}/${id}`, id, statement, status, evidenceRefs }];
    });
  }

  private factsFor(proposal: Proposal): Map<string, EvidenceFact> {
    const facts = new Map<string, EvidenceFact>();
    for (const ref of (proposal.claims ?? []).flatMap((claim) => claim.evidence_refs)) {
      const parsed = parseEvidenceRef(ref);
      if (parsed?.kind === "ctx") {
        const item = this.items[parsed.seq - 1];
        if (item) facts.set(ref, factOf(item));
      } else if (parsed?.kind === "clm") {
        const claim = this.open(parsed.task).find((it) => it.id === parsed.claim);
        if (claim)
          facts.set(ref, {
            kind: "clm",
            task: parsed.task,
            status: claim.status,
            halted: this.state.tasks.get(parsed.task)?.record.outcome !== null,
          });
      }
    }
    return facts;
  }

  private async check(effect: Extract<Effect, { kind: "check" }>): Promise<void> {
    const check = this.task.checks?.[effect.check.check];
    if (!check) throw new Error(`no check ${effect.check.check}`);
    const report = await runCheck(check, this.workspace, {
      folder: this.workspace.root,
      timeoutMs: 10_000,
      trusted: true,
      baseline: null,
      signal: new AbortController().signal,
    });
    this.decide({
      kind: "record-check",
      task: effect.task,
      effect: effect.id,
      passed: report.passed,
      detail: report.detail,
      item: null,
      clockMs: 0,
    });
  }

  private async verify(effect: Extract<Effect, { kind: "verify" }>): Promise<void> {
    const { packet, record } = this.taskOf(effect.task);
    const claims = packet.claims.filter((claim) => effect.claims.includes(claim.id));
    const results =
      (await this.executor.verify?.(claims, this.tools(effect.task, { left: 50_000 }), new AbortController().signal, {
        objective: packet.objective,
        requirements: Object.fromEntries(record.requirements.map((one) => [one.id, one])),
        workspace: this.workspace.root,
      })) ?? [];
    this.decide({
      kind: "record-verification",
      task: effect.task,
      effect: effect.id,
      verifier: "local",
      results,
      clockMs: 0,
    });
  }

  result(): SimulatedRun {
    const root = this.taskOf(this.task.task);
    return {
      outcome: root.record.outcome,
      reasons: root.record.reasons,
      summary: root.record.summary,
      packet: root.packet,
      events: this.events,
      rejections: this.rejections,
      items: this.items,
      claims: this.claims,
      invocations: this.invocations,
      largestDelivery: this.largestDelivery,
      largestProposal: this.largestProposal,
    };
  }
}
