/** Pieces of text as they go into statements: one line, bounded, and never taken for `<subject> = <value>` by accident. */
import { sha256Hex } from "../../contracts/index.ts";

/** Longest subject or value, and longest quoted match, in UTF-16 code units. */
const MAXIMUM_TERM = 400;
const MAXIMUM_QUOTE = 200;

/** The text on one line: NFC, control and format characters gone, white space runs one space, trimmed. */
export function oneLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\p{Cf}|\p{Cs}/gu, "")
    .replace(/\s+/gu, " ")
    .replace(/\p{Cc}/gu, "")
    .trim();
}

/** A value as it stands after ` = `. What is too long ends in a hash, so that different values stay different. */
export function asValue(text: string): string {
  return shortened(oneLine(text), MAXIMUM_TERM);
}

/** A subject or alternative: like a value, and without what would end it early. */
export function asSubject(text: string): string {
  return shortened(withoutForms(oneLine(text)), MAXIMUM_TERM);
}

/** True where the end of a subject was replaced by its hash. */
export function isShortened(subject: string): boolean {
  return /…#[0-9a-f]{8}$/.test(subject);
}

/** A piece of a file, quoted, for people. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(withoutForms(oneLine(text)), MAXIMUM_QUOTE));
}

/** What stands between the parts of a statement is doubled, or loses its colon, where it stands in a part. */
function withoutForms(text: string): string {
  return text.replace(/(^| )([=|])(?= |$)/g, "$1$2$2").replaceAll("is one of:", "is one of");
}

function shortened(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const characters = Array.from(text.slice(0, maximum));
  return `${characters.slice(0, maximum - 12).join("")}…#${sha256Hex(text).slice(0, 8)}`;
}

/** "1 file", "2 files". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Tokens that a text of this executor takes, rather too many than too few: it has no tokenizer and needs none.
 * Measured on its proposals (o200k): at least 2.9 characters a token; beyond ASCII a character may be two tokens.
 */
export function tokensOf(text: string): number {
  const beyond = text.match(/[\u0080-\uffff]/g)?.length ?? 0;
  return Math.ceil((text.length - beyond) / 2.7 + beyond * 2);
}
