/**
 * What a project prohibits the agents that work in it: `cairn-rules.yaml`, checked before a tool runs. The rules are a
 * person's; a rule over the file itself keeps agents from editing it.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseProjectRules, type Finding, type ProjectRule } from "../contracts/index.ts";
import { RuntimeFailure } from "../errors.ts";
import { compileGlobs, compilePattern } from "../executors/index.ts";
import { readInput } from "../runtime/index.ts";

/** A call that an agent is about to make. */
export interface ToolCall {
  readonly tool: string;
  readonly command: string | null;
  /** Relative to the project where they lie in it, else absolute; with `/`. */
  readonly paths: readonly string[];
}

/** Why a call is refused. */
export interface Prohibition {
  readonly rule: string;
  readonly reason: string;
}

/** The rules of a project, ready to be asked. */
export interface Rules {
  /** How often an agent that stops too early is sent back, a session. */
  readonly stopRefusals: number;
  /** The first rule that prohibits the call; null: none does. */
  prohibits(call: ToolCall): Prohibition | null;
}

const FILE = "cairn-rules.yaml";
const MAXIMUM_BYTES = 256 * 1024;
const STOP_REFUSALS = 3;

/**
 * The rules of a project; none where it has no such file.
 *
 * Errors: RuntimeFailure `input-…`; `details.failsClosed` is true where the file asks to refuse when it cannot be checked.
 */
export async function loadRules(project: string): Promise<Rules> {
  const path = join(project, FILE);
  if (!existsSync(path)) return { stopRefusals: STOP_REFUSALS, prohibits: () => null };
  return parseRules(await readInput(path, { maximumBytes: MAXIMUM_BYTES }), path);
}

/** Parses rules. Errors: as `loadRules`. */
export function parseRules(content: Uint8Array | string, path: string): Rules {
  const parsed = parseProjectRules(content);
  if (!parsed.ok) throw unusable(path, parsed.findings, content);
  const { prohibit = [], stop } = parsed.value;
  const rules = prohibit.map((rule, index) => compiled(rule, { path, index, content }));
  return {
    stopRefusals: stop?.refusals ?? STOP_REFUSALS,
    prohibits: (call) => {
      const broken = rules.find((it) => it.fits(call));
      return broken ? { rule: broken.rule.id, reason: broken.rule.reason } : null;
    },
  };
}

interface CompiledRule {
  readonly rule: ProjectRule;
  fits(call: ToolCall): boolean;
}

interface Place {
  readonly path: string;
  readonly index: number;
  readonly content: Uint8Array | string;
}

type Test = (call: ToolCall) => boolean;

function compiled(rule: ProjectRule, place: Place): CompiledRule {
  const tests: Test[] = [];
  if (rule.tool !== undefined) {
    const globs = globsOf(rule.tool, "tool", place);
    tests.push(({ tool }) => globs.matches(tool));
  }
  if (rule.path !== undefined) {
    const globs = globsOf(rule.path, "path", place);
    tests.push(({ paths }) => paths.some((path) => globs.matches(path.replace(/^\/+/, ""))));
  }
  if (rule.command !== undefined) {
    const patterns = textsOf(rule.command).map((source) => {
      const pattern = compilePattern(source);
      if (pattern.ok) return pattern.value;
      throw atMember(place, "command", pattern.findings);
    });
    tests.push(({ command }) => command !== null && patterns.some((it) => it.test(command)));
  }
  if (tests.length === 0) throw atMember(place, "id", "it would prohibit everything: name a tool, command or path");
  return { rule, fits: (call) => tests.every((test) => test(call)) };
}

function globsOf(value: string | readonly string[], member: string, place: Place): { matches(path: string): boolean } {
  const globs = compileGlobs(textsOf(value));
  if (globs.ok) return globs.value;
  throw atMember(place, member, globs.findings);
}

function textsOf(value: string | readonly string[]): readonly string[] {
  return typeof value === "string" ? [value] : value;
}

function atMember({ path, index, content }: Place, member: string, message: string): RuntimeFailure {
  const pointer = `/prohibit/${index}/${member}`;
  return unusable(path, [{ code: "G-PATTERN", level: "error", pointer, message, line: 1, column: 1 }], content);
}

/** Whether the rules of a project ask to refuse calls that cannot be checked; false where there are none. */
export function failClosed(project: string): boolean {
  try {
    return asksToFailClosed(readFileSync(join(project, FILE), "utf8"));
  } catch {
    return false;
  }
}

/** Asked of a file that may not be readable as rules, so it is looked for as text: rather once too often. */
function asksToFailClosed(text: string): boolean {
  return /\bfail["']?\s*:\s*["']?closed\b/.test(text);
}

function unusable(path: string, findings: readonly Finding[], content: Uint8Array | string): RuntimeFailure {
  const text = typeof content === "string" ? content : new TextDecoder().decode(content);
  return new RuntimeFailure("input-invalid", `${path} holds no usable rules`, {
    details: { path, findings, failsClosed: asksToFailClosed(text) },
  });
}

/** True for names that one of these fits; `*` stands for anything. Errors: RuntimeFailure `usage`. */
export function globOver(names: readonly string[]): (name: string) => boolean {
  if (names.length === 0) return () => false;
  const globs = compileGlobs(names);
  if (!globs.ok) throw new RuntimeFailure("usage", `these names cannot be used: ${globs.findings}`);
  return (name) => globs.value.matches(name);
}
