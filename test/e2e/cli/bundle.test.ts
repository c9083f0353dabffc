import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cairn } from "../../../src/cli/fake-io.suite.ts";
import { createHarness, diligent } from "../../../src/runtime/harness.suite.ts";
import { openSqliteStore } from "../../../src/runtime/sqlite/index.ts";
import { ask, makePlace } from "./place.ts";

const { root, on, scripted } = makePlace();
const file = join(root, "run.zip");
let run = "";

beforeAll(async () => {
  vi.stubEnv("XDG_CONFIG_HOME", join(root, "config"));
  const harness = await scripted(diligent);
  run = harness.run;
  harness.dispose();
});
afterAll(() => vi.unstubAllEnvs());

describe("cairn bundle", () => {
  it("writes one file that holds, with a key that it makes and keeps, and the same bytes each time", async () => {
    const { code, stdout } = await on(`bundle ${run} -o ${file}`);
    const key = (await cairn(["bundle", "--public-key"])).stdout.trim();
    expect([code, stdout]).toEqual([0, expect.stringContaining(`signed with the key ${key}`)]);
    expect(statSync(join(root, "config", "cairn", "bundle-key.pem")).mode & 0o777).toBe(0o600);
    const before = readFileSync(file);
    expect(JSON.parse((await on(`bundle ${run} -o run.zip --json`)).stdout)).toMatchObject({
      run,
      publicKey: key,
      contents: 1,
    });
    expect(readFileSync(file)).toEqual(before);
  });

  it("bundles what is not over, and forks with what they continue; not what has not begun", async () => {
    const waiting = await scripted(ask);
    const fork = (await on(`fork ${run} --at 3`)).stdout.trim();
    const opened = openSqliteStore(join(root, "store", "cairn.db"), { mode: "write" });
    const empty = await createHarness({ script: ask, store: opened });
    opened.close();
    for (const id of [waiting.run, fork]) {
      expect(await on(`bundle ${id} -o ${root}/other.zip`)).toMatchObject({ code: 0 });
      expect(await cairn(["verify", join(root, "other.zip")])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(id),
      });
    }
    const nothing = await on(`bundle ${empty.run} -o ${root}/none.zip`);
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining("nothing has happened") });
    waiting.dispose();
    empty.dispose();
  });

  it("says what is missing, and which key or file cannot be used", async () => {
    expect(await on(`bundle ${run}`)).toMatchObject({ code: 2, stderr: expect.stringContaining("-o FILE.zip") });
    expect(await on(`bundle -o ${file}`)).toMatchObject({ code: 2 });
    expect(await on(`bundle none -o ${file}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no run none"),
    });
    const key = await on(`bundle ${run} -o ${file} --key ${root}/none.pem`);
    expect(key).toMatchObject({ code: 2, stderr: expect.stringContaining("none.pem cannot be read") });
    expect(await on(`bundle ${run} -o /proc/none/run.zip`)).toMatchObject({ code: 2 });
    expect(existsSync(`${file}.${process.pid}.tmp`)).toBe(false);
  });
});

describe("cairn export --evidence", () => {
  it("writes the events as entries that lead to them", async () => {
    const { code, stdout } = await on(`export ${run} --evidence ${root}/out --events ${root}/out`);
    expect([code, stdout.split("\n").length]).toEqual([0, 3]);
    const lines = (name: string): Record<string, unknown>[] =>
      readFileSync(join(root, "out", name), "utf8")
        .trim()
        .split("\n")
        .map((it) => JSON.parse(it) as Record<string, unknown>);
    expect(lines("evidence.jsonl").map((it) => it["input_hash"])).toEqual(
      lines("events.jsonl").map((it) => it["hash"]),
    );
  });
});

describe("cairn verify of a bundle", () => {
  const verify = (...words: string[]): ReturnType<typeof cairn> => cairn(["verify", ...words], { folder: root });

  it("ends with 0 where it holds, with any key or the one that is given, itself or in a file", async () => {
    const key = (await cairn(["bundle", "--public-key"])).stdout.trim();
    writeFileSync(join(root, "key.txt"), `${key}\n`);
    expect(await verify("run.zip")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`the bundle of run ${run} holds`),
    });
    for (const given of [key, join(root, "key.txt")])
      expect(await verify(file, "--pubkey", given)).toMatchObject({ code: 0 });
    expect(JSON.parse((await verify(file, "--json")).stdout)).toMatchObject({ holds: true, run, claims: 1 });
  });

  it("ends with 1 where it does not, and says where", async () => {
    const other = await verify(file, "--pubkey", "0".repeat(64));
    expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining("not with the one given") });
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(join(root, "changed.zip"), bytes);
    expect(await verify("changed.zip")).toMatchObject({ code: 1, stdout: expect.stringMatching(/^✗ .+: /) });
  });

  it("ends with 2 where it was asked wrongly", async () => {
    writeFileSync(join(root, "key.txt"), "none");
    expect(await verify(file, "--pubkey", join(root, "key.txt"))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no public key"),
    });
    expect(await on(`verify ${run} --pubkey ${"0".repeat(64)}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("for bundles"),
    });
    expect(await verify("nowhere.zip")).toMatchObject({ code: 2 });
  });
});
