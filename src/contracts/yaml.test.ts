import { describe, expect, it } from "vitest";
import { readYaml } from "./yaml.ts";

const problems = (text: string): string[] => {
  const read = readYaml(text, {});
  return read.ok ? [] : read.problems.map(({ line, column }) => `${line}:${column}`);
};

describe("reading YAML", () => {
  it("gives a plain value, and places in the text", () => {
    const read = readYaml("# first\na:\n  - x: 1\n  - {y: 2}\n'3': z\n", {});
    expect(read).toMatchObject({ ok: true, value: { a: [{ x: 1 }, { y: 2 }], 3: "z" } });
    const at = (pointer: string): string => (read.ok ? Object.values(read.positionOf(pointer)).join(":") : "");
    expect(["", "/a", "/a/0/x", "/a/1/y", "/3", "/a/1/z", "/nothing"].map(at)).toEqual([
      "2:1",
      "3:3",
      "3:8",
      "4:9",
      "5:6",
      "4:5",
      "2:1",
    ]);
  });

  it("gives a place also in an empty text", () => {
    const read = readYaml("", {});
    expect(read.ok && read.positionOf("/a")).toEqual({ line: 1, column: 1 });
  });

  it("keeps texts that other readers of YAML take for something else", () => {
    expect(readYaml("a: no\nb: 2026-05-01\nc: 0o17\n<<: x\n", {})).toMatchObject({
      ok: true,
      value: { a: "no", b: "2026-05-01", c: 15, "<<": "x" },
    });
  });

  it("refuses what is ambiguous: a key twice, an unknown tag, two documents", () => {
    expect(problems("a: 1\na: 2\n")).toEqual(["2:1"]);
    expect(problems("a: !run x\n")).toEqual(["1:4"]);
    expect(problems("a: 1\n---\nb: 2\n")).not.toEqual([]);
    expect(problems("? [a]\n: 1\n")).not.toEqual([]);
  });

  it("finds keys given twice in any map, in a time that grows with the file", () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: {x: ${index}}`).join("\n");
    expect(problems(`${keys}\nk7: {x: 1, x: 2}\n`)).toEqual(["20001:1", "20001:12"]);
    expect(problems("a: 1\n".repeat(1000))).toHaveLength(200);
  });

  it("refuses a file that grows when it is read", () => {
    const layers = Array.from(
      { length: 6 },
      (_, index) => `l${index + 1}: &l${index + 1} [${`*l${index},`.repeat(9)}]`,
    );
    const bomb = `l0: &l0 [x]\n${layers.join("\n")}\n`;
    expect(problems(bomb)).toEqual(["1:1"]);
  });

  it("refuses many references at once, without following them", () => {
    const aliases = Array.from({ length: 5_000 }, (_, index) => `k${index}: *a`).join("\n");
    expect(problems(`x: &a [b]\n${aliases}\n`)).toEqual(["102:7"]);
    expect(problems(`x: &a [b]\n${aliases.split("\n").slice(0, 50).join("\n")}\n`)).toEqual([]);
  });

  it("refuses more depth than it can follow", () => {
    expect(problems("[".repeat(100_000))).not.toEqual([]);
  });

  it("refuses more than it may read, and bytes that are no UTF-8", () => {
    expect(readYaml("a: 1", { maximumLength: 3 }).ok).toBe(false);
    expect(readYaml(new Uint8Array([0xff]), {}).ok).toBe(false);
  });
});
