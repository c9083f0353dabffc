/**
 * One invocation with a model: it reads with tools, turn by turn, until it states one proposal.
 *
 * MX1  Every turn is recorded before it is sent: what the program tells the model, what tools deliver, what the model said.
 * MX2  Turns, corrections, calls and retries are counted: an invocation ends with a proposal or with a reason.
 * MX3  A proposal is handed on as the model wrote it; only the runtime judges it.
 */
import type { ToolSet } from "ai";
import { RuntimeFailure } from "../../errors.ts";
import type { ConversationTools, Invocation } from "../executor.ts";
import { assemble, type AnswerForm } from "../prompt/index.ts";
import { Conversation } from "./conversation.ts";
import { isAboutForm } from "./failure.ts";
import { findObject } from "./find-proposal.ts";
import type { ModelExecutorOptions } from "./options.ts";
import { PROPOSAL_SCHEMA, stated, type Stated } from "./proposal-form.ts";
import type { Answer, Call, Question } from "./request.ts";
import type { Session } from "./session.ts";
import { describeTools } from "./sdk-tools.ts";
import { callTool, toolsFor, type ToolDescription } from "./tools.ts";

/** How the proposal is stated: by a tool call, as a text of a given schema, or as a text. */
export type OutputForm = "tool" | "json-schema" | "text";

export interface Execution {
  readonly options: ModelExecutorOptions;
  readonly session: Session;
  readonly invocation: Invocation;
  readonly tools: ConversationTools;
  readonly form: OutputForm;
}

/** The model does not take requests of this form: another one may be tried. */
export interface FormRefused {
  readonly refused: RuntimeFailure;
}

export type Executed = { readonly proposal: unknown } | FormRefused;

const DEFAULT_TURNS = 24;
/** Times that a model is told what is wrong with its answer, in one invocation. */
const MAXIMUM_CORRECTIONS = 2;
/** Calls of one answer that are carried out. */
const MAXIMUM_CALLS = 16;
const PROPOSE = "propose";

/** Carries out an invocation in one form. Errors: RuntimeFailure `executor-failed` with a reason to read. */
export async function execute(execution: Execution): Promise<Executed> {
  const { options, invocation, tools, form } = execution;
  const { context_tokens, output_tokens } = invocation.packet.budget;
  const { countTokens } = options;
  const besideTokens = countTokens(JSON.stringify([describedFor(execution, false), schemaFor(form)]));
  const prompt = assemble(invocation, {
    countTokens,
    besideTokens,
    form: answerForm(form),
    hasTools: hasTools(execution),
    commands: options.commands,
  });
  const limitTokens = context_tokens - output_tokens;
  if (prompt.tokens + besideTokens > limitTokens)
    throw failed(
      `the state of the task and the tools take ${prompt.tokens + besideTokens} tokens: more than context_tokens − output_tokens (${limitTokens})`,
    );
  await tools.observe({ kind: "other", tool: "cairn:instructions", text: prompt.instructions });
  const conversation = new Conversation({ ...prompt, besideTokens, limitTokens, tools, countTokens });
  return converse(execution, conversation);
}

const failed = (message: string): RuntimeFailure => new RuntimeFailure("executor-failed", message);

const answerForm = (form: OutputForm): AnswerForm => (form === "tool" ? "tool" : "json");

function hasTools({ options, form, invocation }: Execution): boolean {
  // What takes no tool calls for its proposal takes none for reading either, but for json-schema.
  return options.settings.tools !== false && form !== "text" && invocation.purpose === "work";
}

async function converse(execution: Execution, conversation: Conversation): Promise<Executed> {
  const { options, session } = execution;
  const turns = options.settings.maximum_turns ?? DEFAULT_TURNS;
  let corrections = 0;
  for (let turn = 1; turn <= turns; turn += 1) {
    const isClosing = turn === turns || conversation.isFull || corrections > 0;
    const asked = await session.ask(await questionFor(execution, conversation, isClosing));
    if (!asked.ok) {
      if (turn === 1 && isAboutForm(asked.failure)) return { refused: session.incident(asked) };
      throw session.incident(asked);
    }
    const step = await take(execution, conversation, { answer: asked.answer, isClosing });
    if (step.kind === "proposed") return { proposal: step.proposal };
    if (step.kind === "wrong") {
      corrections += 1;
      if (step.proposal !== undefined && (corrections > MAXIMUM_CORRECTIONS || turn === turns))
        return { proposal: step.proposal };
      if (corrections > MAXIMUM_CORRECTIONS) throw failed(`${session.who} stated no proposal: ${step.reason}`);
      const fits = await correct(execution, conversation, { answer: asked.answer, step });
      if (!fits && step.proposal !== undefined) return { proposal: step.proposal };
    }
    if (conversation.left < 0) throw failed(`the context is full before ${session.who} stated a proposal`);
  }
  throw failed(`${session.who} stated no proposal within ${turns} answers`);
}

