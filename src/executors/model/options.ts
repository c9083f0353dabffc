/** What a model executor is made from. */
import type { TaskFile } from "../../contracts/index.ts";
import type { AnswerPiece } from "../executor.ts";

/** A model as the task file describes it. */
export type ModelSettings = Extract<NonNullable<TaskFile["executors"]>[string], { readonly kind: "model" }>;

export interface ModelExecutorOptions {
  /** As the task file names it. */
  readonly name: string;
  readonly settings: ModelSettings;
  /** Where keys come from, and from nowhere else. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Tokens of a text, as the run's tokenizer counts them. */
  readonly countTokens: (text: string) => number;
  /** Names of the commands that the task file allows. */
  readonly commands: readonly string[];
  /** Told of each piece of an answer as it comes in; it must not throw. */
  readonly onAnswer?: (piece: AnswerPiece) => void;
  /** First wait before a request is tried again, ms (default 500); later ones double. */
  readonly firstWaitMs?: number;
}
