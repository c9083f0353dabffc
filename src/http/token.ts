/** The token of a port: made at first use, in a file that only its owner reads. */
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { RuntimeFailure } from "../errors.ts";
import { makeFolders } from "../folders.ts";

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const OTHERS = 0o077;

/** Returns the token in a file, and makes both where there is none. Errors: RuntimeFailure `input-invalid`, `input-unreadable`. */
export function tokenIn(path: string): string {
  try {
    return readToken(path) ?? makeToken(path);
  } catch (error) {
    if (error instanceof RuntimeFailure) throw error;
    throw new RuntimeFailure("input-unreadable", `the token's file cannot be used: ${String(error)}`, { cause: error });
  }
}

/** Null where there is no file. */
function readToken(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  const text = readFileSync(path, "utf8").trim();
  // Windows has no such bits; who may read there is the folder's business.
  const isOpen = process.platform !== "win32" && (stats.mode & OTHERS) !== 0;
  if (TOKEN.test(text) && !isOpen) return text;
  const fault = isOpen ? "can be read by others" : "holds no token of ours";
  throw new RuntimeFailure("input-invalid", `${path} ${fault}; delete it, and a new one is made at the next start`);
}

/** Written whole before it is there, and never over another process's: what counts is what is there then. */
function makeToken(path: string): string {
  makeFolders(dirname(path), 0o700);
  const beside = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, `${randomBytes(TOKEN_BYTES).toString("base64url")}\n`, { mode: 0o600, flush: true });
    linkSync(beside, path);
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!isThere) throw error;
  } finally {
    rmSync(beside, { force: true });
  }
  return readToken(path) ?? makeToken(path);
}
