/**
 * The tool `run`: a command that the task file allows, by its name, in the task's view of the workspace.
 */
import { RuntimeFailure } from "../../errors.ts";
import type { ToolText } from "../../executors/index.ts";
import { runProcess, type ProcessEnd } from "../checks/index.ts";
import { elapsedUs, type Room, type ToolContext } from "./context.ts";
import { deliverText } from "./deliver-text.ts";
import { fitEnds } from "./fit.ts";

const DEFAULT_TIMEOUT_MS = 120_000;
/** Share of the room that the output of one command may take. */
const OUTPUT_SHARE = 0.5;

export async function run(
  context: ToolContext,
  name: string,
  room: Room,
): Promise<ToolText & { readonly exitCode: number | null }> {
  const allowed = Object.hasOwn(context.commands, name) ? context.commands[name] : undefined;
  if (!allowed) throw new RuntimeFailure("input-invalid", unknownCommand(context, name));
  if (!context.trusted)
    throw new RuntimeFailure("not-trusted", `nobody allowed the command ${JSON.stringify(name)} of the task file`);
  const started = performance.now();
  const timeoutMs = allowed.timeout_ms ?? DEFAULT_TIMEOUT_MS;
  const { end, output } = await context.privately(async (place) => {
    const limits = { folder: place.root, workspace: place.root, timeoutMs, signal: context.signal };
    const ran = await runProcess(allowed.command, limits);
    return { end: ran.end, output: place.restored(ran.output) };
  }, context.signal);
  const delivered = await deliverText(context, room, {
    entry: {
      kind: "shell",
      tool: `run:${name}`,
      command: allowed.command.join(" "),
      rawText: `${sentence(end, timeoutMs)}\n${output}`,
      durationUs: elapsedUs(started),
    },
    share: OUTPUT_SHARE,
    fitting: fitEnds,
  });
  return { ...delivered, exitCode: end.kind === "exit" ? end.code : null };
}

function unknownCommand({ commands }: ToolContext, name: string): string {
  const names = Object.keys(commands);
  const known = names.length === 0 ? "the task file allows none" : `there are ${names.slice(0, 20).join(", ")}`;
  return `no command is named ${JSON.stringify(name.slice(0, 100))}; ${known}`;
}

function sentence(end: ProcessEnd, timeoutMs: number): string {
  switch (end.kind) {
    case "timed-out":
      return `not ended within ${timeoutMs} ms, and killed`;
    case "not-started":
      return `not started: ${end.message}`;
    case "exit":
      return end.code === null ? `ended by ${end.signal}` : `exit code ${end.code}`;
  }
}
