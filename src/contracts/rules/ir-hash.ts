import { matchingHash } from "../content-hash.ts";
import { error, note, warning } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { ContextIrDocument } from "../vocabulary.ts";

const CODE = "IR-HASH";
const UNSEEN = "no hash, though the excerpt is not blank: damage to it would not be seen";

/** IR-HASH: `content_md5` is a hash of the excerpt. A note says which one, where it is not the MD5 that the name promises. */
export function hashes({ items }: ContextIrDocument): RuleFinding[] {
  const findings: RuleFinding[] = [];
  const others = new Map<string, { readonly pointer: string; count: number }>();
  for (const [index, { content_excerpt: excerpt, verification }] of items.entries()) {
    const hash = verification.content_md5 ?? null;
    const pointer = toPointer("items", index, "verification", "content_md5");
    if (hash === null) {
      if (excerpt.trim() !== "") findings.push(warning(CODE, pointer, UNSEEN));
      continue;
    }
    const algorithm = matchingHash(hash, excerpt);
    if (algorithm === null) findings.push(error(CODE, pointer, mismatch(hash)));
    else if (algorithm !== "MD5")
      others.set(algorithm, { pointer, ...others.get(algorithm), count: 1 + (others.get(algorithm)?.count ?? 0) });
  }
  const notes = [...others].map(([algorithm, { pointer, count }]) =>
    note(CODE, pointer, `64 digits: the ${algorithm} of the excerpt, so in ${count} of ${items.length} items`),
  );
  return [...findings, ...notes];
}

function mismatch(hash: string): string {
  if (hash.length === 32) return "expected the MD5 of the excerpt, found another hash";
  if (hash.length === 64) return "expected the BLAKE3 or SHA-256 of the excerpt, found another hash";
  return `expected 32 hexadecimal digits (MD5) or 64 (BLAKE3, SHA-256), found ${hash.length} characters`;
}
