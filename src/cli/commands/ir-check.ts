/** `cairn ir check`. */
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { checkDocuments } from "./check-documents.ts";

interface Options extends JsonOption {
  readonly workspace?: string;
}

export const defineIrCheck: DefineCommand = (command, { io, action }) => {
  command
    .argument("<files...>", "Context-IR documents; - is standard input")
    .option("--workspace <folder>", "also note items whose file there is no longer what was read (IR-STALE)")
    .option("--json", "print every finding as JSON")
    .action(
      action(async (files: string[], { workspace, json }: Options) => {
        const { contextIrChecker } = await import("../../app.ts");
        return checkDocuments(io, { files, json: json === true, check: contextIrChecker(workspace) });
      }),
    );
  withExamples(command, [
    ["every rule broken, with its place in the file", "ir check session.json"],
    ["compare what was read with what is there now", "ir check --workspace . out/context-*.json"],
    ["for a program", "ir check --json - < session.json"],
  ]);
};
