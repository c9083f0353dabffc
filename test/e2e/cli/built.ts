/** The command as its users start it: the built file, in a process of its own. */
import { execFileSync, spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { fileURLToPath } from "node:url";

const projectRoot: string = fileURLToPath(new URL("../../..", import.meta.url));
export const mainFile: string = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/** Builds `dist/` where it is not what the sources say. Throws with the compiler's findings. */
export function ensureDist(): void {
  const script = [
    'import { ensureBuilt } from "./scripts/build.mjs";',
    'import { withSetupLock } from "./scripts/setup-lock.mjs";',
    "withSetupLock(() => ensureBuilt());",
  ];
  execFileSync(process.execPath, ["--input-type=module", "-e", script.join("\n")], { cwd: projectRoot, stdio: "pipe" });
}

export interface ProcessOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly environment?: NodeJS.ProcessEnv;
  readonly stdio?: StdioOptions;
}

export interface Ended {
  /** Exit code, or the signal that ended the process. */
  readonly end: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the command; what it prints is collected in `output`. */
export function start(
  argv: readonly string[],
  options: ProcessOptions = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ended>; readonly output: () => Ended } {
  const child = spawn(process.execPath, [mainFile, ...argv], {
    cwd: options.cwd ?? projectRoot,
    env: { ...process.env, NO_COLOR: "1", ...options.environment },
    stdio: options.stdio ?? "pipe",
  });
  const texts = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (texts.stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (texts.stderr += text));
  child.stdin?.on("error", () => undefined); // a command that needs no input does not wait for it
  child.stdin?.end(options.input ?? "");
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ end: code ?? signal, ...texts }));
  });
  return { child, ended, output: () => ({ end: child.exitCode, ...texts }) };
}

/** Runs the command to its end. */
export function run(argv: readonly string[], options: ProcessOptions = {}): Promise<Ended> {
  return start(argv, options).ended;
}

/** Resolves when a condition holds; it is asked many times a second. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Runs jobs, a few at a time, and returns what they return, in order. */
export async function inParallel<T, R>(
  entries: readonly T[],
  atOnce: number,
  job: (entry: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...entries.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results[next[0]] = await job(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
