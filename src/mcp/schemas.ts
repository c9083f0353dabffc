/** JSON Schemas of what the tools take and give. Each tool's input is closed: a misspelt member is told, not ignored. */

type JsonSchema = { readonly [member: string]: unknown };

const text = (description: string, maxLength = 8192): JsonSchema => ({
  type: "string",
  minLength: 1,
  maxLength,
  description,
});
const RUN = text("Id of the run, or the beginning of one, or `last`", 64);
const TASK = text("Id of the task, as task_list and packet_get tell it", 256);
const AGENT = text(
  "Your own name, where several agents share this connection (sub-agents): the same in every call",
  64,
);
const LINE = { type: "integer", minimum: 1, maximum: 1_000_000_000 };

/** An object that has these members and no others. */
function object(properties: JsonSchema, required: readonly string[] = Object.keys(properties)): JsonSchema {
  return { type: "object", additionalProperties: false, properties, required };
}

function list(items: JsonSchema, maxItems = 500): JsonSchema {
  return { type: "array", maxItems, items };
}

const REQUIREMENT = object(
  {
    id: text("Short, without / and spaces", 256),
    statement: text("What must be so at the end"),
    needs: {
      enum: ["supported", "verified", "check", "person"],
      description:
        "supported: claims with evidence · check: the check that `check` names passes · person: a person approves · verified: a verifier confirms",
    },
    check: text("Name of a check in `checks`", 128),
  },
  ["id", "statement", "needs"],
);

const INVARIANT = object(
  {
    id: text("Short, without / and spaces", 256),
    operator: { enum: ["PRESERVE", "REQUIRE", "PROHIBIT", "PREFER"] },
    statement: text("The rule"),
    check: text("Name of a check in `checks`", 128),
  },
  ["id", "operator", "statement"],
);

/** Checks that run nothing: commands are for a person's task file. */
const PATHS_PATTERN = object({ paths: list(text("Glob", 1024), 64), pattern: text("RE2 pattern", 2048) });
const CHECK: JsonSchema = {
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: { match: PATHS_PATTERN, absent: PATHS_PATTERN, unchanged: list(text("Glob", 1024), 64) },
};

export type ToolName =
  | "task_open"
  | "task_list"
  | "packet_get"
  | "packet_propose"
  | "context_record"
  | "context_search"
  | "evidence_get"
  | "claim_check"
  | "escalate"
  | "inbox";

const INPUTS: Readonly<Record<ToolName, JsonSchema>> = {
  task_open: object(
    {
      objective: text("What is to be reached, in the user's words"),
      requirements: list(REQUIREMENT),
      invariants: list(INVARIANT, 200),
      checks: { type: "object", maxProperties: 200, additionalProperties: CHECK, description: "Checks by name" },
      invocations: {
        type: "integer",
        minimum: 1,
        maximum: 100_000,
        description: "Steps of the whole tree (default 100)",
      },
      agent: AGENT,
    },
    ["objective", "requirements"],
  ),
  task_list: object({ agent: AGENT }, []),
  packet_get: object({ run: RUN, task: TASK, agent: AGENT }, ["run"]),
  packet_propose: object(
    {
      run: RUN,
      task: TASK,
      proposal: {
        type: "object",
        description: "The proposal, as packet_get's contract says; based_on and task_id may be left out",
      },
      agent: AGENT,
    },
    ["run", "task", "proposal"],
  ),
  context_record: object(
    {
      run: RUN,
      task: TASK,
      file: object({ path: text("Path in the workspace", 4096), from_line: LINE, to_line: LINE }, ["path"]),
      search: object({ pattern: text("RE2 pattern", 2048), paths: list(text("Glob", 1024), 64) }, ["pattern"]),
      list: object({ path: text("Folder in the workspace", 4096) }, []),
      command: text("Name of a command that the task file allows", 64),
      note: text("Something that is to be remembered; it is no evidence", 100_000),
      agent: AGENT,
    },
    ["run", "task"],
  ),
  context_search: object(
    {
      run: RUN,
      words: text("Words that the content holds, in any letter case", 256),
      limit: { type: "integer", minimum: 1, maximum: 100 },
    },
    ["run", "words"],
  ),
  evidence_get: object({ run: RUN, ref: text("ctx:<number>, as claims cite it", 64) }),
  claim_check: object(
    {
      run: RUN,
      task: TASK,
      statement: text("The claim's statement"),
      evidence_refs: list(text("Evidence ref", 4096), 256),
      agent: AGENT,
    },
    ["run", "task", "statement", "evidence_refs"],
  ),
  escalate: object(
    {
      run: RUN,
      task: TASK,
      question: text("The question"),
      options: list(text("One possible answer", 1024), 20),
      to: { enum: ["person", "parent"], description: "Who is asked (default person)" },
      blocking: { type: "boolean", description: "Whether the task waits for the answer (default true)" },
      agent: AGENT,
    },
    ["run", "task", "question"],
  ),
  inbox: object({ run: text("Only of this run", 64) }, []),
};

/** What a tool takes. */
export const inputSchema = (name: ToolName): JsonSchema => INPUTS[name];

const ANY_OBJECT: JsonSchema = { type: "object" };
const COUNT = { type: "integer", minimum: 0 };
const NULLABLE_TEXT = { type: ["string", "null"] };
const DUE = list({ type: "object", required: ["task", "objective", "purpose", "isFree"] }, 100_000);
const HANDED_OUT: JsonSchema = {
  type: "object",
  required: ["run", "task", "invocation", "based_on", "room_tokens", "text"],
  properties: {
    run: { type: "string" },
    task: { type: "string" },
    invocation: { type: "string" },
    based_on: { type: "string" },
    room_tokens: COUNT,
    text: { type: "string" },
  },
};
const PROPOSED: JsonSchema = {
  type: "object",
  required: ["accepted", "rejections", "happened", "outcome", "due"],
  properties: {
    accepted: { type: "boolean" },
    rejections: list(ANY_OBJECT, 100_000),
    happened: list({ type: "string" }, 100_000),
    outcome: NULLABLE_TEXT,
    due: DUE,
  },
};

const OUTPUTS: Readonly<Record<ToolName, JsonSchema>> = {
  task_open: HANDED_OUT,
  task_list: { type: "object", required: ["runs"], properties: { runs: list(ANY_OBJECT, 100_000) } },
  packet_get: HANDED_OUT,
  packet_propose: PROPOSED,
  context_record: {
    type: "object",
    required: ["seq", "ref", "text", "from_line", "more"],
    properties: {
      seq: COUNT,
      ref: { type: "string" },
      text: { type: "string" },
      from_line: COUNT,
      more: { type: "boolean" },
    },
  },
  context_search: { type: "object", required: ["hits"], properties: { hits: list(ANY_OBJECT, 100) } },
  evidence_get: {
    type: "object",
    required: ["ref", "task", "role", "kind", "tool", "from_line", "text"],
    properties: { ref: { type: "string" }, text: NULLABLE_TEXT },
  },
  claim_check: {
    type: "object",
    required: ["counts", "rejections"],
    properties: { counts: { type: "boolean" }, rejections: list(ANY_OBJECT, 1000) },
  },
  escalate: PROPOSED,
  inbox: { type: "object", required: ["questions"], properties: { questions: list(ANY_OBJECT, 100_000) } },
};

/** What a tool gives. */
export const outputSchema = (name: ToolName): JsonSchema => OUTPUTS[name];
