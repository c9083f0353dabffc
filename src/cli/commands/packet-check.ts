/** `cairn packet check`. */
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { checkDocuments } from "./check-documents.ts";

export const definePacketCheck: DefineCommand = (command, { io, action }) => {
  command
    .argument("<files...>", "state packets; - is standard input")
    .option("--json", "print every finding as JSON")
    .action(
      action(async (files: string[], { json }: JsonOption) => {
        const { checkPacketBytes } = await import("../../app.ts");
        return checkDocuments(io, { files, json: json === true, check: checkPacketBytes });
      }),
    );
  withExamples(command, [
    ["every rule broken, with its place in the file", "packet check packet.json"],
    ["the packets of a run", "export last --packets out && cairn packet check out/*.json"],
    ["for a program", "packet check --json - < packet.json"],
  ]);
};
