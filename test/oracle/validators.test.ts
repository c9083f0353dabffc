/**
 * The compiled validators against an implementation of JSON Schema by others (hyperjump, which passes the official
 * suite), on documents that were changed at random: both must say the same of each.
 */
import { readFileSync } from "node:fs";
import { registerSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  parseContextIr,
  parseEvent,
  parseProposal,
  parseStatePacket,
  parseTaskFile,
} from "../../src/contracts/index.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const schemas = ["rtin-state-packet", "context-ir", "proposal", "task", "event"] as const;
const schemaOf = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8")) as Record<
    string,
    unknown
  >;
const idOf = (name: string): string => String(schemaOf(name)["$id"]);

beforeAll(() => {
  for (const name of schemas) registerSchema(schemaOf(name) as Parameters<typeof registerSchema>[0]);
});

const hash = "a".repeat(64);
const invariant = { id: "i1", operator: "PROHIBIT", statement: "s", authority: "user" };
const claim = { id: "c1", statement: "s", status: "supported", confidence: 0.5, evidence_refs: ["ctx:1"] };
const contradiction = { id: "x", kind: "claim", between: ["c1", "i1"], found_by: "t", status: "open", outcome: "o" };
const loop = { id: "l", kind: "question", text: "?", owner: "task", blocking: true, status: "open" };
const delta = { id: "d", path: "a", op: "create", before: null, after: hash, status: "proposed", added: 1, removed: 0 };
const budget = {
  context_tokens: 8000,
  output_tokens: 1000,
  maximum_children: 4,
  maximum_depth: 3,
  remaining_invocations: 10,
  remaining_wall_time_ms: null,
};
const requirement = { id: "r1", statement: "s", needs: "supported" };

const packet: Json = {
  schema_version: "0.1.0",
  task_id: "t",
  parent_id: null,
  depth: 0,
  phase: "MIDDLE",
  objective: "o",
  invariants: [invariant],
  claims: [claim],
  artifact_deltas: [delta],
  dependencies: ["u"],
  contradictions: [contradiction],
  open_loops: [loop],
  coverage: { required: ["r1"], satisfied: [], unsatisfied: ["r1"] },
  budget,
  next_transition: "EXECUTE",
};

const contextIr: Json = {
  schema_version: 1,
  created_at: "2026-05-01T10:00:00Z",
  updated_at: "2026-05-01T10:00:09.25+02:00",
  next_seq: 2,
  totals: { items_recorded: 1, input_tokens: 1, output_tokens: 1, tokens_saved: 0 },
  items: [
    {
      seq: 1,
      created_at: "2026-05-01T10:00:01Z",
      source: { kind: "read", tool: "Read", path: null, agent_id: "a" },
      input_tokens: 1,
      output_tokens: 1,
      duration_us: 0,
      compression_ratio: 1,
      content_excerpt: "😀",
      truncated: false,
      safety: { redacted: true, boundary_mode: null },
      verification: { content_md5: null },
    },
  ],
};

const proposals: readonly Json[] = [
  {
    task_id: "t",
    based_on: hash,
    transition: "EXECUTE",
    claims: [claim],
    invariants: [invariant],
    satisfies: [{ requirement: "r1", claims: ["c1"] }],
    verify: ["c1"],
  },
  {
    task_id: "t",
    based_on: hash,
    transition: "EXECUTE",
    contradictions: [contradiction],
    open_loops: [loop],
    artifact_deltas: [delta],
    contents: [{ text: "" }, { base64: "YQ==" }],
  },
  {
    task_id: "t",
    based_on: hash,
    transition: "SPLIT",
    split: {
      children: [{ key: "a", objective: "o", requires: ["r1"], depends_on: [], share: { invocations: 1 }, input: "i" }],
      keep: [],
      any: [],
      refine: [{ requirement: "r1", into: [{ ...requirement, check: "c" }] }],
    },
  },
  {
    task_id: "t",
    based_on: hash,
    transition: "ESCALATE",
    escalation: { question: "?", options: ["a"], to: "person", blocking: true, requirement: "r1" },
  },
  {
    task_id: "t",
    based_on: hash,
    transition: "HALT",
    halt: { outcome: "complete", reason: "", summary: "" },
    answer: { escalation: "e", text: "a" },
  },
];

const tasks: readonly Json[] = [
  {
    task: "t",
    objective: "o",
    workspace: ".",
    requirements: [
      {
        ...requirement,
        any: true,
        local: { extract: [{ paths: ["*"], pattern: "a", subject: "$1", value: "$2", map: { a: "b" } }], agree: {} },
      },
    ],
    invariants: [{ id: "i1", operator: "PREFER", statement: "s" }],
    checks: {
      a: { command: ["x"], timeout_ms: 1 },
      b: { match: { paths: ["*"], pattern: "x" } },
      c: { json_schema: { path: "p", schema: true } },
      d: { unchanged: ["*"] },
    },
    budget,
    executor: "local",
    local: { group_by: "file", ignore: ["*"] },
    repairs: 2,
    concurrency: 4,
    escalation: { deadline_ms: 1, default: "d", maximum: 0 },
  },
];

