/**
 * The hooks, one function an event: what the agent's hook says comes in, what the agent is to be told goes out.
 *
 * HK1  A hook never breaks a session: what fails here is told in the log beside the store, and the agent goes on. Only a
 *      project's rules that ask for it (`fail: closed`) refuse a call that could not be checked.
 * HK2  A hook that records prints nothing: what it printed would enter the context.
 * HK3  An agent that stops too early is sent back a bounded number of times a session, with the list of what is missing.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  briefing,
  failClosed,
  findProject,
  loadRules,
  locateStore,
  missingOf,
  openGovernance,
  sha256Hex,
  writeWhole,
  type Governance,
} from "../app.ts";
import { RuntimeFailure } from "../errors.ts";
import { makeFolders } from "../folders.ts";
import { observedOf, promptOf, toolCallOf } from "./calls.ts";
import { parseHookInput, type HookInput } from "./input.ts";
import { remove, spooled, type Spooled } from "./spool.ts";

export const HOOK_EVENTS = ["session-start", "pre-tool", "post-tool", "pre-compact", "subagent-stop", "stop"] as const;
export type HookEventName = (typeof HOOK_EVENTS)[number];

/** What the hook's process does: what it prints, and what it exits with. */
export interface HookAnswer {
  readonly out: string;
  readonly err: string;
  /** 0, or 2 where the agent is refused. */
  readonly exitCode: 0 | 2;
}

export interface HookPlace {
  /** Where the hook was started; the hook's own `cwd` comes before it. */
  readonly folder: string;
  readonly store?: string;
  /** What the log calls the agent: claude, codex, gemini. */
  readonly agent: string;
  readonly signal: AbortSignal;
}

const QUIET: HookAnswer = { out: "", err: "", exitCode: 0 };
/** Tokens of what a session is told when it starts. */
const BRIEFING_TOKENS = 1500;

/** Handles one event. Never throws (HK1). */
export async function handleHook(name: HookEventName, text: string, place: HookPlace): Promise<HookAnswer> {
  const input = parseHookInput(text);
  const project = findProject(resolve(input?.folder ?? place.folder));
  const storePath = locateStore(project, place.store);
  const hook = { name, input, project, storePath, place };
  try {
    if (input === null) throw new RuntimeFailure("input-invalid", "the hook's input is no JSON object");
    return await answer({ ...hook, input });
  } catch (error) {
    note(hook, error);
    return name === "pre-tool" ? closedIfAsked(project, error) : QUIET;
  }
}

interface Hook {
  readonly name: HookEventName;
  readonly input: HookInput;
  readonly project: string;
  readonly storePath: string;
  readonly place: HookPlace;
}

function answer(hook: Hook): Promise<HookAnswer> {
  switch (hook.name) {
    case "pre-tool":
      return preTool(hook);
    case "session-start":
      return governed(hook, sessionStart);
    case "stop":
      return governed(hook, stop);
    case "post-tool":
    case "pre-compact":
    case "subagent-stop":
      return governed(hook, async () => QUIET);
  }
}

/** The project's rules alone: no store is opened, so that no lock can make the agent wait. */
async function preTool({ input, project }: Hook): Promise<HookAnswer> {
  const rules = await loadRules(project);
  for (const call of input.calls) {
    const broken = rules.prohibits(toolCallOf(call, project));
    if (broken)
      return refused(`${broken.reason} (rule ${broken.rule} of this project). Do not look for a way around it.`);
  }
  return QUIET;
}

function refused(reason: string): HookAnswer {
  return { out: "", err: `${reason}\n`, exitCode: 2 };
}

/** Takes over what was spooled and what this event says, then answers; quiet where the project has no store. */
async function governed(hook: Hook, then: (hook: Hook, open: Governance) => Promise<HookAnswer>): Promise<HookAnswer> {
  const governance = await openGovernance(hook.project, hook.storePath);
  if (governance === null) return QUIET;
  try {
    await takeOver(hook, governance);
    return await then(hook, governance);
  } finally {
    governance.close();
  }
}

async function takeOver({ name, input, project, storePath, place }: Hook, governance: Governance): Promise<void> {
  const events: Spooled[] = [...spooled(join(dirname(storePath), "spool"))];
  const spooledInputs = events.flatMap(({ text }) => parseHookInput(text) ?? []);
  const inputs = name === "post-tool" ? [...spooledInputs, input] : spooledInputs;
  const observed = inputs.flatMap((it) => [
    ...promptOf(it, place.agent),
    ...it.calls.flatMap((call) => observedOf(call, place.agent, project) ?? []),
  ]);
  if (observed.length > 0) await governance.record(observed, { agent: `${place.agent} hooks`, signal: place.signal });
  remove(events);
}

async function sessionStart(_: Hook, governance: Governance): Promise<HookAnswer> {
  const open = governance.openTask();
  return open === null ? QUIET : { ...QUIET, out: `${briefing(open, BRIEFING_TOKENS)}\n` };
}

async function stop(hook: Hook, governance: Governance): Promise<HookAnswer> {
  const open = governance.openTask();
  const missing = open === null ? [] : missingOf(open);
  // A task that waits for a person is in no agent's hands: the agent may stop.
  if (open === null || missing.length === 0 || open.result.questions.length > 0) return QUIET;
  const { stopRefusals } = await loadRules(hook.project);
  const count = refusalsOf(hook);
  if (count >= stopRefusals) return QUIET;
  countRefusal(hook, count + 1);
  const reason = [
    `The cairn task of this project is not done (${count + 1} of ${stopRefusals} reminders). Missing:`,
    ...missing.map((it) => `- ${it}`),
    `Go on: packet_get {"run":"${open.run}"}, then packet_propose. If it cannot be done, HALT incomplete with the reason, or escalate to a person.`,
  ].join("\n");
  return { ...QUIET, out: `${JSON.stringify({ decision: "block", reason })}\n` };
}

/** Refusals are counted in a file of their own: the store may be in other hands. */
function refusalsPath({ storePath, input }: Pick<Hook, "storePath" | "input">): string {
  return join(dirname(storePath), "hooks", `stops-${sha256Hex(input.session).slice(0, 32)}`);
}

function refusalsOf(hook: Hook): number {
  const path = refusalsPath(hook);
  const count = existsSync(path) ? Number(readFileSync(path, "utf8")) : 0;
  return Number.isSafeInteger(count) && count >= 0 ? count : 0;
}

function countRefusal(hook: Hook, count: number): void {
  const path = refusalsPath(hook);
  makeFolders(dirname(path), 0o700);
  writeWhole(path, String(count), 0o600);
}

/** Tells of a failure in the log beside the store, where there is one; that it could not be told is nobody's concern. */
function note({ name, storePath }: Pick<Hook, "name" | "storePath">, error: unknown): void {
  try {
    const folder = dirname(storePath);
    if (!existsSync(folder)) return;
    const message = error instanceof Error ? error.message : String(error);
    appendFileSync(join(folder, "hooks.log"), `${new Date().toISOString()} ${name}: ${message.slice(0, 2000)}\n`, {
      mode: 0o600,
    });
  } catch {
    // HK1
  }
}

/** Input that is no JSON says nothing of rules: whether they fail closed is theirs to say. */
function closedIfAsked(project: string, error: unknown): HookAnswer {
  if (!(error instanceof RuntimeFailure) || error.code !== "input-invalid" || !failClosed(project)) return QUIET;
  return refused(`cairn could not check the rules of this project, which ask to refuse then: ${error.message}`);
}
