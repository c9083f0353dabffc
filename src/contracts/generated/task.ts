// Made by scripts/generate.ts from schemas/task.schema.json. Change that, never this.
export type Id = string;
/**
 * @minItems 1
 * @maxItems 64
 */
export type Globs = readonly string[];
export type Pattern = string;

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
   * Who does the work
   */
  readonly executor?: "local";
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
