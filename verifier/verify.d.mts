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

export function verifyBundle(bytes: Uint8Array, pubkey?: string | null): BundleVerdict;
export function reportLines(verdict: BundleVerdict): string[];
