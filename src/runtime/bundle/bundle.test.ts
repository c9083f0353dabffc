/**
 * Seen to fail on planted bugs: a writer that leaves a cited content out, a date in a header, a clock in the manifest; a
 * verifier that skips the directory, the bytes after the end, the list of files, the chain, the packets or the claims.
 */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalText } from "../../contracts/index.ts";
import { alteredStore } from "../altered-store.suite.ts";
import { claim, createHarness, halt, proposal, type Harness, type Script } from "../harness.suite.ts";
import type { Store } from "../store.ts";
import { bundleRun, makeSigningKey, readSigningKey, usualKeyPath, type Bundle, type SigningKey } from "./index.ts";
import { zipOf } from "./zip.ts";
import { reportLines, verifyBundle } from "../../../verifier/verify.mjs";

const verifier = fileURLToPath(new URL("../../../verifier/verify.mjs", import.meta.url));
const documentation = [{ name: "docs/verify.mjs", content: readFileSync(verifier) }];

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

let folder = "";
let key: SigningKey;
let harness: Harness;
let bundle: Bundle;

function make(change: Partial<Store> = {}, wanted: SigningKey = key): Bundle {
  const { store, engine } = harness.services;
  const info = store.run(harness.run);
  if (info === null) throw new Error("there is a run");
  return bundleRun({ store: alteredStore(store, change), engine, key: wanted, documentation }, info);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-bundle-"));
  makeSigningKey(join(folder, "keys", "key.pem"));
  key = readSigningKey(join(folder, "keys", "key.pem"));
  harness = await createHarness({ script: busy, task });
  await harness.carryOn();
  bundle = make();
});
afterAll(() => {
  harness.dispose();
  rmSync(folder, { recursive: true });
});

const faults = (bytes: Uint8Array, pubkey: string | null = null): string =>
  verifyBundle(bytes, pubkey)
    .failures.map(({ where, message }) => `${where}: ${message}`)
    .join("\n");

/** The files of the bundle, as the verifier does not read them: from what `unzip` would see. */
function filesOf(bytes: Uint8Array): Map<string, Buffer> {
  const file = Buffer.from(bytes);
  const files = new Map<string, Buffer>();
  for (let at = 0; file.readUInt32LE(at) === 0x04034b50;) {
    const start = at + 30 + file.readUInt16LE(at + 26);
    const end = start + file.readUInt32LE(at + 18);
    files.set(file.toString("utf8", at + 30, start), file.subarray(start, end));
    at = end;
  }
  return files;
}

/** The bundle with other files, its manifest and signature made anew: what somebody with the key could make. */
function resigned(change: (files: Map<string, Buffer>) => void, more: object = {}): Uint8Array {
  const files = filesOf(bundle.bytes);
  const before = JSON.parse(String(files.get("manifest.json"))) as object;
  change(files);
  for (const name of ["manifest.json", "signature.json"]) files.delete(name);
  const sha256 = (content: Buffer): string => createHash("sha256").update(content).digest("hex");
  const list = [...files].map(([name, content]) => ({ name, bytes: content.length, sha256: sha256(content) }));
  const manifest = Buffer.from(`${canonicalText({ ...before, files: list, ...more })}\n`);
  const signature = key.sign(Buffer.concat([Buffer.from("cairn-bundle/1\n"), manifest]));
  const signed = canonicalText({ algorithm: "Ed25519", publicKey: key.publicKey, signature });
  files.set("manifest.json", manifest).set("signature.json", Buffer.from(`${signed}\n`));
  return zipOf([...files].map(([name, content]) => ({ name, content })));
}

const edit = (name: string, replace: (text: string) => string) => (files: Map<string, Buffer>) =>
  void files.set(name, Buffer.from(replace(String(files.get(name)))));

