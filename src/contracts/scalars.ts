/** Counting and cutting text by Unicode scalar values, as the documents' bounds do (semantics §2.1). */

/** How many Unicode scalar values a well-formed text has. */
export function scalarCount(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) if (isPair(text, at)) count--;
  return count;
}

/** The first scalar values of a text, at most so many; no character is cut in two. The text itself where it is no longer. */
export function firstScalars(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  let at = 0;
  for (let count = 0; count < maximum && at < text.length; count++) at += isPair(text, at) ? 2 : 1;
  return text.slice(0, at);
}

/** Whether two code units at this place make one character. */
function isPair(text: string, at: number): boolean {
  const high = text.charCodeAt(at);
  if (!(high >= 0xd800 && high <= 0xdbff)) return false;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}
