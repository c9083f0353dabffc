/**
 * The tables of a ledger, and how a ledger of an older version becomes one of this version.
 *
 * D1  Everything that repeats is a number: names (tools, clients, models, triggers), paths, scopes.
 * D2  `sums` and `path_sums` hold every item ever recorded, kept or pruned; they are what answers count with, and the
 *     tables of totals are the same, coarser, so that no answer has to add up a million rows. `items` holds
 *     those that are kept. `gone` remembers the keys of pruned facts, so that reading a log again brings nothing back.
 * D3  Times are microseconds since 1970, days are days since 1970. Keys and source paths are the first 16 bytes of their
 *     SHA-256. Absent text in a unique key is 0 or ''.
 * D4  Contents are stored once, by hash; several together are deflated as one pack (contents.ts).
 */
import type { FileFormat } from "../../sqlite/index.ts";

/** Items from so many delivered tokens on are in the index by cost. */
export const LARGE_TOKENS = 256;

/** What is summed up of items. */
export const SUM_COLUMNS = [
  "items",
  "input_tokens",
  "output_tokens",
  "tokens_saved",
  "tokens_repeated",
  "errors",
  "duration_us",
] as const;

function sumTable(name: string, keys: string): string {
  const columns = [...keys.split(", "), ...SUM_COLUMNS].map((column) => `${column} INTEGER NOT NULL`);
  return `CREATE TABLE ${name} (${columns.join(", ")}, PRIMARY KEY (${keys})) STRICT, WITHOUT ROWID;`;
}

const FIRST = `
  CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE paths (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE scopes (
    id INTEGER PRIMARY KEY,
    client INTEGER NOT NULL,
    session TEXT NOT NULL,
    project INTEGER NOT NULL,
    agent TEXT NOT NULL,
    agent_type TEXT,
    first_us INTEGER,
    last_us INTEGER,
    UNIQUE (session, client, project, agent)
  ) STRICT;
  CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,
    path TEXT NOT NULL,
    size INTEGER,
    mtime_ms REAL,
    checkpoint BLOB
  ) STRICT;
  CREATE TABLE items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key BLOB NOT NULL UNIQUE,
    scope INTEGER NOT NULL,
    role INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    tool INTEGER NOT NULL,
    path INTEGER NOT NULL,
    command TEXT,
    pattern TEXT,
    created_us INTEGER NOT NULL,
    duration_us INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    delivered_length INTEGER NOT NULL,
    produced_length INTEGER,
    content INTEGER NOT NULL,
    is_error INTEGER NOT NULL,
    is_repeat INTEGER NOT NULL,
    is_cut INTEGER NOT NULL,
    subject INTEGER,
    media TEXT,
    redactions TEXT,
    spawned TEXT,
    source INTEGER NOT NULL,
    line INTEGER NOT NULL,
    message_id TEXT
  ) STRICT;
  CREATE INDEX items_by_scope ON items (scope, created_us);
  CREATE INDEX items_by_time ON items (created_us);
  CREATE INDEX items_by_content ON items (content, scope, created_us);
  CREATE INDEX items_by_path ON items (path, created_us) WHERE path <> 0;
  CREATE INDEX items_by_subject ON items (scope, subject, created_us) WHERE subject IS NOT NULL;
  CREATE INDEX items_by_cost ON items (output_tokens, scope, kind, tool, role, path, created_us) WHERE output_tokens >= ${LARGE_TOKENS};
  CREATE TABLE contents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256 BLOB NOT NULL UNIQUE,
    pack INTEGER NOT NULL,
    start INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX contents_by_pack ON contents (pack);
  CREATE TABLE packs (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
  CREATE VIRTUAL TABLE words USING fts5 (
    text, content='', contentless_delete=1, detail=none, tokenize="unicode61 remove_diacritics 0"
  );
  INSERT INTO words (words, rank) VALUES ('hashsize', 4194304);
  ${sumTable("sums", "scope, day, kind, tool, role")}
  ${sumTable("path_sums", "path, scope, day, kind, tool, role")}
  CREATE INDEX path_sums_by_scope ON path_sums (scope);
  ${sumTable("day_totals", "day, kind, tool, role")}
  ${sumTable("scope_totals", "scope")}
  ${sumTable("path_totals", "path")}
  CREATE TABLE redaction_sums (
    scope INTEGER NOT NULL, day INTEGER NOT NULL, kind INTEGER NOT NULL, times INTEGER NOT NULL,
    PRIMARY KEY (scope, day, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE redacted_items (item INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE repeats (
    content INTEGER NOT NULL, scope INTEGER NOT NULL,
    times INTEGER NOT NULL, tokens_repeated INTEGER NOT NULL, first_item INTEGER NOT NULL, last_us INTEGER NOT NULL,
    PRIMARY KEY (content, scope)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX repeats_by_cost ON repeats (tokens_repeated);
  CREATE INDEX repeats_by_scope ON repeats (scope);
  CREATE TABLE near_repeats (
    item INTEGER PRIMARY KEY, scope INTEGER NOT NULL, earlier INTEGER NOT NULL, permille INTEGER NOT NULL, tokens_repeated INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX near_repeats_by_cost ON near_repeats (tokens_repeated);
  CREATE TABLE usages (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,
    scope INTEGER NOT NULL,
    model INTEGER NOT NULL,
    created_us INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL, cache_read_tokens INTEGER NOT NULL, cache_write_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL, reasoning_tokens INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX usages_by_scope ON usages (scope, created_us);
  CREATE INDEX usages_by_time ON usages (created_us);
  CREATE TABLE usage_sums (
    scope INTEGER NOT NULL, day INTEGER NOT NULL, model INTEGER NOT NULL,
    responses INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL, cache_read_tokens INTEGER NOT NULL, cache_write_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL, reasoning_tokens INTEGER NOT NULL,
    PRIMARY KEY (scope, day, model)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE compactions (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,
    scope INTEGER NOT NULL,
    created_us INTEGER NOT NULL,
    cause INTEGER NOT NULL,
    tokens_before INTEGER,
    is_partial INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX compactions_by_scope ON compactions (scope, created_us);
  CREATE TABLE compaction_sums (scope INTEGER NOT NULL, day INTEGER NOT NULL, times INTEGER NOT NULL, PRIMARY KEY (scope, day)) STRICT, WITHOUT ROWID;
  CREATE TABLE problems (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL,
    line INTEGER NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    times INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX problems_by_source ON problems (source);
  CREATE TABLE gone (key BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
`;

export const LEDGER_FORMAT: FileFormat = {
  noun: "ledger",
  applicationId: 0x63_61_72_6c, // "carl"
  migrations: [FIRST],
  missingHint: "take in the sessions that are on this machine with: cairn import",
};
