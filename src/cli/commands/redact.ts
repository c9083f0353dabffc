/** `cairn redact`. Exit codes: 0 · 2. */
import { createReadStream } from "node:fs";
import { RuntimeFailure } from "../../errors.ts";
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { kindCounts } from "../print/ledger/items.ts";
import { printLines } from "../print/print.ts";
import { redactionOf, withRedaction, type RedactionOptions } from "../with-ledger.ts";

interface Options extends RedactionOptions, JsonOption {}

export const defineRedact: DefineCommand = (command, { io, action }) => {
  withRedaction(command.argument("<file>", "a text; - is standard input"))
    .option("--json", "print what was replaced as JSON, on standard error")
    .action(action((file: string, options: Options) => redact(io, file, options)));
  withExamples(command, [
    ["a log that can be shown around", "redact build.log > build.redacted.log"],
    ["between two programs", "kubectl logs api | cairn redact - | less"],
  ]);
};

async function redact(io: Io, file: string, options: Options): Promise<ExitCode> {
  const { chooseRedactor } = await import("../../app.ts");
  const redactor = await chooseRedactor(await redactionOf(io, options));
  const stream = redactor.stream();
  const decoder = new TextDecoder();
  const chunks: AsyncIterable<Uint8Array> = file === "-" ? io.input.chunks() : fileChunks(file);
  for await (const chunk of chunks) {
    if (!(await io.out.write(stream.push(decoder.decode(chunk, { stream: true }))))) return EXIT.done;
  }
  const pushed = stream.push(decoder.decode());
  const { text, counts } = stream.end();
  await io.out.write(pushed + text);
  const found = kindCounts(counts);
  if (options.json) await printLines(io.err, [JSON.stringify(counts)]);
  else await printLines(io.err, [found === "" ? "nothing was replaced" : `replaced: ${found}`]);
  return EXIT.done;
}

async function* fileChunks(file: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) yield chunk as Uint8Array;
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown reason";
    throw new RuntimeFailure("input-unreadable", `${file} cannot be read (${reason})`, { cause });
  }
}
