/** Bundles of runs: what is put into them beside the run, who signs them, and the program that checks them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { RuntimeFailure } from "../errors.ts";
import type * as verifier from "../../verifier/verify.mjs";
import type { BundleVerdict } from "../../verifier/verify.mjs";
import { makeSigningKey, readInput, readSigningKey, usualKeyPath, type SigningKey } from "../runtime/index.ts";

/** It lies as far from `dist/` as from `src/`, and is run as it lies there: what is in a bundle is what checks it here. */
const VERIFIER_FOLDER = new URL("../../verifier/", import.meta.url);
const MAXIMUM_BUNDLE_BYTES = 2 ** 31 - 1;
const PUBLIC_KEY = /^[0-9a-f]{64}$/;

/** The key at `path`, or the user's own, which is made when it is first needed. Errors: as `readSigningKey`. */
export function signingKey(path?: string): SigningKey {
  if (path !== undefined) return readSigningKey(path);
  const usual = usualKeyPath(process.env);
  makeSigningKey(usual);
  return readSigningKey(usual);
}

/** The verifier and how to use it, for the folder `docs/` of a bundle. */
export function bundleDocumentation(): readonly { readonly name: string; readonly content: Uint8Array }[] {
  return ["README.md", "verify.mjs"].map((name) => ({
    name: `docs/${name}`,
    content: readFileSync(fileURLToPath(new URL(name, VERIFIER_FOLDER))),
  }));
}

/**
 * Verifies a bundle with the verifier that bundles carry. `pubkey`: the key that it has to be signed with, 64 hex digits or a
 * file that holds them. Returns the verdict, and its sentences. Errors: RuntimeFailure `input-unreadable`, `input-too-large`, `usage`.
 */
export async function verifyBundleFile(
  path: string,
  pubkey: string | null,
): Promise<{ readonly verdict: BundleVerdict; readonly lines: readonly string[] }> {
  const key = pubkey === null ? null : await publicKeyOf(pubkey);
  const bytes = await readInput(path, { maximumBytes: MAXIMUM_BUNDLE_BYTES });
  // By its address: the compiler would otherwise take it for one of its sources.
  const { verifyBundle, reportLines } = (await import(new URL("verify.mjs", VERIFIER_FOLDER).href)) as typeof verifier;
  const verdict = verifyBundle(bytes, key);
  return { verdict, lines: reportLines(verdict) };
}

async function publicKeyOf(given: string): Promise<string> {
  if (PUBLIC_KEY.test(given)) return given;
  const text = new TextDecoder().decode(await readInput(given, { maximumBytes: 4096 })).trim();
  if (PUBLIC_KEY.test(text)) return text;
  throw new RuntimeFailure(
    "usage",
    `${given} holds no public key: 64 hex digits, as \`cairn bundle --public-key\` prints them`,
  );
}
