/**
 * Executes a plan, knowing nothing of how it was made: `cairn result RUN --json | node check-plan.mjs env_0`.
 *
 * It starts with nothing. A thing may be gathered only where no recipe makes it; a recipe may be used only where it is
 * among the goal's, and takes what it needs. At the end the goal must be there.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The steps of a run's result in an order in which they can be done: those of deeper tasks first. */
export function stepsOf(result) {
  return result.findings
    .map(({ statement }) => /^(?<task>\S+) step (?<number>\d+): (?<text>.+)$/.exec(statement)?.groups)
    .filter((step) => step)
    .map(({ task, number, text }) => ({ depth: task.split(".").length, number: Number(number), text }))
    .sort((a, b) => b.depth - a.depth || Number(a.text.includes(" craft ")) - Number(b.text.includes(" craft ")))
    .map(({ text }) => text);
}

/** Returns what is wrong with a plan for a goal, or null where it works. */
export function faultOf(steps, { goal, commands }) {
  const has = new Map();
  for (const step of steps) {
    const fault = doStep(step, { has, commands });
    if (fault) return fault;
  }
  const wanted = goal.replace(/^craft /, "").replace(/\.$/, "");
  return (has.get(wanted) ?? 0) >= 1 ? null : `at the end there is no ${wanted}`;
}

/** Does a step; returns why it cannot be done, or null. */
function doStep(step, { has, commands }) {
  const gathered = /^gather (\d+) (.+)$/.exec(step);
  if (gathered) {
    const [, count, item] = gathered;
    const isMade = commands.some((it) => /^craft \d+ (.+) using /.exec(it)?.[1] === item);
    if (isMade) return `${item} cannot be gathered: a recipe makes it`;
    has.set(item, (has.get(item) ?? 0) + Number(count));
    return null;
  }
  const crafted = /^(\d+) x (craft (\d+) (.+) using (.+))$/.exec(step);
  if (!crafted) return `"${step}" is no step`;
  const [, times, command, count, item, parts] = crafted;
  if (!commands.includes(command)) return `there is no recipe "${command}"`;
  for (const part of parts.split(", ")) {
    const [, number, name] = /^(\d+) (.+)$/.exec(part);
    const [needed, there] = [Number(number) * Number(times), has.get(name) ?? 0];
    if (there < needed) return `"${step}" needs ${needed} ${name}, and there are ${there}`;
    has.set(name, there - needed);
  }
  has.set(item, (has.get(item) ?? 0) + Number(count) * Number(times));
  return null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const goals = JSON.parse(readFileSync(new URL("goals.json", import.meta.url), "utf8"));
  const goal = goals.find((it) => it.id === process.argv[2]);
  if (!goal) throw new Error(`there is no goal ${process.argv[2]}`);
  const steps = stepsOf(JSON.parse(readFileSync(0, "utf8")));
  const fault = faultOf(steps, goal);
  console.log([...steps, fault ?? "the plan works"].join("\n"));
  process.exitCode = fault ? 1 : 0;
}
