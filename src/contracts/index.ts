/**
 * What a document is: types, parsing, rules, canonical text and identity. Pure; imports nothing of ours.
 */
export type * from "./vocabulary.ts";
export type { Finding, Level, Result, RuleFinding } from "./findings.ts";
export { hasErrors } from "./findings.ts";
