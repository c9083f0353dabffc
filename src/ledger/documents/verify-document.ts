/** Whether a document still holds: its hashes by themselves, what was read by the files as they are now. */
import { matchingHash, sha256Hex, type ContextIrDocument, type ContextIrItem } from "../../contracts/index.ts";
import { fileStateOf, type FileState } from "../file-state.ts";

/** What reads a file of a workspace by the path of an item; null where there is none, undefined where it lies outside. */
export type ReadNow = (path: string) => string | null | undefined;

export interface VerifiedItem {
  readonly seq: number;
  readonly path: string | null;
  /** The algorithm whose hash of the excerpt the item has · `wrong` · `none`: no hash. */
  readonly hash: "MD5" | "SHA-256" | "BLAKE3" | "wrong" | "none";
  /** Null where the item is no read of a file, or no workspace was given, or the file lies outside of it. */
  readonly file: FileState | null;
}

export interface DocumentVerification {
  readonly items: readonly VerifiedItem[];
  readonly wrong_hashes: number;
  readonly changed_files: number;
  readonly missing_files: number;
  /** Every hash fits and every file is as it was read. */
  readonly holds: boolean;
}

export function verifyDocument(
  { items }: ContextIrDocument,
  { readNow, redact }: { readonly readNow: ReadNow | null; readonly redact: (text: string) => string },
): DocumentVerification {
  const verified = items.map((item): VerifiedItem => ({
    seq: item.seq,
    path: item.source.path ?? null,
    hash: hashOf(item),
    file: readNow === null ? null : fileOf(item, readNow, redact),
  }));
  const wrong = verified.filter(({ hash }) => hash === "wrong").length;
  const changed = verified.filter(({ file }) => file === "changed").length;
  const missing = verified.filter(({ file }) => file === "missing").length;
  return {
    items: verified,
    wrong_hashes: wrong,
    changed_files: changed,
    missing_files: missing,
    holds: wrong + changed + missing === 0,
  };
}

function hashOf({ content_excerpt: excerpt, verification }: ContextIrItem): VerifiedItem["hash"] {
  const hash = verification.content_md5 ?? null;
  return hash === null ? "none" : (matchingHash(hash, excerpt) ?? "wrong");
}

function fileOf(item: ContextIrItem, readNow: ReadNow, redact: (text: string) => string): FileState | null {
  const { kind, path } = item.source;
  if (kind !== "read" || path === undefined || path === null || item["x-error"] === true) return null;
  const now = readNow(path);
  if (now === undefined) return null;
  const whole = item.verification["x-source_sha256"];
  if (now !== null && typeof whole === "string" && sha256Hex(now) === whole) return "as-read";
  return fileStateOf(item.content_excerpt, now, redact);
}