describe("a bundle", () => {
  it("holds, and says what was checked and with which key", () => {
    const report = verifyBundle(bundle.bytes, key.publicKey);
    expect(report).toMatchObject({ holds: true, failures: [], run: harness.run, publicKey: key.publicKey });
    expect(report).toMatchObject({ events: bundle.report.events, items: bundle.report.items, claims: 4, packets: 2 });
    expect(reportLines(report).join("\n")).toContain("the key that was given");
    expect(reportLines(verifyBundle(bundle.bytes)).join("\n")).toContain(`the key ${key.publicKey}; whose it is`);
    expect(bundle.report).toMatchObject({ contents: 1, bytes: bundle.bytes.length });
  });

  it("is the same bytes each time, but for another key", () => {
    expect(Buffer.compare(make().bytes, bundle.bytes)).toBe(0);
    makeSigningKey(join(folder, "other.pem"));
    const other = make({}, readSigningKey(join(folder, "other.pem")));
    expect(Buffer.compare(other.bytes, bundle.bytes)).not.toBe(0);
    expect(faults(other.bytes, key.publicKey)).toContain("not with the one given");
  });

  it("is a ZIP that others read, with the verifier that checks it without anything else", () => {
    const path = join(folder, "run.zip");
    writeFileSync(path, bundle.bytes);
    writeFileSync(join(folder, "alone.mjs"), filesOf(bundle.bytes).get("docs/verify.mjs") ?? "");
    const run = (...words: string[]): string =>
      execFileSync(process.execPath, [join(folder, "alone.mjs"), ...words], {
        encoding: "utf8",
        cwd: folder,
        stdio: "pipe",
      });
    expect(run(path, "--pubkey", key.publicKey)).toMatch(/^✓ the bundle of run /);
    expect(JSON.parse(run(path, "--json"))).toMatchObject({ holds: true });
    writeFileSync(path, Buffer.concat([bundle.bytes, Buffer.of(0)]));
    expect(() => run(path)).toThrow(
      expect.objectContaining({ status: 1, stdout: expect.stringContaining("is followed by 1 bytes") }),
    );
    expect(() => run("nothing.zip")).toThrow(expect.objectContaining({ status: 2 }));
    expect(() => run()).toThrow(expect.objectContaining({ status: 2, stderr: expect.stringContaining("usage") }));
    expect(() => run(path, "--pubkey", "short")).toThrow(expect.objectContaining({ status: 2 }));
  });

  it("is not made of a run that is damaged, lacks a content, or goes on meanwhile", () => {
    const damaged: Store["verify"] = () => [{ seq: 3, what: "event" as const, message: "event 3 is bad" }].values();
    expect(() => make({ verify: damaged })).toThrow(/event 3 is bad; see: cairn verify/);
    expect(() => make({ blob: () => null })).toThrow("is not in the store");
    const { store } = harness.services;
    expect(() => make({ run: (id) => ({ ...store.run(id), head: { seq: 1, hash: "" } }) as never })).toThrow("went on");
  });
});

describe("any change", () => {
  it("of one byte anywhere is noticed, and every cut and every added byte", () => {
    const file = Buffer.from(bundle.bytes);
    // Bytes within a file that is only hashed fail for one and the same reason: some of them are enough. Of all else, each.
    const alike = new Set<number>();
    for (const [name, content] of filesOf(file)) {
      if (name.endsWith(".json") && !name.startsWith("context/")) continue;
      const start = content.byteOffset - file.byteOffset;
      for (let at = start + 1; at < start + content.length; at += 1) if (at % 197 !== 0) alike.add(at);
    }
    let tried = 0;
    for (let at = 0; at < file.length; at += 1) {
      if (alike.has(at)) continue;
      file[at] = (file[at] ?? 0) ^ (1 << (at % 8));
      if (verifyBundle(file).holds) throw new Error(`byte ${at} may be flipped`);
      file[at] = bundle.bytes[at] ?? 0;
      tried += 1;
    }
    expect(tried).toBeGreaterThan(2000);
    for (let length = 0; length < file.length; length += 101)
      expect(verifyBundle(file.subarray(0, length)).holds).toBe(false);
    expect(faults(Buffer.concat([Buffer.of(1), file]))).toContain("does not begin with its first entry");
    expect(faults(Buffer.concat([file, file]))).toContain("is followed by");
    expect(verifyBundle(file).holds).toBe(true);
  });

  it("of the list of files is noticed", () => {
    const files = filesOf(bundle.bytes);
    const zip = (change: (it: Map<string, Buffer>) => void): Uint8Array => {
      const copy = new Map(files);
      change(copy);
      return zipOf([...copy].map(([name, content]) => ({ name, content })));
    };
    expect(faults(zip(() => undefined))).toBe("");
    expect(faults(zip((it) => it.set("more", Buffer.of(1))))).toBe("more: is not listed in the manifest");
    expect(faults(zip((it) => it.delete("items.jsonl")))).toBe("items.jsonl: is missing");
    expect(faults(zip((it) => it.delete("manifest.json")))).toBe("manifest.json: is missing");
    expect(faults(zip((it) => it.delete("signature.json")))).toBe("signature.json: is missing");
    const renamed = zip((it) => it.set("tasks", it.get("task-file") ?? Buffer.of()).delete("task-file"));
    expect(faults(renamed)).toBe("task-file: is missing");
    expect(faults(zip((it) => it.set("task-file", Buffer.from("other"))))).toContain(
      "is not the file that the manifest lists",
    );
  });

  it("by somebody with another key is noticed by those who know the right one", () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const files = filesOf(bundle.bytes);
    const manifest = files.get("manifest.json") ?? Buffer.of();
    const signature = sign(null, Buffer.concat([Buffer.from("cairn-bundle/1\n"), manifest]), privateKey).toString(
      "hex",
    );
    const forged = canonicalText({ algorithm: "Ed25519", publicKey: key.publicKey, signature });
    files.set("signature.json", Buffer.from(`${forged}\n`));
    expect(faults(zipOf([...files].map(([name, content]) => ({ name, content }))))).toContain(
      "does not fit manifest.json",
    );
  });
});

