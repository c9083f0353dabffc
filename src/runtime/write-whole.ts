/** Writes a file whole or not at all: beside its place first, durably, then there. */
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** `mode` is the file's, whatever the umask; missing: as files are made. Errors: those of the file system; nothing stays beside. */
export function writeWhole(path: string, content: string | Uint8Array, mode?: number): void {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, content, { flush: true, ...(mode === undefined ? {} : { mode }) });
    if (mode !== undefined) chmodSync(beside, mode);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
