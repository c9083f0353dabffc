import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../../contracts/index.ts";
import { GENESIS_HASH } from "../chain.ts";
import {
  acceptedBody,
  advance,
  begin,
  codeOf,
  contentOf,
  leaseOf,
  newRun,
  openedBody,
  readItemOf,
  seal,
  thrownBy,
} from "../store-cases.suite.ts";
import type { Lease, Store } from "../store.ts";
import { openDatabase } from "./open.ts";
import { scratch } from "./scratch.suite.ts";
import { storeOn } from "./sqlite-store.ts";

const tools = scratch();
const isRoot = process.getuid?.() === 0;
const mounts: string[] = [];
afterEach(() => {
  for (const mount of mounts.splice(0)) spawnSync("umount", ["-l", mount]);
});

/** A disk of its own of so many kB, or null where this process may not have one. */
function smallDisk(kilobytes: number): string | null {
  const path = join(tools.directory(), "disk");
  mkdirSync(path);
  if (!isRoot || spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", path]).status !== 0)
    return null;
  mounts.push(path);
  return path;
}

const hasStrace = spawnSync("strace", ["-V"]).status === 0;

/** Appends steps with contents that do not pack until one is refused. Returns the code, and how many were acknowledged. */
async function fill(store: Store, lease: Lease): Promise<{ readonly code: unknown; readonly steps: number }> {
  for (let step = 0; step < 10_000; step += 1) {
    const seq = (store.run(lease.run)?.head.seq ?? 0) + 1;
    const content = incompressible(`${lease.run} ${seq}`, 20_000);
    const item = readItemOf(store.nextItemSeq(lease.run), seq, content);
    const code = await codeOf(
      advance([store, lease], [acceptedBody(seq)], {
        items: [item],
        blobs: new Map([[sha256Hex(content), contentOf(content)]]),
      }),
    );
    if (code !== "none") return { code, steps: step };
  }
  return { code: "none", steps: 10_000 };
}

function incompressible(seed: string, length: number): string {
  let [text, hash] = ["", sha256Hex(seed)];
  while (text.length < length) text += Buffer.from((hash = sha256Hex(hash)), "hex").toString("base64");
  return text;
}

describe("a full disk", () => {
  it("refuses what does not fit, keeps what was acknowledged, reads on, and goes on when there is room", async () => {
    const opened = openDatabase(join(tools.directory(), "store.db"), { mode: "write", patienceMs: 1000 });
    const store = storeOn(opened);
    const lease = await begin(store, "r");
    opened.database.get("PRAGMA max_page_count = 200");
    const { code, steps } = await fill(store, lease);
    expect(code).toBe("disk-full");
    expect(steps).toBeGreaterThan(5);
    expect(store.run("r")?.head.seq).toBe(steps);
    expect([...store.events("r")]).toHaveLength(steps);
    expect([...store.verify("r")]).toEqual([]);
    opened.database.get("PRAGMA max_page_count = 400");
    expect((await fill(store, lease)).steps).toBeGreaterThan(5);
    expect([...store.verify("r")]).toEqual([]);
    store.close();
  });

  it("refuses the large one of a group, not the small ones", async () => {
    const opened = openDatabase(join(tools.directory(), "store.db"), { mode: "write", patienceMs: 1000 });
    const store = storeOn(opened);
    const leases = [await begin(store, "a"), await begin(store, "b"), await begin(store, "c")];
    opened.database.get("PRAGMA max_page_count = 100");
    const large = incompressible("large", 2_000_000);
    const codes = await Promise.all(
      leases.map((lease, index) => {
        const extras =
          index === 1
            ? { items: [readItemOf(1, 1, large)], blobs: new Map([[sha256Hex(large), contentOf(large)]]) }
            : {};
        return codeOf(store.append(lease, 0, seal({ seq: 0, hash: GENESIS_HASH }, [openedBody(1)]), extras));
      }),
    );
    expect(codes).toEqual(["none", "disk-full", "none"]);
    expect(store.runs().map(({ head }) => head.seq)).toEqual([1, 0, 1]);
    store.close();
  });

  it("makes a group go one by one, and a run that was undone with it can be made again", async () => {
    const opened = openDatabase(join(tools.directory(), "store.db"), { mode: "write", patienceMs: 1000 });
    const store = storeOn(opened);
    opened.database.get("PRAGMA max_page_count = 100");
    const writes = [
      store.createRun(newRun("a")),
      store.post("a", 1),
      store.post("a", incompressible("large", 2_000_000)),
    ];
    expect(await Promise.all(writes.map(codeOf))).toEqual(["none", "none", "disk-full"]);
    expect(store.mailbox("a")).toHaveLength(1);
    store.close();
  });

  it("is survived on a real disk of two megabytes, which is then enlarged", async (context) => {
    const disk = smallDisk(2048);
    if (disk === null) return context.skip();
    const path = join(disk, "store.db");
    const store = tools.open(path);
    const lease = await begin(store, "r");
    const { code, steps } = await fill(store, lease);
    expect(code).toBe("disk-full");
    expect(steps).toBeGreaterThan(5);
    expect(store.run("r")?.head.seq).toBe(steps);
    expect([...store.verify("r")]).toEqual([]);
    expect(tools.open(path, { mode: "read" }).run("r")?.head.seq).toBe(steps);
    execFileSync("mount", ["-o", "remount,size=16m", disk]);
    const again = tools.open(path);
    expect(again.run("r")?.head.seq).toBe(steps);
    const next = leaseOf(again, "r");
    await advance([again, next], [openedBody(1)]);
    expect([...again.events("r")]).toHaveLength(steps + 1);
    expect([...again.verify("r")]).toEqual([]);
  });
});

describe("a disk that fails", () => {
  /** Lets the writer program work until the disk fails it; then everything it was told must be there. */
  async function failUnder(
    wrapper: readonly string[],
  ): Promise<{ readonly refusal: string | undefined; readonly afterwards: string | undefined }> {
    const path = join(tools.directory(), "store.db");
    const store = tools.open(path);
    await store.createRun(newRun("r"));
    store.close();
    const writer = tools.start({ path, run: "r", holder: "w", steps: 3000 }, wrapper);
    await writer.ended;
    const acknowledged = writer.lines.filter((line) => /^\d/.test(line));
    expect(acknowledged.length).toBeGreaterThan(0);
    const after = tools.open(path);
    const hashes = ["", ...[...after.events("r")].map(({ hash }) => hash)];
    for (const line of acknowledged) expect(hashes[Number(line.split(" ")[0])]).toBe(line.split(" ")[1]);
    expect([...after.verify("r")]).toEqual([]);
    await advance([after, leaseOf(after, "r", "next")], [openedBody(1)]);
    return { refusal: writer.lines.at(-2), afterwards: writer.lines.at(-1) };
  }

  it("by refusing to write: nothing acknowledged is lost, and no more work is taken until the store is opened again", async () => {
    const { refusal, afterwards } = await failUnder(["bash", "-c", 'ulimit -f 700; exec "$@"', "bash"]);
    expect(refusal).toBe("refused disk-full");
    expect(afterwards).toMatch(/^then disk-full: .*takes no more work/);
  }, 30_000);

  it.skipIf(!hasStrace)(
    "by not syncing: nothing acknowledged is lost, and no more work is taken until the store is opened again",
    async () => {
      const { refusal, afterwards } = await failUnder([
        "strace",
        "-f",
        "-qq",
        "-o",
        "/dev/null",
        "-e",
        "trace=fsync,fdatasync",
        "-e",
        "inject=fsync,fdatasync:error=EIO:when=40+",
      ]);
      expect(refusal).toBe("refused store-damaged");
      expect(afterwards).toMatch(/^then store-damaged: .*takes no more work/);
    },
    60_000,
  );
});

describe("a disk that may only be read", () => {
  /** Lets a writer fill a store, kills it or not, and makes its directory read-only. Null where that cannot be done here. */
  async function readOnlyStore(options: {
    readonly isKilled: boolean;
    readonly hasIndex: boolean;
  }): Promise<{ path: string; seq: number } | null> {
    const origin = join(tools.directory(), "store.db");
    const store = tools.open(origin);
    await store.createRun(newRun("r"));
    store.close();
    const writer = tools.start({ path: origin, run: "r", holder: "w", ...(options.isKilled ? {} : { steps: 3 }) });
    await writer.said(3);
    if (options.isKilled) writer.child.kill("SIGKILL");
    await writer.ended;
    const directory = smallDisk(65_536) ?? tools.directory();
    for (const end of ["", "-wal", ...(options.hasIndex ? ["-shm"] : [])]) {
      if (existsSync(origin + end)) copyFileSync(origin + end, join(directory, `store.db${end}`));
    }
    if (mounts.includes(directory)) execFileSync("mount", ["-o", "remount,ro", directory]);
    else if (isRoot) return null;
    else chmodSync(directory, 0o500);
    const seqs = writer.lines.filter((line) => /^\d/.test(line)).map((line) => Number(line.split(" ")[0]));
    return { path: join(directory, "store.db"), seq: Math.max(...seqs) };
  }

  it.each([
    ["that was closed", { isKilled: false, hasIndex: false }],
    ["whose writer was killed", { isKilled: true, hasIndex: false }],
    ["whose writer was killed, with its index", { isKilled: true, hasIndex: true }],
  ])(
    "gives out all of a store %s, and takes nothing",
    async (_, options) => {
      const found = await readOnlyStore(options);
      if (found === null) return;
      const copies = (): string[] => readdirSync(tmpdir()).filter((name) => /^cairn-[^s]/.test(name));
      const before = copies();
      const store = tools.open(found.path, { mode: "read" });
      expect(store.run("r")?.head.seq).toBeGreaterThanOrEqual(found.seq);
      expect([...store.events("r")].length).toBe(store.run("r")?.head.seq);
      expect([...store.verify("r")]).toEqual([]);
      expect(thrownBy(() => store.acquire("r", "w", 1))).toBe("store-readonly");
      expect(await codeOf(store.createRun(newRun("s")))).toBe("store-readonly");
      store.close();
      expect(copies()).toEqual(before);
      expect(thrownBy(() => tools.open(found.path))).toBe("store-readonly");
    },
    30_000,
  );

  it("has no store made on it", async (context) => {
    const disk = smallDisk(1024);
    if (disk === null) return context.skip();
    execFileSync("mount", ["-o", "remount,ro", disk]);
    expect(thrownBy(() => tools.open(join(disk, ".cairn", "store.db")))).toBe("store-readonly");
  });
});
