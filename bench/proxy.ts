/** Calls of a tool through the proxy beside the same calls to the same server directly, taking turns call by call. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { digits } from "./numbers.ts";
import type { ProxyJob } from "./proxy-job.ts";
import type { Setting } from "./steps-part.ts";
import { table } from "./table.ts";

const TOKEN = "bench-token-of-this-run";
const WARM_UP = 500;
const CALLS = 3000;
const SIZES = [200, 10_000, 200_000] as const;
/** Large answers take longer, and say as much with fewer. */
const CALLS_LARGE = 600;
const LARGE = 100_000;

/** Makes a call and waits for its answer, whose length it returns. */
type Call = (id: number, bytes: number) => Promise<number>;

interface Way {
  readonly call: Call;
  close(): void;
}

const beside = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const SERVER = beside("./proxy-server.js");

const messageOf = (id: number, bytes: number): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "text", arguments: { bytes } } });

function start(argv: readonly string[]): ChildProcess {
  return spawn(process.execPath, argv, { stdio: ["pipe", "pipe", "inherit"] });
}

function overStdio(child: ChildProcess): Way {
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error("a child without pipes");
  let onLine: (line: string) => void = () => undefined;
  createInterface({ input: stdout }).on("line", (line) => onLine(line));
  return {
    call: (id, bytes) =>
      new Promise((resolve) => {
        onLine = (line) => resolve(line.length);
        stdin.write(`${messageOf(id, bytes)}\n`);
      }),
    close: () => void stdin.end(),
  };
}

function overHttp(port: number, path: string): Way {
  const agent = new Agent({ keepAlive: true });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "cairn-token": TOKEN,
  };
  return {
    call: (id, bytes) =>
      new Promise((resolve, reject) => {
        const sent = request({ host: "127.0.0.1", port, path, method: "POST", agent, headers }, (answer) => {
          let length = 0;
          answer.on("data", (chunk: Buffer) => (length += chunk.length));
          answer.once("end", () => resolve(length));
        });
        sent.once("error", reject);
        sent.end(messageOf(id, bytes));
      }),
    close: () => agent.destroy(),
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error("a child without pipes");
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return Number(line.toString());
}

interface Times {
  readonly direct: readonly number[];
  readonly through: readonly number[];
}

async function measure(direct: Way, through: Way, bytes: number): Promise<Times> {
  const times = { direct: [] as number[], through: [] as number[] };
  const calls = bytes > LARGE ? CALLS_LARGE : CALLS;
  for (let id = 0; id < WARM_UP + calls; id += 1) {
    const lengths: number[] = [];
    for (const [name, { call }] of [["direct", direct] as const, ["through", through] as const]) {
      const begun = performance.now();
      lengths.push(await call(id, bytes));
      if (id >= WARM_UP) times[name].push(performance.now() - begun);
    }
    if (lengths[0] !== lengths[1]) throw new Error(`answers of ${lengths.join(" and ")} bytes: the proxy changed one`);
  }
  return times;
}

/** The value that so many of a hundred are below. */
function percentile(values: readonly number[], hundredth: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * hundredth) / 100))] ?? Number.NaN;
}

interface Kind {
  readonly name: string;
  readonly ways: (folder: string) => Promise<readonly [direct: Way, through: Way]>;
}

const proxyArgv = (job: Partial<ProxyJob>, folder: string): string[] => [
  beside("./proxy-job.js"),
  JSON.stringify({ folder, token: TOKEN, redact: false, ...job }),
];

const stdio = (redact: boolean): Kind["ways"] => {
  const command = [process.execPath, SERVER, "stdio"];
  return (folder) =>
    Promise.resolve([overStdio(start([SERVER, "stdio"])), overStdio(start(proxyArgv({ command, redact }, folder)))]);
};

const http =
  (path: string, redact: boolean): Kind["ways"] =>
  async (folder) => {
    // One server for both: it is the way to it that is measured.
    const server = start([SERVER, "http"]);
    const port = await portOf(server);
    const proxy = start(proxyArgv({ url: `http://127.0.0.1:${port}`, redact }, folder));
    const through = overHttp(await portOf(proxy), path);
    const close = (): void => {
      through.close();
      proxy.kill();
      server.kill();
    };
    return [overHttp(port, path), { ...through, close }];
  };

const KINDS: readonly Kind[] = [
  { name: "stdio", ways: stdio(false) },
  { name: "stdio, --redact", ways: stdio(true) },
  { name: "HTTP, JSON", ways: http("/", false) },
  { name: "HTTP, events", ways: http("/stream", false) },
  { name: "HTTP, events, --redact", ways: http("/stream", true) },
];

/** The table of this part. */
export async function proxyPart({ folder, say }: Pick<Setting, "folder" | "say">): Promise<string> {
  const own = mkdtempSync(join(folder, "cairn-bench-proxy-"));
  const rows: string[][] = [];
  try {
    for (const { name, ways } of KINDS) {
      for (const bytes of SIZES) {
        say(`proxy: ${name}, ${bytes} bytes`);
        const [direct, through] = await ways(own);
        const times = await measure(direct, through, bytes);
        direct.close();
        through.close();
        const [[d50, t50], [d99, t99]] = [50, 99].map((it) => [
          percentile(times.direct, it),
          percentile(times.through, it),
        ]) as [[number, number], [number, number]];
        rows.push([`${name}, ${bytes} bytes`, ...[d50, t50, t50 - d50, d99, t99, t99 - d99].map(digits)]);
      }
    }
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  const head = ["ms a call", "median, direct", "through", "added", "p99, direct", "through", "added"];
  return `\n### The recording proxy beside a direct connection\n\n${table(head, rows)}\n`;
}
