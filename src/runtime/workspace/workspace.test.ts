import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RuntimeFailure } from "../../errors.ts";
import { compareInWalk } from "./order.ts";
import { openWorkspace, type ListRequest, type Workspace } from "./workspace.ts";

let base: string;
let root: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "cairn-workspace-"));
  root = join(base, "root");
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function put(path: string, content: string | Uint8Array = "x\n"): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), content);
}

async function list(
  workspace: Workspace,
  request: Partial<ListRequest> = {},
): Promise<{ files: string[]; unreadable: Record<string, string> }> {
  const files: string[] = [];
  const unreadable: Record<string, string> = {};
  for await (const entry of workspace.list({ paths: ["**"], ...request })) {
    if (entry.kind === "file") files.push(entry.path);
    else unreadable[entry.path] = entry.reason;
  }
  return { files, unreadable };
}

/** What this process has open below a folder. */
function openBelow(folder: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return []; // the descriptor of this very listing
    }
  });
}

describe("the root of a workspace", () => {
  const codeOf = (open: () => unknown): string => {
    try {
      open();
    } catch (failure) {
      if (failure instanceof RuntimeFailure) return failure.code;
    }
    return "none";
  };

  test("a root that is not there is workspace-missing, one that is no folder is workspace-unreadable", () => {
    put("file");
    symlinkSync("loop", join(root, "loop"));
    expect(codeOf(() => openWorkspace(join(root, "nowhere")))).toBe("workspace-missing");
    expect(codeOf(() => openWorkspace(join(root, "file")))).toBe("workspace-unreadable");
    expect(codeOf(() => openWorkspace(join(root, "loop")))).toBe("workspace-unreadable");
  });

  test("a root given by a link is the folder it leads to", async () => {
    put("a.txt");
    symlinkSync(root, join(base, "alias"));
    expect((await list(openWorkspace(join(base, "alias")))).files).toEqual(["a.txt"]);
  });

  test("a root that vanishes afterwards is told as unreadable", async () => {
    const workspace = openWorkspace(root);
    rmSync(root, { recursive: true });
    expect(await list(workspace)).toEqual({ files: [], unreadable: { "": "missing" } });
    expect(workspace.readText("a")).toEqual({ ok: false, reason: "missing" });
  });
});

