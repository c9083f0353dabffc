/**
 * `cairn packet try`.
 *
 * Exit codes: 0 accepted, or waiting for checks · 1 rejected · 2 a document could not be read or is none.
 */
import type { TryResult } from "../../app.ts";
import { RuntimeFailure } from "../../errors.ts";
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { printJson, printLines } from "../print/print.ts";
import { tryLines } from "../print/trial.ts";

interface Options extends JsonOption {
  readonly task?: string;
  readonly ledger?: string;
}

type Files = Options & { readonly packet: string; readonly proposal: string };

export const definePacketTry: DefineCommand = (command, { io, action }) => {
  command
    .argument("<packet>", "state packet; - is standard input")
    .argument("<proposal>", "proposal; - is standard input")
    .option("--task <file>", "task file: what the requirements mean, which checks there are")
    .option("--ledger <context-ir>", "Context-IR document whose items count as visible evidence")
    .option("--json", "print {accepted, rejections, packet} as JSON")
    .action(
      action((packet: string, proposal: string, options: Options) => tryProposal(io, { ...options, packet, proposal })),
    );
  withExamples(command, [
    [
      "all reasons against a proposal at once; nothing is changed",
      "packet try packet.json proposal.json --ledger context.json",
    ],
    ["the packet that would follow", "packet try --json packet.json - < proposal.json | jq .packet"],
  ]);
};

async function tryProposal(io: Io, files: Files): Promise<ExitCode> {
  const names = [files.packet, files.proposal, files.task, files.ledger];
  if (names.filter((it) => it === "-").length > 1)
    throw new RuntimeFailure("usage", "only one of the documents can be standard input (-)");
  const { readDocument, tryFiles } = await import("../../app.ts");
  const read = (path: string): Promise<Uint8Array> => readDocument(path, () => io.input.chunks());
  const outcome = await tryFiles({
    packet: await read(files.packet),
    proposal: await read(files.proposal),
    ...(files.task === undefined ? {} : { task: await read(files.task) }),
    ...(files.ledger === undefined ? {} : { ledger: await read(files.ledger) }),
  });
  if (!outcome.ok) {
    const path = files[outcome.document] ?? outcome.document;
    throw new RuntimeFailure("input-invalid", `${path} is no ${DOCUMENT_NAMES[outcome.document]}`, {
      details: { path, findings: outcome.findings },
    });
  }
  if (files.json) await printJson(io.out, asJson(outcome.result));
  else await printLines(io.out, tryLines(outcome.result));
  return outcome.result.rejections.length > 0 ? EXIT.no : EXIT.done;
}

const DOCUMENT_NAMES = { packet: "state packet", task: "task file", ledger: "Context-IR document" } as const;

/** The documented members in their order; `pending` only where checks decide. */
function asJson({ accepted, rejections, packet, pending }: TryResult): unknown {
  return { accepted, rejections, packet, ...(pending.length > 0 ? { pending } : {}) };
}
