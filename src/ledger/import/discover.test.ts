import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { discover } from "./discover.ts";
import { newFolder, write } from "./reading.suite.ts";
import { defaultRoots, importerFor } from "./registry.ts";

const names = (folder: string, paths: readonly string[]): string[] =>
  discover(paths).files.map(({ path }) => path.slice(folder.length + 1));

describe("finding logs", () => {
  it("goes into every folder, sub-agents' ones at any depth, in order", () => {
    const folder = newFolder();
    for (const name of [
      "b.jsonl",
      "a/s.jsonl",
      "a/s/subagents/agent-1.jsonl",
      "a/s/subagents/workflows/w/agent-2.jsonl",
      "c.json",
    ])
      write(folder, name, "{}\n");
    for (const name of ["a/s/tool-results/x.txt", "node_modules/x.jsonl", ".git/x.jsonl", "notes.md"])
      write(folder, name, "x");
    expect(names(folder, [folder])).toEqual([
      "a/s/subagents/agent-1.jsonl",
      "a/s/subagents/workflows/w/agent-2.jsonl",
      "a/s.jsonl",
      "b.jsonl",
      "c.json",
    ]);
  });

  it("takes a file that is named, whatever its name, and every file once", () => {
    const folder = newFolder();
    const odd = write(folder, "session.log", "{}\n");
    const normal = write(folder, "a.jsonl", "{}\n");
    const { files } = discover([odd, normal, folder, normal]);
    expect(files.map(({ path, isNamed, size }) => [path, isNamed, size])).toEqual([
      [odd, true, 3],
      [normal, true, 3],
    ]);
  });

  it("follows links, and ends where they lead in a circle or nowhere", () => {
    const folder = newFolder();
    const other = newFolder();
    write(other, "linked.jsonl", "{}\n");
    write(folder, "a/own.jsonl", "{}\n");
    symlinkSync(folder, join(folder, "a/up"));
    symlinkSync("self", join(folder, "self"));
    symlinkSync(join(folder, "nowhere.jsonl"), join(folder, "gone.jsonl"));
    symlinkSync(other, join(folder, "other"));
    const { files, problems } = discover([folder]);
    expect(files.map(({ path }) => path.slice(folder.length + 1))).toEqual(["a/own.jsonl", "other/linked.jsonl"]);
    expect(problems).toEqual([]);
  });

  it("says what it cannot read: a path that is not there, a compressed log", () => {
    const folder = newFolder();
    const packed = write(folder, "rollout-1.jsonl.zst", "x");
    const missing = join(folder, "missing");
    const { files, problems } = discover([missing, folder]);
    expect(files).toEqual([]);
    expect(problems.map(({ code, file }) => [code, file])).toEqual([
      ["missing-file", missing],
      ["not-supported", packed],
    ]);
    expect(problems[0]?.message).toContain("ENOENT");
    expect(problems[1]?.message).toContain("compressed");
    expect(discover([missing], { ignoreMissing: true }).problems).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)("says which folder it may not look into", () => {
    const folder = newFolder();
    mkdirSync(join(folder, "closed"), { mode: 0 });
    expect(discover([folder]).problems).toMatchObject([{ code: "missing-file", file: join(folder, "closed") }]);
    chmodSync(join(folder, "closed"), 0o700);
  });

  it("looks by default where the clients keep their logs", () => {
    expect(defaultRoots({}, "/home/dev")).toEqual(
      expect.arrayContaining([
        "/home/dev/.claude/projects",
        "/home/dev/.config/claude/projects",
        "/home/dev/.codex/sessions",
        "/home/dev/.codex/archived_sessions",
      ]),
    );
    const set = defaultRoots({ CLAUDE_CONFIG_DIR: "/a, /b", CODEX_HOME: "/c" }, "/home/dev");
    expect(set).toEqual(expect.arrayContaining(["/a/projects", "/b/projects", "/c/sessions", "/c/archived_sessions"]));
    expect(set.filter((root) => root.startsWith("/home/dev/.c"))).toEqual([]);
  });
});

describe("recognising a format", () => {
  it.each([
    ["claude-code", '{"parentUuid":null,"isSidechain":false,"type":"user","sessionId":"s"'],
    ["claude-code", '{"type":"summary","summary":"Title","leafUuid":"u"}\n'],
    ["claude-code", '{"type":"file-history-snapshot","messageId":"m","snapshot":{}}\n'],
    [
      "claude-code",
      '{"type":"queue-operation","operation":"enqueue","timestamp":"2026-01-01T00:00:00Z","sessionId":"s"}\n',
    ],
    [
      "codex",
      '{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"x","base_instructions":"cut in the mid',
    ],
    ["codex", '{"timestamp":"2026-01-01T00:00:00Z","ordinal":0,"type":"session_meta","payload":{}}'],
    [
      "codex",
      '{"id":"01a22edd-618e-7fb2-8db5-22bb99317246","timestamp":"2025-05-01T00:00:00Z","instructions":null}\n{"type":"message"}',
    ],
    [null, '{"type":"system","subtype":"init","session_id":"s"}'],
    [null, '{"thread_id":"x","type":"thread.started"}'],
    [null, "not json at all"],
    [null, ""],
  ])("tells %s by how a file begins", (name, head) => {
    expect(importerFor("/x/a.jsonl", head)?.name ?? null).toBe(name);
  });

  it("takes a rollout whose first line is damaged by its name", () => {
    const head = '{"timestamp":"2026-01-01T00:00:00Z","type":"event_msg","payload":{}}';
    expect(importerFor("/x/rollout-1.jsonl", head)?.name).toBe("codex");
    expect(importerFor("/x/other.jsonl", head)).toBeNull();
  });
});
