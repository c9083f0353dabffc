/** Counting and cutting text by Unicode scalar values, as the documents' bounds do (semantics §2.1). */

/** How many Unicode scalar values a well-formed text has. */
export function scalarCount(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code <= 0xdbff && isLow(text.charCodeAt(at + 1))) {
      count--;
      at++;
    }
  }
  return count;
}

const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
