/** The hashes that `verification` of a Context-IR item may hold. MD5 and BLAKE3 in script, so that this layer stays pure. */
import { blake3 } from "@noble/hashes/blake3.js";
import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { sha256Hex } from "./sha256.ts";

/** MD5 of a text's UTF-8 bytes, 32 lower-case hex digits: for `content_md5`. It detects corruption; it is no security property. */
export const md5Hex = (text: string): string => bytesToHex(md5(new TextEncoder().encode(text)));

/** BLAKE3 of a text's UTF-8 bytes, 64 lower-case hex digits: what the reference implementation writes into `content_md5`. */
export const blake3Hex = (text: string): string => bytesToHex(blake3(new TextEncoder().encode(text)));

/** Which algorithm makes this hash of the text; null where none that a reader accepts does (semantics §2.1). */
export function matchingHash(hash: string, text: string): "MD5" | "SHA-256" | "BLAKE3" | null {
  if (hash.length === 32) return md5Hex(text) === hash ? "MD5" : null;
  if (hash.length !== 64) return null;
  if (sha256Hex(text) === hash) return "SHA-256";
  return blake3Hex(text) === hash ? "BLAKE3" : null;
}
