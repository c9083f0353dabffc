import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256Hex } from "../../contracts/index.ts";
import { openWorkspace } from "../workspace/index.ts";
import { diskFacts } from "./disk-facts.ts";
import { lookAt, MAXIMUM_CHANGED_BYTES } from "./look.ts";

const root = mkdtempSync(join(tmpdir(), "cairn-look-"));
const server = createServer();

beforeAll(async () => {
  mkdirSync(join(root, "sub"));
  writeFileSync(join(root, "sub/a.txt"), "a\n");
  writeFileSync(join(root, "two"), "2\n");
  linkSync(join(root, "two"), join(root, "names"));
  writeFileSync(join(root, "fixed"), "f\n");
  chmodSync(join(root, "fixed"), 0o444);
  writeFileSync(join(root, "large"), "");
  truncateSync(join(root, "large"), MAXIMUM_CHANGED_BYTES + 1);
  symlinkSync("sub/a.txt", join(root, "link"));
  symlinkSync("sub", join(root, "folder-link"));
  symlinkSync("nowhere", join(root, "dangling"));
  spawnSync("mkfifo", [join(root, "fifo")]);
  await new Promise<void>((resolve) => server.listen(join(root, "socket"), resolve));
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

function looked(path: string, forChange = true): string {
  const found = lookAt(root, path, { forChange });
  if (found.kind === "file") closeSync(found.fd);
  return found.kind === "obstacle" ? found.reason : found.kind;
}

describe("what is at a path", () => {
  it.each([
    ["sub/a.txt", "file"],
    ["no", "nothing"],
    ["no/such/folder", "nothing"],
    ["sub/no", "nothing"],
    ["two", "has several names (hard links): a change would part them"],
    ["fixed", "is read-only"],
    ["large", `is larger than ${MAXIMUM_CHANGED_BYTES} bytes`],
    ["link", "is a link"],
    ["dangling", "is a link"],
    ["folder-link/a.txt", '"folder-link" is no folder (link)'],
    ["sub/a.txt/b", '"sub/a.txt" is no folder (missing)'],
    ["sub", "is no regular file (directory)"],
    ["fifo", "is no regular file (fifo)"],
    ["socket", "is no regular file (socket)"],
    ["SUB/new", '"SUB" is there as "sub"'],
    ["sub/A.TXT", 'is there as "a.txt"'],
    ["x".repeat(300), "cannot be read: name"],
  ])("%s is told as it is: %s", (path, told) => {
    expect(looked(path)).toBe(told);
  });

  it("counts as a file where it is only looked at", () => {
    for (const path of ["two", "fixed", "large"]) expect(looked(path, false)).toBe("file");
  });

  it("cannot be told in a workspace that is gone", () => {
    expect(lookAt(join(root, "gone"), "a", { forChange: true })).toEqual({
      kind: "obstacle",
      reason: "the workspace cannot be opened: missing",
    });
  });
});

describe("the facts for a proposal's deltas", () => {
  it("name what is on disk for every path that the view says nothing of and that may be looked for", async () => {
    const workspace = openWorkspace(root, { excluded: [join(root, "store")] });
    const delta = {
      id: "d",
      op: "modify",
      before: null,
      after: null,
      status: "proposed",
      added: 0,
      removed: 0,
    } as const;
    const deltas = ["sub/a.txt", "seen", "../out", ".git/config", "store/cairn.db", "fixed"].map((path) => ({
      ...delta,
      path,
    }));
    const facts = await diskFacts(workspace, [...deltas, { ...delta, path: "new", from: "sub/a.txt" }], {
      view: new Map([["seen", null]]),
      signal: new AbortController().signal,
    });
    expect([...facts]).toEqual([
      ["sub/a.txt", { sha256: sha256Hex("a\n"), obstacle: null }],
      ["store/cairn.db", { sha256: null, obstacle: "belongs to this program" }],
      ["fixed", { sha256: null, obstacle: "is read-only" }],
      ["new", { sha256: null, obstacle: null }],
    ]);
  });
});
