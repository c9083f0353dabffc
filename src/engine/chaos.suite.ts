/**
 * Random runs, for property tests: definitions, proposals (mostly sensible, some hostile), failures, answers, results
 * of checks, late and repeated results, used-up time. Everything follows from one seed.
 */
import { identity, type RunDefinition } from "../contracts/index.ts";
import type { Dice } from "./dice.suite.ts";
import { effects, type Effect } from "./effects.ts";
import type { Input } from "./input.ts";
import { define, type Play } from "./play.suite.ts";
import type { Task } from "./state.ts";

const NEEDS = ["supported", "supported", "supported", "verified", "check", "person"] as const;

/** A definition of up to four requirements of any kind, checked invariants, and a budget that is often tight. */
export function randomDefinition(dice: Dice): RunDefinition {
  const requirements = Array.from({ length: 1 + dice.below(4) }, (_, at) => {
    const needs = dice.pick(NEEDS);
    const check = needs === "check" ? { check: `check${at + 1}` } : {};
    return { id: `r${at + 1}`, statement: `r${at + 1} is known`, needs, any: dice.chance(40), ...check };
  });
  const operators = ["PROHIBIT", "PRESERVE", "REQUIRE", "PREFER"] as const;
  const invariants = Array.from({ length: dice.below(3) }, (_, at) => ({
    id: `i${at + 1}`,
    operator: dice.pick(operators),
    statement: `invariant ${at + 1}`,
    authority: dice.pick(["user", "system", "developer", "source"] as const),
    ...(dice.chance(50) ? { check: `inv${at + 1}` } : {}),
  }));
  return define({
    requirements,
    invariants,
    budget: {
      context_tokens: dice.pick([600, 1200, 2500, 20_000, 20_000]),
      output_tokens: dice.pick([500, 4000, 4000]),
      maximum_children: 1 + dice.below(4),
      maximum_depth: 1 + dice.below(3),
      remaining_invocations: dice.pick([0, 1, 5, 20, 40, 60]),
      remaining_wall_time_ms: dice.pick([null, null, 50, 400]),
    },
    repairs: dice.below(3),
    escalation: dice.chance(50) ? {} : { maximum: dice.below(4) },
  });
}

const STATEMENTS = ["x = 1", "x = 2", "x  =  1", "y = 1", "left-pad is MIT", "is-odd is MIT", "😀 is free"] as const;
const ODD_IDS = ["c1", "c2", "k-1", "fold-r1-supported", "a/b", "t.1/c1", "__proto__", " ", "e1", "halted"] as const;
const STATUSES = ["proposed", "supported", "verified", "contradicted", "unresolved", "rejected"] as const;
const NEW_STATUSES = ["supported", "supported", "supported", "proposed"] as const;
/** What a sensible proposal may make of a claim of each status. */
const SENSIBLE = {
  proposed: ["supported", "rejected"],
  supported: ["supported", "supported", "unresolved", "rejected"],
  unresolved: ["supported"],
  contradicted: ["rejected", "unresolved"],
  verified: ["verified"],
  rejected: ["rejected"],
} as const;
const AUTHORITIES = ["user", "system", "developer", "source", "runtime", "model-proposal"] as const;

type Body = Record<string, unknown>;

/** What whoever proposes at random must know of the run. */
export type Known = Pick<Play, "task" | "item" | "items" | "archive">;

/** What a random proposal is made from. `hostile` is how often a part is wrong, in percent. */
interface Setting {
  readonly dice: Dice;
  readonly play: Known;
  readonly task: Task;
  readonly hostile: number;
}

