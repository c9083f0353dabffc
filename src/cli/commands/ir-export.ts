/** `cairn ir export`. Exit codes: 0 · 1 there is nothing to export · 2. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ledger } from "../../app.ts";
import { RuntimeFailure } from "../../errors.ts";
import { makeFolders } from "../../folders.ts";
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { counted } from "../print/numbers.ts";
import { printJson, printLines } from "../print/print.ts";
import {
  filterOf,
  withFilter,
  withLedger,
  withLedgerOption,
  type FilterOptions,
  type LedgerOption,
} from "../with-ledger.ts";

interface Options extends LedgerOption, FilterOptions, JsonOption {
  readonly all?: string;
}

export const defineIrExport: DefineCommand = (command, { io, action }) => {
  withFilter(withLedgerOption(command))
    .option("--all <folder>", "everything that is kept, as a series of documents in this folder")
    .option("--json", "with --all, print the names of the files as JSON")
    .action(
      action((options: Options) =>
        withLedger({ ...options, mode: "read" }, (opened) =>
          options.all === undefined
            ? exportNewest(io, opened, options)
            : exportAll(io, opened, { ...options, all: options.all }),
        ),
      ),
    );
  withExamples(command, [
    [
      "the newest 128 items of a session, as one document on standard output",
      "ir export --session 3f2a9c1e > context.json",
    ],
    ["all of a project, for any tool that reads Context-IR", "ir export --project . --all out"],
    ["what entered the contexts of a run of cairn's own", "export last --context-ir out"],
  ]);
};

async function exportNewest(io: Io, opened: ledger.SessionLedger, options: Options): Promise<ExitCode> {
  const document = opened.newestWindow(filterOf(io, options));
  if (document === null) {
    await printLines(io.err, ["nothing in the ledger fits that"]);
    return EXIT.no;
  }
  await printJson(io.out, document);
  return EXIT.done;
}

async function exportAll(
  io: Io,
  opened: ledger.SessionLedger,
  options: Options & { readonly all: string },
): Promise<ExitCode> {
  const folder = resolve(io.folder, options.all);
  const files: string[] = [];
  let items = 0;
  for (const document of opened.allWindows(filterOf(io, options))) {
    const name = join(folder, `context-${String(files.length + 1).padStart(5, "0")}.json`);
    write(folder, name, `${JSON.stringify(document, null, 2)}\n`);
    files.push(name);
    items += document.items.length;
  }
  if (options.json) await printJson(io.out, files);
  else
    await printLines(io.out, [
      `${counted(items, "item")} in ${counted(files.length, "document")}: ${files[0] ?? "nothing in the ledger fits that"}${files.length > 1 ? ` … ${files.at(-1)}` : ""}`,
    ]);
  return files.length === 0 ? EXIT.no : EXIT.done;
}

function write(folder: string, name: string, text: string): void {
  try {
    makeFolders(folder);
    writeFileSync(name, text);
  } catch (cause) {
    const isFull = cause instanceof Error && "code" in cause && cause.code === "ENOSPC";
    throw new RuntimeFailure(isFull ? "disk-full" : "input-unreadable", `${name} cannot be written`, { cause });
  }
}