describe("tricks of ZIP files", () => {
  const bytesOf = (change: (file: Buffer) => Buffer | void): string => {
    const file = Buffer.from(bundle.bytes);
    return faults(change(file) ?? file);
  };
  const directory = (file: Buffer): number => file.readUInt32LE(file.length - 6);

  it.each<[string, (file: Buffer) => Buffer | void, string]>([
    [
      "another name in the directory",
      (it) => void it.write("X", directory(it) + 46),
      "directory is missing or says something else",
    ],
    ["another size in the directory", (it) => void it.writeUInt32LE(1, directory(it) + 24), "says something else"],
    ["another place in the directory", (it) => void it.writeUInt32LE(7, directory(it) + 42), "says something else"],
    ["a size beyond the file", (it) => void it.writeUInt32LE(0xffffffff, 18), "more than the file"],
    ["ZIP64", (it) => void it.writeUInt32LE(0xffffffff, it.length - 6), "does not fit the entries"],
    ["a packed entry", (it) => void it.writeUInt16LE(8, 8), "its header is not the one"],
    ["an encrypted entry", (it) => void it.writeUInt16LE(1, 6), "its header is not the one"],
    ["a size after the content", (it) => void it.writeUInt16LE(8, 6), "its header is not the one"],
    ["an extra field", (it) => void it.writeUInt16LE(4, 28), "its header is not the one"],
    ["another date", (it) => void it.writeUInt16LE(0x5999, 12), "its header is not the one"],
    ["a comment", (it) => Buffer.concat([it.subarray(0, -2), Buffer.of(1, 0, 65)]), "does not fit the entries"],
    [
      "bytes between entries and directory",
      (it) => {
        const at = directory(it);
        return Buffer.concat([it.subarray(0, at), Buffer.of(0), it.subarray(at)]);
      },
      "directory",
    ],
    ["a missing end", (it) => it.subarray(0, -22), "is cut off"],
    ["a second directory", (it) => Buffer.concat([it.subarray(0, -22), it.subarray(directory(it))]), "does not fit"],
    ["no entries", () => Buffer.from("PK\u0005\u0006"), "is no ZIP"],
    ["nothing", () => Buffer.alloc(0), "is no ZIP"],
    ["half a header", (it) => it.subarray(0, 12), "cut off"],
  ])("%s", (_, change, fault) => expect(bytesOf(change)).toContain(fault));

  it("names that are there twice, do not ascend, or lead elsewhere", () => {
    const entry = (name: string): Buffer => {
      const header = Buffer.alloc(30);
      header.writeUInt32LE(0x04034b50, 0);
      header.writeUInt16LE(10, 4);
      header.writeUInt16LE(0x21, 12);
      header.writeUInt32LE(crc32(""), 14);
      header.writeUInt16LE(name.length, 26);
      return Buffer.concat([header, Buffer.from(name)]);
    };
    expect(faults(Buffer.concat([entry("a"), entry("a")]))).toBe("a: is there twice");
    expect(faults(Buffer.concat([entry("b"), entry("a")]))).toBe("a: stands after b: names have to ascend");
    for (const name of ["../a", "/a", "a//b", "a\\b", "a/..", ".a", "a ", "", "ä"])
      expect(faults(entry(name))).toContain("is not one of a bundle");
  });

  it("are not written: names are checked, and a bundle ends before ZIP64 begins", () => {
    expect(() => zipOf([{ name: "../a", content: Buffer.of() }])).toThrow("names one file");
    expect(() => zipOf([1, 2].map(() => ({ name: "a", content: Buffer.of() })))).toThrow("names one file");
    const large = { length: 2 ** 31 } as Uint8Array;
    expect(() => zipOf([{ name: "a", content: large }])).toThrow("larger than one may be");
  });
});

