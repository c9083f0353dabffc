import { note } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { ContextIrDocument, ContextIrItem } from "../vocabulary.ts";

/** IR-DUP: which content entered the context more than once, and the tokens that the repetitions cost. */
export function duplicates({ items }: ContextIrDocument): RuleFinding[] {
  const groups = new Map<string, number[]>();
  for (const [index, item] of items.entries()) {
    const key = contentKey(item);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  return [...groups.values()].flatMap(([first = 0, ...again]) => {
    const second = again[0];
    if (second === undefined) return [];
    const cost = again.reduce((sum, index) => sum + (items[index]?.output_tokens ?? 0), 0);
    const message = `the content of ${toPointer("items", first)} entered the context ${again.length + 1} times; the repetitions cost ${cost} tokens`;
    return [note("IR-DUP", toPointer("items", second), message)];
  });
}

/** What tells contents apart: the hash of the whole, or else the excerpt's, with the size where it is only a part. Null where it is blank. */
function contentKey({
  content_excerpt: excerpt,
  input_tokens: size,
  truncated,
  verification,
}: ContextIrItem): string | null {
  if (excerpt.trim() === "") return null;
  const whole = verification["x-content_sha256"];
  if (typeof whole === "string") return whole;
  return `${verification.content_md5 ?? excerpt} ${truncated ? size : ""}`;
}
