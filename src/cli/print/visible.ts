/**
 * Texts of documents, files and models on a terminal: what would steer it is shown instead of obeyed.
 */

/**
 * Control and format characters (Cc, Cf), line and paragraph separators. Not among them: joiners, which shape the letters
 * and emoji around them, and signs of Arabic and Syriac that are seen.
 */
const STEERING = /(?![\u0600-\u0605\u06DD\u070F\u08E2\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** One line of text in which every character is one that a person sees. */
export function visible(text: string): string {
  return text.replaceAll(STEERING, escaped);
}

/** JSON in which no character steers a terminal: the same value, since escapes are legal wherever such a character can stand. */
export function visibleJson(json: string): string {
  return json.replaceAll(STEERING, (character) => (character === "\n" ? character : escapedUnits(character)));
}

function escaped(character: string): string {
  return SHORT[character] ?? escapedUnits(character);
}

function escapedUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}
