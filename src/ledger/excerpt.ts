/** Excerpts: what a document shows of a text that was delivered. */
import { hash } from "node:crypto";
import { firstScalars } from "../contracts/index.ts";

/** Unicode scalar values that an excerpt, a path, a command or a pattern may have (semantics §2.1). */
export const EXCERPT_LENGTH = 4096;

/** Replaces secrets in a text; returns what it returned unchanged. */
export type RedactText = (text: string) => string;

export interface Excerpt {
  readonly text: string;
  /** Whether the text is longer than the excerpt. */
  readonly truncated: boolean;
  /** MD5 (hex) of the excerpt's UTF-8 bytes; null iff it is blank. */
  readonly md5: string | null;
}

/** Cuts that may bring to light something to replace are made this often at full length, … */
const FULL_LENGTH_ATTEMPTS = 8;

/**
 * The beginning of a redacted text, in which redaction finds nothing more.
 *
 * A cut can turn a run of characters that was no secret into the form of one (its end is now where a token's would be),
 * and the placeholder then moves the cut. So it is cut and redacted until nothing changes; … then at half the length.
 */
export function settledCut(redacted: string, maximum: number, redact: RedactText): string {
  let text = redacted;
  for (let limit = maximum, attempt = 1; ; attempt += 1) {
    const cut = firstScalars(text, limit);
    const again = cut.length === redacted.length ? cut : redact(cut);
    if (again === cut) return cut;
    text = again;
    if (attempt >= FULL_LENGTH_ATTEMPTS) limit = Math.floor(limit / 2);
  }
}

/** The excerpt of a well-formed, redacted text. */
export function excerptOf(redacted: string, redact: RedactText): Excerpt {
  const text = settledCut(redacted, EXCERPT_LENGTH, redact);
  return { text, truncated: text !== redacted, md5: contentMd5(text) };
}

/** MD5 (hex) of a text's UTF-8 bytes, or null where the text is blank (white space only). */
export const contentMd5 = (excerpt: string): string | null =>
  excerpt.trim() === "" ? null : hash("md5", excerpt, "hex");
