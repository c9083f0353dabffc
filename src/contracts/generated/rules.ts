// Made by scripts/generate.ts from schemas/rules.schema.json. Change that, never this.
export type RuleTexts = string | string[];

/**
 * What a project prohibits the agents that work in it, checked before a tool runs.
 */
export interface ProjectRules {
  /**
   * @maxItems 200
   */
  readonly prohibit?: readonly ProjectRule[];
  readonly stop?: Stop;
}
/**
 * tool: globs over names of tools; command: RE2 patterns, looked for in the command; path: globs over paths that the call names, relative to the project
 */
export interface ProjectRule {
  readonly id: string;
  readonly tool?: RuleTexts;
  readonly command?: RuleTexts;
  readonly path?: RuleTexts;
  /**
   * What the agent is told
   */
  readonly reason: string;
  /**
   * closed: where the check itself fails, the call is refused (default open)
   */
  readonly fail?: "open" | "closed";
}
export interface Stop {
  /**
   * How often an agent that stops too early is sent back, a session (default 3)
   */
  readonly refusals?: number;
}
