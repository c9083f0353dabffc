/**
 * What an agent's own JSON stream tells: what it was shown, what it cost, and what it said last.
 *
 * ST1  Every line of the stream may be of a later version: what is not known is passed over, and no line fails the work
 *      but one that says that the agent gave up.
 */
import { membersOf, type Members } from "../../../contracts/index.ts";
import type { Observed, Usage } from "../../executor.ts";

/** Something that a line of the stream tells. */
export type StreamEvent =
  | { readonly kind: "observed"; readonly observed: Observed }
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "usage"; readonly usage: Usage }
  | { readonly kind: "gave-up"; readonly reason: string };

/** Reads the lines of one agent's stream, in order. */
export interface AgentStream {
  /** What a line tells. */
  read(line: Members): readonly StreamEvent[];
  /** What is known only at the end, such as what it cost. */
  end(): readonly StreamEvent[];
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}

/** The text of a content that is a text or a list of parts with texts. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map((part) => textOf(membersOf(part)["text"]))
    .filter((text) => text !== "")
    .join("\n");
}

/** A path as an observation has it; nothing where there is none. */
export function pathMember(path: string): { readonly path?: string } {
  return path === "" ? {} : { path };
}
