import { describe, expect, it } from "vitest";
import { blake3Hex, md5Hex } from "../content-hash.ts";
import { contextIr, item } from "../samples.suite.ts";
import { sha256Hex } from "../sha256.ts";
import type { ContextIrDocument } from "../vocabulary.ts";
import { contextIrFindings } from "./context-ir.ts";
import type { ContextIrOptions } from "./context-ir.ts";

const found = (document: ContextIrDocument, options?: ContextIrOptions): string[] =>
  contextIrFindings(document, options).map(({ level, code, pointer }) => `${level} ${code} ${pointer}`);

const other = item({ seq: 2, content_excerpt: "other" });

describe("a document that breaks no rule", () => {
  it("has no findings, with or without items", () => {
    expect(found(contextIr([]))).toEqual([]);
    expect(found(contextIr([item(), other]))).toEqual([]);
  });
});

describe("IR-SEQ", () => {
  it("finds items that are not numbered upwards", () => {
    expect(found(contextIr([item({ seq: 3 }), other]))).toEqual(["error IR-SEQ /items/1/seq"]);
    expect(found(contextIr([item({ seq: 2 }), other]))).toEqual(["error IR-SEQ /items/1/seq"]);
  });

  it("finds a next_seq that is not above the last", () => {
    expect(found(contextIr([item()], { next_seq: 1 }))).toEqual(["error IR-SEQ /next_seq"]);
    expect(found(contextIr([item()], { next_seq: 9 }))).toEqual([]);
  });

  it("finds every count beyond 2^53 - 1", () => {
    const large = 2 ** 53;
    const totals = { items_recorded: large, input_tokens: large, output_tokens: large, tokens_saved: large };
    const document = contextIr(
      [item({ seq: large, input_tokens: large, output_tokens: large, duration_us: large, compression_ratio: 1 })],
      { totals },
    );
    expect(found({ ...document, next_seq: 2 * large })).toEqual(
      [
        "/next_seq",
        "/totals/items_recorded",
        "/totals/input_tokens",
        "/totals/output_tokens",
        "/totals/tokens_saved",
        "/items/0/seq",
        "/items/0/input_tokens",
        "/items/0/output_tokens",
        "/items/0/duration_us",
      ].map((pointer) => `error IR-SEQ ${pointer}`),
    );
    const most = 2 ** 53 - 1;
    expect(found(contextIr([item({ duration_us: most })], { next_seq: most }))).toEqual([]);
  });
});

describe("IR-TOTALS", () => {
  const recorded = contextIr([item(), other]);
  const totals = (changes: Partial<ContextIrDocument["totals"]>): string[] =>
    found({ ...recorded, totals: { ...recorded.totals, ...changes } });

  it.each(["input_tokens", "output_tokens", "tokens_saved"] as const)(
    "asks for exactly the sum of %s where nothing was pruned",
    (name) => {
      expect(totals({ [name]: recorded.totals[name] - 1 })).toEqual([`error IR-TOTALS /totals/${name}`]);
      expect(totals({ [name]: recorded.totals[name] + 1 })).toEqual([`error IR-TOTALS /totals/${name}`]);
    },
  );

  it.each(["input_tokens", "output_tokens", "tokens_saved"] as const)(
    "asks for at least the sum of %s where something was",
    (name) => {
      expect(totals({ items_recorded: 3, [name]: recorded.totals[name] + 1 })).toEqual([]);
      expect(totals({ items_recorded: 3, [name]: recorded.totals[name] - 1 })).toEqual([
        `error IR-TOTALS /totals/${name}`,
      ]);
    },
  );

  it("finds fewer recorded than are here", () => {
    expect(totals({ items_recorded: 1 })).toEqual(["error IR-TOTALS /totals/items_recorded"]);
  });

  it("counts no saving below zero", () => {
    const grown = item({ input_tokens: 10, output_tokens: 30, compression_ratio: 3 });
    expect(found(contextIr([grown, other]))).toEqual([]);
  });

  it("adds counts exactly, whatever their size", () => {
    const most = 2 ** 53 - 1;
    const items = [1, 2, 3].map((seq) =>
      item({ seq, input_tokens: most, output_tokens: most, compression_ratio: 1, content_excerpt: `${seq}` }),
    );
    const sums = { items_recorded: 4, input_tokens: most, output_tokens: most, tokens_saved: 0 };
    expect(found(contextIr(items, { totals: sums }))).toEqual([
      "error IR-TOTALS /totals/input_tokens",
      "error IR-TOTALS /totals/output_tokens",
    ]);
  });
});

