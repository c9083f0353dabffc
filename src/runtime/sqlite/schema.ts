/**
 * The tables, and how a store of an older version becomes one of this version.
 *
 * D1  `application_id` says that the file is ours, `user_version` which of these steps it has seen.
 * D2  Hashes are 32-byte blobs. Text that came from outside is in JSON, which is stored as bytes or has its NULs and
 *     lone surrogates escaped: as TEXT, SQLite cuts it at the one and replaces the other.
 * D3  Tables with large rows have a rowid: WITHOUT ROWID spills what passes a quarter of a page into pages of its own
 *     (5.1 kB a step instead of 1.7 kB, measured). Their rows lie in the order of commits, so that many runs that
 *     advance together share the page that is written.
 */
export const APPLICATION_ID = 0x6361726e; // "carn"

/** One step a version: index n leads from version n to n + 1. A step that was released is never edited. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE runs (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    parent INTEGER,
    fork_seq INTEGER NOT NULL,
    fork_items INTEGER NOT NULL,
    hash BLOB NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE TABLE heads (
    run INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    item_seq INTEGER NOT NULL,
    item_hash BLOB NOT NULL,
    updated_at TEXT NOT NULL,
    outcome TEXT
  ) STRICT;
  CREATE TABLE events (
    run INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_place ON events (run, seq);
  CREATE TABLE items (
    run INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    event_seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    task TEXT NOT NULL,
    role TEXT NOT NULL,
    kind TEXT NOT NULL,
    created_at TEXT NOT NULL,
    words TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    duration_us INTEGER NOT NULL,
    content BLOB NOT NULL,
    first_line INTEGER NOT NULL,
    line_count INTEGER NOT NULL,
    source BLOB,
    PRIMARY KEY (run, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE blobs (
    sha256 BLOB NOT NULL UNIQUE,
    body BLOB NOT NULL
  ) STRICT;
  CREATE TABLE snapshots (
    run INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX snapshots_place ON snapshots (run, seq);
  CREATE TABLE leases (
    run INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL,
    holder TEXT,
    pid INTEGER NOT NULL,
    started TEXT,
    machine TEXT NOT NULL,
    granted_ms INTEGER NOT NULL,
    ttl_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE mailbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    hash BLOB NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX mailbox_run ON mailbox (run);
  `,
];

export const SCHEMA_VERSION: number = MIGRATIONS.length;
