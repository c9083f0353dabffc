/**
 * Reads one file with its importer, from the beginning or from where the last reading stopped.
 *
 * F1 Reading in two pieces, cut at any byte, gives the same facts (by key, the fuller one) as reading at once.
 * F2 A batch and its checkpoint belong together: who stores both at once never loses or doubles a fact.
 * F3 Nothing in a file stops it: what cannot be read is a problem among the facts.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { continues, endsOf, type FileCheckpoint } from "./checkpoint.ts";
import type { Imported, Importer, ImportProblem, LineReader } from "./imported.ts";
import { FILE_START, LineSource, type LineOptions } from "./lines.ts";
import { HEAD_BYTES, importerFor, IMPORTERS } from "./registry.ts";
import { createReports } from "./reports.ts";
import { isWholeRow } from "./rows.ts";
import { createSourceFile } from "./source-file.ts";

export interface ImportFileOptions {
  /** Where the last reading stopped. */
  readonly checkpoint?: FileCheckpoint | null;
  /** Formats to choose from; default: all. */
  readonly importers?: readonly Importer[];
  /** Bytes of the file after which a batch is given. */
  readonly batchBytes?: number;
  readonly maxLineBytes?: number;
  /** Only usage (and problems) is wanted: much faster, as most lines need not be parsed. Default: all facts. */
  readonly only?: "usage";
}

/** Facts of a part of a file, and where to go on once they are stored. */
export interface ImportBatch {
  readonly facts: readonly Imported[];
  /** Null where nothing could be read. */
  readonly checkpoint: FileCheckpoint | null;
  /** Bytes of the file that the batch covers. */
  readonly bytes: number;
}

export interface FileOutcome {
  readonly status: "read" | "unchanged" | "not-recognised" | "unreadable";
  /** The importer's name; null where none knows the file. */
  readonly importer: string | null;
  /** The file was rewritten since the checkpoint and was read from its beginning. */
  readonly restarted: boolean;
  /** A last line that is not whole yet: it is read when it is. */
  readonly waiting: { readonly line: number; readonly offset: number; readonly bytes: number } | null;
  /** Rows that gave no fact, by type. */
  readonly tally: Readonly<Record<string, number>>;
}

const BATCH_BYTES = 2 * 1024 * 1024;
/** Read at once: no more than there is, so that many small files cost little. */
const MIN_CHUNK_BYTES = 16 * 1024;
const MAX_CHUNK_BYTES = 1024 * 1024;

/**
 * The facts of a file that are new since the checkpoint, batch by batch; the generator returns how it went.
 *
 * Errors: none for what is wrong with the file; it is among the facts.
 */
export function* importFile(path: string, options: ImportFileOptions = {}): Generator<ImportBatch, FileOutcome> {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (error) {
    yield unreadable(path, error);
    return outcome({ status: "unreadable" });
  }
  try {
    return yield* readOpen({ path, descriptor, options });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    yield unreadable(path, error);
    return outcome({ status: "unreadable" });
  } finally {
    closeSync(descriptor);
  }
}

interface OpenFile {
  readonly path: string;
  readonly descriptor: number;
  readonly options: ImportFileOptions;
}

function* readOpen(file: OpenFile): Generator<ImportBatch, FileOutcome> {
  const { size, mtimeMs } = fstatSync(file.descriptor);
  const { checkpoint: known = null, only } = file.options;
  if (known !== null && known.only === only && known.size === size && known.mtimeMs === mtimeMs) {
    return outcome({ status: "unchanged", importer: known.importer });
  }
  const goesOn = known !== null && (known.only ?? null) === (only ?? null) && continues(file.descriptor, size, known);
  const importers = file.options.importers ?? IMPORTERS;
  const head = headOf(file.descriptor);
  const importer = goesOn
    ? (importers.find(({ name }) => name === known.importer) ?? null)
    : importerFor(file.path, head, importers);
  if (importer === null) return outcome({ status: "not-recognised" });
  const isDocument = importer.isDocument?.(head) ?? false;
  const start: Start = { importer, from: goesOn && !isDocument ? known : null, size, mtimeMs };
  const rest = yield* isDocument ? readDocument(file, start) : readLines(file, start);
  return outcome({
    status: "read",
    importer: importer.name,
    restarted: known !== null && !goesOn && !isDocument,
    ...rest,
  });
}