const payloads: Readonly<Record<string, Json>> = {
  "run-opened": {
    definition: {
      task: "t",
      objective: "o",
      requirements: [requirement],
      invariants: [{ ...invariant, check: "c" }],
      budget,
      repairs: 2,
      escalation: {},
    },
    tokenizer: "k",
    engine: 1,
    workspace: null,
    task_file_sha256: hash,
  },
  "task-opened": {
    parent: "t",
    key: "a",
    ordinal: 1,
    objective: "o",
    requirements: [requirement],
    any: [],
    dependencies: [],
    budget,
    input: 3,
  },
  "invocation-opened": { invocation: "n", purpose: "work", items: [1], clock_ms: 0 },
  "proposal-accepted": { invocation: "n", proposal: proposals[0]!, packet: hash },
  "proposal-rejected": {
    invocation: "n",
    rejections: [{ code: "R-STALE", pointer: "", message: "m" }],
    proposal: null,
  },
  "checks-requested": {
    purpose: "proposal",
    invocation: null,
    proposal: proposals[4]!,
    checks: [{ effect: "e", check: "c", requirement: "r1" }],
  },
  "claims-verified": { effect: "e", results: [{ claim: "c1", confirmed: true }] },
  "budget-extended": { invocations: 1, wall_time_ms: 0 },
  "task-halted": { outcome: "refused", reasons: ["r"], packet: hash },
};

const events: readonly Json[] = Object.entries(payloads).map(([kind, payload]) => ({
  seq: 1,
  time: "2026-05-01T10:00:00.000Z",
  task: "t",
  kind,
  payload,
  prev: hash,
  hash,
}));

const members = ["toString", "constructor", "note", "kind", "id", "text", "split", "halt", "check", "parent_id"];
const texts = [
  "",
  "x",
  "a/b",
  "😀".repeat(4096),
  "😀".repeat(4097),
  "a".repeat(256),
  "a".repeat(257),
  hash,
  hash.toUpperCase(),
  "2026-13-01T00:00:00Z",
  "2026-05-01T10:00:00z",
  "SPLIT",
  "HALT",
  "supported",
];
const piece: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, -1, 0.5, 1.0, 1e300, 9007199254740991, [], {}, [1], { a: 1 }, [
    "r1",
    "r1",
  ]),
  fc.constantFrom<Json>(...texts),
);

/** One change: at a place in the document, a member or element is replaced, added or taken away. */
interface Change {
  readonly path: readonly number[];
  readonly how: "replace" | "add" | "remove";
  readonly member: string;
  readonly value: Json;
}

const change: fc.Arbitrary<Change> = fc.record({
  path: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 6 }),
  how: fc.constantFrom("replace", "add", "remove"),
  member: fc.constantFrom(...members),
  value: piece,
});

function changed(value: Json, { path, ...rest }: Change): Json {
  const [pick = 0, ...deeper] = path;
  if (typeof value !== "object" || value === null) return rest.how === "replace" ? rest.value : value;
  const entries = (Array.isArray(value) ? [...value.entries()] : Object.entries(value)) as [string | number, Json][];
  const target = entries.length > 0 ? pick % entries.length : -1;
  const isHere = deeper.length === 0 || target < 0;
  const kept = entries.flatMap(([key, member], index): [string | number, Json][] => {
    if (index !== target) return [[key, member]];
    if (!isHere) return [[key, changed(member, { ...rest, path: deeper })]];
    if (rest.how === "remove") return [];
    return [[key, rest.how === "replace" ? rest.value : member]];
  });
  if (isHere && rest.how === "add") kept.push([rest.member, rest.value]);
  return Array.isArray(value) ? kept.map(([, member]) => member) : (Object.fromEntries(kept) as Json);
}

/** Whether only the schema's rule was broken, if any: the rules behind a task file's schema are not hyperjump's business. */
const fits = (parsed: { readonly ok: boolean; readonly findings?: readonly { readonly code: string }[] }): boolean =>
  parsed.ok || parsed.findings?.every(({ code }) => !code.endsWith("-SCHEMA")) === true;

const kinds = [
  { name: "rtin-state-packet", parse: parseStatePacket, documents: [packet] },
  { name: "context-ir", parse: parseContextIr, documents: [contextIr] },
  { name: "proposal", parse: parseProposal, documents: proposals },
  { name: "task", parse: parseTaskFile, documents: tasks },
  { name: "event", parse: parseEvent, documents: events },
] as const;

describe.each(kinds)("the compiled validator of $name", ({ name, parse, documents }) => {
  it("accepts the documents that the changes start from", async () => {
    for (const document of documents) {
      expect(fits(parse(JSON.stringify(document)))).toBe(true);
      expect((await validate(idOf(name), document)).valid).toBe(true);
    }
  });

  it("says of every changed document what another implementation says", async () => {
    const seen = { valid: 0, invalid: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...documents),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        async (document, changes) => {
          const mutant = changes.reduce(changed, document);
          const { valid } = await validate(idOf(name), mutant);
          seen[valid ? "valid" : "invalid"]++;
          expect(fits(parse(JSON.stringify(mutant)))).toBe(valid);
        },
      ),
      { numRuns: 200 },
    );
    expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(5);
  });
});
