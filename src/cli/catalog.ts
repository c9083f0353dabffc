/**
 * Every command there is, with what `--help` says of it. Their files are loaded when they are called: help and a typing
 * error cost nothing of them, however many there are.
 */
import type { DefineCommand } from "./definition.ts";

export interface CatalogEntry {
  /** The words that call it: one, or a group and one. */
  readonly words: readonly [string] | readonly [group: string, name: string];
  readonly section: Section;
  readonly summary: string;
  load(): Promise<DefineCommand>;
}

export type Section =
  "Documents:" | "Work:" | "Agents:" | "Look:" | "Prove and hand over:" | "Sessions:" | "This machine:";

/** What a group of commands is about. */
export const GROUPS: Readonly<Record<string, { readonly section: Section; readonly summary: string }>> = {
  context: { section: "Sessions:", summary: "The ledger: what entered the contexts of agents, and what it cost" },
  ir: { section: "Documents:", summary: "Context-IR documents: what entered a context" },
  packet: { section: "Documents:", summary: "State packets: what a task is between two invocations" },
};

export const CATALOG: readonly CatalogEntry[] = [
  {
    words: ["ir", "check"],
    section: "Documents:",
    summary: "Say everything that is wrong with Context-IR documents",
    load: async () => (await import("./commands/ir-check.ts")).defineIrCheck,
  },
  {
    words: ["ir", "export"],
    section: "Documents:",
    summary: "Write what entered contexts as Context-IR documents",
    load: async () => (await import("./commands/ir-export.ts")).defineIrExport,
  },
  {
    words: ["ir", "import"],
    section: "Documents:",
    summary: "Take Context-IR documents of others into the ledger",
    load: async () => (await import("./commands/ir-import.ts")).defineIrImport,
  },
  {
    words: ["ir", "diff"],
    section: "Documents:",
    summary: "Say what only one of two Context-IR documents has",
    load: async () => (await import("./commands/ir-diff.ts")).defineIrDiff,
  },
  {
    words: ["ir", "verify"],
    section: "Documents:",
    summary: "Check hashes, and files against what was read of them",
    load: async () => (await import("./commands/ir-verify.ts")).defineIrVerify,
  },
  {
    words: ["packet", "check"],
    section: "Documents:",
    summary: "Say everything that is wrong with state packets",
    load: async () => (await import("./commands/packet-check.ts")).definePacketCheck,
  },
  {
    words: ["packet", "try"],
    section: "Documents:",
    summary: "Put a proposal to a packet and say what would come of it",
    load: async () => (await import("./commands/packet-try.ts")).definePacketTry,
  },
  {
    words: ["run"],
    section: "Work:",
    summary: "Begin a run of a task file and carry it on to its end",
    load: async () => (await import("./commands/run.ts")).defineRun,
  },
  {
    words: ["resume"],
    section: "Work:",
    summary: "Carry a run on that was stopped, or that waited for an answer",
    load: async () => (await import("./commands/resume.ts")).defineResume,
  },
  {
    words: ["proxy"],
    section: "Agents:",
    summary: "Stand between an MCP client and a server, and record what passes",
    load: async () => (await import("./commands/proxy.ts")).defineProxy,
  },
  {
    words: ["open"],
    section: "Agents:",
    summary: "Open a task for agents, with requirements that must be shown to hold",
    load: async () => (await import("./commands/open.ts")).defineOpen,
  },
  {
    words: ["init"],
    section: "Agents:",
    summary: "Set up hooks and MCP server for the agents used in a project, or take them back",
    load: async () => (await import("./commands/init.ts")).defineInit,
  },
  {
    words: ["hook"],
    section: "Agents:",
    summary: "Answer a hook of an agent: give it its task, check rules, record, send it back",
    load: async () => (await import("./commands/hook.ts")).defineHook,
  },
  {
    words: ["mcp"],
    section: "Agents:",
    summary: "Serve tasks to agents over MCP, on standard input and output or HTTP",
    load: async () => (await import("./commands/mcp.ts")).defineMcp,
  },
  {
    words: ["inbox"],
    section: "Work:",
    summary: "Questions and work that wait for you",
    load: async () => (await import("./commands/inbox.ts")).defineInbox,
  },
  {
    words: ["propose"],
    section: "Work:",
    summary: "Hand in work that is yours: a proposal, judged like any other",
    load: async () => (await import("./commands/propose.ts")).definePropose,
  },
  {
    words: ["answer"],
    section: "Work:",
    summary: "Answer a question that a run asks you",
    load: async () => (await import("./commands/answer.ts")).defineAnswer,
  },
  {
    words: ["budget"],
    section: "Work:",
    summary: "Give a task more invocations or time",
    load: async () => (await import("./commands/budget.ts")).defineBudget,
  },
  {
    words: ["apply"],
    section: "Work:",
    summary: "Put a run's changes into the workspace, all or none, or take them out",
    load: async () => (await import("./commands/apply.ts")).defineApply,
  },
  {
    words: ["cancel"],
    section: "Work:",
    summary: "End a run where it is; what it found is kept",
    load: async () => (await import("./commands/cancel.ts")).defineCancel,
  },
  {
    words: ["runs"],
    section: "Look:",
    summary: "List the runs of the store, newest first",
    load: async () => (await import("./commands/runs.ts")).defineRuns,
  },
  {
    words: ["status"],
    section: "Look:",
    summary: "Say where a run stands, and who works on it",
    load: async () => (await import("./commands/status.ts")).defineStatus,
  },
  {
    words: ["result"],
    section: "Look:",
    summary: "Show what a run came to, with the evidence",
    load: async () => (await import("./commands/result.ts")).defineResult,
  },
  {
    words: ["changes"],
    section: "Look:",
    summary: "Show which files a run changed, and how",
    load: async () => (await import("./commands/changes.ts")).defineChanges,
  },
  {
    words: ["tree"],
    section: "Look:",
    summary: "Show the tree of a run's tasks",
    load: async () => (await import("./commands/tree.ts")).defineTree,
  },
  {
    words: ["show"],
    section: "Look:",
    summary: "Show the state packet of a task, now or at any event",
    load: async () => (await import("./commands/show.ts")).defineShow,
  },
  {
    words: ["log"],
    section: "Look:",
    summary: "Tell what happened in a run, event by event",
    load: async () => (await import("./commands/log.ts")).defineLog,
  },
  {
    words: ["replay"],
    section: "Prove and hand over:",
    summary: "Compute a run again from its events and compare",
    load: async () => (await import("./commands/replay.ts")).defineReplay,
  },
  {
    words: ["verify"],
    section: "Prove and hand over:",
    summary: "Check that nothing recorded of a run was changed since",
    load: async () => (await import("./commands/verify.ts")).defineVerify,
  },
  {
    words: ["repair"],
    section: "Prove and hand over:",
    summary: "Say what can be saved of a damaged store, and save it into a new one",
    load: async () => (await import("./commands/repair.ts")).defineRepair,
  },
  {
    words: ["fork"],
    section: "Prove and hand over:",
    summary: "Begin a new run from any event of an old one",
    load: async () => (await import("./commands/fork.ts")).defineFork,
  },
  {
    words: ["bundle"],
    section: "Prove and hand over:",
    summary: "Put everything that proves a run into one signed file",
    load: async () => (await import("./commands/bundle.ts")).defineBundle,
  },
  {
    words: ["export"],
    section: "Prove and hand over:",
    summary: "Write a run's events, packets or Context-IR documents as files",
    load: async () => (await import("./commands/export.ts")).defineExport,
  },
  {
    words: ["import"],
    section: "Sessions:",
    summary: "Take in the sessions of agents: what entered their contexts",
    load: async () => (await import("./commands/import.ts")).defineImport,
  },
  {
    words: ["context", "summary"],
    section: "Sessions:",
    summary: "Sum up what entered, and what it cost",
    load: async () => (await import("./commands/context-summary.ts")).defineContextSummary,
  },
  {
    words: ["context", "top"],
    section: "Sessions:",
    summary: "List the items that cost most",
    load: async () => (await import("./commands/context-top.ts")).defineContextTop,
  },
  {
    words: ["context", "dup"],
    section: "Sessions:",
    summary: "Say what was delivered more than once, and what that cost",
    load: async () => (await import("./commands/context-dup.ts")).defineContextDup,
  },
  {
    words: ["context", "timeline"],
    section: "Sessions:",
    summary: "Show a session turn by turn, as a chart",
    load: async () => (await import("./commands/context-timeline.ts")).defineContextTimeline,
  },
  {
    words: ["context", "search"],
    section: "Sessions:",
    summary: "Find items by what their content says",
    load: async () => (await import("./commands/context-search.ts")).defineContextSearch,
  },
  {
    words: ["context", "show"],
    section: "Sessions:",
    summary: "Show everything that is known of one item",
    load: async () => (await import("./commands/context-show.ts")).defineContextShow,
  },
  {
    words: ["context", "stale"],
    section: "Sessions:",
    summary: "Say which files are no longer what was read of them",
    load: async () => (await import("./commands/context-stale.ts")).defineContextStale,
  },
  {
    words: ["context", "secrets"],
    section: "Sessions:",
    summary: "Say what was redacted, and in which logs it still stands",
    load: async () => (await import("./commands/context-secrets.ts")).defineContextSecrets,
  },
  {
    words: ["report"],
    section: "Sessions:",
    summary: "Make one HTML page of a session, a project, or everything",
    load: async () => (await import("./commands/report.ts")).defineReport,
  },
  {
    words: ["prune"],
    section: "Sessions:",
    summary: "Let old contents go, and keep every sum",
    load: async () => (await import("./commands/prune.ts")).definePrune,
  },
  {
    words: ["redact"],
    section: "Sessions:",
    summary: "Replace the secrets in a text",
    load: async () => (await import("./commands/redact.ts")).defineRedact,
  },
  {
    words: ["scan"],
    section: "Sessions:",
    summary: "Find secrets in files",
    load: async () => (await import("./commands/scan.ts")).defineScan,
  },
  {
    words: ["doctor"],
    section: "This machine:",
    summary: "Check that cairn can work here",
    load: async () => (await import("./commands/doctor.ts")).defineDoctor,
  },
  {
    words: ["completion"],
    section: "This machine:",
    summary: "Print what makes your shell complete commands, options and runs",
    load: async () => (await import("./commands/completion.ts")).defineCompletion,
  },
];