interface Start {
  readonly importer: Importer;
  readonly from: FileCheckpoint | null;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Bytes that a document may have: it is read at once. */
export const MAX_DOCUMENT_BYTES: number = 64 * 1024 * 1024;

function* readDocument(file: OpenFile, start: Start): Generator<ImportBatch, Pick<FileOutcome, "waiting" | "tally">> {
  const { path, descriptor } = file;
  const { importer, size, mtimeMs } = start;
  const facts: Imported[] = [];
  let tally: FileOutcome["tally"] = {};
  if (size > MAX_DOCUMENT_BYTES) {
    const message = `${path}:1 has ${size} bytes and was left out; of a document more than ${MAX_DOCUMENT_BYTES} are not read`;
    facts.push({ type: "problem", code: "too-large", message, file: path, line: 1, offset: 0 });
  } else {
    const reader = importer.open(createSourceFile(path), null);
    const wanted = (fact: Imported): boolean => isWanted(fact, file.options.only);
    const line = { text: wholeText(descriptor, size), line: 1, offset: 0 };
    for (const fact of reader.read(line)) if (wanted(fact)) facts.push(fact);
    for (const fact of reader.end(true)) if (wanted(fact)) facts.push(fact);
    tally = reader.tally?.() ?? {};
  }
  const position = { offset: size, line: 1, midLine: false };
  const checkpoint = {
    version: 1,
    importer: importer.name,
    position,
    size,
    mtimeMs,
    ...endsOf(descriptor, size),
    state: null,
    ...(file.options.only === undefined ? {} : { only: file.options.only }),
  } as const;
  yield { facts, bytes: size, checkpoint };
  return { waiting: null, tally };
}

const isWanted = ({ type }: Imported, only: ImportFileOptions["only"]): boolean =>
  only === undefined || type === only || type === "problem";

function wholeText(descriptor: number, size: number): string {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  for (let got = 1; got > 0 && filled < size; filled += got)
    got = readSync(descriptor, bytes, filled, size - filled, filled);
  const text = bytes.toString("utf8", 0, filled);
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function* readLines(file: OpenFile, start: Start): Generator<ImportBatch, Pick<FileOutcome, "waiting" | "tally">> {
  const { path, descriptor, options } = file;
  const reader = start.importer.open(createSourceFile(path), start.from?.state ?? null);
  const reports = createReports(path);
  const source = openSource({ file, start, reader, reports });
  const batchBytes = options.batchBytes ?? BATCH_BYTES;
  let facts: Imported[] = [];
  let batchStart = source.position().offset;
  const { only } = options;
  const add = (more: Iterable<Imported>): void => {
    for (const fact of more) if (isWanted(fact, only)) facts.push(fact);
  };
  const batch = (isLast: boolean): ImportBatch => {
    add(reader.end(isLast));
    add(reports.drain(isLast));
    const position = source.position();
    const bytes = position.offset - batchStart;
    // Until all is read, the size is that of what was read: a later reading must not take the file for unchanged.
    const { size, mtimeMs } = isLast ? start : { size: position.offset, mtimeMs: 0 };
    const ends = endsOf(descriptor, position.offset);
    // The reader goes on with what it has; a checkpoint stays as it was taken.
    const state = isLast ? reader.state() : structuredClone(reader.state());
    const done: ImportBatch = {
      facts,
      bytes,
      checkpoint: {
        version: 1,
        importer: start.importer.name,
        ...(only === undefined ? {} : { only }),
        position,
        size,
        mtimeMs,
        ...ends,
        state,
      },
    };
    facts = [];
    batchStart = position.offset;
    return done;
  };
  for (let line = source.next(); line !== null; line = source.next()) {
    add(reader.read(line));
    if (line.offset - batchStart >= batchBytes) yield batch(false);
  }
  const last = source.rest();
  if (last !== null && isWholeRow(last.text)) {
    source.takeRest();
    add(reader.read(last));
  }
  yield batch(true);
  return { waiting: waitingOf(source), tally: reader.tally?.() ?? {} };
}

function openSource(about: {
  file: OpenFile;
  start: Start;
  reader: LineReader;
  reports: ReturnType<typeof createReports>;
}): LineSource {
  const { file, start, reader, reports } = about;
  const { maxLineBytes } = file.options;
  const from = start.from?.position ?? FILE_START;
  const read = (target: Buffer, position: number): number =>
    readSync(file.descriptor, target, 0, target.length, position);
  return new LineSource(read, {
    from,
    chunkBytes: Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, start.size - from.offset + 1)),
    ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
    ...passOverOf(file, start, reader),
    report: ({ code, reason, ...place }) => reports.line(code, place, reason),
  });
}

function passOverOf({ options }: OpenFile, { importer }: Start, reader: LineReader): Pick<LineOptions, "passOver"> {
  const passOver = reader.passOver?.bind(reader);
  const mayHoldUsage = options.only === "usage" ? importer.mayHoldUsage?.bind(importer) : undefined;
  if (mayHoldUsage === undefined) return passOver === undefined ? {} : { passOver };
  return {
    passOver: (bytes, start, end) => !mayHoldUsage(bytes, start, end) || passOver?.(bytes, start, end) === true,
  };
}

function waitingOf(source: LineSource): FileOutcome["waiting"] {
  const { offset, line } = source.position();
  return source.waitingBytes === 0 ? null : { line: line + 1, offset, bytes: source.waitingBytes };
}

function headOf(descriptor: number): string {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  const got = readSync(descriptor, head, 0, HEAD_BYTES, 0);
  const text = head.toString("utf8", 0, got);
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function outcome(known: Pick<FileOutcome, "status"> & Partial<FileOutcome>): FileOutcome {
  return { importer: null, restarted: false, waiting: null, tally: {}, ...known };
}

function unreadable(path: string, error: unknown): ImportBatch {
  const reason = isSystemError(error) ? error.code : "unknown reason";
  const message = `${path}: cannot be read (${reason})`;
  const problem: ImportProblem = { type: "problem", code: "missing-file", message, file: path, line: 0 };
  return { facts: [problem], checkpoint: null, bytes: 0 };
}

const isSystemError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && "code" in error && typeof error.code === "string";
