/**
 * A run played by hand, for tests: every effect is taken up and answered by the test itself, and what would be in the
 * ledger, the store and the log is kept in memory, so that evidence is looked up as a runtime does it.
 */
import { identity, parseProposal, type Proposal, type RunDefinition, type StatePacket } from "../contracts/index.ts";
import { createEngine, type Engine } from "./decide.ts";
import { effectsOf, type Effect } from "./effects.ts";
import { parseEvidenceRef, type EvidenceFact, type EvidenceFacts } from "./evidence.ts";
import type { Input } from "./input.ts";
import type { Decision } from "./log.ts";
import { taskOf, type RunState, type Task, type UnsealedEvent } from "./state.ts";

export const countTokens = (text: string): number => Math.ceil(text.length / 4);
export const engine: Engine = createEngine(countTokens);

export const budget: RunDefinition["budget"] = {
  context_tokens: 8000,
  output_tokens: 4000,
  maximum_children: 4,
  maximum_depth: 3,
  remaining_invocations: 20,
  remaining_wall_time_ms: null,
};

/** A definition with one requirement r1 that needs `supported`, changed as given. */
export function define(change: Partial<RunDefinition> = {}): RunDefinition {
  return {
    task: "t",
    objective: "Say which licence each package has",
    requirements: [{ id: "r1", statement: "left-pad's licence is known", needs: "supported" }],
    invariants: [{ id: "i1", operator: "PROHIBIT", statement: "Do not change any file", authority: "user" }],
    budget,
    repairs: 2,
    escalation: {},
    ...change,
  };
}

type Body = Partial<Omit<Proposal, "task_id" | "based_on">>;
type Claim = NonNullable<Proposal["claims"]>[number];

/** A claim with what it needs, supported by default. */
export function claim(id: string, refs: readonly string[], change: Partial<Claim> = {}): Claim {
  return { id, statement: `${id} holds`, status: "supported", evidence_refs: refs, ...change };
}

export interface Item {
  readonly task: string;
  readonly citable: boolean;
  readonly blank: boolean;
  readonly lineCount: number;
}

/** One run in memory. Every input goes through `put`, which keeps the log. */
export class Play {
  state: RunState;
  readonly events: UnsealedEvent[] = [];
  readonly items: Item[] = [];
  readonly archive: Map<string, StatePacket> = new Map();
  /** Called after each decision: laws that must hold throughout. */
  watch: (before: RunState, decision: Decision, input: Input | null) => void = () => {};
  clockMs = 0;

  constructor(definition: RunDefinition = define()) {
    const open = { kind: "open-run", definition, tokenizer: "quarter", workspace: null } as const;
    const decision = engine.open({ ...open, taskFileSha256: "0".repeat(64) });
    this.state = decision.state;
    this.take(decision);
  }

  private take(decision: Decision): void {
    this.events.push(...decision.events);
    this.state = decision.state;
    for (const packet of decision.state.archived) this.archive.set(identity(packet), packet);
  }

  put(input: Exclude<Input, { kind: "open-run" }>): Decision {
    const before = this.state;
    const decision = engine.decide(before, input);
    this.take(decision);
    this.watch(before, decision, input);
    return decision;
  }

  /** The same run, played on apart. Nothing watches it. */
  fork(): Play {
    const other = new Play(this.state.definition);
    other.state = this.state;
    other.clockMs = this.clockMs;
    other.events.splice(0, Number.POSITIVE_INFINITY, ...this.events);
    other.items.push(...this.items);
    for (const [id, packet] of this.archive) other.archive.set(id, packet);
    return other;
  }

  task(id = "t"): Task {
    return taskOf(this.state, id);
  }

  packet(id = "t"): StatePacket {
    return this.task(id).packet;
  }

  status(id: string, task = "t"): string | undefined {
    return this.packet(task).claims.find((it) => it.id === id)?.status;
  }

  effects(id = "t"): readonly Effect[] {
    return effectsOf(this.state, id);
  }

  /** Records an item for a task and returns its ref. */
  item(task = "t", change: Partial<Item> = {}): string {
    this.items.push({ task, citable: true, blank: false, lineCount: 10, ...change });
    return `ctx:${this.items.length}`;
  }

  /** Opens the invocation that is due for a task, or returns the one that is open. */
  open(id = "t"): string {
    const due = this.effects(id).find((it) => it.kind === "invoke");
    if (!due) throw new Error(`no invocation is due for ${id}: ${JSON.stringify(this.packet(id).next_transition)}`);
    if (due.opened) return due.id;
    const { clockMs } = this;
    this.put({ kind: "open-invocation", task: id, invocation: due.id, executor: "test", items: [], clockMs });
    return due.id;
  }

  /** Proposes for a task: opens its invocation, fills in what every proposal has, and parses it like hostile input. */
  propose(
    id: string,
    body: Readonly<Record<string, unknown>>,
    { inputs = new Map<string, number>() }: { readonly inputs?: Map<string, number> } = {},
  ): Decision {
    const invocation = this.open(id);
    const parsed = parseProposal({
      task_id: id,
      based_on: identity(this.packet(id)),
      transition: "EXECUTE",
      ...body,
    });
    const facts = this.facts(parsed.ok ? (parsed.value.claims ?? []) : []);
    const measured = { facts, contents: null, outputTokens: null };
    const { clockMs } = this;
    return this.put({ kind: "propose", task: id, invocation, item: null, inputs, clockMs, parsed, ...measured });
  }