describe("listing", () => {
  test("files come in walk order: those of a folder by name, then its folders", async () => {
    for (const path of ["b.txt", "a/z", "a-b/x", "a/b/c", "a/a", "Z", "a.txt"]) put(path);
    const { files } = await list(openWorkspace(root));
    expect(files).toEqual(["Z", "a.txt", "b.txt", "a-b/x", "a/a", "a/z", "a/b/c"]);
    expect(files.toSorted(compareInWalk)).toEqual(files);
  });

  test("ignored folders, git's own folder and folders that can hold no match are left out", async () => {
    for (const path of ["a.js", "dist/b.js", ".git/config", "src/.env.js", "src/deep/c.js"]) put(path);
    const workspace = openWorkspace(root);
    expect((await list(workspace, { ignore: ["**/dist"] })).files).toEqual(["a.js", "src/.env.js", "src/deep/c.js"]);
    expect((await list(workspace, { paths: ["*/*.js"] })).files).toEqual(["dist/b.js", "src/.env.js"]);
    expect((await list(workspace, { paths: [".git/**"] })).files).toEqual([".git/config"]);
  });

  test("a glob that cannot be used is the user's mistake, named", async () => {
    await expect(list(openWorkspace(root), { paths: ["../*"] })).rejects.toMatchObject({ code: "input-invalid" });
  });

  test("links are never followed: those that stay inside are no duplicates, the others are told with their reason", async () => {
    put("real/file.txt");
    mkdirSync(join(base, "outside"));
    writeFileSync(join(base, "outside", "secret.txt"), "secret");
    symlinkSync("real/file.txt", join(root, "inside.txt"));
    symlinkSync("real", join(root, "inside"));
    symlinkSync(join(base, "outside"), join(root, "out"));
    symlinkSync(join(base, "outside", "secret.txt"), join(root, "out.txt"));
    symlinkSync("nowhere", join(root, "dangling.txt"));
    symlinkSync("loop.txt", join(root, "loop.txt"));
    symlinkSync("..", join(root, "real", "up"));
    expect(await list(openWorkspace(root), { paths: ["**/*.txt"] })).toEqual({
      files: ["real/file.txt"],
      unreadable: {
        "inside.txt": "link",
        inside: "link",
        out: "link-outside",
        "out.txt": "link-outside",
        "dangling.txt": "link-dangling",
        "loop.txt": "link-loop",
        "real/up": "link",
      },
    });
  });

  test("sockets, FIFOs and devices are told, not read", async () => {
    const server = await listen(join(root, "a.socket"));
    execFileSync("mkfifo", [join(root, "a.fifo")]);
    try {
      const workspace = openWorkspace(root);
      expect((await list(workspace)).unreadable).toEqual({ "a.fifo": "fifo", "a.socket": "socket" });
      const started = performance.now();
      expect(workspace.readText("a.fifo")).toEqual({ ok: false, reason: "fifo" });
      expect(workspace.readText("a.socket")).toEqual({ ok: false, reason: "socket" });
      expect(performance.now() - started).toBeLessThan(1000);
    } finally {
      server.close();
    }
  });

  test.runIf(existsSync("/dev/zero"))("an endless device is told, not read", () => {
    expect(openWorkspace("/dev").readText("zero")).toEqual({ ok: false, reason: "device" });
  });

  test("names that are no text or break a line are told, not read", async () => {
    put("a\nb.txt");
    put("good.txt");
    put("\ufffd.txt");
    put("evil\u202etxt.exe");
    mkdirSync(join(root, "dir\u0001"));
    put("dir\u0001/x.txt");
    execFileSync("sh", ["-c", `printf x > "$(printf 'bad\\377.txt')"`], { cwd: root });
    const { files, unreadable } = await list(openWorkspace(root));
    expect(files).toEqual(["good.txt", "\ufffd.txt"]);
    expect(unreadable).toEqual({
      "a\nb.txt": "name",
      "bad\ufffd.txt": "name",
      "evil\u202etxt.exe": "name",
      "dir\u0001": "name",
    });
    expect(openWorkspace(root).readText("a\nb.txt")).toEqual({ ok: false, reason: "name" });
  });

  test("a range tells the files from its first to its last, and enters no other folder", async () => {
    for (const path of ["a", "b", "c/1", "c/2", "d/1", "e/f/1"]) put(path);
    const all = (await list(openWorkspace(root))).files;
    for (const [from, first] of all.entries()) {
      for (const [to, last] of all.entries()) {
        const { files } = await list(openWorkspace(root), { range: { first, last } });
        expect(files).toEqual(all.slice(from, Math.max(from, to + 1)));
      }
    }
  });

  test("the program's own files are invisible under any name", async () => {
    put("store.db");
    put("store.db-wal");
    put("state/x");
    put("other.txt");
    linkSync(join(root, "store.db"), join(root, "hard.db"));
    const workspace = openWorkspace(root, { excluded: [join(root, "store.db"), join(root, "state"), "/elsewhere"] });
    expect((await list(workspace)).files).toEqual(["other.txt"]);
    for (const path of ["store.db", "store.db-wal", "state/x", "hard.db"])
      expect(workspace.readText(path)).toEqual({ ok: false, reason: "excluded" });
    expect(await workspace.sha256("hard.db")).toEqual({ ok: false, reason: "excluded" });
  });

  test("a walk can be stopped, before it begins and while it goes on", async () => {
    for (let at = 0; at < 50; at++) put(`d${at}/f`);
    const before = list(openWorkspace(root), { signal: AbortSignal.abort(new Error("stop")) });
    await expect(before).rejects.toThrow("stop");
    const stop = new AbortController();
    const slow = (async () => {
      for await (const _ of openWorkspace(root).list({ paths: ["**"], signal: stop.signal })) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        stop.abort(new Error("enough"));
      }
    })();
    await expect(slow).rejects.toThrow("enough");
    expect(openBelow(root)).toEqual([]);
  });

  test("a chain of folders deeper than the bound is told, and no descriptor is left open", async () => {
    let at = root;
    for (let depth = 0; depth < 140; depth++) {
      at = join(at, "d");
      mkdirSync(at);
    }
    writeFileSync(join(at, "x"), "x");
    const { unreadable } = await list(openWorkspace(root));
    expect(Object.values(unreadable)).toEqual(["too-deep"]);
    expect(openBelow(root)).toEqual([]);
  });
});

