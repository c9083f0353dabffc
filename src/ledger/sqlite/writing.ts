/**
 * Batches of facts on their way into the tables, one transaction at a time.
 *
 * WR1  A transaction holds facts and how far their sources were read, or neither (LS1).
 * WR2  What is remembered between transactions is forgotten when one of them fails.
 */
import { count, pack, type Database } from "../../sqlite/index.ts";
import type { ImportProblem } from "../import/imported.ts";
import type { PreparedFact, SourceBatch, SourceProgress, WriteCounts } from "../ledger-store.ts";
import { Contents } from "./contents.ts";
import { Dictionary, Scopes } from "./dictionaries.ts";
import { writeItem, type ItemTables, type Written } from "./item-writing.ts";
import { keyOf } from "./keys.ts";
import { NearRepeats } from "./near-repeats.ts";
import { RepeatGroups } from "./repeat-groups.ts";
import { Sums } from "./sums.ts";
import { microsOf } from "./time.ts";
import { writeCompaction, writeUsage } from "./usage-writing.ts";

const encoder = new TextEncoder();

type Counts = { -readonly [Name in keyof WriteCounts]: WriteCounts[Name] };

/** The tables of a ledger as writing sees them. */
export function createTables(database: Database): ItemTables {
  const names = new Dictionary(database, "names");
  const paths = new Dictionary(database, "paths");
  const contents = new Contents(database);
  const sums = new Sums();
  return {
    database,
    names,
    paths,
    contents,
    sums,
    scopes: new Scopes(database, { names, paths }),
    groups: new RepeatGroups(database, sums),
    near: new NearRepeats(database, contents),
    replaced: new Set(),
  };
}

/** Writes batches. */
export class Writing {
  readonly tables: ItemTables;
  readonly #spans = new Map<number, { first: number; last: number }>();
  #hasGone: boolean | null = null;

  constructor(tables: ItemTables) {
    this.tables = tables;
  }

  write(batches: readonly SourceBatch[]): WriteCounts {
    const { database } = this.tables;
    let isAgain = false;
    return this.attempt(() =>
      database.immediately(() => {
        // What was gathered was for the transaction before, which could not be finished.
        if (isAgain) this.#forget();
        isAgain = true;
        return this.#writeAll(batches);
      }),
    );
  }

  /** Runs work in which a transaction may fail (WR2). */
  attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  /** Ends what was gathered, inside a transaction. */
  finish(): void {
    const { database, contents, sums, replaced } = this.tables;
    contents.flush();
    sums.flush(database);
    for (const [scope, { first, last }] of this.#spans) {
      const sql =
        "UPDATE scopes SET first_us = min(coalesce(first_us, ?1), ?1), last_us = max(coalesce(last_us, ?2), ?2) WHERE id = ?3";
      database.run(sql, first, last, scope);
    }
    this.#spans.clear();
    const orphans = [...replaced].filter((id) => id !== 0 && !this.#isReferred(id));
    contents.remove(orphans);
    replaced.clear();
  }

  #writeAll(batches: readonly SourceBatch[]): WriteCounts {
    this.#hasGone = this.tables.database.get("SELECT 1 FROM gone LIMIT 1") !== null;
    const counts: Counts = {
      items: 0,
      grownItems: 0,
      usages: 0,
      compactions: 0,
      contents: 0,
      outputTokens: 0,
      redactions: {},
    };
    const before = this.tables.contents.added;
    const reached = new Map<string, SourceProgress>();
    for (const { facts, progress } of batches) {
      const source = this.#source(progress);
      if (progress.isFromStart) this.tables.database.run("DELETE FROM problems WHERE source = ?", source);
      for (const fact of facts) this.#writeFact(fact, source, counts);
      reached.set(progress.path, progress);
    }
    for (const progress of reached.values()) this.#writeProgress(progress);
    this.finish();
    counts.contents = this.tables.contents.added - before;
    return counts;
  }

  #writeFact(fact: PreparedFact, source: number, counts: Counts): void {
    const isGone = (key: Uint8Array): boolean => this.#isGone(key);
    switch (fact.type) {
      case "item": {
        const written = writeItem(this.tables, fact, { source, isGone });
        counts.items += Number(written === "new");
        counts.grownItems += Number(written === "grown");
        if (written === "new") addItem(counts, fact);
        this.#note(written, fact);
        return;
      }
      case "usage": {
        const written = writeUsage(this.tables, fact, isGone);
        counts.usages += Number(written === "new");
        this.#note(written, fact);
        return;
      }
      case "compaction": {
        const written = writeCompaction(this.tables, fact, isGone);
        counts.compactions += Number(written === "new");
        this.#note(written, fact);
        return;
      }
      case "problem":
        this.#writeProblem(fact, source);
    }
  }

  /** Widens the span of a scope. */
  #note(written: Written, { scope, createdAt }: Exclude<PreparedFact, ImportProblem>): void {
    if (written === "known") return;
    const id = this.tables.scopes.number(scope);
    const at = microsOf(createdAt);
    const span = this.#spans.get(id);
    if (span === undefined) this.#spans.set(id, { first: at, last: at });
    else this.#spans.set(id, { first: Math.min(span.first, at), last: Math.max(span.last, at) });
  }

  #writeProblem({ line, code, message, count: times = 1 }: ImportProblem, source: number): void {
    const sql = "INSERT INTO problems (source, line, code, message, times) VALUES (?, ?, ?, ?, ?)";
    this.tables.database.run(sql, source, line, code, message, times);
  }

  #source({ path, shownPath }: SourceProgress): number {
    const { database } = this.tables;
    const key = keyOf(path);
    const row = database.get("SELECT id FROM sources WHERE key = ?", key);
    if (row !== null) return count(row, "id");
    return database.run("INSERT INTO sources (key, path) VALUES (?, ?)", key, shownPath).lastId;
  }

  #writeProgress({ path, checkpoint, stamp }: SourceProgress): void {
    if (checkpoint === null) return;
    const body = pack(encoder.encode(JSON.stringify(checkpoint)));
    const sql = "UPDATE sources SET checkpoint = ?, size = ?, mtime_ms = ? WHERE key = ?";
    this.tables.database.run(sql, body, stamp?.size ?? null, stamp?.mtimeMs ?? null, keyOf(path));
  }

  #isGone(key: Uint8Array): boolean {
    return this.#hasGone === true && this.tables.database.get("SELECT 1 FROM gone WHERE key = ?", key) !== null;
  }

  #isReferred(content: number): boolean {
    return this.tables.database.get("SELECT 1 FROM items WHERE content = ? LIMIT 1", content) !== null;
  }

  #forget(): void {
    const { names, paths, scopes, contents, sums, near, replaced } = this.tables;
    for (const part of [names, paths, scopes, contents, near]) part.forget();
    sums.forget();
    replaced.clear();
    this.#spans.clear();
  }
}

function addItem(
  counts: Counts,
  { outputTokens, redactions }: { outputTokens: number; redactions: Counts["redactions"] },
): void {
  counts.outputTokens += outputTokens;
  const sum = { ...counts.redactions };
  for (const [kind, times] of Object.entries(redactions)) sum[kind] = (sum[kind] ?? 0) + times;
  counts.redactions = sum;
}
