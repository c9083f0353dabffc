/**
 * The check `json_schema`: a JSON file of the workspace is valid by a schema of the task file.
 *
 * The validator (@cfworker/json-schema) interprets: it makes no code, opens no file and no connection, so that a `$ref`
 * to elsewhere is an error and no request. Schemas come from outside, and their `pattern`s are native expressions:
 * everything runs in a thread of its own that is ended at the deadline.
 *
 * What it does not do right by the official test suite is refused: `$dynamicRef` and `$dynamicAnchor`.
 * `format` is asserted for the formats it knows.
 */
import { Worker } from "node:worker_threads";
import { MAXIMUM_TEXT_BYTES, type Workspace } from "../workspace/index.ts";
import { failed, listed, passed, type CheckOutcome } from "./outcome.ts";

/** The thread's program, as text: it must run from TypeScript sources and from the built package alike. */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
import(workerData.library).then(({ Validator }) => {
  const schema = JSON.parse(workerData.schema);
  const instance = JSON.parse(workerData.instance);
  const { valid, errors } = new Validator(schema, workerData.draft, false).validate(instance);
  const findings = errors.filter((it) => !it.error.startsWith("A subschema had errors")).slice(0, 50)
    .map((it) => (it.instanceLocation + ": " + it.error).slice(0, 300));
  parentPort.postMessage({ valid, findings });
}).catch((error) => parentPort.postMessage({ error: String(error && error.message).slice(0, 500) }));
`;

const DRAFTS: readonly (readonly [name: string, draft: string])[] = [
  ["draft-04", "4"],
  ["draft-06", "7"],
  ["draft-07", "7"],
  ["2019-09", "2019-09"],
];

export interface JsonSchemaRequest {
  readonly path: string;
  /** The schema, or the path of its file below the folder of the task file. */
  readonly schema: unknown;
  /** The folder of the task file. */
  readonly folder: Workspace;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export async function checkJsonSchema(workspace: Workspace, request: JsonSchemaRequest): Promise<CheckOutcome> {
  const instance = workspace.readText(request.path, MAXIMUM_TEXT_BYTES);
  if (!instance.ok) return failed(`${JSON.stringify(request.path)} was not read: ${instance.reason}`);
  const schema = schemaText(request);
  if (!schema.ok) return failed(schema.reason);
  const refused = /"\$(?:dynamicRef|dynamicAnchor)"\s*:/.exec(schema.text);
  if (refused) return failed(`the schema uses ${refused[0].replace(/\s*:$/, "")}, which is not supported`);
  const answer = await validate(
    { schema: schema.text, instance: instance.value.text, draft: draftOf(schema.text) },
    request,
  );
  request.signal.throwIfAborted();
  if (answer.kind === "invalid") return failed(`not valid: ${listed(answer.findings)}`);
  return answer.kind === "valid" ? passed(`${request.path} is valid`) : failed(answer.reason);
}

function schemaText(request: JsonSchemaRequest): { ok: true; text: string } | { ok: false; reason: string } {
  if (typeof request.schema !== "string") return { ok: true, text: JSON.stringify(request.schema) };
  const read = request.folder.readText(request.schema.replace(/^(?:\.\/)+/, ""), MAXIMUM_TEXT_BYTES);
  return read.ok
    ? { ok: true, text: read.value.text }
    : { ok: false, reason: `the schema ${JSON.stringify(request.schema)} was not read: ${read.reason}` };
}

function draftOf(schema: string): string {
  const named = /"\$schema"\s*:\s*"([^"]*)"/.exec(schema)?.[1] ?? "";
  return DRAFTS.find(([name]) => named.includes(name))?.[1] ?? "2020-12";
}

type Answer =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly findings: readonly string[] }
  | { readonly kind: "failed"; readonly reason: string };

function validate(
  data: { schema: string; instance: string; draft: string },
  request: JsonSchemaRequest,
): Promise<Answer> {
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { ...data, library: import.meta.resolve("@cfworker/json-schema") },
    resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  return new Promise((resolve) => {
    const finish = (answer: Answer): void => {
      clearTimeout(deadline);
      request.signal.removeEventListener("abort", stop);
      void worker.terminate();
      resolve(answer);
    };
    const stop = (): void =>
      finish({ kind: "failed", reason: `the validation did not end within ${request.timeoutMs} ms` });
    const deadline = setTimeout(stop, request.timeoutMs);
    request.signal.addEventListener("abort", stop, { once: true });
    worker.on("message", (message: unknown) => finish(answerOf(message)));
    worker.on("error", (error) => finish({ kind: "failed", reason: `the validation failed: ${String(error)}` }));
    worker.on("exit", () => finish({ kind: "failed", reason: "the validation ended without an answer" }));
  });
}

function answerOf(message: unknown): Answer {
  const it = typeof message === "object" && message !== null ? message : {};
  if ("error" in it) return { kind: "failed", reason: `the validation failed: ${String(it.error)}` };
  if ("valid" in it && it.valid === true) return { kind: "valid" };
  const findings = "findings" in it && Array.isArray(it.findings) ? it.findings.map(String) : [];
  return { kind: "invalid", findings };
}
