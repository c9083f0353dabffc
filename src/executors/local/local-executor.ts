/**
 * The local executor: cross-file audit by the rules of the task file, with no model, no key and no network.
 *
 * It is a decision procedure: the same invocation and the same files give the same proposal. It reads only through the
 * tools, so that everything it says rests on what was recorded, and it obeys the budget like any model.
 *
 * LX1  A requirement is never satisfied where something was not read; what was not read is named.
 * LX2  It asks only what a person must decide by the task file: what it cannot do ends incomplete, with the reasons.
 */
import type { LocalRule, LocalSettings, StatePacket } from "../../contracts/index.ts";
import type { Executor, ExecutorTools, Invocation } from "../executor.ts";
import { conclude } from "./conclude.ts";
import { executeProposal, FRAME_TOKENS, frameOf, numbered, type LocalProposal } from "./compose.ts";
import { loopChanges, loopText, openReading } from "./progress.ts";
import { read, surveyed, surveyRequest, type Reading, type Scope } from "./reading.ts";
import { roomOf } from "./room.ts";
import { compileRules } from "./rules.ts";
import { maximumParts, split } from "./split.ts";
import { counted } from "./texts.ts";
import { judgeTogether } from "./together.ts";
import { verifyClaims } from "./verify.ts";
import { workOf, type LocalSetup, type Work } from "./work.ts";

export interface LocalExecutorOptions {
  /** The `local` rule of each requirement that has one, by its id in the task file. */
  readonly rules: Readonly<Record<string, LocalRule>>;
  readonly settings?: LocalSettings;
}

/** Of the room of an invocation, what the files of a part may take: the rest is for the survey and the frames. */
const LEAF_SHARE = 0.75;
/** Questions that a task may ask, where its file says nothing else. */
const MAXIMUM_QUESTIONS = 3;
/** Tokens that a proposal needs for each requirement beside its claims. */
const REQUIREMENT_TOKENS = 40;

/**
 * Returns the executor of one task file.
 *
 * Errors: RuntimeFailure `input-invalid` where a pattern, glob or template of the rules cannot be used.
 */
export function createLocalExecutor({ rules, settings = {} }: LocalExecutorOptions): Executor {
  const setup: LocalSetup = {
    rules: compileRules(rules),
    groupBy: settings.group_by ?? "directory",
    ignore: settings.ignore ?? [],
  };
  return {
    name: "local",
    verifiesOwnWork: true,
    execute: (invocation, tools, signal) => execute(setup, invocation, stoppable(tools, signal)),
    verify: (claims: StatePacket["claims"], tools, signal) => verifyClaims(setup, claims, stoppable(tools, signal)),
  };
}

/** The tools, which refuse once the invocation is stopped: every step goes through one of them. */
function stoppable(tools: ExecutorTools, signal: AbortSignal): ExecutorTools {
  const unlessStopped = async <T>(use: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    return use();
  };
  return {
    survey: (request) => unlessStopped(() => tools.survey(request)),
    read: (path, range) => unlessStopped(() => tools.read(path, range)),
    openClaims: (tasks, keep) => unlessStopped(() => tools.openClaims(tasks, keep)),
    list: (request) => unlessStopped(() => tools.list(request)),
    search: (request) => unlessStopped(() => tools.search(request)),
    run: (name) => unlessStopped(() => tools.run(name)),
    observe: (observed) => unlessStopped(() => tools.observe(observed)),
    report: (usage) => tools.report(usage),
    sourceOf: (seq) => unlessStopped(() => tools.sourceOf(seq)),
    conversing: () => tools.conversing(),
  };
}

async function execute(setup: LocalSetup, invocation: Invocation, tools: ExecutorTools): Promise<unknown> {
  const work = workOf(setup, invocation, tools);
  if (invocation.purpose === "answer") return handOn(work);
  const question = personQuestion(work);
  if (question) return question;
  if (work.input.mode === "together" || Object.keys(invocation.refinements).length > 0) return judgeTogether(work);
  return work.ruled.length === 0 ? conclude(work, { drafts: [], note: "Nothing to read" }) : explore(work);
}

/** A question is never answered by rules: it goes on to whoever is next. */
function handOn(work: Work): unknown {
  const escalation = work.invocation.question?.escalation ?? "";
  return { ...frameOf(work), transition: "EXECUTE", answer: { escalation, hand_on: true } };
}

