/**
 * Hands a run over as files: its events, its tasks' packets, or what entered its contexts as Context-IR documents.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalText, identity, type ContextIrDocument, type StatePacket } from "../contracts/index.ts";
import { parentOf, type Engine } from "../engine/index.ts";
import { contextIrSeries, type WindowItem } from "../ledger/index.ts";
import { RuntimeFailure } from "../errors.ts";
import { makeFolders } from "../folders.ts";
import { evidenceEntries } from "./evidence-entries.ts";
import { replayRun } from "./replay.ts";
import type { LedgerItem, Store } from "./store.ts";

export type ExportKind = "events" | "packets" | "context-ir" | "evidence";

export interface ExportReport {
  readonly kind: ExportKind;
  readonly files: readonly string[];
  /** Events, packets or items that the files hold. */
  readonly count: number;
}

export interface ExportRequest {
  readonly run: string;
  readonly kind: ExportKind;
  /** Made where it is missing. Files that are there under the same names are replaced. */
  readonly folder: string;
}

interface Source {
  readonly store: Store;
  readonly engine: Engine;
}

/** Writes the files. Errors: RuntimeFailure `input-unreadable` (the folder), `disk-full`, those of the store. */
export function exportRun(source: Source, request: ExportRequest): ExportReport {
  mkdir(request.folder);
  switch (request.kind) {
    case "events":
      return exportEvents(source, request);
    case "packets":
      return exportPackets(source, request);
    case "context-ir":
      return exportContextIr(source, request);
    case "evidence":
      return exportEvidence(source, request);
  }
}

function mkdir(folder: string): void {
  try {
    makeFolders(folder);
  } catch (cause) {
    throw new RuntimeFailure("input-unreadable", `the folder ${folder} cannot be made`, { cause });
  }
}

function write(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  try {
    writeFileSync(path, text);
  } catch (cause) {
    const isFull = cause instanceof Error && "code" in cause && cause.code === "ENOSPC";
    throw new RuntimeFailure(isFull ? "disk-full" : "input-unreadable", `${path} cannot be written`, { cause });
  }
  return path;
}

function exportEvents({ store }: Source, { run, folder }: ExportRequest): ExportReport {
  const lines = [...store.events(run)].map((event) => `${canonicalText(event)}\n`);
  return { kind: "events", files: [write(folder, "events.jsonl", lines.join(""))], count: lines.length };
}

function exportEvidence({ store }: Source, { run, folder }: ExportRequest): ExportReport {
  const lines = [...evidenceEntries(run, store.events(run))].map((entry) => `${canonicalText(entry)}\n`);
  return { kind: "evidence", files: [write(folder, "evidence.jsonl", lines.join(""))], count: lines.length };
}

/** The newest packet of every task that ever was, each under its task's id. */
function exportPackets({ store, engine }: Source, { run, folder }: ExportRequest): ExportReport {
  const packets = new Map<string, StatePacket>();
  replayRun(store, engine, {
    run,
    onEvent: (event, state) => {
      const packet = state.tasks.get(event.task)?.packet;
      if (packet) packets.set(event.task, packet);
    },
  });
  const files = [...packets].map(([task, packet]) =>
    write(folder, `${task}.json`, `${JSON.stringify(packet, null, 2)}\n`),
  );
  return { kind: "packets", files, count: files.length };
}

function exportContextIr(source: Source, { run, folder }: ExportRequest): ExportReport {
  const documents = contextIrDocuments(source, run);
  const files = documents.map((document, at) =>
    write(folder, documentName(at), `${JSON.stringify(document, null, 2)}\n`),
  );
  return { kind: "context-ir", files, count: documents.reduce((sum, it) => sum + it.items.length, 0) };
}

/** The name of the n-th document of a run, from 0. */
export function documentName(at: number): string {
  return `context-${String(at + 1).padStart(5, "0")}.json`;
}

/** Everything that entered a run's contexts, as documents that fit the format's bounds. Errors: `store-damaged`. */
export function contextIrDocuments(source: Source, run: string): readonly ContextIrDocument[] {
  const packets = deliveredPackets(source, run);
  const items = [...source.store.items(run)].map((item): WindowItem => ({
    ...item,
    content: contentOf(source.store, item, packets),
  }));
  const created = source.store.run(run)?.createdAt ?? new Date(0).toISOString();
  return [...contextIrSeries(items, { createdAt: created })];
}

const decoder = new TextDecoder();

function contentOf(store: Store, item: LedgerItem, packets: ReadonlyMap<string, string>): string {
  if (item.role === "packet") return packets.get(item.contentSha256) ?? "";
  const bytes = store.blob(item.contentSha256);
  if (!bytes) throw new RuntimeFailure("store-damaged", `the content of item ${item.seq} is not in the store`);
  return decoder.decode(bytes);
}

/** Packets are not stored each time they are delivered: replay makes their bytes again. By identity. */
function deliveredPackets({ store, engine }: Source, run: string): ReadonlyMap<string, string> {
  const wanted = new Set<string>();
  for (const item of store.items(run)) if (item.role === "packet") wanted.add(item.contentSha256);
  const packets = new Map<string, string>();
  replayRun(store, engine, {
    run,
    onEvent: (event, state) => {
      // A child's end changes its parent's packet too.
      for (const task of [event.task, parentOf(event.task) ?? ""]) {
        const packet = state.tasks.get(task)?.packet;
        if (packet && wanted.has(identity(packet))) packets.set(identity(packet), canonicalText(packet));
      }
    },
  });
  return packets;
}
