/** The key that bundles are signed with: one of the user's, made when it is first needed, or one that is named. */
import { createPublicKey, generateKeyPairSync, createPrivateKey, sign, type KeyObject } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { RuntimeFailure } from "../../errors.ts";
import { makeFolders } from "../../folders.ts";

export interface SigningKey {
  /** The raw public key, 64 hex digits. */
  readonly publicKey: string;
  /** An Ed25519 signature, 128 hex digits; the same bytes give the same. */
  sign(bytes: Uint8Array): string;
}

const PRIVATE_MODE = 0o600;
/** What precedes the 32 bytes of a public key in DER (RFC 8410). */
const PUBLIC_PREFIX_BYTES = 12;

/** Where the user's own key is. */
export function usualKeyPath(environment: NodeJS.ProcessEnv): string {
  return join(environment["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "cairn", "bundle-key.pem");
}

/** Reads a private key of Ed25519 from a PEM file (PKCS #8). Errors: RuntimeFailure `input-unreadable`, `input-invalid`. */
export function readSigningKey(path: string): SigningKey {
  const key = parseKey(readPrivate(path), path);
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    publicKey: der.subarray(PUBLIC_PREFIX_BYTES).toString("hex"),
    sign: (bytes) => sign(null, bytes, key).toString("hex"),
  };
}

/** Makes a key at `path` unless there is one; only the user may read it. Errors: RuntimeFailure `input-unreadable`. */
export function makeSigningKey(path: string): void {
  if (existsSync(path)) return;
  const pem = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" });
  try {
    makeFolders(dirname(path), 0o700);
    writeFileSync(path, pem, { flag: "wx", mode: PRIVATE_MODE, flush: true });
  } catch (cause) {
    if (existsSync(path)) return; // another process was faster
    throw new RuntimeFailure("input-unreadable", `the key ${path} cannot be made`, { cause });
  }
}

function readPrivate(path: string): string {
  try {
    const others = statSync(path).mode & 0o077;
    if (others === 0 || process.platform === "win32") return readFileSync(path, "utf8");
  } catch (cause) {
    throw new RuntimeFailure("input-unreadable", `the key ${path} cannot be read`, { cause });
  }
  throw new RuntimeFailure("input-unreadable", `others may read the key ${path}: chmod 600 it, or make a new one`);
}

function parseKey(pem: string, path: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch (cause) {
    throw new RuntimeFailure("input-invalid", `${path} holds no private key (PEM, PKCS #8)`, { cause });
  }
  throw new RuntimeFailure("input-invalid", `${path} holds no Ed25519 key`);
}