/** A proposal for a task, as a value from outside: mostly sensible, sometimes hostile. */
export function randomProposal(dice: Dice, play: Known, id: string): Body {
  const task = play.task(id);
  const hostile = dice.pick([0, 0, 0, 0, 10, 40]);
  const setting = { dice, play, task, hostile };
  const base = { task_id: id, based_on: identity(task.packet) };
  const odd = dice.chance(hostile) ? dice.pick([{ based_on: "0".repeat(64) }, { task_id: "u" }, { extra: 1 }]) : {};
  if (task.record.invocation?.purpose === "answer") return { ...base, ...randomAnswer(dice, task, hostile), ...odd };
  const claims = randomClaims(setting);
  const parts: Body = {
    ...(claims.length > 0 || dice.chance(50) ? { claims } : {}),
    ...(dice.chance(15) ? { invariants: [randomInvariant(dice, task, hostile)] } : {}),
    ...(dice.chance(15) ? { contradictions: randomContradictions(dice, task, { claims, hostile }) } : {}),
    ...(dice.chance(25) ? { open_loops: randomLoops(dice, task, hostile) } : {}),
    ...(dice.chance(10) ? { artifact_deltas: [randomDelta(dice, hostile)] } : {}),
    ...(dice.chance(60) ? { satisfies: randomSatisfies(setting, claims) } : {}),
  };
  return { ...base, ...parts, ...randomTransition(setting), ...odd };
}

function randomAnswer(dice: Dice, task: Task, hostile: number): Body {
  const escalation = dice.chance(hostile) ? "t/e9" : task.record.invocation?.escalation;
  const answer = dice.chance(70)
    ? { escalation, text: dice.pick(["go on", "approve"]) }
    : { escalation, hand_on: true };
  return { transition: "RESOLVE", answer, ...(dice.chance(hostile) ? { claims: [] } : {}) };
}

interface RandomClaim {
  readonly id: string;
  readonly statement: string;
  readonly status: string;
  readonly evidence_refs: readonly string[];
}

function randomClaims(setting: Setting): RandomClaim[] {
  const { dice, play, hostile } = setting;
  const { packet } = setting.task;
  const count = dice.pick([0, 1, 1, 1, 2, 3, 6]);
  const claims = new Map<string, RandomClaim>();
  for (let n = 0; n < count; n++) {
    const known = packet.claims.length > 0 && dice.chance(35) ? dice.pick(packet.claims) : null;
    const number = packet.claims.length + play.items.length + n;
    const id = dice.chance(hostile) ? dice.pick(ODD_IDS) : (known?.id ?? `c${number}`);
    const fresh = dice.chance(60) ? `${packet.task_id} found ${number}` : dice.pick(STATEMENTS);
    const statement = dice.chance(hostile) ? dice.pick(STATEMENTS) : (known?.statement ?? fresh);
    const refs = [...new Set(Array.from({ length: 1 + dice.below(2) }, () => randomRef(setting)))];
    const status = dice.chance(hostile)
      ? dice.pick(STATUSES)
      : dice.pick(known ? SENSIBLE[known.status] : NEW_STATUSES);
    claims.set(id, { id, statement, status, evidence_refs: status === "proposed" ? [] : refs });
  }
  return [...claims.values()];
}

function randomRef({ dice, play, task: { packet }, hostile }: Setting): string {
  const task = packet.task_id;
  if (!dice.chance(hostile + 5)) return play.item(task);
  const kept = [...play.archive.values()].flatMap((it) => it.claims.map((claim) => `clm:${it.task_id}/${claim.id}`));
  const strange = [
    "ctx:999",
    "https://example.org/",
    "nonsense",
    `chk:check1#${dice.below(60)}`,
    "ans:t/e1",
    "art:a@00",
  ];
  const others = play.items.map((_, at) => `ctx:${at + 1}`);
  const lines = `${play.item(task)}#L2-L${dice.pick([1, 3, 99])}`;
  return dice.pick([...strange, ...kept, ...others.slice(-5), lines, play.item(task, { citable: false })]);
}

function randomInvariant(dice: Dice, { packet }: Task, hostile: number): Body {
  const known = packet.invariants.length > 0 && dice.chance(30) ? dice.pick(packet.invariants) : null;
  if (known) return { ...known, ...(dice.chance(hostile) ? { operator: "PREFER" } : {}) };
  const authority = dice.chance(hostile) ? dice.pick(AUTHORITIES) : "model-proposal";
  return { id: `m${packet.invariants.length}`, operator: "REQUIRE", statement: `be quick ${dice.below(9)}`, authority };
}

