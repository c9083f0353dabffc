/** The conformance cases of single documents, through the functions behind `cairn packet check` and `cairn ir check`. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkContextIr, checkPacket } from "../../src/contracts/index.ts";
import type { Finding, Level } from "../../src/contracts/index.ts";

interface Case {
  readonly name: string;
  readonly kind: "packet" | "context-ir";
  readonly document?: unknown;
  readonly raw?: string;
  readonly expect: { readonly errors: readonly string[]; readonly warnings: readonly string[]; readonly notes?: readonly string[] };
}

const casesOf = (file: string): readonly Case[] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as readonly Case[];

/** Stands in for the ledger's redactor, of which these cases ask no more than a GitHub token. */
const redact = (text: string): string => text.replaceAll(/ghp_[A-Za-z0-9]{36}/g, "[github-token]");

const codes = (findings: readonly Finding[], level: Level): string[] =>
  [...new Set(findings.filter((finding) => finding.level === level).map((finding) => finding.code))].sort();

const check = (one: Case): readonly Finding[] => {
  const text = one.raw ?? JSON.stringify(one.document);
  return one.kind === "packet" ? checkPacket(text) : checkContextIr(text, { redact });
};

describe.each(["packet.json", "context-ir.json"])("%s", (file) => {
  it.each(casesOf(file))("$name", (one) => {
    const findings = check(one);
    expect(codes(findings, "error")).toEqual([...one.expect.errors].sort());
    expect(codes(findings, "warning")).toEqual([...one.expect.warnings].sort());
    expect(codes(findings, "note")).toEqual([...(one.expect.notes ?? codes(findings, "note"))].sort());
  });

  it.each(casesOf(file).filter((one) => one.document !== undefined))("$name, as indented bytes with a byte order mark", (one) => {
    const bytes = new TextEncoder().encode(`\uFEFF${JSON.stringify(one.document, null, 2)}\r\n`);
    const found = one.kind === "packet" ? checkPacket(bytes) : checkContextIr(bytes, { redact });
    expect(codes(found, "error")).toEqual([...one.expect.errors].sort());
  });
});
