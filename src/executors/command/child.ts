/**
 * A command that is run as an executor: started, listened to within bounds, and gone when it is not needed any more.
 *
 * CH1  It leads a process group of its own. Asked to stop, the group gets SIGTERM, and SIGKILL where it is still there
 *      after the grace; when the leader has ended, what is left of the group is killed at once: no grandchild stays.
 * CH2  What it prints is counted as it comes: beyond the limit the group is killed, whatever it was about to say.
 * CH3  Output that is no UTF-8 is a failure, never replaced: a proposal is what was meant, byte for byte.
 * CH4  When this process exits with commands running, their groups are killed first.
 */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { RuntimeFailure } from "../../errors.ts";

export interface ChildRequest {
  readonly command: readonly string[];
  /** Working directory. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Takes what the command prints, decoded, as it comes. What it throws ends the command and is its failure. */
  readonly onText: (text: string) => void;
  readonly maximumOutputBytes: number;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
}

const GRACE_MS = 2000;
/** How long descendants that left the group may hold the output open after the command itself ended. */
const DRAIN_MS = 500;
const STDERR_BYTES = 4096;
/** Bytes that wait for a command that does not read: no tool result is larger. */
const MAXIMUM_UNREAD = 32 * 1024 * 1024;

/** Leaders of groups that are running (CH4). */
const running = new Set<number>();

function killAll(): void {
  for (const pid of running) signalGroup(pid, "SIGKILL");
}

/** True where there was something to signal. */
function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    return false; // ESRCH: nothing is left of it
  }
}

/** A running command: see the file head. */
export class Child {
  /**
   * Resolves when it exited with 0. Errors: RuntimeFailure `executor-failed` for any other end, with the end of what it
   * printed on standard error; the signal's reason where it was stopped; what `onText` threw.
   */
  readonly ended: Promise<void>;
  private readonly request: ChildRequest;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });
  private readonly stderr: Buffer[] = [];
  private bytes = 0;
  private failure: Error | null = null;
  private grace: NodeJS.Timeout | null = null;

  /** Starts it. What keeps it from starting rejects `ended`. Errors: the signal's reason, where it is aborted already. */
  constructor(request: ChildRequest) {
    request.signal.throwIfAborted();
    this.request = request;
    const [program = "", ...values] = request.command;
    this.child = spawn(program, values, {
      cwd: request.folder,
      env: { ...request.environment },
      detached: process.platform !== "win32",
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    this.child.stdin.on("error", () => undefined); // it does not read: how it ends says what that means
    this.child.stdout.on("data", (chunk: Buffer) => this.take(chunk));
    this.child.stderr.on("data", (chunk: Buffer) => this.takeError(chunk));
    this.ended = this.untilEnd();
    this.ended.catch(() => undefined); // whoever waits for it hears of it
  }

  /** Writes to its standard input; nothing happens where it does not listen any more. */
  write(text: string): void {
    const { stdin } = this.child;
    if (stdin.destroyed || stdin.writableEnded) return;
    stdin.write(text);
    if (stdin.writableLength > MAXIMUM_UNREAD) this.fail(failed("does not read what it asked for"));
  }

  endInput(): void {
    if (!this.child.stdin.destroyed) this.child.stdin.end();
  }

  /** Asks it to stop (CH1); how it ends is then no failure of its own. */
  stop(): void {
    const { pid } = this.child;
    if (pid === undefined || this.grace !== null || this.hasExited) return;
    signalGroup(pid, "SIGTERM");
    this.grace = setTimeout(() => signalGroup(pid, "SIGKILL"), this.request.graceMs ?? GRACE_MS);
  }

  /** True where it was asked to stop, by its signal or by `stop`. */
  get wasStopped(): boolean {
    return this.grace !== null;
  }

  private async untilEnd(): Promise<void> {
    const { signal } = this.request;
    const { pid } = this.child;
    if (pid !== undefined) {
      if (running.size === 0) process.on("exit", killAll);
      running.add(pid);
    }
    const onStop = (): void => this.stop();
    signal.addEventListener("abort", onStop, { once: true });
    try {
      const end = await this.whenClosed();
      signal.throwIfAborted();
      this.finishText();
      if (this.failure) throw this.failure;
      if (end !== null) throw failed(end, this.errorText());
    } finally {
      signal.removeEventListener("abort", onStop);
      if (this.grace) clearTimeout(this.grace);
      if (pid !== undefined) running.delete(pid);
      if (running.size === 0) process.off("exit", killAll);
    }
  }

  /** How it ended, as a sentence; null: with 0. */
  private whenClosed(): Promise<string | null> {
    const { child } = this;
    return new Promise((resolve) => {
      let said: string | null = null;
      child.on("error", (error) => {
        if (child.pid === undefined) resolve(`could not be started: ${error.message}`);
      });
      child.on("exit", (code, signal) => {
        if (code !== 0) said = code === null ? `was ended by ${signal}` : `exited with ${code}`;
        if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
        setTimeout(() => {
          child.stdout.destroy();
          child.stderr.destroy();
        }, DRAIN_MS).unref();
      });
      child.on("close", () => resolve(said));
    });
  }

  private take(chunk: Buffer): void {
    if (this.failure) return;
    this.bytes += chunk.length;
    const { maximumOutputBytes, onText } = this.request;
    if (this.bytes > maximumOutputBytes) {
      this.fail(failed(`printed more than ${maximumOutputBytes} bytes`));
      return;
    }
    const text = this.decoded(chunk);
    if (text === null) return;
    try {
      onText(text);
    } catch (error) {
      this.fail(error instanceof Error ? error : failed(String(error)));
    }
  }

  /** Null where it is no text, which is then the failure (CH3). */
  private decoded(chunk?: Buffer): string | null {
    try {
      return this.decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      this.fail(failed("printed something that is not UTF-8"));
      return null;
    }
  }

  private finishText(): void {
    if (!this.failure) this.decoded();
  }

  private takeError(chunk: Buffer): void {
    this.stderr.push(chunk);
    let bytes = this.stderr.reduce((sum, it) => sum + it.length, 0);
    while (bytes - (this.stderr[0]?.length ?? 0) >= STDERR_BYTES) bytes -= this.stderr.shift()?.length ?? 0;
  }

  /** The end of what it printed on standard error. */
  errorText(): string {
    return Buffer.concat(this.stderr).subarray(-STDERR_BYTES).toString("utf8");
  }

  /** Ends it at once: nothing more is wanted from it. */
  private fail(error: Error): void {
    this.failure ??= error;
    if (this.child.pid !== undefined && !this.hasExited) signalGroup(this.child.pid, "SIGKILL");
  }

  /** Its process id may belong to somebody else from then on. */
  private get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

/** The failure of a command: what happened, and the end of what it printed on standard error. */
export function failed(what: string, errorText = ""): RuntimeFailure {
  const said = errorText.trim();
  return new RuntimeFailure(
    "executor-failed",
    `the command ${what}${said === "" ? "" : `; at the end it said: ${said}`}`,
  );
}
