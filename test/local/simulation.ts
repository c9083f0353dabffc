/** What a simulated run is given, and what it came to. */
import type { Claim, StatePacket } from "../../src/contracts/index.ts";
import type { UnsealedEvent } from "../../src/engine/index.ts";
import type { Executor } from "../../src/executors/index.ts";
import type { Item } from "./items.ts";

export interface SimulatedRun {
  readonly outcome: string | null;
  readonly reasons: readonly string[];
  readonly summary: string;
  readonly packet: StatePacket;
  readonly events: readonly UnsealedEvent[];
  readonly rejections: readonly string[];
  readonly items: readonly Item[];
  /** Every claim that any task ever held, by `<task>/<id>`, in its last status. */
  readonly claims: ReadonlyMap<string, Claim>;
  readonly invocations: number;
  readonly largestDelivery: number;
  readonly largestProposal: number;
}

export interface SimulationOptions {
  readonly maximumSteps?: number;
  /** Stands between the executor and the runtime: may look, fail or change things. */
  readonly wrap?: (executor: Executor) => Executor;
}
