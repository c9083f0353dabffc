/**
 * What a command of the protocol `lines` may ask for: the tools of an invocation, by JSON. Everything that comes in is
 * checked member by member; a request that makes no sense is answered with an error, and the work goes on.
 */
import { RuntimeFailure } from "../../errors.ts";
import type { ExecutorTools, Usage } from "../executor.ts";

/** A request of the command, as it came: `tool` names what it asks for. */
export type ToolRequest = Readonly<Record<string, unknown>>;

/** Returns what the tool delivered, in the words of the exchange. Errors: RuntimeFailure, those of the tools and `input-invalid`. */
export async function useTool(tools: ExecutorTools, request: ToolRequest): Promise<unknown> {
  const { tool } = request;
  switch (tool) {
    case "read":
      return read(tools, request);
    case "list": {
      const path = optional(request, "path", text);
      const depth = optional(request, "depth", count);
      return tools.list({ ...(path === undefined ? {} : { path }), ...(depth === undefined ? {} : { depth }) });
    }
    case "search": {
      const paths = optional(request, "paths", texts);
      const maximum = optional(request, "maximum", count);
      const pattern = needed(request, "pattern", text);
      return tools.search({
        pattern,
        ...(paths === undefined ? {} : { paths }),
        ...(maximum === undefined ? {} : { maximum }),
      });
    }
    case "survey":
      return survey(tools, request);
    case "open_claims":
      return openClaims(tools, request);
    case "run": {
      const { exitCode, ...output } = await tools.run(needed(request, "name", text));
      return { ...output, exit_code: exitCode };
    }
    case "source_of":
      return sourceOf(tools, needed(request, "seq", count));
    default:
      throw invalid("tool", "one of read, list, search, survey, open_claims, run, source_of");
  }
}

async function read(tools: ExecutorTools, request: ToolRequest): Promise<unknown> {
  const path = needed(request, "path", text);
  const fromLine = optional(request, "from_line", count);
  const toLine = optional(request, "to_line", count);
  const it = await tools.read(path, {
    ...(fromLine === undefined ? {} : { fromLine }),
    ...(toLine === undefined ? {} : { toLine }),
  });
  const { seq, text: delivered, more } = it;
  return { seq, path: it.path, text: delivered, from_line: it.fromLine, to_line: it.toLine, more };
}

async function survey(tools: ExecutorTools, request: ToolRequest): Promise<unknown> {
  const place = (name: "first" | "last" | "before"): Readonly<Record<string, string>> => {
    const value = optional(request, name, text);
    return value === undefined ? {} : { [name]: value };
  };
  const ignore = optional(request, "ignore", texts);
  const groupBy = optional(request, "group_by", text) ?? "directory";
  const it = await tools.survey({
    paths: optional(request, "paths", texts) ?? ["**"],
    ...(ignore === undefined ? {} : { ignore }),
    ...place("first"),
    ...place("last"),
    ...place("before"),
    partTokens: needed(request, "part_tokens", count),
    maximumParts: needed(request, "maximum_parts", count),
    groupBy: groupBy === "file" ? "file" : "directory",
  });
  const { seq, unreadable } = it;
  return {
    seq,
    file_count: it.fileCount,
    token_estimate: it.tokenEstimate,
    files: it.files?.map(({ path, tokenEstimate }) => ({ path, token_estimate: tokenEstimate })) ?? null,
    parts: it.parts.map(({ first, last, fileCount, tokenEstimate }) => ({
      first,
      last,
      file_count: fileCount,
      token_estimate: tokenEstimate,
    })),
    unreadable,
  };
}

async function openClaims(tools: ExecutorTools, request: ToolRequest): Promise<unknown> {
  const containing = optional(request, "containing", text) ?? "";
  const { seq, claims } = await tools.openClaims(needed(request, "tasks", texts), (it) => it.includes(containing));
  return {
    seq,
    claims: claims.map(({ evidenceRefs, ...claim }) => ({ ...claim, evidence_refs: evidenceRefs })),
  };
}

async function sourceOf(tools: ExecutorTools, seq: number): Promise<unknown> {
  const source = await tools.sourceOf(seq);
  return source ? { path: source.path, from_line: source.fromLine, to_line: source.toLine } : null;
}

/** The usage that a command tells. Errors: RuntimeFailure `input-invalid`. */
export function usageOf(value: unknown): Usage {
  if (typeof value !== "object" || value === null) throw invalid("usage", "an object");
  const members = { ...value };
  const cached = optional(members, "cached_input_tokens", count);
  return {
    model: needed(members, "model", text),
    inputTokens: needed(members, "input_tokens", count),
    outputTokens: needed(members, "output_tokens", count),
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
  };
}

type Parse<T> = (value: unknown, name: string) => T;

const MAXIMUM_TEXT = 65_536;
const MAXIMUM_TEXTS = 1000;

const text: Parse<string> = (value, name) => {
  if (typeof value === "string" && value.length <= MAXIMUM_TEXT) return value;
  throw invalid(name, `a text of at most ${MAXIMUM_TEXT} characters`);
};

const texts: Parse<readonly string[]> = (value, name) => {
  if (Array.isArray(value) && value.length <= MAXIMUM_TEXTS) return value.map((it) => text(it, name));
  throw invalid(name, `a list of at most ${MAXIMUM_TEXTS} texts`);
};

const count: Parse<number> = (value, name) => {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw invalid(name, "a whole number");
};

function needed<T>(request: ToolRequest, name: string, parse: Parse<T>): T {
  return parse(request[name], name);
}

function optional<T>(request: ToolRequest, name: string, parse: Parse<T>): T | undefined {
  const value = request[name];
  return value === undefined || value === null ? undefined : parse(value, name);
}

function invalid(name: string, expected: string): RuntimeFailure {
  return new RuntimeFailure("input-invalid", `${JSON.stringify(name)} is to be ${expected}`);
}