interface Said {
  readonly claims: readonly RandomClaim[];
  readonly hostile: number;
}

function randomContradictions(dice: Dice, { packet }: Task, { claims, hostile }: Said): Body[] {
  const known = packet.contradictions.length > 0 && dice.chance(50) ? dice.pick(packet.contradictions) : null;
  if (known) return dice.chance(hostile) ? [{ ...known, status: "settled", settled_by: "ans:t/e1" }] : [];
  const said = new Set(claims.map((it) => it.id));
  const free = packet.claims.filter((it) => it.status === "supported" && !said.has(it.id)).map((it) => it.id);
  const own = claims.filter((it) => it.status === "supported").map((it) => it.id);
  const between = [...new Set([...dice.some(free, 40), ...own.slice(0, 1), ...(dice.chance(hostile) ? ["c1"] : [])])];
  if (between.length < 2 && !dice.chance(hostile)) return [];
  return [
    {
      id: `d${packet.contradictions.length}`,
      kind: "claim",
      between: [...between, ...(between.length === 0 ? ["c1"] : [])],
      status: "open",
    },
  ];
}

function randomLoops(dice: Dice, { packet }: Task, hostile: number): Body[] {
  const open = packet.open_loops.filter(
    (it) => dice.chance(hostile) || (it["owner"] === "task" && it["kind"] === "question"),
  );
  if (open.length > 0 && dice.chance(70))
    return [{ ...dice.pick(open), status: dice.pick(["closed", "closed", "open"]) }];
  const owner = dice.chance(hostile) ? dice.pick(["parent", "person"]) : "task";
  const kind = dice.chance(hostile) ? dice.pick(["retry", "dropped"]) : "question";
  const id = `l${packet.open_loops.length}`;
  return [{ id, kind, text: "what now?", owner, blocking: dice.chance(30), status: "open" }];
}

function randomDelta(dice: Dice, hostile: number): Body {
  const path = dice.chance(hostile) ? dice.pick(["../a", ".git/config", "con"]) : `made${dice.below(9)}.txt`;
  return {
    id: `d${dice.below(99)}`,
    path,
    op: "create",
    before: null,
    after: dice.pick(["a", "b", "c"]).repeat(64),
    status: "proposed",
    added: 1,
    removed: 0,
  };
}

function randomSatisfies({ dice, task, hostile }: Setting, claims: readonly RandomClaim[]): Body[] {
  const { packet, record } = task;
  if (dice.chance(hostile)) return [{ requirement: dice.pick([...packet.coverage.required, "r9"]), claims: ["c1"] }];
  const changed = new Set(claims.map((it) => it.id));
  const byStatus = (...statuses: readonly string[]): string[] => [
    ...packet.claims.filter((it) => statuses.includes(it.status) && !changed.has(it.id)).map((it) => it.id),
    ...claims.filter((it) => statuses.includes(it.status)).map((it) => it.id),
  ];
  const needs = new Map(record.requirements.map((it) => [it.id, it.needs]));
  return dice.some(packet.coverage.unsatisfied, 60).flatMap((requirement): Body[] => {
    const kind = needs.get(requirement);
    if (kind === "person") return [];
    if (kind === "check") return [{ requirement, claims: [] }];
    const fit = kind === "verified" ? byStatus("verified") : byStatus("supported", "verified");
    return fit.length === 0 ? [] : [{ requirement, claims: [...new Set([dice.pick(fit), ...dice.some(fit, 20)])] }];
  });
}

