/** A run that cites and folds, its bundle, and bundles that somebody with the key could make: for tests. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { canonicalText } from "../../contracts/index.ts";
import { alteredStore } from "../altered-store.suite.ts";
import { claim, createHarness, halt, proposal, type Harness, type Script } from "../harness.suite.ts";
import type { Store } from "../store.ts";
import { bundleRun, makeSigningKey, readSigningKey, type Bundle, type SigningKey } from "./index.ts";
import { bundleDocumentation, loadVerifier, type Verifier } from "./verifier.ts";
import { zipOf } from "./zip.ts";

export type Files = Map<string, Buffer>;

export interface Bundled {
  readonly folder: string;
  readonly key: SigningKey;
  readonly harness: Harness;
  readonly bundle: Bundle;
  /** The bundle of the run again, over a store that does some things otherwise, or with another key. */
  make(change?: Partial<Store>, wanted?: SigningKey): Bundle;
  /** The bundle with other files, its manifest and signature made anew: what somebody with the key could make. */
  resigned(change: (files: Files) => void, more?: object): Uint8Array;
}

/** Reads and cites, says so much that its packet folds, and ends. */
const busy: Script = async (invocation, tools) => {
  const left = invocation.packet.budget.remaining_invocations ?? 0;
  if (left <= 2) return proposal(invocation, halt("incomplete", "enough"));
  const refs = left > 17 ? [`ctx:${(await tools.read("a.txt")).seq}#L1-L1`] : [];
  const statement = left === 19 ? "left-pad = MIT" : `claim ${left} ${"of many words ".repeat(20)}`;
  const status = left > 17 ? "supported" : "proposed";
  return proposal(invocation, { claims: [{ ...claim(`c${left}`, statement, ""), status, evidence_refs: refs }] });
};
const task = {
  budget: {
    context_tokens: 2100,
    output_tokens: 1000,
    maximum_children: 0,
    maximum_depth: 1,
    remaining_invocations: 20,
  },
};

export const verifier: Verifier = await loadVerifier();

export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

export const faults = (bytes: Uint8Array, pubkey: string | null = null): string =>
  verifier
    .verifyBundle(bytes, pubkey)
    .failures.map(({ where, message }) => `${where}: ${message}`)
    .join("\n");

/** The files of a bundle, read by other means than the verifier's. */
export function filesOf(bytes: Uint8Array): Files {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const files: Files = new Map();
  for (let at = 0; file.readUInt32LE(at) === 0x04034b50;) {
    const start = at + 30 + file.readUInt16LE(at + 26);
    const end = start + file.readUInt32LE(at + 18);
    files.set(file.toString("utf8", at + 30, start), file.subarray(start, end));
    at = end;
  }
  return files;
}

export const zipFiles = (files: Files): Uint8Array => zipOf([...files].map(([name, content]) => ({ name, content })));

/** Makes the run and its bundle before the tests of a file, and removes them after. */
export function bundled(): Bundled {
  let [folder, harness, key, bundle]: [string, Harness?, SigningKey?, Bundle?] = [""];
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("it is made before the tests");
    return value;
  };
  const make = (change: Partial<Store> = {}, wanted: SigningKey = there(key)): Bundle => {
    const { store, engine } = there(harness).services;
    const info = store.run(there(harness).run);
    if (info === null) throw new Error("there is a run");
    return bundleRun(
      { store: alteredStore(store, change), engine, key: wanted, documentation: bundleDocumentation() },
      info,
    );
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "cairn-bundle-"));
    makeSigningKey(join(folder, "keys", "key.pem"));
    key = readSigningKey(join(folder, "keys", "key.pem"));
    harness = await createHarness({ script: busy, task });
    await harness.carryOn();
    bundle = make();
  });
  afterAll(() => {
    harness?.dispose();
    rmSync(folder, { recursive: true });
  });
  return {
    get folder() {
      return folder;
    },
    get key() {
      return there(key);
    },
    get harness() {
      return there(harness);
    },
    get bundle() {
      return there(bundle);
    },
    make,
    resigned: (change, more = {}) => resigned({ bundle: there(bundle), key: there(key) }, change, more),
  };
}

function resigned(
  { bundle, key }: { readonly bundle: Bundle; readonly key: SigningKey },
  change: (files: Files) => void,
  more: object,
): Uint8Array {
  const files = filesOf(bundle.bytes);
  const before = JSON.parse(String(files.get("manifest.json"))) as object;
  change(files);
  for (const name of ["manifest.json", "signature.json"]) files.delete(name);
  const list = [...files].map(([name, content]) => ({ name, bytes: content.length, sha256: sha256(content) }));
  const manifest = Buffer.from(`${canonicalText({ ...before, files: list, ...more })}\n`);
  const signature = key.sign(Buffer.concat([Buffer.from("cairn-bundle/1\n"), manifest]));
  const signed = canonicalText({ algorithm: "Ed25519", publicKey: key.publicKey, signature });
  return zipFiles(files.set("manifest.json", manifest).set("signature.json", Buffer.from(`${signed}\n`)));
}
