/**
 * The tools of the MCP server: each is one call at the desk. What they refuse comes with what to do next, and nothing they
 * suggest loses anything.
 */
import type { Agents, AgentCall, HandedOut, Proposed, Recorded } from "../app.ts";
import { RuntimeFailure } from "../errors.ts";
import type { RecordArguments, ToolArguments } from "./arguments.ts";
import type { ToolName } from "./schemas.ts";

/** What a tool gives: text for the model, and the same as data. */
export interface ToolAnswer {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Tool<N extends ToolName = ToolName> {
  readonly name: N;
  readonly title: string;
  readonly description: string;
  readonly annotations: { readonly readOnlyHint: boolean; readonly idempotentHint?: boolean };
  call(agents: Agents, input: ToolArguments[N], by: AgentCall): Promise<ToolAnswer>;
}

const READS = { readOnlyHint: true, idempotentHint: true };
const RECORDS = { readOnlyHint: false };
const SEARCH_LIMIT = 20;

const taskOpen: Tool<"task_open"> = {
  name: "task_open",
  title: "Open a task",
  description:
    "Opens a task with requirements that must be shown to hold before it can end complete, and hands you its first piece of work. Use it for work that is long or must be accounted for.",
  annotations: RECORDS,
  async call(agents, { objective, requirements, invariants, checks, invocations }, by) {
    const handed = await agents.open(
      {
        objective,
        requirements: [...requirements],
        ...(invariants ? { invariants: invariants.map((it) => ({ ...it, authority: "developer" as const })) } : {}),
        ...(checks ? { checks } : {}),
        ...(invocations === undefined ? {} : { invocations }),
      },
      by,
    );
    return handedOut(handed);
  },
};

const taskList: Tool<"task_list"> = {
  name: "task_list",
  title: "List open tasks",
  description:
    "Lists the runs that agents carry on here, and which tasks of them have work that is free or in your hands.",
  annotations: READS,
  async call(agents, _, by) {
    const runs = agents.list(by);
    const lines = runs.flatMap(({ run, objective, due }) => [
      `run ${run}: ${objective}`,
      ...due.map((it) => `  ${it.task} (${it.purpose}), ${heldBy(it)}: ${it.objective}`),
      ...(due.length === 0 ? ["  nothing is due: it waits for a person (see inbox)"] : []),
    ]);
    const text = lines.length === 0 ? "No task is open. Open one with task_open." : lines.join("\n");
    return { text, data: { runs } };
  },
};

function heldBy({ holder, isFree }: { readonly holder: string | null; readonly isFree: boolean }): string {
  if (holder === null) return "free";
  return isFree ? `yours to take (last held by ${holder})` : `held by ${holder}`;
}

const packetGet: Tool<"packet_get"> = {
  name: "packet_get",
  title: "Take up work",
  description:
    "Takes up the work of a task (without `task`: the next that is free) and gives its state packet, what is legal now and what is missing. Call it again after your context was cut: you get the same again.",
  annotations: RECORDS,
  call: async (agents, { run, task }, by) => handedOut(await agents.take(run, task, by)),
};

const packetPropose: Tool<"packet_propose"> = {
  name: "packet_propose",
  title: "Hand in a proposal",
  description:
    "Hands in a proposal for the work you took up. It is accepted whole or rejected whole; a rejection says what to change, and you may take the work up again.",
  annotations: RECORDS,
  call: async (agents, { run, task, proposal }, by) => verdict(await agents.propose({ run, task }, proposal, by)),
};

const contextRecord: Tool<"context_record"> = {
  name: "context_record",
  title: "Read and record",
  description:
    "Reads a file, searches, lists a folder or runs an allowed command for a task whose work you hold, records the result in the ledger and gives it to you with the ctx: number that claims cite. A note is recorded too, but is no evidence.",
  annotations: RECORDS,
  async call(agents, input, by) {
    return delivered(await agents.record(input, requestOf(input), by));
  },
};

function requestOf(input: RecordArguments): Parameters<Agents["record"]>[1] {
  const { file, search, list, command, note } = input;
  const given = [file, search, list, command, note].filter((it) => it !== undefined);
  if (given.length !== 1) throw new RuntimeFailure("usage", "give exactly one of file, search, list, command and note");
  if (file) {
    const { path, from_line: fromLine, to_line: toLine } = file;
    return {
      kind: "file",
      path,
      ...(fromLine === undefined ? {} : { fromLine }),
      ...(toLine === undefined ? {} : { toLine }),
    };
  }
  if (search) return { kind: "search", ...search };
  if (list) return { kind: "list", ...list };
  if (command !== undefined) return { kind: "command", name: command };
  return { kind: "note", text: note ?? "" };
}

const contextSearch: Tool<"context_search"> = {
  name: "context_search",
  title: "Search the ledger",
  description: "Finds what was recorded in a run and holds these words. Nothing is added to the ledger.",
  annotations: READS,
  async call(agents, { run, words, limit = SEARCH_LIMIT }) {
    const hits = agents.search(run, words, limit).map(({ item, line, excerpt }) => ({
      ref: `ctx:${item.seq}#L${line}-L${line}`,
      task: item.task,
      tool: item.tool,
      path: item.path ?? null,
      excerpt,
    }));
    const lines = hits.map((it) => `${it.ref} ${it.path ?? it.tool} (${it.task}): ${it.excerpt}`);
    return {
      text: lines.length === 0 ? `Nothing that was recorded holds ${JSON.stringify(words)}.` : lines.join("\n"),
      data: { hits },
    };
  },
};

const evidenceGet: Tool<"evidence_get"> = {
  name: "evidence_get",
  title: "Look at evidence",
  description: "Gives what a ctx: ref names, as it was recorded.",
  annotations: READS,
  async call(agents, { run, ref }) {
    const { item, text } = agents.evidence(run, ref);
    const data = {
      ref: `ctx:${item.seq}`,
      task: item.task,
      role: item.role,
      kind: item.kind,
      tool: item.tool,
      path: item.path ?? null,
      from_line: item.firstLine,
      text,
    };
    return { text: text ?? "Its content is not kept.", data };
  },
};

const claimCheck: Tool<"claim_check"> = {
  name: "claim_check",
  title: "Check a claim",
  description: "Says whether a claim with these refs would count, without handing anything in.",
  annotations: READS,
  async call(agents, { run, task, statement, evidence_refs }, by) {
    const claim = { id: "claim-check", statement, status: "supported", confidence: null, evidence_refs };
    const rejections = await agents.tryOut({ run, task }, { transition: "EXECUTE", claims: [claim] }, by);
    const counts = rejections.length === 0;
    return { text: counts ? "It would count." : told(rejections), data: { counts, rejections } };
  },
};

const escalate: Tool<"escalate"> = {
  name: "escalate",
  title: "Ask a person or the parent task",
  description: "Asks a question for the task whose work you hold. The answer comes with the next packet_get.",
  annotations: RECORDS,
  async call(agents, { run, task, question, options = [], to = "person", blocking = true }, by) {
    const proposal = { transition: "ESCALATE", escalation: { question, options, to, blocking } };
    return verdict(await agents.propose({ run, task }, proposal, by));
  },
};

const inbox: Tool<"inbox"> = {
  name: "inbox",
  title: "Questions that wait for a person",
  description: "Lists the questions that a person has to answer. You cannot answer them yourself: tell the user.",
  annotations: READS,
  async call(agents, { run }) {
    const questions = agents.inbox(run);
    const lines = questions.map((it) => `${it.escalation} in run ${it.run}: ${it.question}`);
    const how = "A person answers with: cairn answer RUN ESCALATION TEXT";
    return {
      text: lines.length === 0 ? "No question waits for a person." : [...lines, how].join("\n"),
      data: { questions },
    };
  },
};

/** Every tool, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  taskOpen,
  taskList,
  packetGet,
  packetPropose,
  contextRecord,
  contextSearch,
  evidenceGet,
  claimCheck,
  escalate,
  inbox,
] as readonly Tool[]; // each takes what its own schema let through

/** Some clients show the model the text, others the data: the contract is in both. */
function handedOut(it: HandedOut): ToolAnswer {
  const how = `This is ${it.task} of run ${it.run}. Read with context_record, then hand in with packet_propose.`;
  const text = `${how}\n\n${it.text}`;
  return { text, data: { ...it, text } };
}

function delivered(it: Recorded): ToolAnswer {
  const ref = `ctx:${it.seq}`;
  const more = it.more ? "\n(there is more than was delivered: ask for a later range)" : "";
  return { text: `${ref}, from line ${it.from_line}:\n${it.text}${more}`, data: { ...it, ref } };
}

function verdict(it: Proposed): ToolAnswer {
  const said = it.accepted ? "Accepted." : `Rejected: nothing was changed.\n${told(it.rejections)}`;
  const end = it.outcome === null ? "" : `\nThe task has halted ${it.outcome}.`;
  const free = it.due.filter((work) => work.isFree).map((work) => work.task);
  const next = free.length === 0 ? "" : `\nWork that is free for you: ${free.join(", ")} (packet_get).`;
  return { text: `${said}${end}${next}`, data: { ...it } };
}

function told(rejections: Proposed["rejections"]): string {
  return rejections.map(({ code, pointer, message }) => `- ${code} ${pointer}: ${message}`).join("\n");
}
