/** A proxy with its log, its pins and its policy: over this process's own standard input and output, or on a port. */
import { once } from "node:events";
import { basename } from "node:path";
import { globOver, plainRedactor } from "../../app.ts";
import { Exchanges } from "./exchange.ts";
import { TOKEN_HEADER } from "./http-headers.ts";
import { proxyHttp } from "./http-proxy.ts";
import { ToolPins } from "./pins.ts";
import type { Policy } from "./policy.ts";
import { Recorder } from "./recorder.ts";
import { proxyStdio } from "./stdio-proxy.ts";
import { TrafficLog } from "./traffic.ts";

/** What is the same for both. */
export interface ProxyOptions {
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

export interface StdioProxySettings extends ProxyOptions {
  readonly command: string;
  readonly args: readonly string[];
}

/** Runs until the server ends, and returns its exit code. Errors: RuntimeFailure `usage` for names that cannot be used; the command cannot be started. */
export function runStdioProxy(settings: StdioProxySettings): Promise<number> {
  const { command, args, signal } = settings;
  const client = { input: process.stdin, output: process.stdout };
  return recorded(settings, (recorder, policy) => proxyStdio({ command, args, client, recorder, policy, signal }));
}

export interface HttpProxySettings extends ProxyOptions {
  readonly target: URL;
  readonly port: number;
  readonly token: string;
  readonly tokenPlace: string;
  /** Told the origin where clients find the server's paths, and the header for the token. */
  readonly onListening: (origin: string, tokenHeader: string) => void;
}

/** Runs until the signal says so. Errors: RuntimeFailure `usage` for names that cannot be used, or a port that cannot be had. */
export function runHttpProxy(settings: HttpProxySettings): Promise<void> {
  const { log, onListening, signal, warn } = settings;
  return recorded(settings, async (recorder, policy) => {
    const port = await proxyHttp({
      ...settings,
      policy,
      exchanges: new Exchanges(recorder, sessionOf(log)),
      onError: (error) => warn(error instanceof Error ? error.message : String(error)),
    });
    onListening(port.url, TOKEN_HEADER);
    if (!signal.aborted) await once(signal, "abort");
    await port.close();
  });
}

async function recorded<T>(
  options: ProxyOptions,
  work: (recorder: Recorder, policy: Policy | null) => Promise<T>,
): Promise<T> {
  const { server, log, warn } = options;
  const redact = plainRedactor();
  const policy = policyOf(options, redact);
  const traffic = new TrafficLog({ path: log, server, session: sessionOf(log), redact });
  const pins = new ToolPins(options.pins, server);
  try {
    return await work(new Recorder({ traffic, noticesOf: (message) => pins.compare(message), warn }), policy);
  } finally {
    await traffic.close();
    if (traffic.failure !== null) warn(`what passed could not be recorded: ${traffic.failure.message}`);
    else if (traffic.lost > 0) warn(`${traffic.lost} messages were too much to be recorded`);
  }
}

/** A log holds what one client and one server say, or, over HTTP, what all clients do. */
function sessionOf(log: string): string {
  return basename(log, ".jsonl");
}

function policyOf({ refuse, redact }: ProxyOptions, redactText: (text: string) => string): Policy | null {
  if (refuse.length === 0 && !redact) return null;
  return { refuses: refuse.length === 0 ? null : globOver(refuse), redact: redact ? redactText : null };
}
