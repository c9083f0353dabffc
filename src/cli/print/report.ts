/** What replay, verify and export say when they are done. */
import type { BundleReport, ExportReport, ReplayReport, VerifyReport } from "../../app.ts";
import { bold, dim, green, red } from "./marks.ts";
import { counted } from "./numbers.ts";

/** Flaws that are shown one by one. */
const SHOWN = 20;

export function replayLines({ events, packetsCompared, bytesCompared, findings }: ReplayReport): string[] {
  const did = `${counted(events, "event")} replayed, ${counted(packetsCompared, "packet identity", "packet identities")} and the bytes of ${counted(bytesCompared, "packet")} compared`;
  if (findings.length === 0) return [`${green("✓")} ${did}: no difference`];
  const lines = findings.slice(0, SHOWN).map(({ seq, task, message }) => `  event ${seq}, ${bold(task)}: ${message}`);
  return [`${red("✗")} ${did}: ${counted(findings.length, "difference")}`, ...lines, ...moreLine(findings.length)];
}

export function verifyLines({ events, items, packets, documents, flaws }: VerifyReport): string[] {
  const did = `${counted(events, "event")}, ${counted(items, "ledger item")}, ${counted(packets, "packet")}, ${counted(documents, "Context-IR document")} checked`;
  if (flaws.length === 0) return [`${green("✓")} ${did}: everything is as it was recorded`];
  const [first] = flaws;
  const lines = flaws
    .slice(0, SHOWN)
    .map(({ part, where, message }) => `  ${bold(where)} ${message}${dim(` (${part})`)}`);
  return [
    `${red("✗")} ${counted(flaws.length, "flaw")}, the first in ${first?.where ?? "it"}`,
    ...lines,
    ...moreLine(flaws.length),
  ];
}

export function exportLines({ kind, files, count }: ExportReport): string[] {
  const noun = { events: "event", packets: "packet", "context-ir": "ledger item", evidence: "event" }[kind];
  const [first] = files;
  const last = files.at(-1);
  const names = files.length > 1 ? `${first} … ${last}` : (first ?? "none: nothing was recorded");
  return [`${green("✓")} ${counted(count, noun)} in ${counted(files.length, "file")}: ${names}`];
}

export function bundleLines(
  { run, files, bytes, events, items, contents, publicKey }: BundleReport,
  path: string,
): string[] {
  const what = `${counted(events, "event")}, ${counted(items, "ledger item")}, ${counted(contents, "cited content")}`;
  return [
    `${green("✓")} ${path}: ${what} of run ${run}, in ${counted(files, "file")} and ${counted(bytes, "byte")}`,
    dim(`  signed with the key ${publicKey}; check it with: cairn verify ${path}`),
  ];
}

function moreLine(count: number): string[] {
  return count > SHOWN ? [dim(`  ${count - SHOWN} more`)] : [];
}