describe("IR-HASH", () => {
  const hashed = (content_excerpt: string, content_md5: string | null): string[] =>
    found(contextIr([item({ content_excerpt, verification: { content_md5 } })]));
  const pointer = "/items/0/verification/content_md5";

  it("accepts the MD5 of the excerpt, also of a blank one", () => {
    expect(hashed("é😀", md5Hex("é😀"))).toEqual([]);
    expect(hashed(" \n", md5Hex(" \n"))).toEqual([]);
    expect(hashed(" \n", null)).toEqual([]);
  });

  it.each([
    ["another MD5", md5Hex("x")],
    ["another hash of 64 digits", sha256Hex("x")],
    ["too few digits", "abc"],
    ["nothing", ""],
  ])("finds %s", (_, hash) => {
    expect(hashed("abc", hash)).toEqual([`error IR-HASH ${pointer}`]);
    expect(hashed(" ", hash)).toEqual([`error IR-HASH ${pointer}`]);
  });

  it("warns of none where there is something to hash", () => {
    expect(hashed("abc", null)).toEqual([`warning IR-HASH ${pointer}`]);
    expect(found(contextIr([item({ verification: {} })]))).toEqual([`warning IR-HASH ${pointer}`]);
  });

  it("says which hash of 64 digits matched, once for each kind", () => {
    const items = [blake3Hex("a"), blake3Hex("b"), sha256Hex("c"), md5Hex("d")].map((content_md5, index) =>
      item({ seq: index + 1, content_excerpt: "abcd".charAt(index), verification: { content_md5 } }),
    );
    expect(contextIrFindings(contextIr(items)).map(({ level, pointer: at, message }) => [level, at, message])).toEqual([
      ["note", pointer, "64 digits: the BLAKE3 of the excerpt, so in 2 of 4 items"],
      ["note", "/items/2/verification/content_md5", "64 digits: the SHA-256 of the excerpt, so in 1 of 4 items"],
    ]);
  });
});

describe("IR-RATIO", () => {
  const ratio = (input_tokens: number, output_tokens: number, compression_ratio: number): string[] =>
    found(contextIr([item({ input_tokens, output_tokens, compression_ratio })]));

  it("compares to what the counts say, within a millionth", () => {
    expect(ratio(3, 1, 1 / 3)).toEqual([]);
    expect(ratio(3, 1, 0.3333335)).toEqual([]);
    expect(ratio(3, 1, 0.3333337)).toEqual(["warning IR-RATIO /items/0/compression_ratio"]);
    expect(ratio(3, 1, 0)).toEqual(["warning IR-RATIO /items/0/compression_ratio"]);
  });

  it("expects 1 where there was no content, and 0 where none was delivered", () => {
    expect(ratio(0, 0, 1)).toEqual([]);
    expect(ratio(0, 0, 0)).toEqual(["warning IR-RATIO /items/0/compression_ratio"]);
    expect(ratio(5, 0, 0)).toEqual([]);
    expect(ratio(5, 0, 1e-9)).toEqual(["warning IR-RATIO /items/0/compression_ratio"]);
  });
});

describe("IR-TIME", () => {
  it("finds every time that is none", () => {
    const document = contextIr([item({ created_at: "2026-02-30T00:00:00Z" })], {
      created_at: "2026-13-01T00:00:00Z",
      updated_at: "2026-05-01T25:00:00Z",
    });
    expect(found(document)).toEqual([
      "error IR-TIME /created_at",
      "error IR-TIME /updated_at",
      "error IR-TIME /items/0/created_at",
    ]);
  });

  it("warns of items outside of the document's time, and of a document changed before it was made", () => {
    expect(found(contextIr([item({ created_at: "2026-05-01T09:59:59.999Z" })]))).toEqual([
      "warning IR-TIME /items/0/created_at",
    ]);
    expect(found(contextIr([item({ created_at: "2026-05-01T10:00:09.000000001Z" })]))).toEqual([
      "warning IR-TIME /items/0/created_at",
    ]);
    expect(found(contextIr([], { updated_at: "2026-05-01T09:00:00Z" }))).toEqual(["warning IR-TIME /updated_at"]);
  });

  it("accepts the limits themselves", () => {
    const items = [item({ created_at: "2026-05-01T12:00:00+02:00" }), { ...other, created_at: "2026-05-01T10:00:09Z" }];
    expect(found(contextIr(items))).toEqual([]);
  });
});

describe("IR-BOUND", () => {
  it("counts scalar values of all excerpts", () => {
    const items = (length: number): ContextIrDocument =>
      contextIr(
        Array.from({ length: 16 }, (_, index) =>
          item({ seq: index + 1, content_excerpt: "😀".repeat(length - 1) + String.fromCharCode(97 + index) }),
        ),
      );
    expect(found(items(4096))).toEqual([]);
    expect(found(contextIr([...items(4096).items, item({ seq: 17, content_excerpt: "x" })]))).toEqual([
      "warning IR-BOUND /items",
    ]);
  });
});

describe("IR-SECRET", () => {
  const redact = (text: string): string => text.replaceAll("hunter2", "***");

  it("finds what the redactor would still replace, wherever text is stored, and does not repeat it", () => {
    const source = {
      kind: "shell",
      tool: "Bash",
      path: "/hunter2",
      command: "login hunter2",
      pattern: "hunter2",
    } as const;
    const document = contextIr([item({ content_excerpt: "it is hunter2", source })]);
    expect(found(document, { redact })).toEqual(
      ["content_excerpt", "source/path", "source/command", "source/pattern"].map(
        (name) => `error IR-SECRET /items/0/${name}`,
      ),
    );
    expect(JSON.stringify(contextIrFindings(document, { redact }))).not.toContain("hunter2");
  });

  it("is silent about redacted text, and where there is no redactor", () => {
    expect(found(contextIr([item({ content_excerpt: "it is ***" })]), { redact })).toEqual([]);
    expect(found(contextIr([item({ content_excerpt: "it is hunter2" })]))).toEqual([]);
  });
});

