/**
 * The command executor: a program of the user does the work. It gets one JSON document (or, an agent that is installed, a
 * prompt), and what it prints is a proposal like any other.
 *
 * CX1  A crash, silence, a flood or nonsense is an incident of the invocation: it is charged, told, and the run goes on.
 * CX2  Nothing of it outlives the invocation (child.ts, CH1).
 * CX3  Its claims rest on items of the ledger: files that it cites are looked up (executors/evidence.ts); its word is no item.
 */
import type { CommandExecutor } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { Executor, ExecutorTools, Invocation } from "../executor.ts";
import { renderInvocation } from "../prompt/index.ts";
import { askAgent } from "./agent-exchange.ts";
import { environmentOf } from "./environment.ts";
import { withFileEvidence } from "../evidence.ts";
import type { Exchange } from "./exchange.ts";
import { exchangeLines } from "./lines-exchange.ts";
import { exchangeOnce } from "./once-exchange.ts";
import { agentPreface, verificationPrompt } from "./prompts.ts";
import { profileOf, type Profile } from "./profiles.ts";
import { invocationDocument, verificationDocument } from "./request.ts";
import { verdictsOf } from "./verdicts.ts";

export interface CommandExecutorOptions {
  /** As the task file names it. */
  readonly name: string;
  readonly settings: CommandExecutor;
  /** The environment that the command's own is taken from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly countTokens: (text: string) => number;
}

/** What a command may print: a proposal is bounded by its tokens, an agent's stream by this alone. */
const MAXIMUM_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAXIMUM_ANSWER_BYTES = 8 * 1024 * 1024;

/** Returns the executor of one entry of `executors`. Errors: RuntimeFailure `input-invalid` for settings without a command. */
export function createCommandExecutor(options: CommandExecutorOptions): Executor {
  const { name, settings } = options;
  const caller = settings.profile
    ? agentCaller(profileOf(settings.profile, settings), options)
    : programCaller(options);
  return {
    name,
    worksInFolder: true,
    ...(settings.edits ? { proposesByEditing: true } : {}),
    ...(settings.timeout_ms === undefined ? {} : { timeoutMs: settings.timeout_ms }),
    ...caller,
  };
}

type Caller = Pick<Executor, "execute" | "verify">;

/** A program that speaks the exchange of docs/executors.md. */
function programCaller(options: CommandExecutorOptions): Caller {
  const { settings, name } = options;
  const { command } = settings;
  if (!command) throw new RuntimeFailure("input-invalid", `the executor ${JSON.stringify(name)} names no command`);
  const isLines = settings.protocol === "lines";
  const exchange = (it: Exchange, tools: ExecutorTools): Promise<unknown> =>
    isLines ? exchangeLines(it, tools) : exchangeOnce(it);
  const base = (workspace: string, signal: AbortSignal): Omit<Exchange, "document" | "resultMember"> => ({
    command,
    ...surroundings(options, workspace),
    signal,
    maximumOutputBytes: isLines ? MAXIMUM_OUTPUT_BYTES : MAXIMUM_ANSWER_BYTES,
  });
  return {
    execute: async (invocation, tools, signal) => {
      const { workspace } = invocation;
      const document = invocationDocument(invocation);
      const value = await exchange({ ...base(workspace, signal), document, resultMember: "proposal" }, tools);
      return withFileEvidence(value, { tools, workspace, seen: [] });
    },
    verify: async (claims, ...[tools, signal, context]) => {
      const document = verificationDocument(claims, context);
      const base_ = base(context.workspace, signal);
      return verdictsOf(await exchange({ ...base_, document, resultMember: "results" }, tools), claims);
    },
  };
}

/** An agent that is installed, called by its profile. */
function agentCaller(profile: Profile, options: CommandExecutorOptions): Caller {
  const base = (workspace: string, signal: AbortSignal) => ({
    profile,
    ...surroundings(options, workspace),
    signal,
    maximumOutputBytes: MAXIMUM_OUTPUT_BYTES,
  });
  return {
    execute: async (invocation, tools, signal) => {
      const { workspace } = invocation;
      const prompt = promptOf(invocation, options);
      const answer = await askAgent({ ...base(workspace, signal), prompt, wanted: "transition" }, tools);
      return withFileEvidence(answer.value, { tools, workspace, seen: answer.seen });
    },
    verify: async (claims, ...[tools, signal, context]) => {
      const prompt = await verificationPrompt(claims, context, tools);
      const answer = await askAgent({ ...base(context.workspace, signal), prompt, wanted: "results" }, tools);
      return verdictsOf(answer.value, claims);
    },
  };
}

function promptOf(invocation: Invocation, { settings, countTokens }: CommandExecutorOptions): string {
  return `${agentPreface(settings.edits === true)}\n${renderInvocation(invocation, { countTokens, form: "json" })}`;
}

function surroundings(
  { settings, environment }: CommandExecutorOptions,
  workspace: string,
): Pick<Exchange, "folder" | "environment"> {
  const passed = settings.pass_env ?? [];
  return { folder: workspace, environment: environmentOf({ from: environment, passed, workspace }) };
}
