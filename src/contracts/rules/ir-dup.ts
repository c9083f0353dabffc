import { note } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { ContextIrDocument, ContextIrItem } from "../vocabulary.ts";

/** One content: where it entered first, and where and at which cost it entered again. */
interface Group {
  readonly first: string;
  readonly again: { readonly pointer: string; readonly tokens: number }[];
}

/** IR-DUP: which content entered the context more than once, and the tokens that the repetitions cost. */
export function duplicates({ items }: ContextIrDocument): RuleFinding[] {
  const groups = new Map<string, Group>();
  for (const [index, item] of items.entries()) {
    const key = contentKey(item);
    if (key === null) continue;
    const pointer = toPointer("items", index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: pointer, again: [] });
    else group.again.push({ pointer, tokens: item.output_tokens });
  }
  return [...groups.values()].flatMap(({ first, again }) => {
    const cost = again.reduce((sum, { tokens }) => sum + tokens, 0);
    const message = `the content of ${first} entered the context ${again.length + 1} times; the repetitions cost ${cost} tokens`;
    return again.slice(0, 1).map(({ pointer }) => note("IR-DUP", pointer, message));
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
