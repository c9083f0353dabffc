/** What both protocols begin with: which command, where, with what, and what ends the exchange. */
export interface Exchange {
  readonly command: readonly string[];
  /** Working directory: the task's view of the workspace. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly maximumOutputBytes: number;
  /** What it is given on standard input. */
  readonly document: unknown;
  /** The member of a line of the protocol `lines` that holds the result. */
  readonly resultMember: "proposal" | "results";
}
