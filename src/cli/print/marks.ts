/**
 * Styles inside a text, before it is known whether the output has colours.
 *
 * A style is marked by noncharacters (U+FDD0 …), which Unicode keeps for use inside a program. So whole lines can be made
 * harmless after they were put together: a document that contains such a character can at most colour itself.
 */

const STYLES = [
  { mark: "\uFDD1", code: "1" },
  { mark: "\uFDD2", code: "2" },
  { mark: "\uFDD3", code: "31" },
  { mark: "\uFDD4", code: "32" },
  { mark: "\uFDD5", code: "33" },
  { mark: "\uFDD6", code: "36" },
] as const;

const END = "\uFDDF";

const styled =
  (mark: string) =>
  (text: string): string =>
    text === "" ? "" : `${mark}${text}${END}`;

export const bold: (text: string) => string = styled("\uFDD1");
export const dim: (text: string) => string = styled("\uFDD2");
export const red: (text: string) => string = styled("\uFDD3");
export const green: (text: string) => string = styled("\uFDD4");
export const yellow: (text: string) => string = styled("\uFDD5");
export const cyan: (text: string) => string = styled("\uFDD6");

const MARK = /[\uFDD0-\uFDDF]/g;

/** True for a character that has no width because it is a mark. */
export function isMark(character: string): boolean {
  return character >= "\uFDD0" && character <= END;
}

/** The text with its marks as terminal sequences, or without them. */
export function renderMarks(text: string, hasColors: boolean): string {
  if (!hasColors) return text.replaceAll(MARK, "");
  return text.replaceAll(MARK, (mark) => {
    const code = STYLES.find((it) => it.mark === mark)?.code;
    return code === undefined ? (mark === END ? "\u001B[0m" : "") : `\u001B[${code}m`;
  });
}
