/**
 * What agents from outside do with runs: open tasks, take up work, record what they need, hand in proposals. Each call
 * is one visit at the desk of a run (runtime/desk); what comes back is plain data for a shell to show.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { identity, type Rejection, type TaskFile } from "../contracts/index.ts";
import { RuntimeFailure } from "../errors.ts";
import { renderInvocation, type Observed } from "../executors/index.ts";
import type { Desk, DueWork, FoundItem, Hit, RunResult, RunSummary, Verdict } from "../runtime/index.ts";
import type { Cairn } from "./cairn.ts";
import { parseTaskText, type LoadedTask } from "./documents.ts";
import { NewsReader } from "./run-news.ts";

/** Who calls, and until when. */
export interface AgentCall {
  /** The name that the log keeps: the same agent has the same name in every call. */
  readonly agent: string;
  readonly signal: AbortSignal;
  /** How long to wait for another visit, milliseconds. */
  readonly patienceMs?: number;
}

/** Which task of which run. */
export interface TaskAt {
  readonly run: string;
  readonly task: string;
}

/** What a task is opened with: members of a task file. */
export type OpenRequest = Pick<TaskFile, "objective" | "requirements"> &
  Partial<Pick<TaskFile, "task" | "invariants" | "checks" | "budget" | "commands">>;

const DEFAULT_BUDGET: TaskFile["budget"] = {
  context_tokens: 100_000,
  output_tokens: 8_000,
  maximum_children: 8,
  maximum_depth: 3,
  remaining_invocations: 100,
};

/** A task file for agents, from a person's words. Errors: RuntimeFailure `input-invalid` with `details.findings`. */
export function statedTaskFile(objective: string, requirements: readonly string[], folder: string): LoadedTask {
  const file = {
    task: newTaskId(),
    objective,
    requirements: requirements.map((statement, index) => ({ id: `r${index + 1}`, statement, needs: "supported" })),
    budget: DEFAULT_BUDGET,
    executor: "agent",
  };
  return parseTaskText(JSON.stringify(file), join(folder, "task.json"));
}

function newTaskId(): string {
  return `task-${randomBytes(4).toString("hex")}`;
}

/** A run that agents carry on, and what is due in it. */
export interface AgentRun {
  readonly run: string;
  readonly task: string;
  readonly objective: string;
  readonly outcome: RunSummary["outcome"];
  readonly due: readonly DueWork[];
}

/** The work of one task, as its agent gets it. */
export interface HandedOut {
  readonly run: string;
  readonly task: string;
  readonly invocation: string;
  readonly based_on: string;
  readonly room_tokens: number;
  /** Everything there is to know for the next proposal, to be read: the contract, what is legal now, the packet, what was given. */
  readonly text: string;
}

export interface Proposed {
  readonly accepted: boolean;
  readonly rejections: readonly Rejection[];
  readonly happened: readonly string[];
  /** How the task ended; null while it goes on. */
  readonly outcome: RunSummary["outcome"];
  readonly due: readonly DueWork[];
}

/** What an agent asks to be recorded: cairn reads and runs by itself; a note is only what the agent says. */
export type RecordRequest =
  | { readonly kind: "file"; readonly path: string; readonly fromLine?: number; readonly toLine?: number }
  | { readonly kind: "search"; readonly pattern: string; readonly paths?: readonly string[] }
  | { readonly kind: "list"; readonly path?: string }
  | { readonly kind: "command"; readonly name: string }
  | { readonly kind: "note"; readonly text: string };

export interface Recorded {
  /** Cite it as `ctx:<seq>`, with lines `#L<a>-L<b>`. */
  readonly seq: number;
  readonly text: string;
  readonly from_line: number;
  /** True when there was more than was delivered. */
  readonly more: boolean;
}

/** Runs of a store, as agents from outside work on them. */
export class Agents {
  readonly #cairn: Cairn;
  readonly #workspace: string;

  /** `workspace`: the folder that tasks opened here are about. */
  constructor(cairn: Cairn, workspace: string) {
    this.#cairn = cairn;
    this.#workspace = workspace;
  }

