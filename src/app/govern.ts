/**
 * What hooks need of the task that is open in a project: what it is, what it still lacks, and a place for what the agent
 * was shown. Hooks must not hold a session up, so nothing here waits long, and where there is no task there is nothing to do.
 */
import { existsSync } from "node:fs";
import type { Observed } from "../executors/index.ts";
import type { RunResult, RunSummary } from "../runtime/index.ts";
import { Agents, type AgentCall } from "./agents.ts";
import { openCairn, type Cairn } from "./cairn.ts";

/** A visit by a hook waits this long for another one. */
const PATIENCE_MS = 2000;
/** Characters of the packet's text that a session is given, where a token is taken for three of them. */
const CHARACTERS_A_TOKEN = 3;

/** The open task of a project. */
export interface OpenTask {
  readonly run: string;
  readonly task: string;
  readonly result: RunResult;
}

/** A project whose agent is governed. Close it when done. */
export class Governance {
  readonly #cairn: Cairn;
  readonly #agents: Agents;

  constructor(cairn: Cairn, project: string) {
    this.#cairn = cairn;
    this.#agents = new Agents(cairn, project);
  }

  close(): void {
    this.#cairn.close();
  }

  /** The newest task for agents that has not ended; null where there is none. */
  openTask(): OpenTask | null {
    const run = this.#openRun();
    const result = run ? this.#cairn.result(run.id) : null;
    return run && result ? { run: run.id, task: run.task, result } : null;
  }

  /** Records what an agent was shown, for the task whose work it has in hand, else for the root. Returns how many items. */
  async record(observed: readonly Observed[], call: AgentCall): Promise<number> {
    const open = observed.length === 0 ? undefined : this.#openRun();
    if (open === undefined) return 0;
    return this.#agents.observe({ run: open.id, task: open.task }, observed, { ...call, patienceMs: PATIENCE_MS });
  }

  #openRun(): RunSummary | undefined {
    return this.#cairn.runs().find((it) => it.outcome === null && this.#cairn.isForAgents(it.id));
  }
}

/** Opens the store of a project for its hooks; null where it has none. Errors: RuntimeFailure `store-…`. */
export async function openGovernance(project: string, storePath: string): Promise<Governance | null> {
  if (!existsSync(storePath)) return null;
  return new Governance(await openCairn({ path: storePath, mode: "write" }), project);
}

/** What keeps a task from ending complete, one sentence each. */
export function missingOf({ result }: OpenTask): readonly string[] {
  const unsatisfied = result.requirements
    .filter((it) => !it.satisfied)
    .map((it) => `requirement ${it.id} is not satisfied (needs ${it.needs}): ${it.statement}`);
  const contradictions = result.contradictions
    .filter((it) => it.status === "open")
    .map((it) => `contradiction ${it.id} is open`);
  const unproven = result.findings
    .filter((it) => it.status === "proposed" || it.status === "unresolved")
    .map((it) => `claim ${it.id} has no evidence: ${it.statement}`);
  return [...unsatisfied, ...contradictions, ...unproven];
}

/** What a session is told of the open task, within so many tokens. */
export function briefing(open: OpenTask, tokens: number): string {
  const { run, task, result } = open;
  const head = [
    "This project has an open cairn task. Its state was kept for you:",
    `objective: ${result.objective}`,
    `take the work up with the tool packet_get {"run":"${run}"} (task ${task}); hand in with packet_propose`,
  ];
  const rules = result.invariants.map((it) => `rule ${it.id}: ${it.operator} ${it.statement}`);
  const questions = result.questions.map((it) => `waits for a person: ${it.question}`);
  const done = result.requirements.filter((it) => it.satisfied).map((it) => `done: ${it.id}: ${it.statement}`);
  return withinCharacters([...head, ...rules, ...missingOf(open), ...questions, ...done], tokens * CHARACTERS_A_TOKEN);
}

function withinCharacters(lines: readonly string[], room: number): string {
  const kept: string[] = [];
  let used = 0;
  for (const line of lines) {
    used += line.length + 1;
    if (used > room)
      return [...kept, `(and ${lines.length - kept.length} lines more: packet_get has all of it)`].join("\n");
    kept.push(line);
  }
  return kept.join("\n");
}
