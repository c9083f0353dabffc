/**
 * The executor port: who does the work of one invocation.
 *
 * An executor is a stranger (docs/decisions/0004). It gets what is below and nothing else, and what it
 * returns is parsed like hostile input: it never changes state, it only proposes. Everything it is given was
 * recorded in the ledger first; the tools record what they return before they return it.
 */
import type { StatePacket, Requirement } from "../contracts/index.ts";

/** An item of the ledger as it is delivered into one invocation's context. */
export interface DeliveredItem {
  /** Sequence number in the run's ledger: cite it as `ctx:<seq>`. */
  readonly seq: number;
  /** What it is: `input` of a SPLIT, `result` of a halted task, `answer`, `check`, `rejection`, `notice`. */
  readonly role: "input" | "result" | "answer" | "check" | "rejection" | "notice";
  readonly text: string;
}

/** What an executor gets for one invocation. */
export interface Invocation {
  readonly id: string;
  readonly purpose: "work" | "answer";
  readonly packet: StatePacket;
  /** Identity of the packet; the proposal's `based_on`. */
  readonly basedOn: string;
  readonly rootObjective: string;
  /** What the packet's requirement ids mean. Keys: every id in `coverage.required`. */
  readonly requirements: Readonly<Record<string, Requirement>>;
  /** Requirements of this packet that were refined, with their parts. */
  readonly refinements: Readonly<Record<string, readonly string[]>>;
  readonly items: readonly DeliveredItem[];
  /** The open question this invocation is to answer, when `purpose` is `answer`. */
  readonly question?: { readonly escalation: string; readonly text: string; readonly options: readonly string[] };
  /** Halted tasks whose findings this task may build on: children of its splits, and dependencies. */
  readonly halted: readonly { readonly task: string; readonly outcome: "complete" | "incomplete" | "refused" }[];
  /** Tokens that tools may still deliver into this invocation. */
  readonly roomTokens: number;
  /** Absolute path of the task's view of the workspace: where a command that works on it is started. */
  readonly workspace: string;
}

