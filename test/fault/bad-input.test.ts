/**
 * Bad input is normal input: each gets a message that says what and where, an exit code, and no stack trace; and what was
 * acknowledged before it is still there.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DatabaseSync } from "@photostructure/sqlite";

const CAIRN = resolve(import.meta.dirname, "../../dist/cli/main.js");
const isRoot = process.getuid?.() === 0;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-bad-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function cairn(args: readonly string[], options: { readonly shell?: string } = {}): Ended {
  const command =
    options.shell === undefined
      ? [process.execPath, CAIRN, ...args]
      : ["sh", "-c", `${options.shell} "$@"`, "sh", process.execPath, CAIRN, ...args];
  const { status, stdout, stderr } = spawnSync(command[0] ?? "", command.slice(1), {
    encoding: "utf8",
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  });
  return { status, stdout, stderr };
}

/** A message for a person: something is said, and it is no stack trace. */
function expectSaid({ stdout, stderr }: Ended, words: RegExp): void {
  const said = `${stdout}\n${stderr}`;
  expect(said).toMatch(words);
  expect(said).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  expect(said).not.toContain("cairn bug");
}

const TASK = {
  task: "words",
  objective: "Every colour that is named is in the list",
  requirements: [
    {
      id: "r1",
      statement: "One value a colour",
      needs: "supported",
      local: { extract: [{ paths: ["**"], pattern: "(\\w+) is (\\w+)", subject: "$1", value: "$2" }], agree: {} },
    },
  ],
  budget: {
    context_tokens: 8000,
    output_tokens: 2000,
    maximum_children: 4,
    maximum_depth: 3,
    remaining_invocations: 40,
  },
  executor: "local",
};

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const BAD: readonly (readonly [string, string | Uint8Array])[] = [
  ["empty", ""],
  ["cut", '{"task": "words", "objective": "Ev'],
  ["binary", new Uint8Array([0, 159, 146, 150, 0, 1, 2])],
  ["not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ["deeply nested", "[".repeat(10_000)],
  ["huge", " ".repeat(70 * 1024 * 1024)],
  ["another document", '{"hello": "world"}'],
];

describe("task files", () => {
  test.each(BAD)("%s: exit 2 and what is wrong with it", (_name, content) => {
    const path = put("task.yaml", content);
    const ended = cairn(["run", path, "--workspace", folder]);
    expect(ended.status).toBe(2);
    expectSaid(ended, /task\.yaml/);
  });

  test("a missing one and a folder: exit 2 and what to look at", () => {
    const missing = cairn(["run", join(folder, "none.yaml")]);
    expect(missing.status).toBe(2);
    expectSaid(missing, /none\.yaml/);
    expect(cairn(["run", folder]).status).toBe(2);
  });
});

describe("packets and proposals", () => {
  test.each(BAD)("a packet that is %s is a finding with exit 1, or unreadable with exit 2", (_name, content) => {
    const ended = cairn(["packet", "check", put("packet.json", content)]);
    expect([1, 2]).toContain(ended.status);
    expectSaid(ended, /packet\.json/);
  });

  test.each(BAD)("a proposal that is %s is refused with R-SCHEMA and changes nothing", (_name, content) => {
    const cases = JSON.parse(
      readFileSync(resolve(import.meta.dirname, "../conformance/transition.json"), "utf8"),
    ) as readonly { packet: unknown }[];
    const packet = put("packet.json", JSON.stringify(cases[0]?.packet));
    const ended = cairn(["packet", "try", packet, put("proposal.json", content), "--json"]);
    expect([1, 2]).toContain(ended.status);
    expectSaid(ended, ended.status === 1 ? /R-SCHEMA/ : /proposal\.json/);
  });
});

describe("workspaces", () => {
  const run = (workspace: string, store = join(folder, "store")): Ended =>
    cairn(["run", put("task.yaml", JSON.stringify(TASK)), "--workspace", workspace, "--store", store]);

  test("a missing one, and a file instead of a folder: exit 2", () => {
    for (const workspace of [join(folder, "none"), put("file", "x")]) {
      const ended = run(workspace);
      expect(ended.status).toBe(2);
      expectSaid(ended, /workspace/);
    }
  });

  test.skipIf(isRoot)("an unreadable one: exit 2", () => {
    const workspace = join(folder, "closed");
    mkdirSync(workspace, { mode: 0o000 });
    expect(run(workspace).status).toBe(2);
  });

  describe("hostile ones", () => {
    let server: Server;
    let workspace: string;
    beforeAll(async () => {
      workspace = mkdtempSync(join(tmpdir(), "cairn-hostile-"));
      writeFileSync(join(workspace, "a.txt"), "grass is green\n");
      writeFileSync(join(workspace, "name\nwith a line break.txt"), "sky is blue\n");
      writeFileSync(join(workspace, "binary.bin"), new Uint8Array([0, 1, 2, 3]));
      symlinkSync("loop", join(workspace, "loop"));
      symlinkSync("/etc", join(workspace, "outside"));
      spawnSync("mkfifo", [join(workspace, "pipe")]);
      const sparse = openSync(join(workspace, "two-gigabytes.txt"), "w");
      ftruncateSync(sparse, 2 * 1024 ** 3);
      closeSync(sparse);
      server = createServer();
      await new Promise<void>((done) => server.listen(join(workspace, "socket"), done));
    });
    afterAll(() => {
      server.close();
      rmSync(workspace, { recursive: true, force: true });
    });

    test("links, loops, sockets, pipes, 2 GB and odd names: the run ends, names what it could not read, and claims nothing of it", () => {
      const ended = run(workspace);
      expect(ended.status).toBe(3);
      const said = `${ended.stdout}${ended.stderr}`;
      expect(said).toMatch(/two-gigabytes\.txt/);
      expect(said).not.toMatch(/root:/);
      expectSaid(ended, /incomplete/);
    });
  });
});

describe("stores", () => {
  const begin = (store: string): void => {
    put("ws/a.txt", "grass is green\n");
    const ended = cairn([
      "run",
      put("task.yaml", JSON.stringify(TASK)),
      "--workspace",
      join(folder, "ws"),
      "--store",
      store,
    ]);
    expect(ended.status).toBe(0);
  };

  test("one of a newer version is refused untouched", () => {
    const store = join(folder, "store");
    begin(store);
    const database = new DatabaseSync(join(store, "cairn.db"));
    database.exec("PRAGMA user_version = 9999");
    database.close();
    const ended = cairn(["runs", "--store", store]);
    expect(ended.status).toBe(2);
    expectSaid(ended, /newer/);
  });

  test("a damaged one is named, and never repaired in silence", () => {
    const store = join(folder, "store");
    begin(store);
    const path = join(store, "cairn.db");
    const database = new DatabaseSync(path);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    const bytes = readFileSync(path);
    for (let at = 4096; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0x20;
    writeFileSync(path, bytes);
    const ended = cairn(["verify", "last", "--store", store]);
    expect([1, 2]).toContain(ended.status);
    expectSaid(ended, /damaged|malformed|not as it was|cannot|no run/i);
    writeFileSync(path, "this is no database");
    const none = cairn(["runs", "--store", store]);
    expect(none.status).toBe(2);
    expectSaid(none, /cairn\.db/);
  });

  test("a file that may grow no more: the run is incomplete and says why, and goes on when it may", () => {
    const store = join(folder, "store");
    for (let at = 0; at < 120; at++)
      put(`ws/${at}.txt`, `thing${at} is old\n${randomBytes(3000).toString("base64")}\n`);
    const args = ["run", put("task.yaml", JSON.stringify(TASK)), "--workspace", join(folder, "ws"), "--store", store];
    const full = cairn(args, { shell: "ulimit -f 300;" });
    expect(full.status).toBe(3);
    expectSaid(full, /disk|full|space|written|write/i);
    const resumed = cairn(["resume", "last", "--store", store]);
    expect([0, 3]).toContain(resumed.status);
    expect(cairn(["verify", "last", "--store", store]).status).toBe(0);
    expect(cairn(["replay", "last", "--store", store]).status).toBe(0);
  });

  test("a copy on which nothing can be written can be looked at all the same", () => {
    const store = join(folder, "store");
    begin(store);
    const copy = join(folder, "copy");
    mkdirSync(copy);
    copyFileSync(join(store, "cairn.db"), join(copy, "cairn.db"));
    spawnSync("chmod", ["-R", "a-w", copy]);
    expect(cairn(["result", "last", "--store", copy]).status).toBe(0);
    spawnSync("chmod", ["-R", "u+w", copy]);
  });
});
