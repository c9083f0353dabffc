/** `cairn report`. Exit codes: 0 · 1 nothing in the ledger fits that · 2, also where another file is in the way. */
import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import type { ledger } from "../../app.ts";
import { RuntimeFailure } from "../../errors.ts";
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { byteCount } from "../print/numbers.ts";
import { printJson, printLines } from "../print/print.ts";
import { filterOf, withLedger, withLedgerOption, type LedgerOption } from "../with-ledger.ts";

interface Options extends LedgerOption, JsonOption {
  readonly output: string;
  readonly workspace?: string;
  readonly force?: boolean;
}

/** Files whose reads are compared with the disk. */
const COMPARED_FILES = 1000;
/** A page says within so many bytes that it is one of ours. */
const HEAD_BYTES = 1024;

export const defineReport: DefineCommand = (command, { io, action }) => {
  withLedgerOption(
    command.argument(
      "[session|project]",
      "a session's id or its beginning, or a project's folder (default: everything)",
    ),
  )
    .option("-o, --output <file>", "where the page goes; - for standard output", "report.html")
    .option(
      "--workspace <folder>",
      "compare what was read with the files below this folder (default: the project, if it is a folder here)",
    )
    .option("--force", "write over a file that is no report")
    .option("--json", "print what the page shows as JSON, and write no page")
    .action(action((subject: string | undefined, options: Options) => report(io, subject, options)));
  withExamples(command, [
    ["a session, as a page to look at or to hand on", "report 3f2a9c1e -o report.html"],
    ["all sessions of this project", "report . -o report.html"],
  ]);
};

async function report(io: Io, about: string | undefined, options: Options): Promise<ExitCode> {
  const target = options.output === "-" ? null : resolve(io.folder, options.output);
  const { gatherReport, renderReport, REPORT_MARK } = await import("../../app.ts");
  // Said before the work, not after it.
  if (target !== null && options.json !== true && options.force !== true) refuseToOverwrite(target, REPORT_MARK);
  return withLedger({ ...options, mode: "read" }, async (opened) => {
    const scope = scopeOf(io, opened, about);
    if (scope === null) {
      await printLines(io.err, ["nothing in the ledger fits that; see: cairn context summary --by session,project"]);
      return EXIT.no;
    }
    const workspace = options.workspace === undefined ? scope.workspace : resolve(io.folder, options.workspace);
    const reads =
      workspace === null
        ? null
        : { workspace, states: opened.readStates(scope.filter, { workspace, limit: COMPARED_FILES }) };
    const data = gatherReport({ ...scope, ask: opened.ask, madeAt: new Date().toISOString(), reads });
    if (options.json === true) await printJson(io.out, data);
    else if (target === null) await io.out.write(renderReport(data));
    else {
      const page = Buffer.from(renderReport(data));
      await writePage(target, page);
      await printLines(io.out, [`✓ ${options.output}: ${byteCount(page.length)}, opens in any browser`]);
    }
    return EXIT.done;
  });
}

interface Scope {
  readonly subject: ledger.ReportSubject;
  readonly filter: ledger.LedgerFilter;
  /** The folder whose files are compared, where it is known. */
  readonly workspace: string | null;
}

/** What the argument means: a session where one begins so, else a project; null where the ledger has neither. */
function scopeOf(io: Io, opened: ledger.SessionLedger, about: string | undefined): Scope | null {
  const hasItems = (filter: ledger.LedgerFilter): boolean =>
    opened.ask.summary(filter, { by: [], limit: 1 }).totals.items > 0;
  if (about === undefined) {
    return hasItems({}) ? { subject: { kind: "ledger", name: null }, filter: {}, workspace: null } : null;
  }
  const ofSession = filterOf(io, { session: about });
  if (/^[\w-]+$/.test(about) && hasItems(ofSession)) {
    return { subject: { kind: "session", name: about }, filter: ofSession, workspace: null };
  }
  const filter = filterOf(io, { project: about });
  if (!hasItems(filter)) return null;
  const name = filter.project ?? about;
  return { subject: { kind: "project", name }, filter, workspace: name.startsWith("/") ? existing(name) : null };
}

/** The folder, where it is one on this machine. */
function existing(path: string): string | null {
  try {
    closeSync(openSync(path, "r"));
    return path;
  } catch {
    return null;
  }
}

/** Errors: RuntimeFailure `usage` where something is in the way that is no report. */
function refuseToOverwrite(target: string, mark: string): void {
  let file: number;
  try {
    file = openSync(target, "r");
  } catch {
    // Not there, which is as it should be, or not to be read: then writing says so.
    return;
  }
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const length = readSync(file, head, 0, HEAD_BYTES, 0);
    if (length === 0 || head.toString("latin1", 0, length).includes(mark)) return;
  } catch {
    // A folder: said below.
  } finally {
    closeSync(file);
  }
  throw new RuntimeFailure("usage", `${target} is there and is no report; write over it with --force`);
}

/** Errors: RuntimeFailure `disk-full`, `input-unreadable`. */
async function writePage(target: string, content: Uint8Array): Promise<void> {
  const { writeWhole } = await import("../../app.ts");
  try {
    writeWhole(target, content);
  } catch (cause) {
    const isFull = cause instanceof Error && "code" in cause && cause.code === "ENOSPC";
    throw new RuntimeFailure(isFull ? "disk-full" : "input-unreadable", `${target} cannot be written`, { cause });
  }
}