describe("IR-DUP", () => {
  const again = (seq: number, changes = {}): ReturnType<typeof item> => item({ seq, ...changes });

  it("notes once for each content, with the tokens that the repetitions cost", () => {
    const [finding, ...rest] = contextIrFindings(contextIr([item(), other, again(3), again(4)]));
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ level: "note", code: "IR-DUP", pointer: "/items/2" });
    expect(finding?.message).toBe(
      "the content of /items/0 entered the context 3 times; the repetitions cost 50 tokens",
    );
  });

  it("knows content by the hash of the whole where it is there", () => {
    const whole = (seq: number, sha: string): ReturnType<typeof item> =>
      again(seq, { truncated: true, verification: { content_md5: md5Hex("fn main() {}"), "x-content_sha256": sha } });
    expect(found(contextIr([whole(1, "a"), whole(2, "b")]))).toEqual([]);
    expect(found(contextIr([whole(1, "a"), whole(2, "a")]))).toEqual(["note IR-DUP /items/1"]);
  });

  it("takes cut contents for the same only when they were of the same size", () => {
    const cut = (seq: number, input_tokens: number): ReturnType<typeof item> =>
      again(seq, { truncated: true, input_tokens, compression_ratio: 25 / input_tokens });
    expect(found(contextIr([cut(1, 100), cut(2, 200)]))).toEqual([]);
    expect(found(contextIr([cut(1, 100), cut(2, 100)]))).toEqual(["note IR-DUP /items/1"]);
  });

  it("does without hashes, and leaves blank content alone", () => {
    const bare = (seq: number, content_excerpt: string): ReturnType<typeof item> =>
      again(seq, { content_excerpt, verification: {} });
    expect(found(contextIr([bare(1, "x"), bare(2, "x")]))).toContain("note IR-DUP /items/1");
    expect(found(contextIr([bare(1, " "), bare(2, " ")]))).toEqual([]);
  });
});

describe("IR-STALE", () => {
  const files: Record<string, string> = {
    "a.rs": "fn main() {}",
    "b.rs": "1\r\n2\r\n3\r\n4",
    "c.rs": "changed",
    "d.rs": "key ***",
  };
  const workspace = {
    read: (path: string): Uint8Array | null =>
      files[path] === undefined ? null : new TextEncoder().encode(files[path]),
  };
  const read = (path: string | null, changes: Parameters<typeof item>[0] = {}): string[] =>
    found(contextIr([item({ source: { kind: "read", tool: "Read", path }, ...changes })]), { workspace });
  const isStale = ["note IR-STALE /items/0/source/path"];

  it("is silent about a file that is as it was read", () => {
    expect(read("a.rs")).toEqual([]);
  });

  it("notes a file whose content is no longer what was read", () => {
    expect(read("c.rs")).toEqual(isStale);
  });

  it("accepts a part that still stands there, with other line ends or with the lines numbered", () => {
    expect(read("b.rs", { content_excerpt: "2\n3\n" })).toEqual([]);
    expect(read("b.rs", { content_excerpt: "     2→2\n     3→3\n" })).toEqual([]);
    expect(read("b.rs", { content_excerpt: "  2\t2\n  3\t4" })).toEqual(isStale);
  });

  it("goes by the hash of the file where the item has it", () => {
    const verification = (text: string): Parameters<typeof item>[0] => ({
      verification: { content_md5: md5Hex("fn main() {}"), "x-source_sha256": sha256Hex(text) },
    });
    expect(read("a.rs", verification("fn main() {}"))).toEqual([]);
    expect(read("a.rs", verification("fn main() { }"))).toEqual(isStale);
  });

  it("goes by the hash of the redacted content, redacting what stands there now", () => {
    const stored = item({
      source: { kind: "read", tool: "Read", path: "d.rs" },
      content_excerpt: "key",
      truncated: true,
      verification: { content_md5: md5Hex("key"), "x-content_sha256": sha256Hex("KEY ***") },
    });
    const redact = (text: string): string => text.toUpperCase();
    expect(found(contextIr([stored]), { workspace, redact })).not.toContain(isStale[0]);
    expect(
      found(contextIr([{ ...stored, verification: { ...stored.verification, "x-content_sha256": "0" } }]), {
        workspace,
        redact,
      }),
    ).toContain(isStale[0]);
  });

  it("says nothing of files that are not there, and of what was not read from a file", () => {
    expect(read("gone.rs")).toEqual([]);
    expect(read(null)).toEqual([]);
    expect(found(contextIr([item()]), { workspace })).toEqual([]);
    expect(found(contextIr([item({ source: { kind: "search", tool: "Grep", path: "c.rs" } })]), { workspace })).toEqual(
      [],
    );
    expect(found(contextIr([item({ source: { kind: "read", tool: "Read", path: "c.rs" } })]))).toEqual([]);
  });
});