  /** As `propose`, where the proposal must be accepted. */
  accept(id: string, body: Body, change: { readonly inputs?: Map<string, number> } = {}): Decision {
    const decision = this.propose(id, body, change);
    if (decision.rejections.length > 0) throw new Error(JSON.stringify(decision.rejections));
    return decision;
  }

  /** Codes and pointers of the reasons against a proposal. */
  refuse(id: string, body: Readonly<Record<string, unknown>>): string[] {
    return this.propose(id, body).rejections.map((it) => `${it.code} ${it.pointer}`);
  }

  fail(id = "t"): Decision {
    const invocation = this.open(id);
    const { clockMs } = this;
    return this.put({ kind: "fail", task: id, invocation, code: "executor-failed", message: "crashed", clockMs });
  }

  /** Answers every check that is due for a task; by default they pass. */
  check(id = "t", passes: (check: string) => boolean = () => true): void {
    for (const effect of this.effects(id)) {
      if (effect.kind !== "check") continue;
      const { check } = effect.check;
      const passed = passes(check);
      const { clockMs } = this;
      this.put({
        kind: "record-check",
        task: id,
        effect: effect.id,
        passed,
        detail: `${check} ran`,
        item: null,
        clockMs,
      });
    }
  }

  verify(id: string, confirms: (claim: string) => boolean): Decision {
    const due = this.effects(id).find((it) => it.kind === "verify");
    if (!due) throw new Error(`no verification is due for ${id}`);
    const results = due.claims.map((it) => ({ claim: it, confirmed: confirms(it) }));
    const { clockMs } = this;
    return this.put({ kind: "record-verification", task: id, effect: due.id, verifier: "v", results, clockMs });
  }

  answer(escalation: string, text: string, by: "person" | "default" | "deadline" = "person"): Decision {
    return this.put({ kind: "answer", escalation, by, text, item: null, clockMs: this.clockMs });
  }

  halt(id: string, outcome: "complete" | "incomplete" | "refused" = "incomplete"): Decision {
    return this.propose(id, { transition: "HALT", halt: { outcome, reason: "enough", summary: "done" } });
  }

  /** Splits a task into children that get the requirements given by key. */
  split(
    id: string,
    children: Record<string, readonly string[]>,
    change: Partial<NonNullable<Proposal["split"]>> = {},
  ): Decision {
    const all = Object.entries(children).map(([key, requires]) => ({
      key,
      objective: key,
      requires,
      depends_on: [],
      share: { invocations: 3 },
    }));
    return this.accept(id, { transition: "SPLIT", split: { children: all, keep: [], ...change } });
  }

  /** What a runtime would find for the refs of these claims. */
  facts(claims: readonly { readonly evidence_refs: readonly string[] }[]): EvidenceFacts {
    const refs = claims.flatMap((it) => it.evidence_refs);
    return new Map(
      refs.flatMap((ref): [string, EvidenceFact][] => {
        const fact = this.fact(ref);
        return fact ? [[ref, fact]] : [];
      }),
    );
  }

  private fact(ref: string): EvidenceFact | null {
    const it = parseEvidenceRef(ref);
    if (it?.kind === "ctx") {
      const item = this.items[it.seq - 1];
      return item ? { kind: "ctx", firstLine: 1, ...item } : null;
    }
    if (it?.kind === "clm") return this.claimFact(it.task, it.claim);
    const event = it?.kind === "chk" ? this.events[it.event - 1] : undefined;
    if (event?.kind === "check-recorded")
      return { kind: "chk", task: event.task, passed: event.payload.passed, stale: false };
    if (it?.kind === "ans") return this.answerFact(it.escalation);
    return it?.kind === "art" ? { kind: "art", task: "t", madeByRun: it.path.startsWith("made") } : null;
  }

  private claimFact(task: string, id: string): EvidenceFact | null {
    const alive = this.state.tasks.get(task);
    const packets = [...this.archive.values()].filter((it) => it.task_id === task);
    const found = (alive?.packet ?? packets.at(-1))?.claims.find((it) => it.id === id);
    return found ? { kind: "clm", task, status: found.status, halted: alive?.record.outcome !== null } : null;
  }

  private answerFact(escalation: string): EvidenceFact | null {
    const found = this.events.find((it) => it.kind === "escalation-answered" && it.payload.escalation === escalation);
    if (found?.kind !== "escalation-answered") return null;
    return { kind: "ans", task: found.task, byPerson: found.payload.by === "person" };
  }
}

/** A run whose root has split into children with one requirement each: t.1 has r1, t.2 has r2, and so on. */
export function splitRun(count: number, change: Partial<RunDefinition> = {}): Play {
  const names = Array.from({ length: count }, (_, at) => `r${at + 1}`);
  const requirements = names.map((id) => ({ id, statement: `${id} is known`, needs: "supported" as const }));
  const play = new Play(define({ requirements, ...change }));
  const share = { invocations: 4 };
  const children = names.map((id) => ({ key: `k-${id}`, objective: id, requires: [id], depends_on: [], share }));
  play.accept("t", { transition: "SPLIT", split: { children, keep: [] } });
  return play;
}
