#!/usr/bin/env node
/**
 * Verifies an evidence bundle of cairn, offline, with nothing but Node (20.15 or newer).
 *
 *   node verify.mjs BUNDLE.zip [--pubkey KEY] [--json]        exit code 0: it holds · 1: it does not · 2: it cannot be read
 *
 * It shares no code with the program that writes bundles: it is what the format says (docs/bundle.md), once more. One file,
 * to be read from top to bottom. A bundle holds when all of this does:
 *
 * B1  The ZIP has one form only: nothing packed, no dates, no extras, names in ascending order, headers that say the same
 *     twice, nothing before, between or after. Every byte of the file is either a content or follows from the contents.
 * B2  `signature.json` is an Ed25519 signature over `manifest.json`, and that lists every other file with its SHA-256.
 * B3  `events.jsonl` is a hash chain from 64 zeros to the head that the manifest names; `items.jsonl` the same.
 * B4  Each packet is the one whose identity the events name last for its task.
 * B5  What each supported or verified claim cites is in the bundle, and has the lines that are cited.
 *
 * It does not prove that a claim is true, that nothing was left out before it was recorded, nor whose key it was: compare
 * the public key with one that you were given in another way, or pass that one as --pubkey.
 */
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";

const START = "0".repeat(64);
const HEX64 = /^[0-9a-f]{64}$/;
const NAME = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
/** What precedes the 32 bytes of an Ed25519 public key in DER (RFC 8410). */
const KEY_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const SIGNED_PREFIX = "cairn-bundle/1\n";

/** Something that is not as it has to be. */
class Failure extends Error {
  constructor(where, message) {
    super(message);
    this.where = where;
  }
}

function demand(condition, where, message) {
  if (!condition) throw new Failure(where, message);
}

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Canonical JSON (RFC 8785): members by UTF-16 code units, no blanks. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** The value of a text that has to be canonical JSON: so no member is there twice, and nothing can be written differently. */
function parseCanonical(text, where) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure(where, "is not JSON");
  }
  demand(canonical(value) === text, where, "is not canonical JSON");
  demand(typeof value === "object" && value !== null && !Array.isArray(value), where, "is not a JSON object");
  return value;
}

function textOf(bytes, where) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure(where, "is not UTF-8");
  }
}

// B1: the ZIP ------------------------------------------------------------------------------------------------------------

const LOCAL = { signature: 0x04034b50, bytes: 30 };
const CENTRAL = { signature: 0x02014b50, bytes: 46 };
const END = { signature: 0x06054b50, bytes: 22 };
/** 1980-01-01, the first day that a ZIP can name. */
const DATE = 0x21;

/** The header that an entry has to have, as it stands before its content. */
function localHeader({ name, content }) {
  const header = Buffer.alloc(LOCAL.bytes);
  header.writeUInt32LE(LOCAL.signature, 0);
  header.writeUInt16LE(10, 4);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt32LE(crc32(content), 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

/** The entry of the directory that it has to have: version, then the same, then no comment, no attributes, its place. */
function centralHeader(entry) {
  const header = Buffer.alloc(CENTRAL.bytes);
  header.writeUInt32LE(CENTRAL.signature, 0);
  header.writeUInt16LE(20, 4);
  localHeader(entry).copy(header, 6, 4, LOCAL.bytes);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, Buffer.from(entry.name)]);
}

