/** For the tests of importers: files made of rows, read as a store would read them. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { FileCheckpoint } from "./checkpoint.ts";
import { fuller } from "./fuller.ts";
import { importFile, type FileOutcome, type ImportFileOptions } from "./import-file.ts";
import type { Imported, ImportedCompaction, ImportedItem, ImportedUsage, ImportProblem } from "./imported.ts";

/** A folder that is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cairn-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes rows as lines, or a text or bytes as they are; returns the path. */
export function write(folder: string, name: string, content: readonly unknown[] | string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const isText = typeof content === "string" || Buffer.isBuffer(content);
  writeFileSync(path, isText ? content : linesOf(content));
  return path;
}

export const linesOf = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

export function append(path: string, rows: readonly unknown[]): void {
  appendFileSync(path, linesOf(rows));
}

/** What a store would have after reading: one fact a key, the fuller one. */
export interface Stored {
  readonly items: readonly ImportedItem[];
  readonly usage: readonly ImportedUsage[];
  readonly compactions: readonly ImportedCompaction[];
  readonly problems: readonly ImportProblem[];
  readonly checkpoint: FileCheckpoint | null;
  readonly outcome: FileOutcome;
  /** All facts as they came. */
  readonly facts: readonly Imported[];
}

export function store(facts: readonly Imported[]): Pick<Stored, "items" | "usage" | "compactions" | "problems"> {
  const byKey = new Map<string, Exclude<Imported, ImportProblem>>();
  const problems: ImportProblem[] = [];
  for (const fact of facts) {
    if (fact.type === "problem") problems.push(fact);
    else byKey.set(fact.key, fuller(byKey.get(fact.key) ?? fact, fact));
  }
  const stored = [...byKey.values()];
  return {
    items: stored.filter((fact) => fact.type === "item"),
    usage: stored.filter((fact) => fact.type === "usage"),
    compactions: stored.filter((fact) => fact.type === "compaction"),
    problems,
  };
}

/** Reads a file to its end. */
export function read(path: string, options: ImportFileOptions = {}): Stored {
  const facts: Imported[] = [];
  let checkpoint: FileCheckpoint | null = null;
  const batches = importFile(path, options);
  for (let next = batches.next(); ; next = batches.next()) {
    if (next.done === true) return { ...store(facts), facts, checkpoint, outcome: next.value };
    facts.push(...next.value.facts);
    // As a store keeps it.
    checkpoint = JSON.parse(JSON.stringify(next.value.checkpoint)) as FileCheckpoint | null;
  }
}

/** Items as a person would list them: role, kind, tool, and what was delivered. */
export const told = ({ items }: Pick<Stored, "items">): unknown[] =>
  items.map(({ role, kind, tool, delivered }) => [role, kind, tool, delivered]);

/** Reads several files into one store, in that order. */
export function readAll(paths: readonly string[]): Pick<Stored, "items" | "usage" | "compactions" | "problems"> {
  return store(paths.flatMap((path) => read(path).facts));
}

/** Sum of a count over all usage. */
export function sum(
  usage: readonly ImportedUsage[],
  count: "inputTokens" | "outputTokens" | "cacheReadTokens" | "cacheWriteTokens",
): number {
  return usage.reduce((total, fact) => total + fact[count], 0);
}
