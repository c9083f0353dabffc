/** What a simulated person writes to a run: answers in time, too late or to nobody, more budget, an end, and nonsense. */
import { effects, type RunState } from "../../src/engine/index.ts";
import type { Dice } from "../../src/engine/dice.suite.ts";
import type { FaultKind } from "./faults.ts";

interface Mood {
  readonly happens: (kind: FaultKind) => boolean;
  /** True where nothing goes wrong any more: every question is answered. */
  readonly isQuiet: boolean;
}

const ODD = [
  null,
  7,
  "go on",
  [],
  { kind: "answer" },
  { kind: "answer", escalation: "t/e99", text: "go on" },
  { kind: "answer", escalation: "nobody", text: "" },
  { kind: "extend-budget", task: "t", invocations: -5, wallTimeMs: 0, by: "x" },
  { kind: "extend-budget", task: "gone.9", invocations: 5, wallTimeMs: 0, by: "x" },
  { kind: "extend-budget", task: "__proto__", invocations: 1, wallTimeMs: 1, by: "x" },
  { kind: "grant", authority: "user" },
];

/** The messages that a person sends now. */
export function writeMail(dice: Dice, state: RunState, { happens, isQuiet }: Mood): unknown[] {
  const asks = effects(state).filter((it) => it.kind === "ask");
  const text = (): string => dice.pick(["go on", "approve", "refuse"]);
  const answers = asks
    .filter(() => isQuiet || dice.chance(40))
    .map((it) => ({ kind: "answer", escalation: it.id, text: text() }));
  const mail: unknown[] = [...answers];
  if (happens("mail-twice")) mail.push(...answers.map((it) => ({ ...it, text: text() })));
  if (happens("mail-odd")) mail.push(dice.pick(ODD));
  if (!isQuiet && dice.chance(4)) mail.push(extension(dice, state));
  if (!isQuiet && dice.chance(1)) mail.push({ kind: "cancel", reason: "enough" });
  return mail;
}

function extension(dice: Dice, state: RunState): unknown {
  const task = dice.pick([...state.tasks.keys()].toSorted());
  const limits = state.definition.limits === undefined ? {} : { tokens: dice.below(5000) };
  return {
    kind: "extend-budget",
    task,
    invocations: dice.below(4),
    wallTimeMs: dice.below(9000),
    by: "person",
    ...limits,
  };
}
