/** The program that checks bundles, which shares no code with what writes them: loaded as it lies beside `src/` and `dist/`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ZipFile } from "./zip.ts";

/** What the verifier says of a bundle. */
export interface BundleVerdict {
  readonly holds: boolean;
  /** What is wrong and where: the first thing that is, since the rest rests on it. */
  readonly failures: readonly { readonly where: string; readonly message: string }[];
  readonly run: string | null;
  /** The key that signed it, 64 hex digits. */
  readonly publicKey: string | null;
  readonly keyWasGiven: boolean;
  readonly files: number;
  readonly events: number;
  readonly items: number;
  readonly packets: number;
  /** Supported and verified claims, each with what it cites in the bundle. */
  readonly claims: number;
}

/** What the verifier offers to programs. */
export interface Verifier {
  /** Never throws. `pubkey`: the key that it has to be signed with, 64 hex digits; null: any. */
  readonly verifyBundle: (bytes: Uint8Array, pubkey: string | null) => BundleVerdict;
  readonly reportLines: (verdict: BundleVerdict) => string[];
}

/** As far from `dist/` as from `src/`. */
const FOLDER = new URL("../../../verifier/", import.meta.url);

/** Loads the verifier: by its address, since it is none of the compiler's sources. */
export async function loadVerifier(): Promise<Verifier> {
  return (await import(new URL("verify.mjs", FOLDER).href)) as Verifier;
}

/** The verifier and how to use it, for the folder `docs/` of a bundle. */
export function bundleDocumentation(): readonly ZipFile[] {
  return ["README.md", "verify.mjs"].map((name) => ({
    name: `docs/${name}`,
    content: readFileSync(fileURLToPath(new URL(name, FOLDER))),
  }));
}
