import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../contracts/index.ts";
import { withHashes } from "./short-forms.ts";

const A = "a".repeat(64);
const item = (seq: number): { path: string; sourceSha256: string | null } | null =>
  seq === 12 ? { path: "a.txt", sourceSha256: A } : seq === 13 ? { path: "a.txt", sourceSha256: null } : null;

function delta(members: object, contents: unknown = [{ text: "new\n" }, { base64: "AAE=" }]): unknown {
  const text = JSON.stringify({ transition: "EXECUTE", artifact_deltas: [members], contents });
  const { artifact_deltas } = JSON.parse(withHashes(text, item)) as { artifact_deltas: unknown[] };
  return artifact_deltas[0];
}
const REST = { status: "proposed", added: 0, removed: 0 };

describe("a delta without hashes", () => {
  it("gets them from what was read and from the contents beside it", () => {
    const modify = { id: "d", path: "a.txt", op: "modify", before: "ctx:12", after: "contents/0" };
    expect(delta(modify)).toEqual({ ...modify, ...REST, before: A, after: sha256Hex("new\n") });
    expect(delta({ ...modify, before: "ctx:12#L1-L3", after: "contents/1" })).toMatchObject({
      before: A,
      after: sha256Hex(Buffer.from([0, 1])),
    });
  });

  it("needs none where there is no file before or after, or only another name", () => {
    expect(delta({ path: "n", op: "create", after: "contents/0" })).toMatchObject({
      before: null,
      after: sha256Hex("new\n"),
    });
    expect(delta({ path: "a.txt", op: "delete", before: "ctx:12" })).toMatchObject({ before: A, after: null });
    expect(delta({ path: "b", from: "a.txt", op: "rename", before: "ctx:12" })).toMatchObject({ before: A, after: A });
  });

  it("keeps what it says itself", () => {
    const full = { path: "a", op: "modify", before: A, after: A, status: "applied", added: 3, removed: 1 };
    expect(delta(full)).toEqual(full);
  });

  it.each<[string, object]>([
    ["an item that is not there", { path: "a.txt", op: "modify", before: "ctx:99", after: A }],
    ["an item of another path", { path: "b.txt", op: "modify", before: "ctx:12", after: A }],
    ["an item without a version", { path: "a.txt", op: "modify", before: "ctx:13", after: A }],
    ["a content that is not there", { path: "n", op: "create", before: null, after: "contents/7" }],
    ["something else", { path: "n", op: "modify", before: 3, after: ["contents/0"] }],
    ["nothing", { path: "n", op: "modify" }],
  ])("stays as it is where it names %s", (_what, members) => {
    expect(delta(members)).toEqual({ ...members, ...REST });
  });

  it.each([
    '{"artifact_deltas": [',
    '["artifact_deltas"]',
    '{"artifact_deltas": 3}',
    '{"transition": "EXECUTE"}',
    '{"artifact_deltas": [], "artifact_deltas": []}',
  ])("is left alone in %s", (text) => {
    expect(withHashes(text, item)).toBe(text);
  });

  it("and contents that are none do no harm", () => {
    expect(delta({ path: "n", op: "create", after: "contents/0" }, "x")).toMatchObject({ after: "contents/0" });
    expect(delta({ path: "n", op: "create", after: "contents/1" }, [null, { text: 3 }])).toMatchObject({
      after: "contents/1",
    });
    const text = JSON.stringify({ artifact_deltas: [null, 3] });
    expect(JSON.parse(withHashes(text, item))).toEqual({ artifact_deltas: [null, 3] });
  });
});
