import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ContextIrDocument } from "../contracts/index.ts";
import { contextIrSeries, createRecorder, createRedactor, createTokenizer } from "../ledger/index.ts";
import { documentFacts, findProject, workspaceReader } from "./documents.ts";

let folder: string;
beforeEach(() => void (folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-documents-")))));
afterEach(() => rmSync(folder, { recursive: true }));

describe("the project of a path", () => {
  it("is the nearest folder above with a sign of one, and the path's own where there is none", () => {
    const deep = join(folder, "a", "b");
    mkdirSync(deep, { recursive: true });
    const none = findProject(deep);
    expect(deep.startsWith(none)).toBe(true);
    writeFileSync(join(folder, "package.json"), "{}");
    expect(findProject(deep)).toBe(folder);
    mkdirSync(join(folder, "a", ".cairn"));
    expect(findProject(deep)).toBe(join(folder, "a"));
    expect(findProject("/")).toBe("/");
  });
});

describe("what IR-STALE compares with", () => {
  it("is the text of a file of the workspace, and nothing for what is none", () => {
    writeFileSync(join(folder, "a.txt"), "hé\n");
    const reader = workspaceReader(folder);
    expect(Buffer.from(reader.read("a.txt") ?? "").toString()).toBe("hé\n");
    expect(reader.read("missing.txt")).toBeNull();
    expect(reader.read("../outside.txt")).toBeNull();
  });
});

describe("what refs find in a document", () => {
  const recorder = createRecorder({
    redactor: createRedactor(),
    tokenizer: createTokenizer(),
    clock: { now: () => "2026-01-01T00:00:00.000Z" },
  });

  function documentOf(
    items: readonly (readonly ["evidence" | "answer" | "packet" | "user" | "notice", string])[],
  ): ContextIrDocument {
    const placed = items.map(([role, text], at) => {
      const { item } = recorder.prepare({
        role,
        kind: role === "evidence" ? "read" : "other",
        tool: "Read",
        rawText: text,
      });
      return { ...item, seq: at + 1, task: "t", eventSeq: 1, content: text };
    });
    const [document] = [...contextIrSeries(placed, { createdAt: "2026-01-01T00:00:00.000Z" })];
    if (!document) throw new Error("there is no document");
    return document;
  }

  it("is each cited item, visible to the task, with its lines", () => {
    const document = documentOf([
      ["evidence", "one\ntwo\n"],
      ["answer", "yes"],
      ["packet", "{}"],
      ["evidence", " \n"],
    ]);
    const refs = ["ctx:1#L1-L2", "ctx:2", "ctx:3", "ctx:4", "ctx:9", "ans:t/e1", "no ref"];
    const facts = documentFacts(document, { task: "t", refs });
    const base = { kind: "ctx", task: "t", firstLine: 1 };
    expect(Object.fromEntries(facts)).toEqual({
      "ctx:1#L1-L2": { ...base, citable: true, blank: false, lineCount: 2 },
      "ctx:2": { ...base, citable: true, blank: false, lineCount: 1 },
      "ctx:3": { ...base, citable: false, blank: false, lineCount: 1 },
      "ctx:4": { ...base, citable: true, blank: true, lineCount: 1 },
    });
  });

  it("takes items of another program's document as that kind of source allows", () => {
    const [read, other] = documentOf([
      ["evidence", "a"],
      ["user", "b"],
    ]).items;
    if (!read || !other) throw new Error("there are two items");
    const foreign = (item: typeof read, kind: "read" | "other"): typeof read => {
      const { tool } = item.source;
      return { ...item, source: { kind, tool } };
    };
    const items = [foreign(read, "read"), foreign(other, "other")];
    const facts = documentFacts({ ...documentOf([["evidence", "a"]]), items }, { task: "t", refs: ["ctx:1", "ctx:2"] });
    expect([...facts.values()].map((it) => it.kind === "ctx" && it.citable)).toEqual([true, false]);
  });
});
