import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import { parseCheckpoint } from "./checkpoint.ts";
import { assistant, call, result, SESSION, text, usage, user } from "./claude-code/rows.suite.ts";
import { importFile, MAX_DOCUMENT_BYTES, type ImportBatch } from "./import-file.ts";
import type { Importer } from "./imported.ts";
import { append, linesOf, newFolder, read, store, sum, write } from "./reading.suite.ts";

const NAME = `${SESSION}.jsonl`;
const texts = ({ items }: Pick<ReturnType<typeof read>, "items">): string[] => items.map(({ delivered }) => delivered);

describe("a bad line", () => {
  const rows = [user("one"), user("two"), user("three")].map((row) => JSON.stringify(row));

  it("costs that line only (50347, 66)", () => {
    for (const bad of ["{broken", "", "null", "[]", "\0\0\0", '{"type":"user","mess', "\u2028", "}{", "\ud83c"]) {
      const path = write(newFolder(), NAME, [rows[0], rows[1], bad, rows[2]].join("\n"));
      expect(texts(read(path))).toEqual(["one", "two", "three"]);
    }
  });

  it("is reported with file, line, byte offset and reason, and none of what it holds (98669)", () => {
    const path = write(newFolder(), NAME, `${rows[0]}\n{"key":"sk-secret\n${rows[2]}\n`);
    const { problems } = read(path);
    const offset = Buffer.byteLength(`${rows[0]}\n`);
    expect(problems).toMatchObject([{ code: "bad-line", file: path, line: 2, offset }]);
    expect(problems[0]?.message).toMatch(new RegExp(`^${path}:2 is not JSON.*byte offset ${offset}`));
    expect(JSON.stringify(problems)).not.toContain("sk-secret");
  });

  it("of which there are many is told one by one at first, then with a count", () => {
    const path = write(newFolder(), NAME, `${rows[0]}\n${"{broken\n".repeat(1000)}${rows[2]}\n`);
    const { items, problems } = read(path);
    expect(items).toHaveLength(2);
    expect(problems.length).toBeLessThan(30);
    expect(problems.reduce((total, { count }) => total + (count ?? 1), 0)).toBe(1000);
  });

  it("of 200 MB is passed over in bounded memory, named, and the others kept", () => {
    const path = write(newFolder(), NAME, `${rows[0]}\n`);
    const file = openSync(path, "a");
    writeSync(file, '{"type":"user","message":"');
    const block = Buffer.alloc(1024 * 1024, "x");
    for (let written = 0; written < 200; written += 1) writeSync(file, block);
    writeSync(file, `"}\n${rows[2]}\n`);
    closeSync(file);
    const before = process.memoryUsage();
    const { items, problems, outcome } = read(path);
    const after = process.memoryUsage();
    expect(items.map(({ delivered, provenance }) => [delivered, provenance.line])).toEqual([
      ["one", 1],
      ["three", 3],
    ]);
    expect(problems).toMatchObject([{ code: "too-large", file: path, line: 2 }]);
    expect(problems[0]?.message).toMatch(/:2 has 2097\d+ bytes/);
    expect(outcome.waiting).toBeNull();
    expect(after.arrayBuffers - before.arrayBuffers + after.heapUsed - before.heapUsed).toBeLessThan(120e6);
  });

  it("that is not UTF-8 is read with what can be read, and named", () => {
    const bytes = Buffer.concat([
      Buffer.from(`${rows[0]}\n`),
      Buffer.from(JSON.stringify(user("caf?"))),
      Buffer.from("\n"),
    ]);
    bytes[bytes.lastIndexOf("?")] = 0xe9;
    const { items, problems } = read(write(newFolder(), NAME, bytes));
    expect(texts({ items })).toEqual(["one", "caf\uFFFD"]);
    expect(problems).toMatchObject([{ code: "not-utf8", line: 2 }]);
  });
});

