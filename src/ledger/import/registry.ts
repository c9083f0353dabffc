/** The formats that can be imported, and which of them a file is of. */
import { homedir } from "node:os";
import { cairnEvents } from "./cairn-events.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";
import type { Importer } from "./imported.ts";
import { otel } from "./otel.ts";
import { mcpLog } from "./mcp-log.ts";
import { anthropicLog, openaiLog } from "./provider-log.ts";

/** All importers, in the order in which they are asked: what tells the files of a format from all others comes first. */
export const IMPORTERS: readonly Importer[] = [
  cairnEvents,
  gemini,
  otel,
  mcpLog,
  codex,
  anthropicLog,
  openaiLog,
  claudeCode,
];

/** Bytes from the start of a file by which its format is recognised. */
export const HEAD_BYTES: number = 16 * 1024;

/** The importer for a file, by its path and how it begins; null where none knows it. */
export function importerFor(path: string, head: string, importers: readonly Importer[] = IMPORTERS): Importer | null {
  return importers.find((importer) => importer.recognises(path, head)) ?? null;
}

/** Where the clients keep their logs by default, each place once. */
export function defaultRoots(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  home: string = homedir(),
): readonly string[] {
  return [...new Set(IMPORTERS.flatMap((importer) => importer.roots?.(environment, home) ?? []))];
}
