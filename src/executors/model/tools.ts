/**
 * The tools that a model is offered, and their results as text.
 *
 * TL1  Every result is an item of the ledger before the model sees it, errors too, and its number stands in the text.
 * TL2  A tool that cannot do what it was asked says so to the model: only the store's failures end the invocation.
 */
import { readJson } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { ConversationTools, Again } from "../executor.ts";
import { fenced } from "../prompt/index.ts";

type Schema = Readonly<Record<string, unknown>>;

/** A tool as it is described to a model. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
}

const text = { type: "string" };
const line = { type: "integer", minimum: 1 };
const list = { type: "array", items: text };

function object(properties: Schema, required: readonly string[]): Schema {
  return { type: "object", properties, required, additionalProperties: false };
}

const READ: ToolDescription = {
  name: "read",
  description: "Reads a file of the workspace, whole or from one line to another (1-based, inclusive).",
  schema: object({ path: text, from_line: line, to_line: line }, ["path"]),
};
const SEARCH: ToolDescription = {
  name: "search",
  description: "Finds lines that match a pattern (RE2) in files below the given paths or globs; default everywhere.",
  schema: object({ pattern: text, paths: list, maximum: line }, ["pattern"]),
};
const LIST: ToolDescription = {
  name: "list",
  description: "Lists what is below a folder of the workspace, to a depth (default 1).",
  schema: object({ path: text, depth: line }, []),
};
const SURVEY: ToolDescription = {
  name: "survey",
  description: "Counts the files that globs match and cuts them into parts of about part_tokens each: for a SPLIT.",
  schema: object({ paths: list, part_tokens: line, maximum_parts: line }, ["paths"]),
};
const OPEN_CLAIMS: ToolDescription = {
  name: "open_claims",
  description:
    "Shows the claims of halted tasks (or of this one, folded claims opened) whose statement contains a text.",
  schema: object({ tasks: list, containing: text }, ["tasks"]),
};

/** The tools of an invocation; `run` only where the task file allows commands. */
export function toolsFor(commands: readonly string[]): readonly ToolDescription[] {
  const all = [READ, SEARCH, LIST, SURVEY, OPEN_CLAIMS];
  if (commands.length === 0) return all;
  const run = { type: "string", enum: [...commands] };
  return [
    ...all,
    {
      name: "run",
      description: "Runs a command by its name and shows how it ended.",
      schema: object({ name: run }, ["name"]),
    },
  ];
}

export interface ToolUse {
  readonly tools: ConversationTools;
  /** Tokens of a text, as the run's tokenizer counts them. */
  readonly countTokens: (text: string) => number;
  /** Tokens that the context still holds. */
  readonly left: number;
}

/** Calls a tool with an input as the model wrote it; what comes back is for the model to read. Errors: those of the store, and of a stopped invocation. */
export async function callTool(name: string, input: string, use: ToolUse): Promise<string> {
  const parsed = readJson(input.trim() === "" ? "{}" : input);
  if (!parsed.ok) return told(use, `the input of ${name} is no JSON: ${parsed.problems[0]?.message ?? "unreadable"}`);
  try {
    return await carryOut(name, fieldsOf(parsed.value), use);
  } catch (error) {
    if (!isForModel(error)) throw error;
    return told(use, `${name}: ${error.message}`);
  }
}

function isForModel(error: unknown): error is RuntimeFailure {
  return (
    error instanceof RuntimeFailure &&
    (error.code === "workspace-unreadable" || error.code === "input-invalid" || error.code === "not-trusted")
  );
}

/** Records what the program tells the model, and returns it. */
async function told({ tools }: Pick<ToolUse, "tools">, sentence: string): Promise<string> {
  await tools.observe({ kind: "other", tool: "cairn:told", text: sentence });
  return sentence;
}

interface Fields {
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  list(name: string): readonly string[] | undefined;
}

/** Members of an input, each of its kind or as good as absent. */
function fieldsOf(value: unknown): Fields {
  const at = (name: string): unknown =>
    typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  return {
    text: (name) => {
      const found = at(name);
      return typeof found === "string" ? found : undefined;
    },
    number: (name) => {
      const found = typeof at(name) === "string" ? Number(at(name)) : at(name);
      return typeof found === "number" && Number.isFinite(found) ? Math.max(1, Math.floor(found)) : undefined;
    },
    list: (name) => {
      const found = at(name);
      if (typeof found === "string") return [found];
      return Array.isArray(found) ? found.filter((it) => typeof it === "string") : undefined;
    },
  };
}

const MISSING = (name: string): RuntimeFailure => new RuntimeFailure("input-invalid", `"${name}" is missing`);

