/** Bundles of runs: who signs them, and how they are checked. */
import { RuntimeFailure } from "../errors.ts";
import {
  loadVerifier,
  makeSigningKey,
  readInput,
  readSigningKey,
  usualKeyPath,
  type BundleVerdict,
  type SigningKey,
} from "../runtime/index.ts";

const MAXIMUM_BUNDLE_BYTES = 2 ** 31 - 1;
const PUBLIC_KEY = /^[0-9a-f]{64}$/;

/** The key at `path`, or the user's own, which is made when it is first needed. Errors: as `readSigningKey`. */
export function signingKey(path?: string): SigningKey {
  if (path !== undefined) return readSigningKey(path);
  const usual = usualKeyPath(process.env);
  makeSigningKey(usual);
  return readSigningKey(usual);
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
  const { verifyBundle, reportLines } = await loadVerifier();
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
