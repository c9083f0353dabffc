/**
 * Seen to fail on planted bugs: a writer that leaves a cited content out, a date in a header, a clock in the manifest; a
 * verifier that skips the directory, the bytes after the end, the list of files or the signature.
 */
import { generateKeyPairSync, sign } from "node:crypto";
import { execFileSync } from "node:child_process";
import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { canonicalText } from "../../contracts/index.ts";
import type { Store } from "../store.ts";
import { bundled, faults, filesOf, verifier, zipFiles } from "./bundle.suite.ts";
import { makeSigningKey, readSigningKey, usualKeyPath } from "./index.ts";
import { zipOf } from "./zip.ts";

const made = bundled();

describe("a bundle", () => {
  it("holds, and says what was checked and with which key", () => {
    const report = verifier.verifyBundle(made.bundle.bytes, made.key.publicKey);
    expect(report).toMatchObject({ holds: true, failures: [], run: made.harness.run, publicKey: made.key.publicKey });
    expect(report).toMatchObject({
      events: made.bundle.report.events,
      items: made.bundle.report.items,
      claims: 4,
      packets: 2,
    });
    expect(verifier.reportLines(report).join("\n")).toContain("the key that was given");
    expect(verifier.reportLines(verifier.verifyBundle(made.bundle.bytes, null)).join("\n")).toContain(
      `the key ${made.key.publicKey}; whose it is`,
    );
    expect(made.bundle.report).toMatchObject({ contents: 1, bytes: made.bundle.bytes.length });
  });

  it("is the same bytes each time, but for another key", () => {
    expect(Buffer.compare(made.make().bytes, made.bundle.bytes)).toBe(0);
    makeSigningKey(join(made.folder, "other.pem"));
    const other = made.make({}, readSigningKey(join(made.folder, "other.pem")));
    expect(Buffer.compare(other.bytes, made.bundle.bytes)).not.toBe(0);
    expect(faults(other.bytes, made.key.publicKey)).toContain("not with the one given");
  });

  it("is a ZIP that others read, with the verifier that checks it without anything else", () => {
    const path = join(made.folder, "run.zip");
    writeFileSync(path, made.bundle.bytes);
    writeFileSync(join(made.folder, "alone.mjs"), filesOf(made.bundle.bytes).get("docs/verify.mjs") ?? "");
    const run = (...words: string[]): string =>
      execFileSync(process.execPath, [join(made.folder, "alone.mjs"), ...words], {
        encoding: "utf8",
        cwd: made.folder,
        stdio: "pipe",
      });
    expect(run(path, "--pubkey", made.key.publicKey)).toMatch(/^✓ the bundle of run /);
    expect(JSON.parse(run(path, "--json"))).toMatchObject({ holds: true });
    writeFileSync(path, Buffer.concat([made.bundle.bytes, Buffer.of(0)]));
    expect(() => run(path)).toThrow(
      expect.objectContaining({ status: 1, stdout: expect.stringContaining("is followed by 1 bytes") }),
    );
    expect(() => run("nothing.zip")).toThrow(expect.objectContaining({ status: 2 }));
    expect(() => run()).toThrow(expect.objectContaining({ status: 2, stderr: expect.stringContaining("usage") }));
    expect(() => run(path, "--pubkey", "short")).toThrow(expect.objectContaining({ status: 2 }));
  });

  it("is not made of a run that is damaged, lacks a content, or goes on meanwhile", () => {
    const damaged: Store["verify"] = () => [{ seq: 3, what: "event" as const, message: "event 3 is bad" }].values();
    expect(() => made.make({ verify: damaged })).toThrow(/event 3 is bad; see: cairn verify/);
    expect(() => made.make({ blob: () => null })).toThrow("is not in the store");
    const { store } = made.harness.services;
    expect(() => made.make({ run: (id) => ({ ...store.run(id), head: { seq: 1, hash: "" } }) as never })).toThrow(
      "went on",
    );
  });
});

describe("any change", () => {
  it("of one byte anywhere is noticed, and every cut and every added byte", () => {
    const file = Buffer.from(made.bundle.bytes);
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
      if (verifier.verifyBundle(file, null).holds) throw new Error(`byte ${at} may be flipped`);
      file[at] = made.bundle.bytes[at] ?? 0;
      tried += 1;
    }
    expect(tried).toBeGreaterThan(2000);
    for (let length = 0; length < file.length; length += 101)
      expect(verifier.verifyBundle(file.subarray(0, length), null).holds).toBe(false);
    expect(faults(Buffer.concat([Buffer.of(1), file]))).toContain("does not begin with its first entry");
    expect(faults(Buffer.concat([file, file]))).toContain("is followed by");
    expect(verifier.verifyBundle(file, null).holds).toBe(true);
  });

  it("of the list of files is noticed", () => {
    const files = filesOf(made.bundle.bytes);
    const zip = (change: (it: Map<string, Buffer>) => void): Uint8Array => {
      const copy = new Map(files);
      change(copy);
      return zipFiles(copy);
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
    const files = filesOf(made.bundle.bytes);
    const manifest = files.get("manifest.json") ?? Buffer.of();
    const signature = sign(null, Buffer.concat([Buffer.from("cairn-bundle/1\n"), manifest]), privateKey).toString(
      "hex",
    );
    const forged = canonicalText({ algorithm: "Ed25519", publicKey: made.key.publicKey, signature });
    files.set("signature.json", Buffer.from(`${forged}\n`));
    expect(faults(zipFiles(files))).toContain("does not fit manifest.json");
  });
});

describe("tricks of ZIP files", () => {
  const bytesOf = (change: (file: Buffer) => Buffer | void): string => {
    const file = Buffer.from(made.bundle.bytes);
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

describe("the key", () => {
  it("is made once, in the user's settings, and only the user may read it", () => {
    const path = usualKeyPath({ XDG_CONFIG_HOME: join(made.folder, "config") });
    expect(path).toBe(join(made.folder, "config", "cairn", "bundle-key.pem"));
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
    const path = join(made.folder, "bad.pem");
    expect(() => readSigningKey(path)).toThrow(`the key ${path} cannot be read`);
    writeFileSync(path, "no key", { mode: 0o600 });
    expect(() => readSigningKey(path)).toThrow("holds no private key");
    writeFileSync(path, generateKeyPairSync("x25519").privateKey.export({ format: "pem", type: "pkcs8" }));
    expect(() => readSigningKey(path)).toThrow("holds no Ed25519 key");
    expect(() => makeSigningKey(join(path, "below", "key.pem"))).toThrow("cannot be made");
  });
});
