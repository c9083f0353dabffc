/**
 * An evidence bundle: everything that proves a run, in one file that is checked without us (docs/bundle.md).
 *
 * BU1  The same run, key and version give the same bytes: nothing in a bundle comes from the clock or the machine.
 * BU2  Only what is as it was written is bundled; a damaged run is refused with its first flaw.
 * BU3  What checks it is in it, and shares no code with what writes it (verifier/verify.mjs).
 */
import { canonicalText, sha256Hex } from "../../contracts/index.ts";
import type { Engine } from "../../engine/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import { GENESIS_HASH, itemHash, itemText } from "../chain.ts";
import { contextIrDocuments, documentName } from "../export.ts";
import { storedTask } from "../run.ts";
import type { LedgerItem, RunInfo, Store } from "../store.ts";
import { citedContents, packetLines, packetsOf } from "./contents.ts";
import type { SigningKey } from "./signing-key.ts";
import { zipOf, type ZipFile } from "./zip.ts";

export interface BundleRequest {
  readonly store: Store;
  readonly engine: Engine;
  readonly key: SigningKey;
  /** Files for `docs/`: the verifier and how to use it. */
  readonly documentation: readonly ZipFile[];
}

export interface Bundle {
  readonly bytes: Uint8Array;
  readonly report: BundleReport;
}

export interface BundleReport {
  readonly run: string;
  readonly files: number;
  readonly bytes: number;
  readonly events: number;
  readonly items: number;
  /** Contents that claims cite. */
  readonly contents: number;
  /** Of the key that signed it, 64 hex digits. */
  readonly publicKey: string;
}

/** What is signed before the manifest's bytes, so that the signature is good for nothing else. */
const SIGNED_PREFIX = "cairn-bundle/1\n";
const encoder = new TextEncoder();

/** Makes the bundle of a run. Errors: `usage` (nothing happened in it), `store-damaged` (BU2), `run-busy` (the run went on meanwhile), `input-too-large`. */
export function bundleRun(request: BundleRequest, info: RunInfo): Bundle {
  const { store, key } = request;
  if (info.head.seq === 0) throw new RuntimeFailure("usage", `nothing has happened in run ${info.id} yet`);
  const [flaw] = store.verify(info.id);
  if (flaw !== undefined)
    throw new RuntimeFailure(
      "store-damaged",
      `run ${info.id} is not bundled: ${flaw.message}; see: cairn verify ${info.id}`,
    );
  const { files, events, items, contents } = filesOf(request, info);
  const { id: run, task, createdAt, forkedFrom } = info;
  const manifest = textFile(
    "manifest.json",
    `${canonicalText({
      bundle: "cairn-bundle",
      version: 1,
      run: { id: run, task, createdAt, forkedFrom },
      events: { count: events, head: info.head.hash },
      items,
      files: files.map(({ name, content }) => ({ name, bytes: content.length, sha256: sha256Hex(content) })),
    })}\n`,
  );
  const signature = key.sign(Buffer.concat([encoder.encode(SIGNED_PREFIX), manifest.content]));
  const signed = { algorithm: "Ed25519", publicKey: key.publicKey, signature };
  const all = [...files, manifest, textFile("signature.json", `${canonicalText(signed)}\n`)];
  if (store.run(run)?.head.seq !== info.head.seq)
    throw new RuntimeFailure("run-busy", `run ${run} went on while it was bundled: stop it, or try again`, {
      retry: "later",
    });
  const bytes = zipOf(all);
  const counts = { files: all.length, bytes: bytes.length, events, items: items.count, contents };
  return { bytes, report: { run, ...counts, publicKey: key.publicKey } };
}

interface Contents {
  /** Every file that the manifest lists, by ascending name. */
  readonly files: readonly ZipFile[];
  readonly events: number;
  readonly items: { readonly count: number; readonly head: string };
  readonly contents: number;
}

function filesOf({ store, engine, documentation }: BundleRequest, info: RunInfo): Contents {
  const { id } = info;
  const events = [...store.events(id)];
  const items = [...store.items(id)];
  const packets = packetsOf({ store, engine }, id);
  const contents = citedContents(store, packets, items);
  const documents = contextIrDocuments({ store, engine }, id);
  const files = [
    ...documentation,
    textFile("task-file", storedTask(info).text),
    textFile("events.jsonl", events.map((it) => `${canonicalText(it)}\n`).join("")),
    textFile("items.jsonl", items.map((it) => `${itemText(it)}\n`).join("")),
    textFile("packets.jsonl", packetLines(packets.newest)),
    textFile("folded.jsonl", packetLines(packets.folded)),
    ...documents.map((it, at) => textFile(`context/${documentName(at)}`, `${JSON.stringify(it, null, 2)}\n`)),
    ...[...contents].map(([sha256, content]) => ({ name: `blobs/${sha256}`, content })),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const chain = { count: items.length, head: headOf(items) };
  return { files, events: events.length, items: chain, contents: contents.size };
}

function headOf(items: readonly LedgerItem[]): string {
  return items.reduce((prev, item) => itemHash(itemText(item), prev), GENESIS_HASH);
}

function textFile(name: string, text: string): ZipFile {
  return { name, content: encoder.encode(text) };
}
