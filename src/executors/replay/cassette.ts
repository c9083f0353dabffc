/**
 * A cassette: what executors were asked and what they did, one JSON object a line. docs/executors.md describes it.
 *
 * CA1  Every text in it is redacted before it is written.
 * CA2  A cassette may come from anybody: it is read within bounds and checked member by member.
 */
import { readJson } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import { isList, mapTexts, type ComparableRequest, type Json } from "./request.ts";

/** Begins the names of tools that were used in a conversation (`ExecutorTools.conversing`). */
export const CONVERSING = "conversing.";

/** One use of a tool, in the order in which they ended. */
export interface RecordedCall {
  /** Its name, behind `CONVERSING` where it was used in a conversation. */
  readonly tool: string;
  readonly arguments: Json;
  /** What it delivered, with its `seq` where it has one; null for what delivers nothing. */
  readonly result: Json;
  /** Why it delivered nothing, where it failed. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** What became of the request. */
export type RecordedOutcome =
  { readonly answer: Json } | { readonly failure: { readonly code: string; readonly message: string } };

export interface CassetteEntry extends ComparableRequest {
  /** Name of the executor, for people. */
  readonly executor: string;
  readonly calls: readonly RecordedCall[];
  readonly outcome: RecordedOutcome;
}

/** Version of the form; it grows when an older reader would go wrong. */
const VERSION = 1;
const MAXIMUM_BYTES = 256 * 1024 * 1024;
const MAXIMUM_ENTRIES = 100_000;

/** The first line of a cassette. */
export const CASSETTE_HEAD: string = `${JSON.stringify({ cassette: VERSION })}\n`;

/** An entry as a line, redacted (CA1). Identities are hashes of what is redacted already. */
export function cassetteLine(entry: CassetteEntry, redact: (text: string) => string): string {
  const { kind, fingerprint, basedOn, refs, executor, request, calls, outcome } = entry;
  const redacted = (value: Json): Json => mapTexts(value, (text) => (text === basedOn ? text : redact(text)));
  const line = {
    kind,
    executor,
    fingerprint,
    based_on: basedOn,
    refs,
    request,
    calls: calls.map((it) => ({
      ...it,
      arguments: redacted(it.arguments),
      result: redacted(it.result),
      ...(it.error ? { error: { ...it.error, message: redact(it.error.message) } } : {}),
    })),
    outcome:
      "answer" in outcome
        ? { answer: redacted(outcome.answer) }
        : { failure: { ...outcome.failure, message: redact(outcome.failure.message) } },
  };
  return `${JSON.stringify(line)}\n`;
}

/** Reads a cassette. Errors: RuntimeFailure `input-too-large`, `input-invalid` with the number of the line. */
export function parseCassette(text: string, name: string): readonly CassetteEntry[] {
  if (text.length > MAXIMUM_BYTES)
    throw new RuntimeFailure("input-too-large", `${name} has more than the ${MAXIMUM_BYTES} bytes that are read`);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > MAXIMUM_ENTRIES + 1)
    throw new RuntimeFailure("input-too-large", `${name} has more than ${MAXIMUM_ENTRIES} entries`);
  const [head = "", ...entries] = lines;
  if (membersOf(json(head))?.["cassette"] !== VERSION)
    throw new RuntimeFailure(
      "input-invalid",
      `${name} is no cassette of this version: its first line is to be ${CASSETTE_HEAD.trim()}`,
    );
  return entries.map((line, at) => {
    const entry = entryOf(json(line));
    if (entry) return entry;
    throw new RuntimeFailure("input-invalid", `line ${at + 2} of ${name} is no entry of a cassette`);
  });
}

type Members = { readonly [member: string]: Json };

function json(line: string): Json {
  const read = readJson(line, { unsafeIntegers: "accept" });
  return read.ok ? (read.value as Json) : null; // what JSON.parse makes is JSON
}

function membersOf(value: Json | undefined): Members | null {
  return typeof value === "object" && value !== null && !isList(value) ? value : null;
}

function entryOf(value: Json): CassetteEntry | null {
  const it = membersOf(value);
  const calls = it && listOf(it["calls"], callOf);
  const refs = it && listOf(it["refs"], (ref) => (typeof ref === "string" ? ref : null));
  const outcome = it && outcomeOf(it["outcome"]);
  if (!it || !calls || !refs || !outcome) return null;
  const { kind, executor, fingerprint, based_on: basedOn, request } = it;
  if (kind !== "execute" && kind !== "verify") return null;
  if (typeof executor !== "string" || typeof fingerprint !== "string" || request === undefined) return null;
  if (typeof basedOn !== "string" && basedOn !== null) return null;
  return { kind, executor, fingerprint, basedOn, refs, request, calls, outcome };
}

function listOf<T>(value: Json | undefined, parse: (value: Json) => T | null): readonly T[] | null {
  if (value === undefined || !isList(value)) return null;
  const parsed: T[] = [];
  for (const it of value) {
    const one = parse(it);
    if (one === null) return null;
    parsed.push(one);
  }
  return parsed;
}

function callOf(value: Json): RecordedCall | null {
  const it = membersOf(value);
  if (!it || typeof it["tool"] !== "string" || it["arguments"] === undefined) return null;
  const error = it["error"] === undefined ? undefined : failureOf(it["error"]);
  if (error === null) return null;
  return { tool: it["tool"], arguments: it["arguments"], result: it["result"] ?? null, ...(error ? { error } : {}) };
}

function outcomeOf(value: Json | undefined): RecordedOutcome | null {
  const it = membersOf(value);
  if (it?.["answer"] !== undefined) return { answer: it["answer"] };
  const failure = it ? failureOf(it["failure"]) : null;
  return failure ? { failure } : null;
}

function failureOf(value: Json | undefined): { readonly code: string; readonly message: string } | null {
  const it = membersOf(value);
  const { code, message } = it ?? {};
  return typeof code === "string" && typeof message === "string" ? { code, message } : null;
}