describe("a growing file", () => {
  it("is read on from where it was left, and an unchanged one not at all (126)", () => {
    const path = write(newFolder(), NAME, [user("one")]);
    const first = read(path);
    expect(read(path, { checkpoint: first.checkpoint })).toMatchObject({
      facts: [],
      checkpoint: null,
      outcome: { status: "unchanged" },
    });
    append(path, [user("two")]);
    const second = read(path, { checkpoint: first.checkpoint });
    expect(texts(second)).toEqual(["two"]);
    expect(second.items[0]?.provenance).toMatchObject({ line: 2, offset: first.checkpoint?.position.offset });
    expect(second.outcome).toMatchObject({ status: "read", restarted: false });
  });

  it("that was only touched says nothing again", () => {
    const path = write(newFolder(), NAME, [user("one"), assistant("msg_a", [text("x")])]);
    const first = read(path);
    utimesSync(path, 1, 1);
    expect(read(path, { checkpoint: first.checkpoint }).facts).toEqual([]);
  });

  it("lets a cut last line wait for its rest, without a word", () => {
    const whole = linesOf([user("one"), user("two")]);
    const path = write(newFolder(), NAME, whole.slice(0, -20));
    const first = read(path);
    expect(texts(first)).toEqual(["one"]);
    expect(first.problems).toEqual([]);
    expect(first.outcome.waiting).toMatchObject({ line: 2, offset: linesOf([user("one")]).length });
    writeFileSync(path, whole);
    expect(texts(read(path, { checkpoint: first.checkpoint }))).toEqual(["two"]);
  });

  it("has its last row also where no break follows, once", () => {
    const path = write(newFolder(), NAME, [user("one"), user("two")].map((row) => JSON.stringify(row)).join("\n"));
    const first = read(path);
    expect(texts(first)).toEqual(["one", "two"]);
    expect(first.outcome.waiting).toBeNull();
    appendFileSync(path, `\n${linesOf([user("three")])}`);
    const second = read(path, { checkpoint: first.checkpoint });
    expect(second.items.map(({ delivered, provenance }) => [delivered, provenance.line])).toEqual([["three", 3]]);
  });

  it("joins a result with a call that was read before, and a message with its earlier rows", () => {
    const path = write(newFolder(), NAME, [
      assistant("msg_a", [call("toolu_1", "Read", { file_path: "/a" })], { usage: usage(3) }),
    ]);
    const first = read(path);
    append(path, [assistant("msg_a", [text("and so")], { usage: usage(30) }), result("toolu_1", "text")]);
    const second = read(path, { checkpoint: first.checkpoint });
    expect(second.items).toMatchObject([
      { tool: "assistant", delivered: 'Read {"file_path":"/a"}\nand so' },
      { tool: "Read", path: "/a", kind: "read" },
    ]);
    const both = store([...first.facts, ...second.facts]);
    expect(both.items).toHaveLength(2);
    expect(sum(both.usage, "outputTokens")).toBe(30);
  });

  it("that was rewritten, shortened or replaced is read anew", () => {
    const rows = [user("one"), user("two")];
    const changes: ((path: string) => void)[] = [
      (path) => writeFileSync(path, linesOf([user("other"), ...rows])),
      (path) => {
        truncateSync(path, 0);
        append(path, [user("new")]);
      },
      (path) => renameSync(write(newFolder(), "x", [user("replaced"), user("and"), user("longer")]), path),
      (path) => {
        const bytes = readFileSync(path);
        bytes.write("TWO", bytes.lastIndexOf('"two"') + 1);
        writeFileSync(path, Buffer.concat([bytes, Buffer.from(linesOf([user("three")]))]));
      },
    ];
    for (const change of changes) {
      const path = write(newFolder(), NAME, rows);
      const first = read(path);
      change(path);
      const second = read(path, { checkpoint: first.checkpoint });
      expect(second.outcome.restarted).toBe(true);
      expect(second.items[0]?.provenance.line).toBe(1);
      expect(texts(second)).toEqual(texts(read(path)));
    }
  });

  it("is read anew where it is the same but for its beginning, or but for its end", () => {
    const rows = Array.from({ length: 40 }, (_, index) => user(`row ${index} ${"x".repeat(200)}`));
    for (const changed of ["row 0 ", "row 39 "]) {
      const path = write(newFolder(), NAME, rows);
      const first = read(path);
      writeFileSync(path, `${linesOf(rows).replace(changed, changed.replace("row", "ROW"))}${linesOf([user("more")])}`);
      const second = read(path, { checkpoint: first.checkpoint });
      expect(second.outcome.restarted).toBe(true);
      expect(second.items).toHaveLength(41);
    }
  });

  it("is read anew after a checkpoint that is none", () => {
    expect([null, 5, {}, { version: 2 }, { version: 1, importer: "x" }].map(parseCheckpoint)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    const path = write(newFolder(), NAME, [user("one")]);
    const { checkpoint } = read(path);
    expect(parseCheckpoint(JSON.parse(JSON.stringify(checkpoint)))).toEqual(checkpoint);
    const broken = {
      ...checkpoint!,
      state: { format: "claude-code", messages: [{}, 5], calls: [["x"], 7], scopes: null },
    };
    append(path, [user("two")]);
    expect(texts(read(path, { checkpoint: broken }))).toEqual(["two"]);
  });
});

describe("batches", () => {
  const rows = Array.from({ length: 40 }, (_, index) => [
    assistant(`msg_${index}`, [text(`say ${index}`)], { usage: usage(1) }),
    assistant(`msg_${index}`, [call(`toolu_${index}`, "Bash", { command: `run ${index}` })], { usage: usage(7) }),
    result(`toolu_${index}`, `out ${index}`),
  ]).flat();

  it("give the same facts whatever their size, and each a checkpoint from which to go on", () => {
    const path = write(newFolder(), NAME, rows);
    const whole = read(path);
    expect(sum(whole.usage, "outputTokens")).toBe(280);
    for (const batchBytes of [1, 700, 5000]) {
      const batches: ImportBatch[] = [...importFile(path, { batchBytes })];
      expect(batches.length).toBeGreaterThan(3);
      expect(batches.reduce((total, { bytes }) => total + bytes, 0)).toBe(statSync(path).size);
      expect(store(batches.flatMap(({ facts }) => facts))).toEqual(store(whole.facts));
      for (const at of [0, 1, Math.floor(batches.length / 2), batches.length - 2]) {
        const facts = batches.slice(0, at + 1).flatMap((batch) => batch.facts);
        const rest = read(path, { checkpoint: JSON.parse(JSON.stringify(batches[at]?.checkpoint)) as never });
        expect(rest.outcome.restarted).toBe(false);
        const both = store([...facts, ...rest.facts]);
        expect(both.items).toEqual(whole.items);
        expect(both.usage).toEqual(whole.usage);
      }
    }
  });

  it("tell a kind of problem once in all, with its count", () => {
    const path = write(
      newFolder(),
      NAME,
      Array.from({ length: 30 }, () => ({ ...user("x"), type: "brand-new" })),
    );
    const problems = [...importFile(path, { batchBytes: 1 })].flatMap(({ facts }) => facts);
    expect(problems).toMatchObject([{ code: "unknown-type", line: 1, count: 30 }]);
  });

  it("have small checkpoints, whatever the file holds", () => {
    const { checkpoint } = read(write(newFolder(), NAME, [...rows, ...rows.map((row) => ({ ...row }))]));
    expect(JSON.stringify(checkpoint).length).toBeLessThan(10_000);
  });
});

describe("a file that is one document", () => {
  const title: Importer = {
    name: "title",
    isDocument: () => true,
    recognises: (_path, head) => head.startsWith("{"),
    open: (file) => ({
      read: ({ text: whole }) => [
        { type: "problem", code: "bad-line", message: JSON.stringify(JSON.parse(whole)), file: file.path, line: 1 },
      ],
      end: () => [],
      state: () => null,
    }),
  };
  const importers = [title];

  it("is given as a whole, and again when it changed", () => {
    const path = write(newFolder(), "a.json", '\uFEFF{\n  "a": 1\n}');
    const first = read(path, { importers });
    expect(first.problems.map(({ message }) => message)).toEqual(['{"a":1}']);
    expect(read(path, { importers, checkpoint: first.checkpoint }).outcome.status).toBe("unchanged");
    writeFileSync(path, '{"a":1,\n"b":2}\n');
    const second = read(path, { importers, checkpoint: first.checkpoint });
    expect(second.problems.map(({ message }) => message)).toEqual(['{"a":1,"b":2}']);
  });

  it("is left out, and named, when it is larger than the bound", () => {
    const path = write(newFolder(), "a.json", "{");
    truncateSync(path, MAX_DOCUMENT_BYTES + 1);
    const { problems, checkpoint } = read(path, { importers });
    expect(problems).toMatchObject([{ code: "too-large", file: path }]);
    expect(read(path, { importers, checkpoint }).outcome.status).toBe("unchanged");
  });
});

describe("a file that cannot be imported", () => {
  it("is said to be so, and nothing is thrown", () => {
    const missing = read("/nowhere/at/all.jsonl");
    expect(missing.outcome).toMatchObject({ status: "unreadable" });
    expect(missing.problems).toMatchObject([{ code: "missing-file", file: "/nowhere/at/all.jsonl", line: 0 }]);
    expect(read(newFolder()).outcome.status).toBe("unreadable");
    for (const content of ["", "hello\n", '{"a":1}\n', Buffer.from([0, 255, 3])]) {
      expect(read(write(newFolder(), "x.jsonl", content)).outcome).toMatchObject({
        status: "not-recognised",
        importer: null,
      });
    }
  });
});
