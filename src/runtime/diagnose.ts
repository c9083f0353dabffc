/**
 * Looks at this machine: whether what is needed is there. Writes nothing and makes nothing.
 */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { RuntimeFailure } from "../errors.ts";

export interface Diagnosis {
  readonly subject: string;
  /** `problem`: cairn cannot work; `warning`: it works, but somebody should know. */
  readonly level: "ok" | "warning" | "problem";
  readonly message: string;
}

/** Free space below which a long run may not come to its end. */
const LITTLE_SPACE_BYTES = 100 * 1024 * 1024;
const MINIMUM_NODE = [20, 19] as const;

/** One look, whose failure is a finding and not the end of the others. */
export async function diagnose(subject: string, look: () => string | Promise<string>): Promise<Diagnosis> {
  try {
    return { subject, level: "ok", message: await look() };
  } catch (error) {
    return { subject, level: "problem", message: error instanceof Error ? error.message : String(error) };
  }
}

export function diagnoseNode(version: string = process.versions.node): Diagnosis {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor, wantedMinor] = MINIMUM_NODE;
  const isEnough = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  const message = `${version} on ${process.platform} ${process.arch}`;
  return isEnough
    ? { subject: "node", level: "ok", message }
    : { subject: "node", level: "problem", message: `${message}: at least ${MINIMUM_NODE.join(".")} is needed` };
}

/** The store's file: where, whether it can be written, and who else may read it. */
export function diagnoseStore(path: string): Diagnosis[] {
  const subject = "store";
  if (!existsSync(path))
    return [{ subject, level: "ok", message: `none yet at ${path}` }, writable("store folder", nearestFolder(path))];
  const findings = [writable(subject, path), writable("store folder", dirname(path))];
  const othersMay = statSync(path).mode & 0o077;
  if (othersMay !== 0 && process.platform !== "win32") {
    findings.push({
      subject,
      level: "warning",
      message: `${path} may be read by others (mode ${(statSync(path).mode & 0o777).toString(8)}): chmod 600 it`,
    });
  }
  return findings;
}

/** The folder for temporary files, which reading a store on a read-only disk may need. `access` throws as `fs.accessSync` does. */
export function diagnoseTemporary(folder: string = tmpdir(), access: typeof accessSync = accessSync): Diagnosis {
  return writable("temporary files", folder, access);
}

export function diagnoseSpace(path: string): Diagnosis {
  const subject = "free space";
  try {
    const { bavail, bsize } = statfsSync(nearestFolder(path));
    const bytes = bavail * bsize;
    const message = `${Math.floor(bytes / 1024 / 1024)} MiB where the store is`;
    return { subject, level: bytes < LITTLE_SPACE_BYTES ? "warning" : "ok", message };
  } catch (error) {
    return {
      subject,
      level: "warning",
      message: `not known: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function writable(subject: string, path: string, access: typeof accessSync = accessSync): Diagnosis {
  const unreadable = refusal(path, constants.R_OK, access);
  if (unreadable !== null) return { subject, level: "problem", message: `${path} cannot be read (${unreadable})` };
  const unwritable = refusal(path, constants.W_OK, access);
  if (unwritable === null) return { subject, level: "ok", message: `${path} can be read and written` };
  // Looking at runs works all the same: only new work does not.
  return {
    subject,
    level: "warning",
    message: `${path} cannot be written (${unwritable}): runs can be looked at, not carried on`,
  };
}

/** Why a path may not be used so, or null where it may. */
function refusal(path: string, mode: number, access: typeof accessSync): string | null {
  try {
    access(path, mode);
    return null;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

/** The folder that holds a path, or the nearest one above that exists. */
function nearestFolder(path: string): string {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) return folder;
    if (dirname(folder) === folder) throw new RuntimeFailure("input-unreadable", `no folder above ${path} exists`);
  }
}
