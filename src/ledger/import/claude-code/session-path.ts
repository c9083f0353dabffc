/** What the place of a transcript says about it. */
import { basename } from "node:path";

/** The session that a file belongs to by its place, where its rows do not say it. */
export function sessionByPath(path: string): string {
  const parts = path.split(/[\\/]/);
  const folder = parts.lastIndexOf("subagents");
  const inside = folder > 0 ? parts[folder - 1] : undefined;
  return inside ?? basename(path).replace(/\.jsonl$/, "");
}