describe("with the right key, a bundle", () => {
  const first = (text: string): string => text.slice(0, text.indexOf("\n") + 1);

  it("holds as it was, made by other means", () => expect(faults(resigned(() => undefined))).toBe(""));

  /** Event 3 with another time and a right hash of its own. */
  const forged = (text: string): string => {
    const lines = text.split("\n");
    const { hash: _hash, ...event } = JSON.parse(lines[2] ?? "") as Record<string, unknown>;
    const covered = { ...event, time: "2020-01-01T00:00:00.000Z" };
    lines[2] = canonicalText({ ...covered, hash: createHash("sha256").update(canonicalText(covered)).digest("hex") });
    return lines.join("\n");
  };

  it.each<[string, (files: Map<string, Buffer>) => void, string]>([
    ["an event was written anew", edit("events.jsonl", forged), "event 4: does not continue the event before it"],
    [
      "an event's content was changed",
      edit("events.jsonl", (it) => it.replace("left-pad = MIT", "left-pad = GPL")),
      "does not have the hash",
    ],
    [
      "an event is missing",
      edit("events.jsonl", (it) => it.replace(/^.*"seq":3,.*\n/m, "")),
      "event 3: has the number 4",
    ],
    ["the end of the events is missing", edit("events.jsonl", first), "events.jsonl: ends elsewhere"],
    ["an event is written otherwise", edit("events.jsonl", (it) => it.replace("{", "{ ")), "is not canonical JSON"],
    ["a line is no JSON", edit("events.jsonl", (it) => `${it}nonsense\n`), "is not JSON"],
    ["a line is no object", edit("events.jsonl", (it) => `${it}1\n`), "is not a JSON object"],
    ["the last line has no end", edit("events.jsonl", (it) => it.slice(0, -1)), "does not end with a line feed"],
    ["an item was changed", edit("items.jsonl", (it) => it.replace('"seq":2,', '"seq":3,')), "has the number 3"],
    [
      "an item's text was changed",
      edit("items.jsonl", (it) => it.replace('"tool":"', '"tool":"x')),
      "items.jsonl: ends elsewhere",
    ],
    [
      "a packet was changed",
      edit("packets.jsonl", (it) => it.replace("Say which", "Say what")),
      "is not the packet that the events name",
    ],
    ["a packet is there twice", edit("packets.jsonl", (it) => it + it), "is there twice"],
    ["a packet is missing", edit("packets.jsonl", () => ""), "packets.jsonl, t: is missing"],
    ["a folded packet is missing", edit("folded.jsonl", () => ""), "there is nothing under it"],
    ["the task file is another", edit("task-file", () => "{}"), "is not the one that the first event names"],
    [
      "a content has another name",
      (it) => void it.set(`blobs/${"0".repeat(64)}`, Buffer.from("x")),
      "another content than its name",
    ],
    [
      "a cited content is missing",
      (it) => [...it.keys()].filter((name) => name.startsWith("blobs/")).forEach((name) => it.delete(name)),
      "is not in the bundle",
    ],
    ["a text is no UTF-8", (it) => void it.set("items.jsonl", Buffer.of(0xff, 10)), "is not UTF-8"],
  ])("fails where %s", (_, change, fault) => expect(faults(resigned(change))).toContain(fault));

  it.each<[string, object, string]>([
    ["another kind of bundle", { bundle: "other" }, "version 1"],
    ["no files", { files: null }, "lists no files"],
    ["a run that is none", { run: null }, "is not of a form that is known here"],
    ["another task", { run: { id: "r", task: "u" } }, "names another task"],
  ])("fails where its manifest says %s", (_, more, fault) =>
    expect(faults(resigned(() => undefined, more))).toContain(fault),
  );
});

describe("the key", () => {
  it("is made once, in the user's settings, and only the user may read it", () => {
    const path = usualKeyPath({ XDG_CONFIG_HOME: join(folder, "config") });
    expect(path).toBe(join(folder, "config", "cairn", "bundle-key.pem"));
    makeSigningKey(path);
    const { publicKey } = readSigningKey(path);
    makeSigningKey(path);
    expect(readSigningKey(path).publicKey).toBe(publicKey);
    expect([statSync(path).mode & 0o777, statSync(join(path, "..")).mode & 0o777]).toEqual([0o600, 0o700]);
    chmodSync(path, 0o644);
    expect(() => readSigningKey(path)).toThrow(/others may read the key .*chmod 600/);
    expect(usualKeyPath({})).toMatch(/\.config\/cairn\/bundle-key\.pem$/);
  });

  it("is refused where it is none, or of another kind, with its file", () => {
    const path = join(folder, "bad.pem");
    expect(() => readSigningKey(path)).toThrow(`the key ${path} cannot be read`);
    writeFileSync(path, "no key", { mode: 0o600 });
    expect(() => readSigningKey(path)).toThrow("holds no private key");
    writeFileSync(path, generateKeyPairSync("x25519").privateKey.export({ format: "pem", type: "pkcs8" }));
    expect(() => readSigningKey(path)).toThrow("holds no Ed25519 key");
    expect(() => makeSigningKey(join(path, "below", "key.pem"))).toThrow("cannot be made");
  });
});