async function carryOut(name: string, fields: Fields, use: ToolUse): Promise<string> {
  switch (name) {
    case "read":
      return read(fields, use);
    case "search":
      return search(fields, use);
    case "list":
      return listNames(fields, use);
    case "survey":
      return survey(fields, use);
    case "open_claims":
      return openClaims(fields, use);
    case "run":
      return run(fields, use);
    default:
      throw new RuntimeFailure("input-invalid", `there is no tool ${JSON.stringify(name.slice(0, 100))}`);
  }
}

async function read(fields: Fields, use: ToolUse): Promise<string> {
  const path = fields.text("path");
  if (path === undefined) throw MISSING("path");
  const [fromLine, toLine] = [fields.number("from_line"), fields.number("to_line")];
  const result = await use.tools.read(path, {
    ...(fromLine === undefined ? {} : { fromLine }),
    ...(toLine === undefined ? {} : { toLine }),
  });
  const what = `${path}, lines ${result.fromLine}-${result.toLine}${result.more ? " (there is more)" : ""}`;
  if (result.again) return shown({ ...result, what });
  if (result.text === "")
    return shown({ ...result, what: `${path}: nothing from line ${result.fromLine} on, or no room is left` });
  const numbered = shown({ seq: result.seq, text: numberedLines(result.text, result.fromLine), what });
  // Line numbers make citing exact; where they do not fit the lines go without.
  return use.countTokens(numbered) <= use.left ? numbered : shown({ ...result, what });
}

function numberedLines(text: string, fromLine: number): string {
  return text
    .split(/(?<=\n)/)
    .map((it, at) => `${fromLine + at}\t${it}`)
    .join("");
}

interface Shown {
  readonly seq: number;
  readonly what: string;
  readonly text: string;
  readonly again?: Again;
}

function shown({ seq, what, text, again }: Shown): string {
  const meaning = again?.kind === "same" ? `${what}: in view already, cite ctx:${again.seq}` : what;
  return fenced({ seq, what: meaning, text });
}

async function search(fields: Fields, { tools }: ToolUse): Promise<string> {
  const pattern = fields.text("pattern");
  if (pattern === undefined) throw MISSING("pattern");
  const [paths, maximum] = [fields.list("paths"), fields.number("maximum")];
  const result = await tools.search({
    pattern,
    ...(paths === undefined ? {} : { paths }),
    ...(maximum === undefined ? {} : { maximum }),
  });
  return shown({ ...result, what: result.more ? "search results (there are more)" : "search results" });
}

async function listNames(fields: Fields, { tools }: ToolUse): Promise<string> {
  const [path, depth] = [fields.text("path"), fields.number("depth")];
  const result = await tools.list({
    ...(path === undefined ? {} : { path }),
    ...(depth === undefined ? {} : { depth }),
  });
  return shown({ ...result, what: result.more ? "names (there are more)" : "names" });
}

const PART_TOKENS = 4000;
const MAXIMUM_PARTS = 32;

async function survey(fields: Fields, { tools }: ToolUse): Promise<string> {
  const result = await tools.survey({
    paths: fields.list("paths") ?? ["**"],
    partTokens: fields.number("part_tokens") ?? PART_TOKENS,
    maximumParts: Math.min(MAXIMUM_PARTS, fields.number("maximum_parts") ?? MAXIMUM_PARTS),
    groupBy: "file",
  });
  const parts = result.parts.map(
    (it) => `${it.fileCount} files, about ${it.tokenEstimate} tokens: ${it.first} … ${it.last}`,
  );
  const files = result.files?.map((it) => `${it.path} ${it.tokenEstimate}`) ?? parts;
  const unreadable = result.unreadable.map((it) => `unreadable: ${it.path} (${it.reason})`);
  const head = `${result.fileCount} files, about ${result.tokenEstimate} tokens`;
  return shown({ seq: result.seq, what: "survey", text: [head, ...files, ...unreadable].join("\n") });
}

async function openClaims(fields: Fields, { tools }: ToolUse): Promise<string> {
  const containing = fields.text("containing") ?? "";
  const { seq, claims } = await tools.openClaims(fields.list("tasks") ?? [], (it) => it.includes(containing));
  const lines = claims.map((it) => `${it.ref} ${it.status}: ${it.statement}`);
  return shown({ seq, what: `${claims.length} claims`, text: lines.join("\n") });
}

async function run(fields: Fields, { tools }: ToolUse): Promise<string> {
  const name = fields.text("name");
  if (name === undefined) throw MISSING("name");
  const result = await tools.run(name);
  return shown({ ...result, what: `${name}: exit code ${result.exitCode ?? "none"}` });
}