function randomTransition({ dice, play, task, hostile }: Setting): Body {
  const verified = task.packet.claims.filter((it) => it.status === "supported").map((it) => it.id);
  const affords = (task.packet.budget.remaining_invocations ?? 9) > 1;
  const verify =
    verified.length > 0 && (dice.chance(hostile) || affords) && dice.chance(30) ? { verify: dice.some(verified) } : {};
  const { phase, depth, budget } = task.packet;
  const maySplit =
    depth < budget.maximum_depth && budget.maximum_children > 0 && (budget.remaining_invocations ?? 9) > 4;
  const legal = [
    ...(["EXECUTE", "EXECUTE", "EXECUTE", "ESCALATE", "HALT"] as const),
    ...(maySplit ? (["SPLIT", "SPLIT", "SPLIT"] as const) : []),
    ...(phase === "BEGINNING" ? [] : (["RESOLVE"] as const)),
  ];
  switch (dice.chance(hostile) ? dice.pick(["SPLIT", "RESOLVE"] as const) : dice.pick(legal)) {
    case "EXECUTE":
      return { transition: "EXECUTE", ...verify };
    case "RESOLVE":
      return { transition: "RESOLVE", ...verify };
    case "SPLIT":
      return { transition: "SPLIT", split: randomSplit(dice, task, hostile) };
    case "ESCALATE":
      return { transition: "ESCALATE", escalation: randomEscalation(dice, play, task) };
    case "HALT":
      return { transition: "HALT", halt: randomHalt(dice, task, hostile) };
  }
}

function randomEscalation(dice: Dice, play: Known, { packet }: Task): Body {
  const persons = packet.coverage.unsatisfied.filter((id) => {
    return play.task(packet.task_id).record.requirements.some((it) => it.id === id && it.needs === "person");
  });
  const requirement = persons.length > 0 && dice.chance(80) ? { requirement: dice.pick(persons) } : {};
  return {
    question: "which?",
    to: dice.pick(["parent", "parent", "person"]),
    blocking: dice.chance(50),
    ...requirement,
  };
}

function randomHalt(dice: Dice, { packet }: Task, hostile: number): Body {
  const isDone =
    packet.coverage.unsatisfied.length === 0 && packet.contradictions.every((it) => it["status"] === "settled");
  const outcome = isDone || dice.chance(hostile) ? "complete" : dice.pick(["incomplete", "refused"]);
  return { outcome, reason: dice.chance(hostile) ? "" : "enough 😀".repeat(60), summary: "what was done" };
}

function randomSplit(dice: Dice, task: Task, hostile: number): Body {
  const { packet, record } = task;
  const count = 1 + dice.below(packet.budget.maximum_children + (dice.chance(hostile) ? 2 : 0));
  const places = packet.coverage.unsatisfied.filter(() => !dice.chance(hostile));
  const refined = places.filter((id) => !id.slice(0, -1).includes("/") && dice.chance(25));
  const kept = places.filter((id) => !refined.includes(id) && dice.chance(25));
  const refine = refined.map((requirement) => {
    const whole = record.requirements.find((it) => it.id === requirement);
    const { needs = "supported", check } = whole ?? {};
    const into = ["a", "b"].map((name) => {
      return {
        id: `${requirement}/${name}${record.splits.length}`,
        statement: `${name} of ${requirement}`,
        needs,
        ...(check ? { check } : {}),
      };
    });
    return { requirement, into };
  });
  const parts = refine.flatMap((it) => it.into.map((part) => part.id));
  const keptParts = parts.filter(() => dice.chance(20));
  const given = [...places, ...parts].filter((id) => ![...refined, ...kept, ...keptParts].includes(id));
  const holders = new Map(given.map((id) => [id, [dice.below(count), dice.below(count)].slice(0, 1 + dice.below(2))]));
  const left = packet.budget.remaining_invocations ?? 9;
  const halted = record.splits.flatMap((it) => it.children.map((child) => child.id));
  const children = Array.from({ length: count }, (_, at) => ({
    key: `k${at}`,
    objective: `part ${at}`,
    requires: given.filter((id) => holders.get(id)?.includes(at)),
    depends_on: [
      ...dice.some(
        Array.from({ length: dice.chance(hostile) ? count : at }, (_none, other) => `k${other}`),
        20,
      ),
      ...dice.some(halted, 10),
    ],
    share: {
      invocations: dice.chance(hostile) ? dice.below(99) : Math.max(1, Math.floor((left - 2) / count) - dice.below(3)),
      ...(dice.chance(20) ? { context_tokens: dice.pick([60, 400, packet.budget.context_tokens]) } : {}),
      ...(dice.chance(20) ? { wall_time_ms: 1 + dice.below(60) } : {}),
    },
  }));
  const shared = given.filter((id) => new Set(holders.get(id)).size > 1);
  const any = shared.filter((id) => record.requirements.some((it) => id.startsWith(it.id) && it.any));
  return { children, keep: [...kept, ...keptParts], refine, ...(dice.chance(50) ? { any } : {}) };
}

