// Made by scripts/generate.ts from schemas/task.schema.json. Change that, never this.
export type Id = string;
/**
 * @minItems 1
 * @maxItems 64
 */
export type Globs = readonly string[];
export type Pattern = string;
export type ExecutorSettings = ModelExecutor | CommandExecutor | PersonExecutor | ReplayExecutor;
export type Milliseconds = number;
/**
 * @minItems 1
 * @maxItems 256
 */
export type Argv = readonly string[];
export type Name = string;

/**
 * What a person asks for: objective, requirements, invariants, checks, budget and who does the work.
 */
export interface TaskFile {
  /**
   * Id of the root task
   */
  readonly task: string;
  readonly objective: string;
  /**
   * Folder that may be read, relative to this file
   */
  readonly workspace?: string;
  /**
   * @maxItems 500
   */
  readonly requirements: readonly TaskRequirement[];
  /**
   * @maxItems 200
   */
  readonly invariants?: readonly TaskInvariant[];
  readonly checks?: {
    readonly [k: string]: Check;
  };
  readonly budget: TaskBudget;
  /**
   * Who does the work: a name of `executors`, or agent, local or person (default local)
   */
  readonly executor?: string;
  readonly executors?: {
    readonly [k: string]: ExecutorSettings;
  };
  /**
   * The first that fits decides who does an invocation; none: `executor`
   *
   * @maxItems 32
   */
  readonly routes?: readonly Route[];
  /**
   * What the tool `run` may run, by name
   */
  readonly commands?: {
    readonly [k: string]: AllowedCommand;
  };
  readonly limits?: Limits;
  /**
   * Money a million tokens, by model
   */
  readonly prices?: {
    readonly [k: string]: Price;
  };
  readonly local?: LocalSettings;
  /**
   * Rejections in a row before the task escalates (default 2)
   */
  readonly repairs?: number;
  readonly concurrency?: number;
  readonly escalation?: EscalationPolicy;
}
export interface TaskRequirement {
  readonly id: Id;
  readonly statement: string;
  readonly needs: "check" | "verified" | "supported" | "person";
  readonly check?: string;
  /**
   * One child that satisfies it is enough
   */
  readonly any?: boolean;
  readonly local?: LocalRule;
}
export interface LocalRule {
  /**
   * @minItems 1
   * @maxItems 64
   */
  readonly extract?: readonly ExtractRule[];
  readonly expect?: ExpectRule;
  readonly agree?: AgreeRule;
  readonly forbid?: PathsPattern;
}
export interface ExtractRule {
  readonly paths: Globs;
  readonly pattern: Pattern;
  /**
   * Template: $1 … $9 are groups, ${dir} ${file} ${path} are of the file
   */
  readonly subject: string;
  readonly value: string;
  /**
   * Spellings that mean the same value
   */
  readonly map?: {
    readonly [k: string]: string;
  };
}
export interface ExpectRule {
  readonly paths: Globs;
  readonly pattern: Pattern;
  readonly subject?: string;
}
export interface AgreeRule {
  readonly alternatives?: Pattern;
}
export interface PathsPattern {
  readonly paths: Globs;
  readonly pattern: Pattern;
}
export interface TaskInvariant {
  readonly id: Id;
  readonly operator: "PRESERVE" | "REQUIRE" | "PROHIBIT" | "PREFER";
  readonly statement: string;
  readonly authority?: "system" | "developer" | "user" | "source";
  readonly check?: string;
}
export interface Check {
  /**
   * Exit code 0 holds
   *
   * @minItems 1
   * @maxItems 256
   */
  readonly command?: readonly string[];
  readonly timeout_ms?: number;
  readonly match?: PathsPattern;
  readonly absent?: PathsPattern;
  readonly json_schema?: {
    readonly path: string;
    readonly schema:
      | {
          readonly [k: string]: unknown;
        }
      | boolean
      | string;
  };
  readonly unchanged?: Globs;
}
export interface TaskBudget {
  readonly context_tokens: number;
  readonly output_tokens: number;
  readonly maximum_children: number;
  readonly maximum_depth: number;
  readonly remaining_invocations?: number | null;
  readonly remaining_wall_time_ms?: number | null;
}
export interface ModelExecutor {
  readonly kind: "model";
  /**
   * openai-compatible, openai, openai-chat, anthropic, or the package of an AI SDK provider
   */
  readonly provider: string;
  readonly model: string;
  readonly base_url?: string;
  /**
   * Environment variable that holds the key: a key itself is never in a task file
   */
  readonly api_key_env?: string;
  readonly temperature?: number;
  readonly seed?: number;
  /**
   * Offer tools to the model (default true)
   */
  readonly tools?: boolean;
  /**
   * How the model states its proposal (default: tool, then text)
   */
  readonly output?: "tool" | "json-schema" | "text";
  /**
   * Answers of the model in one invocation (default 24)
   */
  readonly maximum_turns?: number;
  /**
   * Of one request that failed for a reason that passes (default 4)
   */
  readonly retries?: number;
  readonly timeout_ms?: Milliseconds;
}
export interface CommandExecutor {
  readonly kind: "command";
  readonly command?: Argv;
  /**
   * How to call an agent that is installed
   */
  readonly profile?: "claude" | "codex" | "gemini" | "pi";
  readonly model?: string;
  /**
   * More arguments for the profile's command
   *
   * @maxItems 64
   */
  readonly arguments?: readonly string[];
  /**
   * once: one JSON on stdin, a proposal on stdout; lines: requests for tools in between (default once)
   */
  readonly protocol?: "once" | "lines";
  /**
   * True: what it changed in its private copy of the workspace is proposed with its answer (default false)
   */
  readonly edits?: boolean;
  /**
   * Environment variables that the command gets besides the usual ones
   *
   * @maxItems 64
   */
  readonly pass_env?: readonly string[];
  readonly timeout_ms?: Milliseconds;
}
export interface PersonExecutor {
  readonly kind: "person";
}
export interface ReplayExecutor {
  readonly kind: "replay";
  /**
   * What `cairn run --record` wrote, relative to this file
   */
  readonly cassette: string;
}
export interface Route {
  readonly executor: Name;
  /**
   * plan: the first invocation of a task; resolve: with joined children; verify: as verifier of others' claims
   */
  readonly phase?: "plan" | "work" | "resolve" | "answer" | "verify";
  readonly minimum_depth?: number;
  readonly maximum_depth?: number;
}
export interface AllowedCommand {
  readonly command: Argv;
  readonly timeout_ms?: Milliseconds;
}
/**
 * Hard limits of the whole run; reaching 80 % warns
 */
export interface Limits {
  /**
   * Input and output tokens of all invocations
   */
  readonly tokens?: number;
  /**
   * Money, in the currency of `prices`
   */
  readonly cost?: number;
}
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cached_input?: number;
}
export interface LocalSettings {
  /**
   * What a part keeps together when the work is cut: a file, or all files of one directory
   */
  readonly group_by?: "file" | "directory";
  readonly ignore?: Globs;
}
export interface EscalationPolicy {
  readonly deadline_ms?: number;
  readonly default?: string;
  readonly maximum?: number;
}
