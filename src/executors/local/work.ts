/** One invocation as the steps of this executor see it: what is asked of it and what it has to go by. */
import type { Claim, Requirement } from "../../contracts/index.ts";
import type { ExecutorTools, Invocation } from "../executor.ts";
import { outputRoom } from "./room.ts";
import { isTogether, ruleIdOf, type CompiledRule } from "./rules.ts";

/** Settings of the task file, and its compiled rules. */
export interface LocalSetup {
  readonly rules: ReadonlyMap<string, CompiledRule>;
  readonly groupBy: "file" | "directory";
  readonly ignore: readonly string[];
}

/** A requirement that a rule of the task file is to satisfy. */
export interface RuledRequirement {
  readonly id: string;
  readonly requirement: Requirement;
  readonly rule: CompiledRule;
  /** `whole`: as the task file has it · `part`: for a part of the files · `together`: over what the parts found. */
  readonly extent: "whole" | "part" | "together";
}

/** A requirement that no reading of files can satisfy. */
export interface OtherRequirement {
  readonly id: string;
  readonly kind: "check" | "person" | "no-rule";
}

export interface Work extends LocalSetup {
  readonly invocation: Invocation;
  readonly tools: ExecutorTools;
  readonly input: WorkInput;
  readonly ruled: readonly RuledRequirement[];
  readonly others: readonly OtherRequirement[];
  /** What the runtime said against this task's last proposals, one text each. */
  readonly refusals: readonly string[];
  /** Tokens that a proposal may take. */
  readonly outputTokens: number;
  /** Invocations left, this one included; null: no limit. */
  readonly invocationsLeft: number | null;
}

/** What a SPLIT of this executor gave the task to work on. */
export type WorkInput =
  | { readonly mode: "read"; readonly first: string | null; readonly before: string | null }
  | {
      readonly mode: "together";
      readonly part: number;
      readonly of: number;
      readonly tasks: readonly string[];
      readonly isComplete: boolean;
    };

/** Takes an invocation apart. Whatever stands in it was written by others: what is not understood is not used. */
export function workOf(setup: LocalSetup, invocation: Invocation, tools: ExecutorTools): Work {
  const { packet, requirements, items } = invocation;
  const refusals = items.filter((item) => item.role === "rejection").map((item) => item.text);
  const ruled: RuledRequirement[] = [];
  const others: OtherRequirement[] = [];
  for (const id of packet.coverage.unsatisfied) {
    const requirement = requirements[id] ?? { id, statement: id, needs: "supported" };
    const rule = setup.rules.get(ruleIdOf(id));
    if (requirement.needs === "check" || requirement.needs === "person") others.push({ id, kind: requirement.needs });
    else if (rule) ruled.push({ id, requirement, rule, extent: extentOf(id) });
    else others.push({ id, kind: "no-rule" });
  }
  return {
    ...setup,
    invocation,
    tools,
    input: inputOf(items.find((item) => item.role === "input")?.text),
    ruled,
    others,
    refusals,
    outputTokens: outputRoom(packet.budget.output_tokens, refusals),
    invocationsLeft: packet.budget.remaining_invocations ?? null,
  };
}

function extentOf(id: string): RuledRequirement["extent"] {
  if (isTogether(id)) return "together";
  return id.includes("/") ? "part" : "whole";
}

/** The input of a SPLIT as it was written by `inputText`; anything else means the whole workspace. */
function inputOf(text: string | undefined): WorkInput {
  const value = parsed(text);
  if (value["mode"] === "together") {
    const tasks = Array.isArray(value["tasks"]) ? value["tasks"].filter((it) => typeof it === "string") : [];
    return {
      mode: "together",
      part: numberOr(value["part"], 0),
      of: numberOr(value["of"], 1),
      tasks,
      isComplete: value["isComplete"] === true,
    };
  }
  return { mode: "read", first: textOr(value["first"]), before: textOr(value["before"]) };
}

export function inputText(input: WorkInput): string {
  return JSON.stringify(input.mode === "read" ? { first: input.first, before: input.before } : input);
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {}; // an input in words: for people, not for this executor
  }
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : otherwise;
}

function textOr(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** True for claims that the engine folded others into. */
export function isFoldedClaim(claim: Pick<Claim, "id">): boolean {
  return /(^|\/)fold-/.test(claim.id);
}

/** True for claims that this task made itself. */
export function isOwnClaim(claim: Pick<Claim, "id">): boolean {
  return !claim.id.includes("/");
}