  /** Opens a task for agents. Errors: RuntimeFailure `input-invalid` with `details.findings`; those of the store. */
  async open(request: OpenRequest, call: AgentCall): Promise<HandedOut> {
    const task = request.task ?? newTaskId();
    const file = { budget: DEFAULT_BUDGET, ...request, task, executor: "agent" };
    const run = await this.#cairn.beginText(JSON.stringify(file), this.#workspace);
    return this.take(run, task, call);
  }

  /** Opens a run without taking up its work: its first event is there, and agents find it. */
  async prepare(run: string, call: AgentCall): Promise<void> {
    await this.#visit(run, call, async () => undefined);
  }

  /** The runs that agents carry on and that have not ended, newest first. It only looks: runs in others' hands too. */
  list({ agent }: Pick<AgentCall, "agent">): readonly AgentRun[] {
    return this.newest(Infinity).map(({ id, task, objective, outcome }) => {
      return { run: id, task, objective, outcome, due: this.#cairn.due(id, agent) };
    });
  }

  /** Takes up the work of a task, or of the first whose work is free. Errors: RuntimeFailure `conflict` with the reason. */
  take(run: string, task: string | undefined, call: AgentCall): Promise<HandedOut> {
    return this.#visit(run, call, async (desk) => {
      const invocation = await desk.take(task);
      const { packet } = invocation;
      const rendered = renderInvocation(invocation, {
        countTokens: (counted) => this.#cairn.countTokens(counted),
        commands: desk.commands,
      });
      const text = [rendered, ...shownBefore(desk.evidence(packet.task_id, SHOWN_ITEMS))].join("\n");
      return {
        run,
        task: packet.task_id,
        invocation: invocation.id,
        based_on: invocation.basedOn,
        room_tokens: invocation.roomTokens,
        text,
      };
    });
  }

  /**
   * Hands in a proposal for work that the caller holds; `task_id` and `based_on` are filled in where they are missing.
   * Errors: RuntimeFailure `conflict` where it holds none.
   */
  propose({ run, task }: TaskAt, proposal: ProposalMembers, call: AgentCall): Promise<Proposed> {
    return this.#visit(run, call, async (desk) =>
      proposed(desk, await desk.propose(task, whole(desk, task, proposal))),
    );
  }

  /** What a proposal would be refused for; nothing is recorded. Errors: as `propose`. */
  tryOut({ run, task }: TaskAt, proposal: ProposalMembers, call: AgentCall): Promise<readonly Rejection[]> {
    return this.#visit(run, call, (desk) => desk.tryOut(task, whole(desk, task, proposal)));
  }

  /**
   * Records what somebody who is not the agent (a hook) saw it being shown: for the one task whose work is in hand, where
   * it is one, else for `task`. Returns how many items were recorded.
   */
  observe({ run, task }: TaskAt, observed: readonly Observed[], call: AgentCall): Promise<number> {
    return this.#visit(run, call, async (desk) => {
      const held = desk.due().filter((it) => it.holder !== null);
      const [only] = held;
      const target = held.length === 1 && only ? only.task : task;
      for (const it of observed) await desk.observe(target, it);
      return observed.length;
    });
  }

  /** What the ledger of a run holds with these words, newest first. */
  search(run: string, words: string, limit: number): readonly Hit[] {
    return this.#cairn.searchItems(run, { words, limit });
  }

  /** The item that a `ctx:` ref names. Errors: RuntimeFailure `usage` where there is none. */
  evidence(run: string, ref: string): FoundItem {
    const found = this.#cairn.findItem(run, ref);
    if (found) return found;
    throw new RuntimeFailure("usage", `${ref} names no item of this run's ledger: cite the numbers that were told`);
  }

  /** Questions that wait for a person, of one run or of all. */
  inbox(run?: string): readonly (RunResult["questions"][number] & { readonly run: string })[] {
    const runs = run === undefined ? this.#cairn.runs().filter((it) => it.outcome === null) : [this.#cairn.find(run)];
    return runs.flatMap(({ id }) => this.#cairn.questions(id).map((it) => ({ run: id, ...it })));
  }

  /** The packet of a task, as the documents' tools write it; null where there is no such task. */
  packet(run: string, task: string): unknown {
    return this.#cairn.packetAt(this.#cairn.find(run).id, task)?.packet ?? null;
  }

  /** What a run came to so far. */
  result(run: string): RunResult | null {
    return this.#cairn.result(this.#cairn.find(run).id);
  }

  /** Reads what is new in runs, from now on. */
  news(): NewsReader {
    return new NewsReader(this.#cairn);
  }

  /** The newest runs that agents carry on, without a look at their work. */
  newest(limit: number): readonly RunSummary[] {
    const open = this.#cairn.runs().filter((it) => it.outcome === null && this.#cairn.isForAgents(it.id));
    return open.slice(0, limit);
  }

  /** Records something for a task whose work the caller holds, and delivers it. Errors: `conflict`, `workspace-…`, `input-invalid`, `not-trusted`. */
  record({ run, task }: TaskAt, request: RecordRequest, call: AgentCall): Promise<Recorded> {
    return this.#visit(run, call, (desk) => recorded(desk, task, request));
  }

  #visit<T>(run: string, call: AgentCall, work: (desk: Desk) => Promise<T>): Promise<T> {
    return this.#cairn.visit(run, call, work);
  }
}

