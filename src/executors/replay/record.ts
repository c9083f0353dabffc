/** Records what an executor is asked and what it does, as it does it. */
import { RuntimeFailure } from "../../errors.ts";
import type { ConversationTools, Executor, ExecutorTools } from "../executor.ts";
import { CONVERSING, type CassetteEntry, type RecordedCall, type RecordedOutcome } from "./cassette.ts";
import { invocationRequest, jsonOf, verificationRequest, type ComparableRequest } from "./request.ts";

/**
 * Returns an executor that does what the given one does, and tells each request that it ended. One that was stopped (the
 * run, or its time) is not told: it is no answer of the executor.
 */
export function recorded(executor: Executor, tell: (entry: CassetteEntry) => void): Executor {
  const { name } = executor;
  const verify = executor.verify?.bind(executor);
  const around = async <T>(request: ComparableRequest, { tools, signal, work }: Around<T>): Promise<T> => {
    const calls: RecordedCall[] = [];
    const end = (outcome: RecordedOutcome): void => {
      if (!signal.aborted) tell({ ...request, executor: name, calls, outcome });
    };
    const done = await settled(work(listening(tools, calls)));
    if (!done.ok) {
      end({ failure: failureOf(done.error) });
      throw done.error;
    }
    end({ answer: jsonOf(done.value) });
    return done.value;
  };
  return {
    ...executor,
    execute: (invocation, tools, signal) => {
      const work = (heard: ExecutorTools): Promise<unknown> => executor.execute(invocation, heard, signal);
      return around(invocationRequest(invocation), { tools, signal, work });
    },
    ...(verify
      ? {
          verify: (claims, ...[tools, signal, context]) => {
            const work = (heard: ExecutorTools): ReturnType<typeof verify> => verify(claims, heard, signal, context);
            return around(verificationRequest(claims, context), { tools, signal, work });
          },
        }
      : {}),
  };
}

interface Around<T> {
  readonly tools: ExecutorTools;
  readonly signal: AbortSignal;
  readonly work: (tools: ExecutorTools) => Promise<T>;
}

type Settled<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

async function settled<T>(work: Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    return { ok: false, error };
  }
}

function failureOf(error: unknown): { readonly code: string; readonly message: string } {
  const code = error instanceof RuntimeFailure ? error.code : "executor-failed";
  return { code, message: error instanceof Error ? error.message : String(error) };
}

/** The tools, noting each use when it has ended: in that order they took their place in the room. */
function listening(tools: ExecutorTools, calls: RecordedCall[], prefix = ""): ExecutorTools {
  const noted = async <T>(used: string, given: unknown, use: () => Promise<T>): Promise<T> => {
    const tool = `${prefix}${used}`;
    try {
      const result = await use();
      calls.push({ tool, arguments: jsonOf(given), result: jsonOf(result) });
      return result;
    } catch (error) {
      calls.push({ tool, arguments: jsonOf(given), result: null, error: failureOf(error) });
      throw error;
    }
  };
  return {
    survey: (request) => noted("survey", request, () => tools.survey(request)),
    read: (path, range) => noted("read", { path, ...range }, () => tools.read(path, range)),
    // What it keeps is a function: at a replay, those claims that were kept are.
    openClaims: (tasks, keep) => noted("openClaims", { tasks }, () => tools.openClaims(tasks, keep)),
    list: (request) => noted("list", request, () => tools.list(request)),
    search: (request) => noted("search", request, () => tools.search(request)),
    run: (name) => noted("run", { name }, () => tools.run(name)),
    observe: (observed) => noted("observe", observed, () => tools.observe(observed)),
    report: (usage) => {
      calls.push({ tool: "report", arguments: jsonOf(usage), result: null });
      tools.report(usage);
    },
    sourceOf: (seq) => tools.sourceOf(seq),
    conversing: () => conversing(tools.conversing(), calls),
  };
}

/** The tools of a conversation: their results depend on what was shown in it, so they are told apart. */
function conversing(tools: ConversationTools, calls: RecordedCall[]): ConversationTools {
  return {
    ...listening(tools, calls, CONVERSING),
    spend: (tokens) => {
      calls.push({ tool: `${CONVERSING}spend`, arguments: { tokens }, result: null });
      tools.spend(tokens);
    },
    left: () => tools.left(),
  };
}
