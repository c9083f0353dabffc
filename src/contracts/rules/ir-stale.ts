import { note } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import { sha256Hex } from "../sha256.ts";
import type { ContextIrDocument, ContextIrItem } from "../vocabulary.ts";
import type { Redact } from "./ir-secret.ts";

/** What a check may see of the workspace: a file's bytes, or null where there is none that it may read. */
export interface WorkspaceReader {
  readonly read: (path: string) => Uint8Array | null;
}

/** Line numbers as reading tools put them before each line. */
const lineNumber = /^ *\d+(?:→|\t)/;

/**
 * IR-STALE: which files are no longer what was read of them.
 *
 * By the hash of the file as it was (`x-source_sha256` in `verification`) where the item has it; else by the hash of the
 * redacted content; else the excerpt must still stand in the file. What that cannot tell is not reported.
 */
export function stale({ items }: ContextIrDocument, workspace: WorkspaceReader, redact: Redact): RuleFinding[] {
  return items.flatMap((item, index) => {
    const { kind, path } = item.source;
    if (kind !== "read" || path === undefined || path === null) return [];
    const bytes = workspace.read(path);
    if (bytes === null || isAsRead(item, bytes, redact)) return [];
    return [
      note(
        "IR-STALE",
        toPointer("items", index, "source", "path"),
        `${JSON.stringify(path)} is no longer what was read`,
      ),
    ];
  });
}

function isAsRead(
  { content_excerpt: excerpt, verification }: ContextIrItem,
  bytes: Uint8Array,
  redact: Redact,
): boolean {
  const source = verification["x-source_sha256"];
  if (typeof source === "string") return sha256Hex(bytes) === source;
  const now = redact(new TextDecoder().decode(bytes));
  if (sha256Hex(now) === verification["x-content_sha256"]) return true;
  return plain(now).includes(plain(withoutLineNumbers(excerpt)));
}

const plain = (text: string): string => text.replaceAll("\r\n", "\n").trim();

function withoutLineNumbers(text: string): string {
  const lines = text.split("\n");
  const isNumbered = lines.every((line) => line === "" || lineNumber.test(line));
  return isNumbered ? lines.map((line) => line.replace(lineNumber, "")).join("\n") : text;
}
