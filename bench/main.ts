/**
 * Runs the parts that were asked for and prints their tables, as Markdown, on stdout; progress on stderr.
 *
 * Usage: npm run bench -- [part …] [--rounds N] [--steps N] [--dir FOLDER] [--depth N] [--megabytes N] [--no-peers]
 */
import { existsSync, statfsSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { importPart } from "./import.ts";
import { microPart, treePart } from "./other-parts.ts";
import { proxyPart } from "./proxy.ts";
import { tokensPart } from "./tokens.ts";
import { parallelPart, stepsPart, type Setting } from "./steps-part.ts";

const PARTS = ["steps", "parallel", "tree", "micro", "import", "proxy", "tokens"] as const;
const TMPFS = 0x01021994;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    dir: { type: "string", default: tmpdir() },
    steps: { type: "string", default: "10000" },
    depth: { type: "string", default: "5" },
    megabytes: { type: "string", default: "300" },
    "no-peers": { type: "boolean", default: false },
  },
});

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new Error(`--${name} is a whole number from 1 to ${most}`);
  return value;
}

function machine(folder: string): string {
  const [first] = cpus();
  const disk =
    statfsSync(folder).type === TMPFS ? "memory (tmpfs): nothing is durable, the disk is left out" : "a disk";
  return `Node ${process.version}, ${cpus().length} × ${first?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB; stores on ${disk}.`;
}

async function main(): Promise<void> {
  const unknown = positionals.filter((name) => !PARTS.some((part) => part === name));
  if (unknown.length > 0) throw new Error(`no part called ${unknown.join(", ")}; parts: ${PARTS.join(", ")}`);
  const wanted = (part: (typeof PARTS)[number]): boolean => positionals.length === 0 || positionals.includes(part);
  const peers = join(process.cwd(), "bench", "peers");
  const hasPeers = !values["no-peers"] && existsSync(join(peers, "node_modules"));
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const setting: Setting = {
    folder: resolve(values.dir),
    rounds: wholeNumber("rounds", values.rounds, 100),
    mostSteps: wholeNumber("steps", values.steps, 1_000_000),
    peers: hasPeers ? peers : null,
    print,
    say: (line) => void process.stderr.write(`bench: ${line}\n`),
  };
  print(`${machine(setting.folder)}\n\nMedian (least–most) of ${setting.rounds} rounds, the subjects taking turns.\n`);
  if (wanted("steps")) stepsPart(setting);
  if (wanted("parallel")) parallelPart(setting);
  if (wanted("tree")) treePart(setting, wholeNumber("depth", values.depth, 6));
  if (wanted("micro")) microPart(setting);
  if (wanted("import")) print(importPart(setting, wholeNumber("megabytes", values.megabytes, 10_000)));
  if (wanted("proxy")) print(await proxyPart(setting));
  if (wanted("tokens")) print(await tokensPart(setting));
}

await main();
