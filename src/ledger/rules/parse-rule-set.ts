/** A user's redaction rules as they stand in a file. */
import { readJson } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { CustomRule, CustomRuleSet } from "./custom.ts";

const LARGEST_BYTES = 1024 * 1024;

/**
 * The rules of a JSON text: `{"rules": [{"kind", "pattern", "keyword"?, "ignoreCase"?}], "allow": ["pattern"]}`.
 *
 * Errors: RuntimeFailure `input-invalid` where it is no such thing; whether the patterns can be used is seen when they are.
 */
export function parseRuleSet(bytes: Uint8Array, name: string): CustomRuleSet {
  const read = readJson(bytes, { maximumLength: LARGEST_BYTES });
  if (!read.ok) throw invalid(name, "is no JSON");
  const row = memberOf(read.value);
  const { rules = [], allow = [] } = row ?? {};
  if (row === null || !Array.isArray(rules) || !Array.isArray(allow))
    throw invalid(name, "has no lists `rules` and `allow`");
  return {
    rules: rules.map((rule, at) => ruleOf(rule, `${name}: rule ${at + 1}`)),
    allow: allow.map((pattern) => {
      if (typeof pattern === "string") return pattern;
      throw invalid(name, "has something in `allow` that is no text");
    }),
  };
}

function ruleOf(value: unknown, name: string): CustomRule {
  const { kind, pattern, keyword, ignoreCase } = memberOf(value) ?? {};
  if (typeof kind !== "string" || typeof pattern !== "string") throw invalid(name, "needs a `kind` and a `pattern`");
  return {
    kind,
    pattern,
    ...(typeof keyword === "string" ? { keyword } : {}),
    ...(typeof ignoreCase === "boolean" ? { ignoreCase } : {}),
  };
}

function memberOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null;
}

function invalid(name: string, what: string): RuntimeFailure {
  return new RuntimeFailure("input-invalid", `${name} ${what}`);
}
