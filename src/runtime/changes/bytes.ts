/** Bytes of open files: read and hashed within bounds. */
import { createHash } from "node:crypto";
import { read as readCallback } from "node:fs";
import { promisify } from "node:util";

const CHUNK_BYTES = 1024 * 1024;
const readChunk = promisify(readCallback);

/** SHA-256 (hex) of an open file from its beginning. Errors: the signal's reason, and those of reading. */
export async function sha256OfFd(fd: number, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; ;) {
    signal?.throwIfAborted();
    const { bytesRead } = await readChunk(fd, chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return hash.digest("hex");
    hash.update(chunk.subarray(0, bytesRead));
    position += bytesRead;
  }
}

export function sha256OfBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
