/** A proxy over this process's own standard input and output, with its log, its pins and its policy. */
import { globOver, plainRedactor } from "../../app.ts";
import { pinTools } from "./pins.ts";
import type { Policy } from "./policy.ts";
import { proxyStdio } from "./stdio-proxy.ts";
import { TrafficLog } from "./traffic.ts";

export interface RunProxyOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** What the log and the pins call the server. */
  readonly server: string;
  readonly log: string;
  readonly pins: string;
  /** Names of tools that are refused; `*` stands for anything. */
  readonly refuse: readonly string[];
  readonly redact: boolean;
  /** Tells a person, on standard error. */
  readonly warn: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Runs until the server ends, and returns its exit code. Errors: RuntimeFailure `usage` for names that cannot be used; the command cannot be started. */
export async function runStdioProxy(options: RunProxyOptions): Promise<number> {
  const { command, args, server, log, pins, warn, signal } = options;
  const redact = plainRedactor();
  const traffic = new TrafficLog({ path: log, server, session: log, redact });
  try {
    return await proxyStdio({
      command,
      args,
      client: { input: process.stdin, output: process.stdout },
      traffic,
      policy: policyOf(options, redact),
      onServerMessage: (message) => {
        for (const { tool, what } of pinTools(pins, server, message))
          warn(
            what === "new"
              ? `${server} has a new tool: ${tool}`
              : `${server} says something else of its tool ${tool} now: look at it`,
          );
      },
      signal,
    });
  } finally {
    await traffic.close();
    if (traffic.failure !== null) warn(`what passed could not be recorded: ${traffic.failure.message}`);
    else if (traffic.lost > 0) warn(`${traffic.lost} messages were too much to be recorded`);
  }
}

function policyOf({ refuse, redact }: RunProxyOptions, redactText: (text: string) => string): Policy | null {
  if (refuse.length === 0 && !redact) return null;
  return { refuses: globOver(refuse), redact: redact ? redactText : null };
}
