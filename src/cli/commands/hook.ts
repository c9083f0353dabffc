/**
 * `cairn hook`. Called by agents, not by people. Exit codes: 0 · 2 the agent is refused, with the reason on standard error.
 */
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { Argument } from "commander";
import { withExamples, withStore, type DefineCommand, type StoreOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { stopOnSignal } from "../live/stop.ts";

interface Options extends StoreOption {
  readonly agent: string;
}

const EVENTS = ["session-start", "pre-tool", "post-tool", "pre-compact", "subagent-stop", "stop"];
/** In place of an event: the resident process that the scripts ask. */
const SERVE = "serve";
/** What a hook is told at most; more is not read, and cannot be parsed then. */
const MAXIMUM_INPUT = 16 * 1024 * 1024;

export const defineHook: DefineCommand = (command, { io, action }) => {
  withStore(command.addArgument(new Argument("<event>", "what happened").choices([...EVENTS, SERVE])))
    .option("--agent <name>", "what the log calls the agent", "agent")
    .action(
      action((event: string, options: Options) => (event === SERVE ? serve(io, options) : hook(io, event, options))),
    );
  withExamples(command, [
    ["what `cairn init` writes into an agent's settings", "hook stop --agent claude < event.json"],
  ]);
};

async function hook(io: Io, event: string, options: Options): Promise<ExitCode> {
  const { handleHook, HOOK_EVENTS } = await import("../../hooks/index.ts");
  const name = HOOK_EVENTS.find((it) => it === event);
  if (name === undefined) return EXIT.done;
  const { agent, store } = options;
  const { signal } = new AbortController();
  const place = { folder: io.folder, agent, signal, ...(store === undefined ? {} : { store }) };
  const { out, err, exitCode } = await handleHook(name, await inputText(io), place);
  if (name === "session-start") await startResident(io, options);
  if (err !== "") await io.err.write(err);
  if (out !== "") await io.out.write(out);
  return exitCode;
}

async function inputText(io: Io): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of io.input.chunks()) {
    length += chunk.length;
    if (length > MAXIMUM_INPUT) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function socketOf(io: Io, store: string | undefined): Promise<string> {
  const { findProject, locateStore } = await import("../../app.ts");
  return join(dirname(locateStore(findProject(io.folder), store)), "hooks", "ask.sock");
}

/** Starts the resident process of the project, if the scripts are there and nobody serves yet. It outlives this one. */
async function startResident(io: Io, { store }: Options): Promise<void> {
  const { canServe, isServed } = await import("../../hooks/index.ts");
  const socket = await socketOf(io, store);
  if (!canServe(socket) || (await isServed(socket))) return;
  const words = ["hook", SERVE, ...(store === undefined ? [] : ["--store", store])];
  const main = process.argv[1] ?? "";
  spawn(process.execPath, [main, ...words], { cwd: io.folder, detached: true, stdio: "ignore" }).unref();
}

async function serve(io: Io, { store }: Options): Promise<ExitCode> {
  const { canServe, serveHooks } = await import("../../hooks/index.ts");
  const socket = await socketOf(io, store);
  if (!canServe(socket)) return EXIT.done;
  const stop = stopOnSignal(io, () => undefined);
  try {
    const place = { folder: io.folder, ...(store === undefined ? {} : { store }) };
    await serveHooks({ socket, place, mainFile: realpathSync(process.argv[1] ?? ""), signal: stop.signal });
    return stop.exitCode() ?? EXIT.done;
  } finally {
    stop.release();
  }
}
