/**
 * What `ir check` and `packet check` have in common: files in, findings out.
 *
 * Exit codes: 0 no errors · 1 an error, or a file among several that could not be read · 2 none could be read.
 */
import type { Finding } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { failureLines, systemFailure } from "../print/failure.ts";
import { findingLines, type CheckedFile } from "../print/findings.ts";
import { printJson, printLines } from "../print/print.ts";

export interface CheckRequest {
  readonly files: readonly string[];
  readonly json: boolean;
  readonly check: (bytes: Uint8Array) => readonly Finding[];
}

interface Outcome extends CheckedFile {
  readonly isRead: boolean;
}

export async function checkDocuments(io: Io, request: CheckRequest): Promise<ExitCode> {
  if (request.files.filter((it) => it === "-").length > 1)
    throw new RuntimeFailure("usage", "standard input (-) can be given only once");
  const outcomes: Outcome[] = [];
  for (const file of request.files) outcomes.push(await checkOne(io, file, request));
  if (request.json)
    await printJson(
      io.out,
      outcomes.map(({ file, findings }) => ({ file, findings })),
    );
  else await printFindings(io, outcomes);
  if (outcomes.every((it) => !it.isRead)) return EXIT.misuse;
  return outcomes.some(({ findings }) => findings.some(({ level }) => level === "error")) ? EXIT.no : EXIT.done;
}

/** A file that cannot be read has one finding, which says so: nobody who reads the JSON takes it for a good one. */
async function checkOne(io: Io, file: string, { check }: CheckRequest): Promise<Outcome> {
  const { readDocument } = await import("../../app.ts");
  try {
    const bytes = await readDocument(file, () => io.input.chunks());
    return { file, findings: check(bytes), isRead: true };
  } catch (error) {
    const failure = error instanceof RuntimeFailure ? error : systemFailure(error);
    if (!failure) throw error;
    await printLines(io.err, failureLines(failure));
    const finding: Finding = {
      code: failure.code,
      level: "error",
      pointer: "",
      message: failure.message,
      line: 1,
      column: 1,
    };
    return { file, findings: [finding], isRead: false };
  }
}

/** What could not be read was said on standard error already. */
async function printFindings(io: Io, outcomes: readonly Outcome[]): Promise<void> {
  const read = outcomes.filter((it) => it.isRead);
  if (read.length > 0) await printLines(io.out, findingLines(read));
}
