import { describe, expect, it } from "vitest";
import { fileStateOf } from "./file-state.ts";

const same = (text: string): string => text;

describe("what was read of a file", () => {
  const file = "first\nsecond\nthird\n";

  it("is as read where it still stands there, whole or in part, numbered or not", () => {
    expect(fileStateOf(file, file, same)).toBe("as-read");
    expect(fileStateOf("second\nthird", file, same)).toBe("as-read");
    expect(fileStateOf("     2→second\n     3→third", file, same)).toBe("as-read");
    expect(fileStateOf("1\tfirst\n2\tsecond\n3\tthird", file.replaceAll("\n", "\r\n"), same)).toBe("as-read");
    expect(
      fileStateOf("     1→first\n     2→second\n\n<system-reminder>\nmind this\n</system-reminder>\n", file, same),
    ).toBe("as-read");
  });

  it("is changed where it does not, and missing where nothing can be read", () => {
    expect(fileStateOf("     2→second\n     3→3rd", file, same)).toBe("changed");
    expect(fileStateOf(file, "first\nthird\n", same)).toBe("changed");
    expect(fileStateOf(file, null, same)).toBe("missing");
  });

  it("is compared with the file redacted the same way", () => {
    const redact = (text: string): string => text.replaceAll("geheim", "[REDACTED:x]");
    expect(fileStateOf("key = [REDACTED:x]", "key = geheim\n", redact)).toBe("as-read");
  });
});
