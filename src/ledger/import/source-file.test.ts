import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, write } from "./reading.suite.ts";
import { createSourceFile } from "./source-file.ts";

describe("files beside a log", () => {
  it("are read from its own folder, and from that of its session where it is a sub-agent's", () => {
    const folder = newFolder();
    write(folder, "s/tool-results/a.txt", "whole");
    const session = createSourceFile(join(folder, "s.jsonl"));
    expect(session.readBeside("s/tool-results/a.txt")).toBe("whole");
    const agent = createSourceFile(write(folder, "s/subagents/workflows/w/agent-1.jsonl", "{}"));
    expect(agent.readBeside("../../../tool-results/a.txt")).toBe("whole");
    expect(session.readBeside("s/tool-results/missing.txt")).toBeNull();
    expect(session.readBeside("s/tool-results")).toBeNull();
  });

  it("are never outside of that, by whatever way", () => {
    const outside = newFolder();
    const secret = write(outside, "secret.txt", "TOP SECRET");
    const folder = newFolder();
    write(folder, "secret.txt", "TOP SECRET");
    mkdirSync(join(folder, "p/s/tool-results"), { recursive: true });
    symlinkSync(secret, join(folder, "p/s/tool-results/link.txt"));
    symlinkSync(outside, join(folder, "p/s/linked"));
    const file = createSourceFile(join(folder, "p/s.jsonl"));
    const outsiders = [secret, "../secret.txt", "s/../../secret.txt", "s/tool-results/link.txt", "s/linked/secret.txt"];
    expect(outsiders.filter((path) => file.readBeside(path) !== null)).toEqual([]);
  });

  it("count as not there when they are larger than the bound", () => {
    const folder = newFolder();
    truncateSync(write(folder, "large.txt", "x"), 32 * 1024 * 1024 + 1);
    expect(createSourceFile(join(folder, "s.jsonl")).readBeside("large.txt")).toBeNull();
  });
});

describe("another session of the same client", () => {
  const ID = "01a22edd-618e-7fb2-8db5-22bb99317246";
  const own = "sessions/2026/01/05/rollout-own.jsonl";
  const textsOf = (path: string, fragment: string): string[] | null => {
    const lines = createSourceFile(path).linesOf?.(fragment) ?? null;
    return lines === null ? null : [...lines].map(({ text }) => text);
  };

  it("is found by a part of its name: in the same folder, on another day, in the archive", () => {
    for (const place of ["sessions/2026/01/05", "sessions/2025/12/31", "archived_sessions"]) {
      const folder = newFolder();
      write(folder, `${place}/rollout-${ID}.jsonl`, "one\ntwo\n");
      expect(textsOf(write(folder, own, ""), ID)).toEqual(["one", "two"]);
    }
  });

  it("is not the file itself, nor found by what is no name", () => {
    const folder = newFolder();
    const path = write(folder, `sessions/2026/01/05/rollout-${ID}.jsonl`, "one\n");
    write(folder, "secret.jsonl", "x");
    expect([ID, "", "../../secret", "rollout-other-name"].map((fragment) => textsOf(path, fragment))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(textsOf("/nowhere/sessions/2026/01/05/x.jsonl", ID)).toBeNull();
  });
});
