/** Keys of facts and paths of sources as rows hold them. */
import { hash } from "node:crypto";

/** The first 16 bytes of a text's SHA-256; of `#` and 32 hex digits, the bytes that those are: a key that a document carried. */
export function keyOf(text: string): Uint8Array {
  if (/^#[0-9a-f]{32}$/.test(text)) return Buffer.from(text.slice(1), "hex");
  return Buffer.from(hash("sha256", text, "binary"), "binary").subarray(0, 16);
}