function endRecord(entries, directory, offset) {
  const end = Buffer.alloc(END.bytes);
  end.writeUInt32LE(END.signature, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** The files of the ZIP by name. Reads from the front, and compares every header with the one that has to be there. */
function readZip(file) {
  const entries = [];
  let offset = 0;
  while (offset + 4 <= file.length && file.readUInt32LE(offset) === LOCAL.signature) {
    const entry = readEntry(file, offset);
    const before = entries.at(-1)?.name ?? "";
    demand(entry.name !== before, entry.name, "is there twice");
    demand(before < entry.name, entry.name, `stands after ${before}: names have to ascend`);
    entries.push(entry);
    offset = entry.end;
  }
  demand(entries.length > 0, "the file", "is no ZIP, or does not begin with its first entry");
  demand(entries.length < 0xffff && offset < 0xffffffff, "the file", "is larger than a bundle may be (no ZIP64)");
  const directory = Buffer.concat(entries.map(centralHeader));
  const found = file.subarray(offset, offset + directory.length);
  if (!found.equals(directory)) throw directoryFailure(entries, found);
  const end = endRecord(entries, directory, offset);
  const rest = file.subarray(offset + directory.length);
  demand(rest.length >= END.bytes, "the ZIP's end", "is cut off");
  demand(rest.subarray(0, END.bytes).equals(end), "the ZIP's end", "does not fit the entries before it");
  demand(rest.length === END.bytes, "the ZIP's end", `is followed by ${rest.length - END.bytes} bytes`);
  return new Map(entries.map(({ name, content }) => [name, content]));
}

function readEntry(file, offset) {
  demand(offset + LOCAL.bytes <= file.length, `byte ${offset}`, "an entry is cut off");
  const size = file.readUInt32LE(offset + 18);
  const nameEnd = offset + LOCAL.bytes + file.readUInt16LE(offset + 26);
  const name = file.toString("latin1", offset + LOCAL.bytes, nameEnd);
  demand(NAME.test(name), `byte ${offset}`, `the name ${JSON.stringify(name.slice(0, 80))} is not one of a bundle`);
  demand(nameEnd + size <= file.length, name, `says that it has ${size} bytes, more than the file`);
  const content = file.subarray(nameEnd, nameEnd + size);
  const entry = { name, content, offset, end: nameEnd + size };
  const same = localHeader(entry).equals(file.subarray(offset, nameEnd));
  demand(same, name, "its header is not the one that its content has to have (packed, dated, extra, or changed)");
  return entry;
}

/** Which entry of the directory is not what the entry before says. */
function directoryFailure(entries, found) {
  let at = 0;
  for (const entry of entries) {
    const wanted = centralHeader(entry);
    if (!found.subarray(at, at + wanted.length).equals(wanted))
      return new Failure(entry.name, "the ZIP's directory is missing or says something else of it than its own header");
    at += wanted.length;
  }
  return new Failure("the ZIP's directory", "does not fit the entries");
}

// B2: signature and manifest ---------------------------------------------------------------------------------------------

function fileOf(files, name) {
  const content = files.get(name);
  demand(content !== undefined, name, "is missing");
  return content;
}

/** One canonical JSON document and a line feed. */
function documentOf(files, name) {
  const text = textOf(fileOf(files, name), name);
  demand(text.endsWith("\n"), name, "does not end with a line feed");
  return parseCanonical(text.slice(0, -1), name);
}

function checkSignature(files, wanted) {
  const where = "signature.json";
  const { algorithm, publicKey, signature, ...more } = documentOf(files, where);
  demand(algorithm === "Ed25519" && Object.keys(more).length === 0, where, "is not of a form that is known here");
  demand(HEX64.test(publicKey) && /^[0-9a-f]{128}$/.test(signature), where, "holds no key and signature in hex");
  demand(wanted === null || wanted === publicKey, where, `was made with the key ${publicKey}, not with the one given`);
  const der = Buffer.concat([KEY_PREFIX, Buffer.from(publicKey, "hex")]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  const signed = Buffer.concat([Buffer.from(SIGNED_PREFIX), fileOf(files, "manifest.json")]);
  const fits = verify(null, signed, key, Buffer.from(signature, "hex"));
  demand(fits, where, "does not fit manifest.json: that, the key or the signature was changed");
  return publicKey;
}

function checkManifest(files) {
  const manifest = documentOf(files, "manifest.json");
  const { bundle, version, files: listed } = manifest;
  demand(bundle === "cairn-bundle" && version === 1, "manifest.json", "is not of a bundle of version 1");
  demand(Array.isArray(listed), "manifest.json", "lists no files");
  const names = new Set(listed.map((it) => it.name));
  for (const { name, bytes, sha256: hash } of listed) {
    const content = fileOf(files, String(name));
    demand(content.length === bytes && sha256(content) === hash, name, "is not the file that the manifest lists");
  }
  for (const name of ["manifest.json", "signature.json"]) names.add(name);
  for (const name of files.keys()) demand(names.has(name), name, "is not listed in the manifest");
  return manifest;
}

// B3: chains -------------------------------------------------------------------------------------------------------------

function linesOf(files, name) {
  const text = textOf(fileOf(files, name), name);
  demand(text === "" || text.endsWith("\n"), name, "does not end with a line feed");
  return text === "" ? [] : text.slice(0, -1).split("\n");
}

/** The events, each with the hash of the one before, each with the hash of its own canonical text without it. */
function checkEvents(files, end) {
  let prev = START;
  const events = linesOf(files, "events.jsonl").map((line, at) => {
    const where = `events.jsonl, event ${at + 1}`;
    const { hash, ...covered } = parseCanonical(line, where);
    demand(covered.seq === at + 1, where, `has the number ${covered.seq}`);
    demand(covered.prev === prev, where, "does not continue the event before it");
    demand(sha256(canonical(covered)) === hash, where, "does not have the hash that it says");
    prev = hash;
    return covered;
  });
  demand(end.count === events.length && end.head === prev, "events.jsonl", "ends elsewhere than the manifest says");
  return events;
}

/** The ledger's items: each hash covers the item's canonical text and the hash before. */
function checkItems(files, end) {
  let prev = START;
  const items = linesOf(files, "items.jsonl").map((line, at) => {
    const item = parseCanonical(line, `items.jsonl, item ${at + 1}`);
    demand(item.seq === at + 1, `items.jsonl, item ${at + 1}`, `has the number ${item.seq}`);
    prev = sha256(line + prev);
    return item;
  });
  demand(end.count === items.length && end.head === prev, "items.jsonl", "ends elsewhere than the manifest says");
  return items;
}

function checkRun(files, manifest, events) {
  const task = sha256(fileOf(files, "task-file"));
  const said = events[0]?.payload?.task_file_sha256;
  demand(said === undefined || said === task, "task-file", "is not the one that the first event names");
  demand(manifest.run.task === events[0]?.task, "manifest.json", "names another task than the first event");
}

// B4: packets ------------------------------------------------------------------------------------------------------------

/** The packets by task, and those that were folded by identity. */
function checkPackets(files, events) {
  const named = new Map();
  for (const { task, payload } of events) if (typeof payload.packet === "string") named.set(task, payload.packet);
  const packets = new Map();
  for (const [at, line] of linesOf(files, "packets.jsonl").entries()) {
    const packet = parseCanonical(line, `packets.jsonl, line ${at + 1}`);
    const where = `packets.jsonl, ${packet.task_id}`;
    demand(!packets.has(packet.task_id), where, "is there twice");
    demand(named.get(packet.task_id) === sha256(line), where, "is not the packet that the events name last for it");
    packets.set(packet.task_id, packet);
  }
  for (const task of named.keys()) demand(packets.has(task), `packets.jsonl, ${task}`, "is missing");
  const folded = new Map();
  for (const [at, line] of linesOf(files, "folded.jsonl").entries())
    folded.set(sha256(line), parseCanonical(line, `folded.jsonl, line ${at + 1}`));
  const cited = new Set([...packets.values(), ...folded.values()].flatMap(({ claims }) => claims.flatMap(foldedOf)));
  for (const [id, { task_id: task }] of folded) demand(cited.has(id), `folded.jsonl, ${task}`, "nothing leads to it");
  return { packets, folded };
}

const foldedOf = ({ evidence_refs: refs }) => refs.map((ref) => /^clm:.*@([0-9a-f]{64})$/s.exec(ref)?.[1]);

// B5: evidence -----------------------------------------------------------------------------------------------------------

/** Why a ref leads to nothing in the bundle; null where it does lead to something. */
function refFault(ref, { files, events, items, packets, folded }) {
  const ctx = /^ctx:(\d+)(?:#L(\d+)-L(\d+))?$/.exec(ref);
  if (ctx) return itemFault(items[Number(ctx[1]) - 1], files, ctx.slice(2).map(Number));
  return isThere(ref, { events, items, packets, folded }) ? null : "there is nothing under it";
}

function isThere(ref, { events, items, packets, folded }) {
  const art = /^art:(.+)@([0-9a-f]{64})$/s.exec(ref);
  if (art) return items.some((it) => it.path === art[1] && it.sourceSha256 === art[2]);
  const chk = /^chk:([^#]+)#(\d+)$/.exec(ref);
  if (chk) return events[Number(chk[2]) - 1]?.payload.check === chk[1];
  const clm = /^clm:([^/@]+)\/(.+?)(?:@([0-9a-f]{64}))?$/s.exec(ref);
  if (clm) return clm[3] === undefined ? packets.has(clm[1]) : folded.has(clm[3]);
  const ans = /^ans:(.+)$/s.exec(ref);
  if (ans) return events.some((it) => it.kind === "escalation-answered" && it.payload.escalation === ans[1]);
  return /^https?:\/\//.test(ref);
}

function itemFault(item, files, lines) {
  const [from, to] = lines;
  if (item === undefined) return "there is no such ledger item";
  const last = item.firstLine + item.lineCount - 1;
  if (from < item.firstLine || to > last || from > to) return `the item has the lines ${item.firstLine} to ${last}`;
  if (item.role === "packet" || files.has(`blobs/${item.contentSha256}`)) return null;
  return `its content ${item.contentSha256} is not in the bundle`;
}

function checkClaims(parts) {
  let count = 0;
  for (const packet of [...parts.packets.values(), ...parts.folded.values()]) {
    for (const { id, status, evidence_refs: refs } of packet.claims) {
      if (status !== "supported" && status !== "verified") continue;
      count += 1;
      for (const ref of refs) {
        const fault = refFault(ref, parts);
        demand(fault === null, `claim ${id} of ${packet.task_id}`, `${ref}: ${fault}`);
      }
    }
  }
  return count;
}

function checkBlobs(files) {
  for (const [name, content] of files)
    if (name.startsWith("blobs/"))
      demand(name === `blobs/${sha256(content)}`, name, "has another content than its name says");
}

// ------------------------------------------------------------------------------------------------------------------------

/**
 * Verifies the bytes of a bundle. `pubkey`: 64 hex digits that the key has to be; null: any key.
 * Returns `{ holds, failures: [{ where, message }], … }` with what was found on the way; never throws.
 *
 * @param {Uint8Array} bytes
 * @param {string | null} pubkey
 */
export function verifyBundle(bytes, pubkey = null) {
  const counts = { files: 0, events: 0, items: 0, packets: 0, claims: 0 };
  /** @type {{ where: string, message: string }[]} */
  const failures = [];
  const report = { holds: false, failures, run: null, publicKey: null, keyWasGiven: pubkey !== null, ...counts };
  try {
    const files = readZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    report.files = files.size;
    report.publicKey = checkSignature(files, pubkey);
    const manifest = checkManifest(files);
    report.run = manifest.run.id;
    const events = checkEvents(files, manifest.events);
    const items = checkItems(files, manifest.items);
    Object.assign(report, { events: events.length, items: items.length });
    checkRun(files, manifest, events);
    checkBlobs(files);
    const { packets, folded } = checkPackets(files, events);
    report.packets = packets.size + folded.size;
    report.claims = checkClaims({ files, events, items, packets, folded });
    report.holds = true;
  } catch (error) {
    const isKnown = error instanceof Failure;
    const message = isKnown ? error.message : `is not of a form that is known here: ${error.message}`;
    failures.push({ where: isKnown ? error.where : "the bundle", message });
  }
  return report;
}

/** What was found, in sentences. */
export function reportLines(report) {
  const { holds, failures, run, publicKey, keyWasGiven } = report;
  if (!holds) return failures.map(({ where, message }) => `✗ ${where}: ${message}`);
  const counts = ["files", "events", "items", "packets", "claims"].map((noun) => `${report[noun]} ${noun}`);
  const key = keyWasGiven
    ? "the key that was given"
    : `the key ${publicKey}; whose it is has to be known in another way (--pubkey)`;
  return [`✓ the bundle of run ${run} holds: ${counts.join(", ")}`, `  signed with ${key}`];
}

function main(words) {
  const at = words.indexOf("--pubkey");
  const pubkey = at < 0 ? null : String(words[at + 1]).trim();
  const paths = words.filter((word, index) => word !== "--json" && (at < 0 || (index !== at && index !== at + 1)));
  if (paths.length !== 1 || paths[0].startsWith("-") || (pubkey !== null && !HEX64.test(pubkey))) {
    console.error("usage: node verify.mjs BUNDLE.zip [--pubkey 64-HEX-DIGITS] [--json]");
    return 2;
  }
  let file;
  try {
    file = readFileSync(paths[0]);
  } catch (error) {
    console.error(`${paths[0]} cannot be read: ${error.message}`);
    return 2;
  }
  const report = verifyBundle(file, pubkey);
  console.log(words.includes("--json") ? JSON.stringify(report, null, 2) : reportLines(report).join("\n"));
  return report.holds ? 0 : 1;
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = main(process.argv.slice(2));
