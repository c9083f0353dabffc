import { describe, expect, test } from "vitest";
import { toldOf } from "./told.ts";

const SECRET = /s3cret-[0-9]{8}/g;
const redact = (text: string): string => text.replace(SECRET, "[REDACTED]");
const failed = (output: string): string =>
  toldOf({ passed: false, detail: "the command exited with 1", output }, redact);

describe("what is told of a check", () => {
  test("is the reason alone where it passed or printed nothing", () => {
    expect(toldOf({ passed: true, detail: "the command exited with 0", output: "fine" }, redact)).toBe(
      "the command exited with 0",
    );
    expect(failed(" \n")).toBe("the command exited with 1");
  });

  test("is what a failing command printed, whole where it is short", () => {
    expect(failed("a.md: no heading\nb.md: no heading\n")).toBe(
      "the command exited with 1\nIt printed:\na.md: no heading\nb.md: no heading",
    );
  });

  test("is the first and the last lines of a long output, and how many were left out", () => {
    const told = failed(Array.from({ length: 1000 }, (_, at) => `line ${at}`).join("\n"));
    expect(told).toMatch(/\nIt printed:\nline 0\nline 1\n/);
    expect(told).toMatch(/\n\[… \d{3} lines left out …\]\nline \d+\n/);
    expect(told).toMatch(/\nline 999$/);
    expect(told.length).toBeLessThan(1800);
    const [, missing = ""] = /… (\d+) lines/.exec(told) ?? [];
    expect(told.split("\n").length - 3 + Number(missing)).toBe(1000);
  });

  test("holds no secret, nor a part of one where a line is cut", () => {
    const told = failed(`${"x".repeat(290)}s3cret-12345678\n`.repeat(3));
    expect(told).not.toContain("s3cret");
    expect(told.length).toBeLessThan(1800);
  });
});