/** Files of the workspace, cut into consecutive parts of the list of paths in walk order. */
export interface Survey {
  readonly seq: number;
  readonly fileCount: number;
  readonly tokenEstimate: number;
  /** The files, only where the list itself fits into the invocation; otherwise null and only `parts` are told. */
  readonly files: readonly { readonly path: string; readonly tokenEstimate: number }[] | null;
  readonly parts: readonly SurveyPart[];
  /** Paths that match but cannot be read, with the reason (`socket`, `link-loop`, `too-large`, …). */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/** The files `first` … `last` of a survey, both inclusive, in walk order: the files of a folder by name, then its folders. */
export interface SurveyPart {
  readonly first: string;
  readonly last: string;
  readonly fileCount: number;
  readonly tokenEstimate: number;
}

export interface SurveyRequest {
  readonly paths: readonly string[];
  readonly ignore?: readonly string[];
  /** Where to begin and to end, in walk order. `before` is exclusive, so that parts meet with nothing between them. */
  readonly first?: string;
  readonly last?: string;
  readonly before?: string;
  /** Tokens a part may hold. A group larger than this is a part of its own. */
  readonly partTokens: number;
  readonly maximumParts: number;
  readonly groupBy: "file" | "directory";
}

/** What was delivered of a file. Line numbers are from 1, inclusive, and are those that `ctx:<seq>#L…` may cite. */
export interface ReadResult {
  readonly seq: number;
  readonly path: string;
  readonly text: string;
  readonly fromLine: number;
  readonly toLine: number;
  /** True when the file goes on after `toLine` (the room was used up, or `toLine` was asked for). */
  readonly more: boolean;
  /** Where `text` stands for the lines instead of holding them. */
  readonly again?: Again;
}

/** That a conversation has a content in view already, as item `seq`: `text` only refers to it, or says what is different now. */
export interface Again {
  readonly kind: "same" | "difference";
  readonly seq: number;
}

/** A claim of a halted task, as evidence `clm:<ref>`. */
export interface OpenedClaim {
  readonly ref: string;
  readonly id: string;
  readonly statement: string;
  readonly status: StatePacket["claims"][number]["status"];
  readonly evidenceRefs: readonly string[];
}

/** What a tool delivered as text, of which `text` may be the beginning only. */
export interface ToolText {
  readonly seq: number;
  readonly text: string;
  /** True when there was more than was delivered. */
  readonly more: boolean;
  /** Where `text` stands for the content instead of holding it. */
  readonly again?: Again;
}

/** Something that entered the context of an agent that runs outside, as its own log tells it. */
export interface Observed {
  readonly kind: "read" | "shell" | "search" | "provider" | "other";
  readonly tool: string;
  readonly text: string;
  readonly path?: string;
  readonly fromLine?: number;
  readonly command?: string;
  readonly durationMs?: number;
}

/** A piece of an answer as it comes in, for whoever watches: words, or what a tool is called with. */
export interface AnswerPiece {
  readonly model: string;
  readonly text: string;
}

/** What one request to a provider cost, in tokens as the provider counts them. */
export interface Usage {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
}

/** Tools of one invocation. Each result is a ledger item before it is returned; each counts against the room. */
export interface ExecutorTools {
  survey(request: SurveyRequest): Promise<Survey>;
  /** Reads a file of the workspace, whole lines, as far as the room goes. Errors: `RuntimeFailure` `workspace-unreadable`, `details.reason` says why. */
  read(path: string, range?: { readonly fromLine?: number; readonly toLine?: number }): Promise<ReadResult>;
  /**
   * Claims that halted tasks hold, folded ones opened; those whose statement passes `keep`, delivered as one item.
   * The id of the task itself opens what its own packet has folded.
   */
  openClaims(
    tasks: readonly string[],
    keep: (statement: string) => boolean,
  ): Promise<{ readonly seq: number; readonly claims: readonly OpenedClaim[] }>;
  /** Names below a folder of the workspace, in walk order, one a line, as far as the room goes. Errors: as `read`. */
  list(request: { readonly path?: string; readonly depth?: number }): Promise<ToolText>;
  /**
   * Lines of the workspace's files that match a pattern (RE2), as `path:line: text`, bounded by count and by the room.
   * Errors: RuntimeFailure `input-invalid` for a pattern that cannot be used.
   */
  search(request: {
    readonly pattern: string;
    readonly paths?: readonly string[];
    readonly maximum?: number;
  }): Promise<ToolText>;
  /**
   * Runs a command that the task file allows, by its name in `commands`, in the task's view of the workspace.
   * Errors: RuntimeFailure `input-invalid` (no such command), `not-trusted`.
   */
  run(name: string): Promise<ToolText & { readonly exitCode: number | null }>;
  /** Records what an agent with tools of its own was shown, so that its claims may cite it. Counts against no room. */
  observe(observed: Observed): Promise<{ readonly seq: number }>;
  /** Tells what a provider counted for one request, and what to show of the progress. Durable with the invocation's end. */
  report(usage: Usage): void;
  /** Where an item was read from, for whoever verifies a `ctx:` ref; null where it was not read from a file. Delivers nothing. */
  sourceOf(seq: number): Promise<{ readonly path: string; readonly fromLine: number; readonly toLine: number } | null>;
  /**
   * These tools for an executor that keeps earlier results in view: a content that it was shown is referred to by its
   * number, and of a file that changed the difference is delivered, where that is smaller.
   */
  conversing(): ConversationTools;
}

/** Tools of a conversation. */
export interface ConversationTools extends ExecutorTools {
  /** Takes tokens from the room: what the executor itself puts into the context. */
  spend(tokens: number): void;
  /** Tokens that may still be delivered. */
  left(): number;
}

/** What a verifier must know besides the claims: what they are to show. */
export interface VerifyContext {
  readonly objective: string;
  /** The requirements that the claims are to satisfy, by id. */
  readonly requirements: Readonly<Record<string, Requirement>>;
  /** Absolute path of the task's view of the workspace. */
  readonly workspace: string;
}

/** One way to do the work. Implementations: `local/`, `command/`, `model/`, `person/`, `replay/`. */
export interface Executor {
  /** As the task file names it: events say who worked. */
  readonly name: string;
  /** Longest time one invocation may take, where it is not the usual one. */
  readonly timeoutMs?: number;
  /** True for one that needs a folder to work in: it gets a private copy of what the task sees. */
  readonly worksInFolder?: boolean;
  /** True where what it changed in that folder belongs to its proposal. */
  readonly proposesByEditing?: boolean;
  /** True for a procedure, whose verdict on a claim is the same whoever made it; others never verify their own work. */
  readonly verifiesOwnWork?: boolean;
  /** Returns a proposal, as a value or as JSON text; the runtime parses it. Throws on its own failure (an incident, charged). */
  execute(invocation: Invocation, tools: ExecutorTools, signal: AbortSignal): Promise<unknown>;
  /**
   * Present where a person does the work, outside of every process: nothing is begun until they hand a text in, and then
   * by the executor that this gives for it.
   */
  handedIn?(text: string): Executor;
  /** Re-reads the evidence of claims and says which it confirms; absent where an executor cannot. */
  verify?(
    claims: StatePacket["claims"],
    tools: ExecutorTools,
    signal: AbortSignal,
    context: VerifyContext,
  ): Promise<readonly { claim: string; confirmed: boolean; reason: string }[]>;
}
