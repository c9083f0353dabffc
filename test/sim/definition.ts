/** Task files of simulated runs, drawn at random. */
import type { RunDefinition } from "../../src/contracts/index.ts";
import { randomDefinition } from "../../src/engine/chaos.suite.ts";
import type { Dice } from "../../src/engine/dice.suite.ts";

/** An invocation of a simulated executor takes so much longer than one that is played by hand. */
const TIME_SCALE = 100;

/** A task file as text. What its checks come to is the workspace's business (world.ts). */
export function randomTaskFile(dice: Dice): string {
  const { budget, invariants, requirements, ...rest } = randomDefinition(dice);
  const { remaining_wall_time_ms: wall, ...others } = budget;
  const named = [...requirements, ...invariants].flatMap(({ check }) => (check === undefined ? [] : [check]));
  return JSON.stringify({
    ...rest,
    requirements,
    invariants: invariants.map(withPlainAuthority),
    budget: { ...others, ...randomSize(dice), ...(wall === null ? {} : { remaining_wall_time_ms: wall * TIME_SCALE }) },
    escalation: { ...rest.escalation, ...randomDeadline(dice) },
    concurrency: 1 + dice.below(4),
    checks: Object.fromEntries(named.map((name) => [name, { absent: { paths: ["**"], pattern: name } }])),
    ...(dice.chance(15) ? { limits: { tokens: 2000 + dice.below(60_000) } } : {}),
  });
}

/** Most runs are long enough for snapshots, restarts from them, and joins of joins. */
function randomSize(dice: Dice): Partial<RunDefinition["budget"]> {
  if (dice.chance(30)) return {};
  return {
    context_tokens: 20_000,
    remaining_invocations: dice.pick([30, 80, 150]),
    maximum_children: 2 + dice.below(4),
    maximum_depth: 1 + dice.below(3),
  };
}

/** A task file names no authority that only the runtime gives. */
function withPlainAuthority(it: RunDefinition["invariants"][number]): RunDefinition["invariants"][number] {
  return it.authority === "runtime" || it.authority === "model-proposal" ? { ...it, authority: "user" } : it;
}

function randomDeadline(dice: Dice): RunDefinition["escalation"] {
  if (!dice.chance(40)) return {};
  return { deadline_ms: 1000 * (1 + dice.below(600)), ...(dice.chance(50) ? { default: "go on" } : {}) };
}
