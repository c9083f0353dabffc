/**
 * SHA-256. The one file of this layer that imports from Node: `hash` is a pure function, and native code needs a tenth
 * of the time that a script needs for it, at every transition.
 */
import { hash } from "node:crypto";

/** The SHA-256 of bytes, or of a text's UTF-8 bytes, as 64 lower-case hex digits. */
export const sha256Hex = (content: string | Uint8Array): string => hash("sha256", content, "hex");