type Step = Exclude<Input, { kind: "open-run" }>;

/** One random step of a run. Returns false where nothing is left to do, or only people are waited for. */
export function randomStep(dice: Dice, play: Play): boolean {
  play.clockMs += dice.below(5);
  if (dice.chance(4)) play.put({ kind: "expire", clockMs: play.clockMs });
  if (dice.chance(2)) extend(dice, play);
  if (dice.chance(4)) stray(dice, play);
  const due = effects(play.state);
  const asks = due.filter((it) => it.kind === "ask");
  const work = due.filter((it) => it.kind !== "ask");
  if (work.length === 0 && asks.length === 0) return false;
  if (work.length === 0 || (asks.length > 0 && dice.chance(10))) {
    const text = dice.pick(["approve", "refuse", "go on"]);
    play.answer(dice.pick(asks).id, text, dice.pick(["person", "person", "default", "deadline"]));
  } else {
    carryOut(dice, play, dice.pick(work));
  }
  return true;
}

/** What comes too late, or for nobody. */
function stray(dice: Dice, play: Play): void {
  const { clockMs } = play;
  const tasks = [...play.state.tasks.values()];
  const task = dice.pick(tasks).packet.task_id;
  const asked = tasks.flatMap((it) => it.record.escalations.map((one) => one.id));
  const escalation = dice.pick([...asked, "t/e9", "u/e1"]);
  const inputs: Step[] = [
    { kind: "answer", escalation, by: "person", text: "approve", item: null, clockMs },
    { kind: "fail", task, invocation: "t#1", code: "late", message: "late", clockMs },
    { kind: "record-check", task, effect: "check:t#1.1", passed: true, detail: "", item: null, clockMs },
    { kind: "open-invocation", task, invocation: `${task}#1`, executor: "x", items: [], clockMs },
  ];
  play.put(dice.chance(3) ? { kind: "cancel", reason: "enough", clockMs } : dice.pick(inputs));
}

function extend(dice: Dice, play: Play): void {
  const ids = [...play.state.tasks.keys()];
  const amounts = { invocations: dice.below(3), wallTimeMs: dice.below(40) };
  play.put({ kind: "extend-budget", task: dice.pick(ids), ...amounts, by: "person", clockMs: play.clockMs });
}

function carryOut(dice: Dice, play: Play, effect: Effect): void {
  const of = { task: effect.task, effect: effect.id, clockMs: play.clockMs };
  switch (effect.kind) {
    case "check": {
      const passed = dice.chance(70);
      return repeat(dice, play, { kind: "record-check", ...of, passed, detail: "", item: null });
    }
    case "verify": {
      const results = effect.claims.map((claim) => ({ claim, confirmed: dice.chance(60) }));
      return repeat(dice, play, { kind: "record-verification", ...of, verifier: "v", results });
    }
    case "merge": {
      const results = effect.merges.map(({ path }) =>
        dice.chance(50) ? { path, sha256: "d".repeat(64), conflict: null } : { path, sha256: null, conflict: "line 1" },
      );
      return repeat(dice, play, { kind: "record-merge", ...of, results: results.filter(() => dice.chance(90)) });
    }
    case "invoke":
      if (!effect.opened) play.open(effect.task);
      if (!effect.opened && dice.chance(60)) return undefined;
      if (dice.chance(8)) return void play.fail(effect.task);
      return void play.propose(effect.task, randomProposal(dice, play, effect.task));
    case "ask":
      return undefined;
  }
}

/** Puts a result, sometimes twice: the second changes nothing. */
function repeat(dice: Dice, play: Play, input: Step): void {
  play.put(input);
  if (!dice.chance(10)) return;
  const { seq } = play.state;
  const again = play.put(input);
  if (again.events.length > 0 || play.state.seq !== seq) throw new Error("a second result changed something");
}
