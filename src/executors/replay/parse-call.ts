/** The calls of a cassette as calls of the tools. A cassette may be made by hand: what does not fit is refused. */
import { RuntimeFailure } from "../../errors.ts";
import type { ExecutorTools, Observed, SurveyRequest, Usage } from "../executor.ts";
import type { RecordedCall } from "./cassette.ts";
import { isList, membersOf, type Json, type Members } from "./request.ts";

/** Returns what repeats a call. Errors: RuntimeFailure `input-invalid` for one that no tool takes. */
export function parseCall(call: RecordedCall): (tools: ExecutorTools) => Promise<unknown> {
  const given = membersOf(call.arguments);
  switch (call.tool) {
    case "survey": {
      const request = surveyOf(given);
      return (tools) => tools.survey(request);
    }
    case "read": {
      const path = text(given, "path");
      // As far as it went then: where the room ended a little earlier or later is no change of the file.
      const range = {
        ...optional(given, "fromLine", isNumber),
        ...optional(given, "toLine", isNumber),
        ...optional(membersOf(call.result), "toLine", isNumber),
      };
      return (tools) => tools.read(path, range);
    }
    case "openClaims": {
      const tasks = texts(given, "tasks");
      const kept = new Set(statementsOf(call.result));
      return (tools) => tools.openClaims(tasks, (statement) => kept.has(statement));
    }
    case "list": {
      const request = { ...optional(given, "path", isText), ...optional(given, "depth", isNumber) };
      return (tools) => tools.list(request);
    }
    case "search": {
      const request = {
        pattern: text(given, "pattern"),
        ...(given["paths"] === undefined ? {} : { paths: texts(given, "paths") }),
        ...optional(given, "maximum", isNumber),
      };
      return (tools) => tools.search(request);
    }
    case "run": {
      // One that ran is observed: only one that could not run comes here.
      const name = text(given, "name");
      return (tools) => tools.run(name);
    }
    default:
      throw invalid(`a call of ${JSON.stringify(call.tool.slice(0, 100))}`);
  }
}

/** What a call brought in from outside, to be observed again; null for a tool that is used again. */
export function observedOf({ tool, arguments: given, result }: RecordedCall): Observed | null {
  if (tool === "run") {
    const name = text(membersOf(given), "name");
    return { kind: "shell", tool: `run:${name}`, text: text(membersOf(result), "text"), command: name };
  }
  if (tool !== "observe") return null;
  const it = membersOf(given);
  const kind = text(it, "kind");
  return {
    kind: kind === "read" || kind === "shell" || kind === "search" || kind === "provider" ? kind : "other",
    tool: text(it, "tool"),
    text: text(it, "text"),
    ...optional(it, "path", isText),
    ...optional(it, "fromLine", isNumber),
    ...optional(it, "command", isText),
    ...optional(it, "durationMs", isNumber),
  };
}

/** Tokens that an executor took from the room itself. */
export function spentOf(given: Json): number {
  const { tokens } = membersOf(given);
  return isNumber(tokens) ? tokens : 0;
}

/** The usage that was told. */
export function usageOf(given: Json): Usage {
  const it = membersOf(given);
  const [input, output] = [it["inputTokens"], it["outputTokens"]];
  return {
    model: text(it, "model"),
    inputTokens: isNumber(input) ? input : 0,
    outputTokens: isNumber(output) ? output : 0,
    ...optional(it, "cachedInputTokens", isNumber),
  };
}

function surveyOf(it: Members): SurveyRequest {
  const [partTokens, maximumParts] = [it["partTokens"], it["maximumParts"]];
  if (!isNumber(partTokens) || !isNumber(maximumParts)) throw invalid("a survey without sizes");
  return {
    paths: texts(it, "paths"),
    ...(it["ignore"] === undefined ? {} : { ignore: texts(it, "ignore") }),
    ...optional(it, "first", isText),
    ...optional(it, "last", isText),
    ...optional(it, "before", isText),
    partTokens,
    maximumParts,
    groupBy: it["groupBy"] === "file" ? "file" : "directory",
  };
}

function statementsOf(result: Json): readonly string[] {
  const claims = membersOf(result)["claims"];
  if (claims === undefined || !isList(claims)) return [];
  return claims.flatMap((it) => {
    const { statement } = membersOf(it);
    return typeof statement === "string" ? [statement] : [];
  });
}

const isText = (value: Json | undefined): value is string => typeof value === "string";
const isNumber = (value: Json | undefined): value is number => typeof value === "number";

function text(it: Members, name: string): string {
  const value = it[name];
  if (isText(value)) return value;
  throw invalid(`a call without ${JSON.stringify(name)}`);
}

function texts(it: Members, name: string): readonly string[] {
  const value = it[name];
  if (value !== undefined && isList(value)) return value.filter(isText);
  throw invalid(`a call without the list ${JSON.stringify(name)}`);
}

function optional<N extends string, T>(
  it: Members,
  name: N,
  is: (value: Json | undefined) => value is T & Json,
): { readonly [key in N]?: T } {
  const value = it[name];
  return is(value) ? ({ [name]: value } as { readonly [key in N]: T }) : {}; // one member, of that name
}

function invalid(what: string): RuntimeFailure {
  return new RuntimeFailure("input-invalid", `the cassette holds ${what}`);
}
