/**
 * Who this process is, so that another one on the same machine can tell whether it still lives. Reads /proc where
 * there is one; elsewhere a process is known by its id alone, and a lease is waited for until it runs out.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** A process. `started` tells it from a later one with the same id; null where the system does not say. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string | null;
  /** The machine since it was started, and the space in which process ids are unique. */
  readonly machine: string;
}

let own: ProcessIdentity | null = null;

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, started: startedAt(process.pid)?.started ?? null, machine: machineIdentity() };
  return own;
}

/** Whether the process is known to be dead, known to live, or neither (it runs on another machine). */
export function lifeOf(holder: ProcessIdentity): "dead" | "alive" | "unknown" {
  const { pid, started, machine } = ownIdentity();
  if (holder.machine !== machine) return "unknown";
  if (holder.pid === pid) return holder.started === started ? "alive" : "dead";
  if (started !== null) {
    const found = startedAt(holder.pid);
    return found !== null && found.started === holder.started && !found.ended ? "alive" : "dead";
  }
  return signalReaches(holder.pid) ? "unknown" : "dead";
}

/** When a process started, in ticks since the boot, and whether it has ended but was not yet waited for. */
function startedAt(pid: number): { readonly started: string; readonly ended: boolean } | null {
  const stat = readOrNull(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  // The second field is the program's name in parentheses and may hold anything, so count from the last one.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, started] = [fields?.[0], fields?.[19]];
  if (state === undefined || started === undefined) return null;
  return { started, ended: state === "Z" || state === "X" };
}

function machineIdentity(): string {
  const boot = readOrNull(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim());
  const space = readOrNull(() => readlinkSync("/proc/self/ns/pid"));
  return [hostname(), boot ?? "", space ?? ""].join("/");
}

function readOrNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null; // no such process, or no /proc: both mean that the system does not say
  }
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
