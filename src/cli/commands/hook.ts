/** `cairn hook`. Exit codes: 0 · 2 the agent is refused, with the reason on standard error. Called by agents, not by people. */
import { Argument } from "commander";
import { withExamples, withStore, type DefineCommand, type StoreOption } from "../definition.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";

interface Options extends StoreOption {
  readonly agent: string;
}

const EVENTS = ["session-start", "pre-tool", "post-tool", "pre-compact", "subagent-stop", "stop"];
/** What a hook is told at most; more is not read, and cannot be parsed then. */
const MAXIMUM_INPUT = 16 * 1024 * 1024;

export const defineHook: DefineCommand = (command, { io, action }) => {
  withStore(command.addArgument(new Argument("<event>", "what happened").choices(EVENTS)))
    .option("--agent <name>", "what the log calls the agent", "agent")
    .action(action((event: string, options: Options) => hook(io, event, options)));
  withExamples(command, [
    ["what `cairn init` writes into an agent's settings", "hook stop --agent claude < event.json"],
  ]);
};

async function hook(io: Io, event: string, { agent, store }: Options): Promise<ExitCode> {
  const { handleHook, HOOK_EVENTS } = await import("../../hooks/index.ts");
  const name = HOOK_EVENTS.find((it) => it === event);
  if (name === undefined) return 0;
  const { signal } = new AbortController();
  const place = { folder: io.folder, agent, signal, ...(store === undefined ? {} : { store }) };
  const { out, err, exitCode } = await handleHook(name, await inputText(io), place);
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
