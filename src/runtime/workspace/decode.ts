/** Bytes of a file as text: what is text, in which encoding, and whether something was lost. */

/** `lossy`: bytes that are no valid text were replaced by U+FFFD. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  readonly lossy: boolean;
}

/**
 * Returns the text, or null where the bytes are no text (they hold NUL).
 *
 * Shape:  a byte order mark decides for UTF-16 and is dropped, as is that of UTF-8; everything else is read as UTF-8.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const encoding = encodingOf(bytes);
  if (encoding === "utf-8" && bytes.includes(0)) return null;
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding, lossy: false };
  } catch {
    // Not valid: decoded once more with replacement characters, and said so.
    const text = new TextDecoder(encoding).decode(bytes);
    return { text, encoding, lossy: true };
  }
}

function encodingOf(bytes: Uint8Array): DecodedText["encoding"] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
}