async function questionFor(execution: Execution, conversation: Conversation, isClosing: boolean): Promise<Question> {
  const { form, invocation } = execution;
  const { instructions, messages } = conversation;
  const described = describedFor(execution, isClosing);
  return {
    instructions,
    messages,
    tools: described.length === 0 ? ({} satisfies ToolSet) : await describeTools(described),
    choice: !isClosing ? "auto" : form === "tool" ? { tool: PROPOSE } : "none",
    schema: schemaFor(form),
    outputTokens: invocation.packet.budget.output_tokens,
  };
}

/** The tools that are offered: a model that is to propose now is offered nothing else, but what was called before stays described where it must be. */
function describedFor(execution: Execution, isClosing: boolean): readonly ToolDescription[] {
  const { options, form } = execution;
  const propose = { name: PROPOSE, description: "States the proposal; ends this step.", schema: PROPOSAL_SCHEMA };
  const reading = hasTools(execution) ? toolsFor(options.commands) : [];
  if (form !== "tool") return reading;
  return isClosing ? [propose] : [...reading, propose];
}

const schemaFor = (form: OutputForm): Question["schema"] => (form === "json-schema" ? PROPOSAL_SCHEMA : null);

type Step =
  | { readonly kind: "proposed"; readonly proposal: unknown }
  | { readonly kind: "read" }
  | { readonly kind: "wrong"; readonly reason: string; readonly proposal?: unknown };

interface Answered {
  readonly answer: Answer;
  readonly isClosing: boolean;
}

async function take(execution: Execution, conversation: Conversation, { answer, isClosing }: Answered): Promise<Step> {
  const proposes = answer.calls.filter((it) => it.name === PROPOSE);
  const [only, second] = proposes;
  if (second !== undefined)
    return { kind: "wrong", reason: `it called ${PROPOSE} ${proposes.length} times in one answer` };
  if (only !== undefined) return judged(stated(only.input, execution.invocation), answer);
  if (answer.calls.length > 0 && !isClosing) {
    await callAll(execution, conversation, answer);
    return { kind: "read" };
  }
  if (answer.end === "refused") throw failed(`${execution.session.who} refused to answer (its content filter)`);
  const found = findObject(answer.text, "transition");
  if (found.ok) return judged(stated(found.json, execution.invocation), answer);
  const { reason } = found;
  if (answer.end === "length") return { kind: "wrong", reason: "its answer was cut at the limit of output_tokens" };
  const said = answer.text.trim().replace(/\s+/g, " ").slice(0, 200);
  return { kind: "wrong", reason: said === "" ? reason : `${reason}; it said: ${said}` };
}

function judged({ proposal, problems }: Stated, { end }: Answer): Step {
  if (problems.length === 0) return { kind: "proposed", proposal };
  const cut = end === "length" ? "it was cut at the limit of output_tokens; " : "";
  return { kind: "wrong", reason: `the proposal is not valid: ${cut}${problems.join("; ")}`, proposal };
}

/** Carries out the calls of an answer in their order, and takes both into the conversation. */
async function callAll({ options, tools }: Execution, conversation: Conversation, answer: Answer): Promise<void> {
  await record(tools, answer);
  conversation.answered(answer);
  const results: { call: Call; text: string }[] = [];
  const before = tools.left();
  let taken = 0;
  for (const [at, call] of answer.calls.entries()) {
    const use = { tools, countTokens: options.countTokens, left: conversation.left - taken };
    const text =
      at < MAXIMUM_CALLS
        ? await callTool(call.name, call.input, use)
        : `only ${MAXIMUM_CALLS} calls of one answer are carried out`;
    taken += options.countTokens(text);
    results.push({ call, text });
  }
  conversation.called(results, before - tools.left());
}

/** What a model said goes into the next request, so it is an item; it can never be cited. */
async function record(tools: ConversationTools, { text, calls }: Answer): Promise<void> {
  const said = [text, ...calls.map((it) => `${it.name} ${it.input}`)].filter((it) => it !== "").join("\n");
  await tools.observe({ kind: "other", tool: "cairn:answer", text: said });
}

interface Correction {
  readonly answer: Answer;
  readonly step: Extract<Step, { kind: "wrong" }>;
}

/** Tells the model what is wrong with its answer, and asks for the proposal again; false where there is no room for that. */
async function correct(
  { tools, form }: Execution,
  conversation: Conversation,
  { answer, step }: Correction,
): Promise<boolean> {
  const how = form === "tool" ? `call ${PROPOSE} once with a valid proposal` : "answer with one valid JSON object";
  const sentence = `Not accepted: ${step.reason}. Now ${how}, shorter if it was cut.`;
  await record(tools, answer);
  await tools.observe({ kind: "other", tool: "cairn:told", text: sentence });
  conversation.answered(answer);
  if (answer.calls.length === 0) conversation.told(sentence);
  else
    conversation.called(
      answer.calls.map((call) => ({ call, text: sentence })),
      0,
    );
  return conversation.left >= 0;
}
