/** The executors of a simulated run: what they propose is drawn at random, and they fail in every way that a stranger may. */
import type { StatePacket } from "../../src/contracts/index.ts";
import { randomProposal, type Known } from "../../src/engine/chaos.suite.ts";
import type { Dice } from "../../src/engine/dice.suite.ts";
import type { Item } from "../../src/engine/play.suite.ts";
import type { RunState, Task } from "../../src/engine/index.ts";
import type { Executor, Executors, ExecutorTools, Invocation } from "../../src/executors/index.ts";
import type { FaultKind } from "./faults.ts";

/** What the executors are given of the world. */
export interface Stage {
  readonly dice: Dice;
  readonly archive: ReadonlyMap<string, StatePacket>;
  happens(kind: FaultKind): boolean;
  state(): RunState | null;
}

const SLOW_MS = 700_000;
const LATE_MS = 650_000;

/** Virtual time passes. */
export const pass = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Passes time, or rejects when the signal ends. */
function passUnless(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** Two executors: one works and verifies its own work, the other one only verifies. */
export function createExecutors(stage: Stage): Executors {
  const worker = createExecutor("worker", stage);
  const verifier = createExecutor("verifier", stage);
  return { of: ({ phase }) => (phase === "verify" ? verifier : worker), isSame: () => false };
}

function createExecutor(name: string, stage: Stage): Executor {
  const { dice } = stage;
  return {
    name,
    execute: (invocation, tools, signal) => execute(stage, { invocation, tools, signal }),
    verify: async (claims, _tools, signal) => {
      await passUnless(dice.below(500), signal);
      if (stage.happens("executor-silent")) await passUnless(SLOW_MS, signal);
      if (stage.happens("executor-fails")) throw new Error("the verifier crashed");
      const odd = stage.happens("executor-babbles") ? [{ claim: "nobody asked", confirmed: true, reason: "" }] : [];
      return [...claims.map((it) => ({ claim: it.id, confirmed: dice.chance(60), reason: "" })), ...odd];
    },
  };
}

interface Call {
  readonly invocation: Invocation;
  readonly tools: ExecutorTools;
  readonly signal: AbortSignal;
}

async function execute(stage: Stage, call: Call): Promise<unknown> {
  const { dice } = stage;
  const { signal, tools } = call;
  await passUnless(1 + dice.below(400), signal);
  if (stage.happens("executor-fails")) throw new Error("the executor crashed");
  if (stage.happens("executor-silent")) await passUnless(SLOW_MS, signal);
  if (stage.happens("executor-deaf")) await pass(SLOW_MS);
  if (stage.happens("executor-slow")) await passUnless(20_000 + dice.below(60_000), signal);
  if (stage.happens("executor-babbles")) return dice.pick(BABBLE);
  const known = await lookAround(stage, call);
  if (stage.happens("executor-too-late")) await pass(LATE_MS);
  if (dice.chance(20)) tools.report({ model: "m", inputTokens: dice.below(5000), outputTokens: dice.below(500) });
  return known ? propose(dice, known, call.invocation) : "the task is gone";
}

/** A random proposal. Runs that end at once show little: where the root would halt, it mostly thinks again. */
function propose(dice: Dice, known: Known, { packet }: Invocation): unknown {
  const drawn = randomProposal(dice, known, packet.task_id);
  const isEarly = packet.depth === 0 && drawn["transition"] === "HALT" && dice.chance(75);
  return isEarly ? randomProposal(dice, known, packet.task_id) : drawn;
}

const BABBLE: readonly unknown[] = [
  "",
  "I am done.",
  "{",
  "[]",
  "null",
  '{"transition":"HALT","halt":{"outcome":"complete"}}',
  { transition: "HALT", task_id: "t", based_on: "0".repeat(64) },
  { toString: 1, __proto__: null },
  "\ud800",
  7,
];

/** Records what the executor looked at, and says what it knows for its proposal; null where its task is no more. */
async function lookAround(stage: Stage, { invocation, tools }: Call): Promise<Known | null> {
  const { dice } = stage;
  const { packet } = invocation;
  const refs: string[] = [];
  for (let left = 1 + dice.below(2); left > 0; left--) {
    const { seq } = await tools.observe({
      kind: "shell",
      tool: "look",
      text: `line one of ${packet.task_id}\nline two\n`,
    });
    refs.push(`ctx:${seq}`);
  }
  const own = dice.chance(20) ? await tools.observe({ kind: "other", tool: "think", text: "my own words" }) : null;
  const record = stage.state()?.tasks.get(packet.task_id)?.record;
  if (!record) return null;
  const task: Task = { packet, record };
  const items: Item[] = Array.from({ length: Number(refs.at(-1)?.slice(4)) }, () => ITEM);
  return {
    archive: new Map(stage.archive),
    items,
    task: () => task,
    item: (_task, change) => (change?.citable === false && own ? `ctx:${own.seq}` : dice.pick(refs)),
  };
}

const ITEM: Item = { task: "", citable: true, blank: false, lineCount: 2 };
