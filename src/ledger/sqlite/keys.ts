/** Keys of facts and paths of sources as rows hold them. */
import { hash } from "node:crypto";

/** The first 16 bytes of a text's SHA-256. */
export function keyOf(text: string): Uint8Array {
  return Buffer.from(hash("sha256", text, "hex").slice(0, 32), "hex");
}
