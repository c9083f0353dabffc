/**
 * Runs a command as a check: exit code 0 holds.
 *
 * CM1  Nothing outlives the check: the command leads its own process group, which is killed when it ends, times out
 *      or is aborted.
 * CM2  What it prints is read to the end and kept only within bounds, so that it neither blocks nor fills memory.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { failed, passed, type CheckOutcome } from "./outcome.ts";

/** Characters kept of what a command prints: its beginning and, more useful, its end. */
const HEAD_BYTES = 16 * 1024;
const TAIL_BYTES = 48 * 1024;
/** How long descendants may hold the output open after the command itself ended. */
const DRAIN_MS = 500;

export interface CommandOptions {
  /** Working directory: the folder of the task file. */
  readonly folder: string;
  /** Given to the command as `CAIRN_WORKSPACE`, beside the whole environment of this process. */
  readonly workspace: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Returns what the command came to, as a check. Errors: the reason of the signal, once the group is killed. */
export async function runCommand(command: readonly string[], options: CommandOptions): Promise<CheckOutcome> {
  const { end, output } = await runProcess(command, options);
  return judged(end, output, options.timeoutMs);
}

/** Returns how the command ended and what it printed, bounded. Errors: the reason of the signal, once the group is killed. */
export async function runProcess(
  command: readonly string[],
  options: CommandOptions,
): Promise<{ readonly end: ProcessEnd; readonly output: string }> {
  options.signal.throwIfAborted();
  const [program = "", ...values] = command;
  const child = spawn(program, values, {
    cwd: options.folder,
    env: { ...process.env, CAIRN_WORKSPACE: options.workspace, ...ceiling(options.workspace) },
    detached: process.platform !== "win32",
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const output = keepOutput(child);
  const end = await untilEnd(child, options);
  options.signal.throwIfAborted();
  return { end, output: output() };
}

/** A private copy is no repository, and git is not to take one for it that lies around it. */
function ceiling(workspace: string): Record<string, string> {
  return {
    GIT_CEILING_DIRECTORIES: [dirname(workspace), process.env["GIT_CEILING_DIRECTORIES"]]
      .filter(Boolean)
      .join(delimiter),
  };
}

/** How a command ended. */
export type ProcessEnd =
  | { readonly kind: "exit"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: "not-started"; readonly message: string }
  | { readonly kind: "timed-out" };

function judged(end: ProcessEnd, output: string, timeoutMs: number): CheckOutcome {
  switch (end.kind) {
    case "timed-out":
      return failed(`the command did not end within ${timeoutMs} ms and was killed`, output);
    case "not-started":
      return failed(`the command could not be started: ${end.message}`, output);
    case "exit":
      if (end.code === 0) return passed("the command exited with 0", output);
      return failed(
        end.code === null ? `the command was ended by ${end.signal}` : `the command exited with ${end.code}`,
        output,
      );
  }
}

function untilEnd(child: ChildProcess, options: CommandOptions): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    let end: ProcessEnd | null = null;
    const finish = (): void => {
      clearTimeout(deadline);
      options.signal.removeEventListener("abort", stop);
      resolve(end ?? { kind: "timed-out" });
    };
    const stop = (): void => {
      end ??= { kind: "timed-out" };
      killGroup(child);
    };
    const deadline = setTimeout(stop, options.timeoutMs);
    options.signal.addEventListener("abort", stop, { once: true });
    child.on("error", (error) => {
      if (child.pid !== undefined) return; // a signal that could not be sent: the process is gone
      end = { kind: "not-started", message: error.message };
      finish();
    });
    child.on("exit", (code, signal) => {
      end ??= { kind: "exit", code, signal };
      // Descendants that went to a group of their own may hold the pipes for ever.
      setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, DRAIN_MS).unref();
      killGroup(child);
    });
    child.on("close", finish);
  });
}

/** Kills the command and all it started that stayed in its group. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // ESRCH: nothing is left of it.
  }
}

/** Collects both streams, in the order in which they arrive; returns what to call for the text. */
function keepOutput(child: ChildProcess): () => string {
  const head: Buffer[] = [];
  let tail: Buffer[] = [];
  let headBytes = 0;
  let tailBytes = 0;
  let dropped = 0;
  const keep = (chunk: Buffer): void => {
    const forHead = chunk.subarray(0, Math.max(0, HEAD_BYTES - headBytes));
    if (forHead.length > 0) head.push(forHead);
    headBytes += forHead.length;
    const rest = chunk.subarray(forHead.length);
    if (rest.length === 0) return;
    tail.push(rest);
    tailBytes += rest.length;
    if (tailBytes <= 2 * TAIL_BYTES) return;
    const kept = Buffer.concat(tail).subarray(-TAIL_BYTES);
    dropped += tailBytes - kept.length;
    tail = [kept];
    tailBytes = kept.length;
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => {
    const end = Buffer.concat(tail).subarray(-TAIL_BYTES);
    const missing = dropped + tailBytes - end.length;
    const middle = missing > 0 ? `\n[… ${missing} bytes left out …]\n` : "";
    return Buffer.concat(head).toString("utf8") + middle + end.toString("utf8");
  };
}
