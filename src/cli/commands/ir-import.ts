/** `cairn ir import`. Exit codes: 0 · 2. */
import { resolve } from "node:path";
import type { ledger } from "../../app.ts";
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { kindCounts } from "../print/ledger/items.ts";
import { counted, grouped } from "../print/numbers.ts";
import { printJson, printLines } from "../print/print.ts";
import {
  redactionOf,
  withLedger,
  withLedgerOption,
  withRedaction,
  type LedgerOption,
  type RedactionOptions,
} from "../with-ledger.ts";

interface Options extends LedgerOption, RedactionOptions, JsonOption {}

export const defineIrImport: DefineCommand = (command, { io, action }) => {
  withRedaction(withLedgerOption(command.argument("<files...>", "Context-IR documents; - is standard input")))
    .option("--json", "print the counts as JSON")
    .action(action((files: string[], options: Options) => importDocuments(io, files, options)));
  withExamples(command, [
    ["what another program recorded", "ir import session.json"],
    ["a series that cairn wrote elsewhere; items that are known stay as they are", "ir import out/context-*.json"],
  ]);
};

async function importDocuments(io: Io, files: readonly string[], options: Options): Promise<ExitCode> {
  const { loadContextIr } = await import("../../app.ts");
  const documents: ledger.TakenDocument[] = [];
  // All are read before any is taken in: one that is none changes nothing.
  for (const file of files) {
    const document = await loadContextIr(file, () => io.input.chunks());
    documents.push({ document, path: file === "-" ? "-" : resolve(io.folder, file) });
  }
  const choice = await redactionOf(io, options);
  const counts = await withLedger({ ...options, mode: "write" }, (opened) => opened.takeDocuments(documents, choice));
  const redacted = kindCounts(counts.redactions);
  if (options.json) {
    const { items, outputTokens, redactions } = counts;
    await printJson(io.out, { documents: documents.length, items, output_tokens: outputTokens, redactions });
  } else {
    const lines = [
      `${counted(counts.items, "new item")} from ${counted(documents.length, "document")}, ${grouped(counts.outputTokens)} tokens delivered`,
    ];
    await printLines(io.out, redacted === "" ? lines : [...lines, `redacted before anything was stored: ${redacted}`]);
  }
  return EXIT.done;
}