/** Items of evidence that are named to an agent which takes up work. */
const SHOWN_ITEMS = 40;

/** What was recorded for the task before, so that it can be cited: an agent's own tools do not tell it the numbers. */
function shownBefore(items: readonly FoundItem["item"][]): string[] {
  if (items.length === 0) return [];
  const lines = items.map((it) => {
    const what = it.path ?? it.command ?? it.pattern ?? "";
    return `- ctx:${it.seq}, lines ${it.firstLine} to ${it.firstLine + Math.max(1, it.lineCount) - 1}: ${it.tool} ${what}`;
  });
  return ["# On record for this task, newest last (look at one with evidence_get)", ...lines, ""];
}

function proposed(desk: Desk, verdict: Verdict): Proposed {
  return {
    accepted: verdict.accepted,
    rejections: verdict.rejections,
    happened: verdict.events.map((it) => `${it.task}: ${it.kind}`),
    outcome: verdict.outcome,
    due: desk.due(),
  };
}

/** A proposal as an agent states it, perhaps without what is known anyway. */
export type ProposalMembers = Readonly<Record<string, unknown>>;

function whole(desk: Desk, task: string, proposal: ProposalMembers): ProposalMembers {
  const packet = desk.state.tasks.get(task)?.packet;
  return { task_id: task, ...(packet ? { based_on: identity(packet) } : {}), ...proposal };
}

async function recorded(desk: Desk, task: string, request: RecordRequest): Promise<Recorded> {
  switch (request.kind) {
    case "file": {
      const { path, fromLine, toLine } = request;
      const range = { ...(fromLine === undefined ? {} : { fromLine }), ...(toLine === undefined ? {} : { toLine }) };
      const read = await desk.tools(task).read(path, range);
      return { seq: read.seq, text: read.text, from_line: read.fromLine, more: read.more };
    }
    case "search": {
      const { pattern, paths } = request;
      return asRecorded(await desk.tools(task).search({ pattern, ...(paths === undefined ? {} : { paths }) }));
    }
    case "list":
      return asRecorded(await desk.tools(task).list(request.path === undefined ? {} : { path: request.path }));
    case "command":
      return asRecorded(await desk.tools(task).run(request.name));
    case "note": {
      const { seq } = await desk.observe(task, { kind: "other", tool: "agent:note", text: request.text });
      return { seq, text: request.text, from_line: 1, more: false };
    }
  }
}

function asRecorded(it: { readonly seq: number; readonly text: string; readonly more: boolean }): Recorded {
  return { seq: it.seq, text: it.text, from_line: 1, more: it.more };
}
