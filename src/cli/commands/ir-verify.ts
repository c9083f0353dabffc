/** `cairn ir verify`. Exit codes: 0 everything holds · 1 a hash is wrong, or a file is no longer what was read · 2. */
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { verificationLines } from "../print/ledger/documents.ts";
import { printJson, printLines } from "../print/print.ts";

interface Options extends JsonOption {
  readonly workspace?: string;
}

export const defineIrVerify: DefineCommand = (command, { io, action }) => {
  command
    .argument("<document>", "a Context-IR document; - is standard input")
    .option("--workspace <folder>", "compare what was read with the files below this folder")
    .option("--json", "print every item's verdict as JSON")
    .action(
      action(async (file: string, { workspace, json }: Options) => {
        const { chooseRedactor, loadContextIr, readerBelow, verifyDocument } = await import("../../app.ts");
        const readNow = workspace === undefined ? null : readerBelow(workspace);
        const document = await loadContextIr(file, () => io.input.chunks());
        const redactor = await chooseRedactor({});
        const verification = verifyDocument(document, { readNow, redact: (text) => redactor.redact(text).text });
        if (json) await printJson(io.out, verification);
        else await printLines(io.out, verificationLines(verification, workspace !== undefined));
        return verification.holds ? EXIT.done : EXIT.no;
      }),
    );
  withExamples(command, [
    ["is the document as it was written?", "ir verify session.json"],
    ["and are the files still what was read?", "ir verify session.json --workspace ."],
  ]);
};
