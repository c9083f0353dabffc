/**
 * What an executor was asked, made comparable: the same request in another run has the same fingerprint.
 *
 * FP1  What differs from run to run without meaning anything is taken out: numbers of items and events, identities of
 *      packets (which hold such numbers), the time that is left, where the workspace lies. Everything else counts.
 * FP2  What was taken out is kept beside it in order, so that an answer can be told in the numbers of another run.
 */
import { canonicalHash, type StatePacket } from "../../contracts/index.ts";
import type { Invocation, VerifyContext } from "../executor.ts";

/** A value as JSON has it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** A request without what changes from run to run. */
export interface ComparableRequest {
  readonly kind: "execute" | "verify";
  /** SHA-256 (hex) of the canonical JSON of `request`. */
  readonly fingerprint: string;
  readonly request: Json;
  /** The refs that were taken out, in the order in which they stand. */
  readonly refs: readonly string[];
  /** Identity of the packet; null for a verification. */
  readonly basedOn: string | null;
}

/** Refs whose numbers belong to one run, and ids and sentences of the runtime that hold the number of an event. */
const VOLATILE =
  /\bctx:\d+|\bchk:[^\s"#]+#\d+|(?<=\bclm:[^\s"@]+@)[0-9a-f]{64}|(?<=\bat event )\d+|(?<=\bcheck-[^\s"]+-)\d+/g;

/** The request of an invocation, comparable. */
export function invocationRequest(invocation: Invocation): ComparableRequest {
  const { packet, purpose, rootObjective, requirements, refinements, items, question, halted } = invocation;
  const { remaining_wall_time_ms: _time, ...budget } = packet.budget;
  const asked = {
    purpose,
    packet: { ...packet, budget },
    root_objective: rootObjective,
    requirements,
    refinements,
    items: items.map(({ seq, role, text }) => ({ ref: `ctx:${seq}`, role, text })),
    question: question ?? null,
    halted,
  };
  return { kind: "execute", basedOn: invocation.basedOn, ...comparable(asked) };
}

/** The request of a verification, comparable. */
export function verificationRequest(claims: StatePacket["claims"], context: VerifyContext): ComparableRequest {
  const { objective, requirements } = context;
  return { kind: "verify", basedOn: null, ...comparable({ claims, objective, requirements }) };
}

function comparable(asked: unknown): Pick<ComparableRequest, "fingerprint" | "request" | "refs"> {
  const refs: string[] = [];
  const request = mapTexts(jsonOf(asked), (text) =>
    text.replace(VOLATILE, (ref) => {
      refs.push(ref);
      return ref.startsWith("chk:") ? ref.replace(/\d+$/, "*") : ref.startsWith("ctx:") ? "ctx:*" : "*";
    }),
  );
  return { fingerprint: canonicalHash(request), request, refs };
}

/** Members in one order, so that what stands in two equal values is met in the same order. */
export function jsonOf(value: unknown): Json {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== "object") return null;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, it]) => [name, jsonOf(it)]));
}

/** The value with every text in it replaced; names of members stay. */
export function mapTexts(value: Json, replace: (text: string) => string): Json {
  if (typeof value === "string") return replace(value);
  if (isList(value)) return value.map((it) => mapTexts(it, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, replace)]));
}

export type Members = { readonly [member: string]: Json };

/** The value as an object; anything else has no members. */
export function membersOf(value: Json | undefined): Members {
  return typeof value === "object" && value !== null && !isList(value) ? value : {};
}

/** `Array.isArray` for readonly lists. */
export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Tells a value that was recorded in one run in the numbers of another. */
export class Translation {
  private readonly refs = new Map<string, string>();
  private readonly identities = new Map<string, string>();

  /** Adds the refs of a request as it was recorded, and as it is now. The first meaning of a ref stays. */
  addRequest(
    recorded: Pick<ComparableRequest, "refs" | "basedOn">,
    now: Pick<ComparableRequest, "refs" | "basedOn">,
  ): void {
    for (const [at, ref] of recorded.refs.entries()) {
      const meaning = now.refs[at];
      if (meaning !== undefined && !this.refs.has(ref)) this.refs.set(ref, meaning);
    }
    if (recorded.basedOn !== null && now.basedOn !== null) this.identities.set(recorded.basedOn, now.basedOn);
  }

  /** Adds an item that a tool delivered. */
  addItem(recorded: number, now: number): void {
    this.refs.set(`ctx:${recorded}`, `ctx:${now}`);
  }

  /** The value in the numbers of this run. */
  of(value: Json): Json {
    return mapTexts(value, (text) => {
      const identity = this.identities.get(text);
      return identity ?? text.replace(VOLATILE, (ref) => this.refs.get(ref) ?? ref);
    });
  }
}
