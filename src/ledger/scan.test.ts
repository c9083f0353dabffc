import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRedactor } from "./redact.ts";
import { scanFiles, type FoundSecret, type ScanCounts } from "./scan.ts";

/** No scanner finds the form of one in this file. */
const token = (seed: string): string => `gh${"p_"}${seed.repeat(36).slice(0, 35)}7`;

function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), "cairn-scan-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

function scan(...paths: string[]): { readonly found: readonly FoundSecret[]; readonly counts: ScanCounts } {
  const found: FoundSecret[] = [];
  const steps = scanFiles(paths, createRedactor());
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { found, counts: step.value };
    found.push(step.value);
  }
}

describe("a scan", () => {
  it("names file, line and kind of each secret, in order", () => {
    const folder = folderWith({
      "a.txt": `nothing\n${token("aB3")} here\n\n${token("cD4")} and ${token("eF5")}\n`,
      "b/c.env": `PASSWORD=${"correct-horse-"}${"battery9"}\n`,
      "clean.md": "no secrets, only words and 0123456789abcdef\n",
    });
    const { found, counts } = scan(folder);
    expect(found.map(({ file, line, count }) => [file.slice(folder.length + 1), line, count])).toEqual([
      ["a.txt", 2, 1],
      ["a.txt", 4, 2],
      ["b/c.env", 1, 1],
    ]);
    expect(counts).toMatchObject({ files: 3, binary: 0, unreadable: 0 });
  });

  it("counts lines right in files of many pieces, and finds what a border of pieces cuts", () => {
    const filler = `${"x".repeat(99)}\n`;
    const before = filler.repeat(10_485); // just below a megabyte
    const folder = folderWith({
      "long.log": `${before}${"y".repeat(40)} ${token("gH6")}\n${filler.repeat(2000)}${token("iJ7")}\n`,
    });
    expect(scan(folder).found.map(({ line }) => line)).toEqual([10_486, 12_487]);
  });

  it("tells placeholders that were there from secrets that are", () => {
    const folder = folderWith({ "a.txt": `[REDACTED:github-token] and ${token("kL8")}\n[REDACTED:password]\n` });
    expect(scan(folder).found).toMatchObject([{ line: 1, count: 1 }]);
  });

  it("looks into the texts of JSON lines without their escapes", () => {
    const text = `-----BEGIN ${"RSA PRIVATE"} KEY-----\n${"MIIE".repeat(20)}\n-----END ${"RSA PRIVATE"} KEY-----`;
    const folder = folderWith({
      "log.jsonl": `{"a":1}\n${JSON.stringify({ text: `"password": "${"hunter2-"}secret99"`, key: text })}\nno json \\n\n`,
    });
    const kinds = scan(folder).found.map(({ line, kind }) => `${line} ${kind}`);
    expect(kinds.filter((it) => it.startsWith("2 ")).length).toBeGreaterThanOrEqual(2);
  });

  it("passes over what is no text, links and folders of packages, and says what it could not read", () => {
    const folder = folderWith({
      "a.bin": Buffer.from([0, 1, 2, 3]),
      "node_modules/x.txt": token("mN9"),
      ".git/config": token("oP1"),
      "empty.txt": "",
    });
    symlinkSync(join(folder, "a.bin"), join(folder, "link"));
    expect(scan(folder)).toMatchObject({ found: [], counts: { files: 2, binary: 1, bytes: 0 } });
    expect(() => scan(join(folder, "nowhere"))).toThrow("there is no such file or folder");
    if (process.getuid?.() === 0) return; // to whom everything is readable
    chmodSync(join(folder, "empty.txt"), 0);
    expect(scan(folder).counts.unreadable).toBe(1);
  });
});
