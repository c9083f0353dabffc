/** Texts for the steps: words in no order, so that they compress as prose does and not as a repeated letter would. */

const WORDS = (
  "the store keeps every event of a run and the worker carries it on until a task halts or waits for somebody who " +
  "answers what was asked while other tasks go on with their own part of the files that were read before anything " +
  "was claimed about licence version package folder script number reason budget evidence packet ledger requirement"
).split(" ");

/** A small generator of pseudo-random numbers (mulberry32): the same texts in every process. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `count` different texts of `length` characters each. */
export function texts(count: number, length: number): string[] {
  const random = generator(count * 31 + length);
  return Array.from({ length: count }, () => {
    let text = "";
    while (text.length < length) text += `${WORDS[Math.floor(random() * WORDS.length)] ?? ""} `;
    return text.slice(0, length);
  });
}
