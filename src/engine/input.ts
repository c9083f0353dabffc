/**
 * What comes to the engine from outside: results, answers, and what people order.
 */
import type { InvocationUsage, RunDefinition, VerificationResult } from "../contracts/index.ts";
import type { ProposalInput } from "./evaluate.ts";
import type { MergeResult } from "./state.ts";

/** What comes to the engine from outside. `clockMs` is the run's active time; ids name what the input answers. */
export type Input =
  | {
      readonly kind: "open-run";
      readonly definition: RunDefinition;
      readonly tokenizer: string;
      readonly workspace: string | null;
      readonly taskFileSha256: string;
    }
  | {
      readonly kind: "open-invocation";
      readonly task: string;
      readonly invocation: string;
      readonly executor: string;
      readonly items: readonly number[];
      readonly clockMs: number;
    }
  | ({
      readonly kind: "propose";
      readonly task: string;
      readonly invocation: string;
      /** ctx seq of what the executor returned, as recorded. */
      readonly item: number | null;
      /** Ledger items that hold what each child of a SPLIT works on, by key. */
      readonly inputs: ReadonlyMap<string, number>;
      readonly usage?: InvocationUsage;
      readonly clockMs: number;
    } & ProposalInput)
  | {
      readonly kind: "fail";
      readonly task: string;
      readonly invocation: string;
      readonly code: string;
      readonly message: string;
      readonly usage?: InvocationUsage;
      readonly clockMs: number;
    }
  | {
      readonly kind: "record-check";
      readonly task: string;
      readonly effect: string;
      readonly passed: boolean;
      readonly detail: string;
      readonly item: number | null;
      readonly clockMs: number;
    }
  | {
      readonly kind: "record-merge";
      readonly task: string;
      readonly effect: string;
      readonly results: readonly MergeResult[];
      readonly clockMs: number;
    }
  | {
      readonly kind: "record-verification";
      readonly task: string;
      readonly effect: string;
      readonly verifier: string;
      readonly results: readonly VerificationResult[];
      readonly usage?: InvocationUsage;
      readonly clockMs: number;
    }
  | {
      readonly kind: "answer";
      readonly escalation: string;
      readonly by: "person" | "default" | "deadline";
      readonly text: string;
      readonly item: number | null;
      readonly clockMs: number;
    }
  | {
      readonly kind: "extend-budget";
      readonly task: string;
      readonly invocations: number;
      readonly wallTimeMs: number;
      /** Of the whole run, with its root alone: tokens, and money in the currency of the prices. */
      readonly tokens?: number;
      readonly cost?: number;
      readonly by: string;
      readonly clockMs: number;
    }
  | { readonly kind: "expire"; readonly clockMs: number }
  | { readonly kind: "cancel"; readonly reason: string; readonly clockMs: number };

/** The input of one kind. */
export type InputOf<K extends Input["kind"]> = Extract<Input, { kind: K }>;