describe("reading", () => {
  test("text comes with its size, its hash and its encoding", () => {
    put("a.txt", "añb\r\nc\n");
    const bytes = Buffer.from("añb\r\nc\n");
    expect(openWorkspace(root).readText("a.txt")).toEqual({
      ok: true,
      value: {
        text: "añb\r\nc\n",
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        encoding: "utf-8",
        lossy: false,
      },
    });
  });

  test("a byte order mark is dropped, UTF-16 is read, and bytes that are no text are marked", () => {
    put("bom", "\ufeffa");
    put("u16", Buffer.from("\ufeffa😀", "utf16le"));
    put("latin", Buffer.from([0x61, 0xe9, 0x62]));
    const workspace = openWorkspace(root);
    expect(workspace.readText("bom")).toMatchObject({ value: { text: "a", lossy: false } });
    expect(workspace.readText("u16")).toMatchObject({ value: { text: "a😀", encoding: "utf-16le" } });
    expect(workspace.readText("latin")).toMatchObject({ value: { text: "a\ufffdb", lossy: true } });
  });

  test("UTF-16 in the other order is read too, and what is broken in it is marked", () => {
    const bytes = Buffer.from("\ufeffab", "utf16le").swap16();
    put("be", bytes);
    put("broken", Buffer.concat([Buffer.from([0xff, 0xfe, 0x61, 0x00]), Buffer.from([0x00, 0xd8])]));
    const workspace = openWorkspace(root);
    expect(workspace.readText("be")).toMatchObject({ value: { text: "ab", encoding: "utf-16be", lossy: false } });
    expect(workspace.readText("broken")).toMatchObject({ value: { text: "a\ufffd", lossy: true } });
  });

  test("hashes are those of the bytes, and what cannot be hashed is told", async () => {
    put("a", "abc");
    put("empty", "");
    const workspace = openWorkspace(root);
    expect(await workspace.sha256("a")).toEqual({ ok: true, value: createHash("sha256").update("abc").digest("hex") });
    expect(await workspace.sha256("empty")).toEqual({ ok: true, value: createHash("sha256").digest("hex") });
    expect(await workspace.sha256("nowhere")).toEqual({ ok: false, reason: "missing" });
    expect(await workspace.sha256("../x")).toEqual({ ok: false, reason: "escape" });
  });

  test("binary files are told, and so are folders, missing files and paths that lead out", () => {
    put("bin", new Uint8Array([1, 0, 2]));
    mkdirSync(join(root, "dir"));
    const workspace = openWorkspace(root);
    const reason = (path: string): string => {
      const read = workspace.readText(path);
      return read.ok ? "read" : read.reason;
    };
    expect(["bin", "dir", "nowhere", "bin/x"].map(reason)).toEqual(["binary", "directory", "missing", "missing"]);
    expect(["", "/etc/passwd", "../x", "a/../x", "./bin", "a//b"].map(reason)).toEqual([
      "escape",
      "escape",
      "escape",
      "escape",
      "escape",
      "escape",
    ]);
  });

  test("a file of 2 GB is refused at once and never read into memory, but can be hashed", async () => {
    put("big", "");
    truncateSync(join(root, "big"), 2 * 1024 ** 3 + 7);
    const workspace = openWorkspace(root);
    const before = process.memoryUsage().rss;
    expect(workspace.readText("big")).toEqual({ ok: false, reason: "too-large" });
    const stop = new AbortController();
    const hashing = workspace.sha256("big", stop.signal);
    setTimeout(() => stop.abort(new Error("enough")), 50);
    await expect(hashing).rejects.toThrow("enough");
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  test("a file of exactly the bound is read, one byte more is not", () => {
    put("exact", "a".repeat(10));
    put("more", "a".repeat(11));
    const workspace = openWorkspace(root);
    expect(workspace.readText("exact", 10).ok).toBe(true);
    expect(workspace.readText("more", 10)).toEqual({ ok: false, reason: "too-large" });
  });

  test("a folder that is swapped for a link while files are read never leads out", async () => {
    const outside = join(base, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "f"), "SECRET");
    put("dir/f", "inside");
    symlinkSync(outside, join(root, "link"));
    const swapper = swapForever(join(root, "dir"), join(root, "link"), join(root, "spare"));
    const workspace = openWorkspace(root);
    const seen = new Set<string>();
    for (let at = 0; at < 20_000; at++) {
      const read = workspace.readText("dir/f");
      seen.add(read.ok ? read.value.text : read.reason);
    }
    swapper.kill();
    expect(seen).not.toContain("SECRET");
    expect(seen.size).toBeGreaterThan(1);
  });
});

function listen(path: string): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(path, () => resolve(server));
  });
}

function swapForever(folder: string, link: string, spare: string): { kill(): void } {
  const script = `i=0; while [ $i -lt 20000 ]; do mv -T "$1" "$3"; mv -T "$2" "$1"; mv -T "$1" "$2"; mv -T "$3" "$1"; i=$((i+1)); done`;
  const child = spawnShell(script, [folder, link, spare]);
  return { kill: () => void process.kill(-child, "SIGKILL") };
}

function spawnShell(script: string, values: readonly string[]): number {
  const child = spawn("sh", ["-c", script, "swap", ...values], { detached: true, stdio: "ignore" });
  if (child.pid === undefined) throw new Error("no shell");
  return child.pid;
}