/** A requirement that a person decides is put to one before anything is read, once: what follows may rest on it. */
function personQuestion(work: Work): unknown {
  const { packet, requirements, items } = work.invocation;
  const answers = items.filter((it) => it.role === "answer");
  if (answers.length >= MAXIMUM_QUESTIONS || (work.invocationsLeft !== null && work.invocationsLeft < 2)) return null;
  const asked = (statement: string): boolean =>
    answers.some((it) => it.text.includes(JSON.stringify(statement).slice(1, -1)));
  const open = packet.coverage.unsatisfied.flatMap((id) => requirements[id] ?? []);
  const next = open.find((it) => it.needs === "person" && !asked(it.statement));
  if (!next) return null;
  const escalation = { question: next.statement, to: "person", blocking: true, requirement: next.id };
  return { ...frameOf(work), transition: "ESCALATE", escalation };
}

async function explore(work: Work): Promise<LocalProposal> {
  const { packet, roomTokens } = work.invocation;
  const open = openReading(packet);
  const room = roomOf(roomTokens);
  const scope = scopeOf(work);
  if (!open && packet.phase !== "BEGINNING") return conclude(work, { drafts: [], note: "All files were read before" });
  const reading = { scope, position: open?.position ?? null, room, claimTokens: claimTokens(work), survey: null };
  if (open) return proceed(work, scope, await read(work.tools, reading));
  const leafTokens = Math.max(1, Math.floor(roomTokens * LEAF_SHARE));
  const easyTokens = Math.min(leafTokens, Math.max(1, Math.floor(claimTokens(work) / expectedDensity(work))));
  const partCount = Math.max(1, maximumParts(work));
  const survey = await surveyed(
    work.tools,
    room,
    surveyRequest(scope, { partTokens: easyTokens, maximumParts: partCount }),
  );
  if (survey.files && survey.tokenEstimate <= room.left)
    return proceed(work, scope, await read(work.tools, { ...reading, survey }));
  const cut = partCount >= 2 ? await split(work, { scope, survey, room, easyTokens, leafTokens }) : null;
  return cut ?? proceed(work, scope, await read(work.tools, reading));
}

/**
 * Tokens of claims for each token that is read, about: measured on package.json files, a claim a file and rule is 0.13 with what goes beside it.
 * Ordinary sources have less to say; parts are then smaller than they could be, which costs invocations and no finding.
 */
function expectedDensity(work: Work): number {
  const rules = new Set(work.ruled.map((it) => it.rule));
  return [...rules].reduce(
    (sum, rule) => sum + (rule.extracts.length > 0 ? 0.13 : 0) + (rule.expect ? 0.13 : 0) + (rule.forbid ? 0.03 : 0),
    0.01,
  );
}

function scopeOf(work: Work): Scope {
  const range = work.input.mode === "read" ? work.input : { first: null, before: null };
  const rules = [...new Set(work.ruled.map((it) => it.rule))];
  return { rules, ignore: work.ignore, groupBy: work.groupBy, first: range.first, before: range.before };
}

function claimTokens(work: Work): number {
  return work.outputTokens - FRAME_TOKENS - REQUIREMENT_TOKENS * (2 + work.ruled.length + work.others.length);
}

/** Ends the task where everything is read; goes on where invocations are left; else ends it, with what is unread open. */
async function proceed(work: Work, scope: Scope, reading: Reading): Promise<LocalProposal> {
  const note = `Read ${counted(reading.fileCount, "file")}${reading.binaryCount > 0 ? `, ${reading.binaryCount} of them binary and passed over` : ""}`;
  if (reading.next === null) return conclude(work, { drafts: reading.drafts, note });
  const { packet } = work.invocation;
  const { claims } = numbered(packet.claims, reading.drafts);
  const loops = loopChanges(packet, { position: reading.next, before: scope.before });
  const canGoOn = reading.stuck === null && (work.invocationsLeft === null || work.invocationsLeft >= 2);
  if (canGoOn)
    return executeProposal(work, {
      claims,
      loops,
      verify: verifiable(
        work,
        claims.map((claim) => claim.id),
      ),
    });
  // The reasons of a HALT stay open above as a loop of the runtime: this task's own is closed.
  const why = reading.stuck ?? "its invocations are used up";
  const reason = `${why}; ${loopText(reading.next, scope.before)}`;
  return {
    ...frameOf(work),
    transition: "HALT",
    claims,
    open_loops: loopChanges(packet, null),
    halt: { outcome: "incomplete", reason: reason.slice(0, 4000), summary: note },
  };
}

/** Claims that a requirement may only rest on once they are verified are sent to be, where that can be paid for. */
function verifiable(work: Work, ids: readonly string[]): string[] {
  const isNeeded = work.ruled.some((it) => it.requirement.needs === "verified");
  const isPayable = work.invocationsLeft === null || work.invocationsLeft >= 3;
  return isNeeded && isPayable ? ids.slice(0, 500) : [];
}
