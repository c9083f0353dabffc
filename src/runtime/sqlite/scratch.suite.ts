/**
 * Scratch stores for tests, and a program of its own that writes to one: what only real processes can show.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { buildSync } from "esbuild";
import { afterAll, afterEach } from "vitest";
import type { Store } from "../store.ts";
import { openSqliteStore } from "./index.ts";
import type { SqliteStoreOptions } from "./index.ts";

/** Registers the clean-up, and gives out directories, stores and connections that live as long as one test. */
export function scratch(): {
  directory(): string;
  open(path: string, options?: Partial<SqliteStoreOptions>): Store;
  raw(path: string): InstanceType<typeof DatabaseSync>;
  /** Starts the writer program, through `wrapper` (a program and its arguments) where one is given. */
  start(request: object, wrapper?: readonly string[]): RunningWriter;
} {
  const cleanUps: (() => void)[] = [];
  afterEach(() => {
    for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
  });
  afterAll(() => {
    if (compiled !== null) rmSync(compiled, { force: true });
    compiled = null;
  });
  return {
    directory: () => {
      const directory = mkdtempSync(join(tmpdir(), "cairn-store-"));
      cleanUps.push(() => rmSync(directory, { recursive: true, force: true }));
      return directory;
    },
    open: (path, options = {}) => {
      const store = openSqliteStore(path, { mode: "write", ...options });
      cleanUps.push(() => store.close());
      return store;
    },
    raw: (path) => {
      const connection = new DatabaseSync(path);
      cleanUps.push(() => connection.isOpen && connection.close());
      return connection;
    },
    start: (request, wrapper = []) => {
      const writer = startWriter(request, wrapper);
      cleanUps.push(() => writer.child.kill("SIGKILL"));
      return writer;
    },
  };
}

let compiled: string | null = null;

/** The path of the writer program, compiled once: a process then starts in a fraction of the time. */
function writerProgram(): string {
  if (compiled !== null) return compiled;
  const directory = fileURLToPath(new URL("../../../node_modules/.cache/cairn-tests/", import.meta.url));
  mkdirSync(directory, { recursive: true });
  const outfile = join(directory, `writer-${process.pid}.mjs`);
  const source = fileURLToPath(new URL("./writer.suite.ts", import.meta.url));
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  compiled = outfile;
  return outfile;
}

/** A running writer and what it has said so far, a line an acknowledged step. */
export interface RunningWriter {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  /** Resolves when the writer has said so many lines, or has ended. */
  said(count: number): Promise<void>;
  /** Resolves with the exit code when it has ended and all it said has been read. */
  readonly ended: Promise<number | null>;
}

function startWriter(request: object, wrapper: readonly string[]): RunningWriter {
  const command = [...wrapper, process.execPath, writerProgram(), JSON.stringify(request)];
  const child = spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  let rest = "";
  let waiting: { readonly count: number; readonly done: () => void }[] = [];
  const wake = (all: boolean): void => {
    for (const { count, done } of waiting) if (all || lines.length >= count) done();
    waiting = waiting.filter(({ count }) => !all && lines.length < count);
  };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake(false);
  });
  let over = false;
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", (code) => {
      over = true;
      wake(true);
      resolve(code);
    });
  });
  const said = (count: number): Promise<void> =>
    new Promise((done) => (over || lines.length >= count ? done() : waiting.push({ count, done })));
  return { child, lines, said, ended };
}
