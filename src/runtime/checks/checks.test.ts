import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Check } from "../../contracts/index.ts";
import { openWorkspace } from "../workspace/index.ts";
import { captureBaseline, runCheck, type CheckOptions, type CheckReport } from "./index.ts";

let folder: string;
let root: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-checks-"));
  root = join(folder, "workspace");
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), content);
}

function run(check: Check, options: Partial<CheckOptions> = {}): Promise<CheckReport> {
  const defaults = { folder, timeoutMs: 20_000, trusted: true, baseline: null, signal: new AbortController().signal };
  return runCheck(check, openWorkspace(root), { ...defaults, ...options });
}

function isAlive(pid: number): boolean {
  try {
    // A killed process stays a zombie until somebody reaps it: that one is dead.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 100 && !condition(); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
  return condition();
}

describe("command checks", () => {
  test("exit code 0 holds, any other and a signal do not, and the output is told", async () => {
    expect(await run({ command: ["sh", "-c", "echo fine; echo also >&2"] })).toMatchObject({
      passed: true,
      output: expect.stringContaining("fine"),
    });
    expect(await run({ command: ["sh", "-c", "echo no >&2; exit 3"] })).toMatchObject({
      passed: false,
      detail: "the command exited with 3",
      output: "no\n",
    });
    expect(await run({ command: ["sh", "-c", "kill -SEGV $$"] })).toMatchObject({
      passed: false,
      detail: "the command was ended by SIGSEGV",
    });
  });

  test("a command that cannot be started fails and says so", async () => {
    expect(await run({ command: ["./no-such-program"] })).toMatchObject({
      passed: false,
      detail: expect.stringContaining("ENOENT"),
    });
  });

  test("it runs in the folder of the task file, knows the workspace, and has nothing to read", async () => {
    const { output } = await run({ command: ["sh", "-c", 'pwd; echo "$CAIRN_WORKSPACE"; cat'] });
    expect(output.split("\n")).toEqual([openWorkspace(folder).root, openWorkspace(root).root, ""]);
  });

  test("a hung command and its grandchild are killed at the timeout", async () => {
    const check: Check = {
      command: ["sh", "-c", 'trap "" TERM; sleep 300 & echo $! > grandchild; echo started; wait; sleep 300'],
      timeout_ms: 400,
    };
    const started = performance.now();
    const report = await run(check);
    expect(performance.now() - started).toBeLessThan(1500);
    expect(report).toMatchObject({
      passed: false,
      detail: expect.stringContaining("within 400 ms"),
      output: "started\n",
    });
    const grandchild = Number(readFileSync(join(folder, "grandchild"), "utf8"));
    expect(await until(() => !isAlive(grandchild))).toBe(true);
  });

  test("what a command leaves behind is killed when it ends, and does not hold the check up", async () => {
    const started = performance.now();
    const report = await run({ command: ["sh", "-c", "sleep 300 & echo $! > left; exit 0"] });
    expect(report.passed).toBe(true);
    expect(performance.now() - started).toBeLessThan(2000);
    const left = Number(readFileSync(join(folder, "left"), "utf8"));
    expect(await until(() => !isAlive(left))).toBe(true);
  });

  test("a descendant that left the group cannot hold the check up", async () => {
    const started = performance.now();
    const report = await run({ command: ["sh", "-c", "setsid sleep 5 & echo done"] });
    expect(report).toMatchObject({ passed: true, output: "done\n" });
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test("a flood of output neither fills memory nor hides its end", async () => {
    const before = process.memoryUsage().rss;
    const report = await run({
      command: ["sh", "-c", "echo first; head -c 100000000 /dev/zero | tr '\\0' x; echo last; exit 1"],
    });
    expect(report.passed).toBe(false);
    expect(report.output.startsWith("first\n")).toBe(true);
    expect(report.output.endsWith("last\n")).toBe(true);
    expect(report.output).toMatch(/\[… \d+ bytes left out …\]/);
    expect(report.output.length).toBeLessThan(70_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  test("an aborted check kills the command and throws the reason", async () => {
    const stop = new AbortController();
    const running = run({ command: ["sh", "-c", "echo $$ > pid; sleep 300"] }, { signal: stop.signal });
    await until(() => {
      try {
        return readFileSync(join(folder, "pid"), "utf8").endsWith("\n");
      } catch {
        return false;
      }
    });
    stop.abort(new Error("stop"));
    await expect(running).rejects.toThrow("stop");
    expect(await until(() => !isAlive(Number(readFileSync(join(folder, "pid"), "utf8"))))).toBe(true);
  });

  test("nobody's command runs without trust", async () => {
    await expect(run({ command: ["sh", "-c", "touch ran"] }, { trusted: false })).rejects.toMatchObject({
      code: "not-trusted",
    });
    expect(() => readFileSync(join(folder, "ran"))).toThrow("ENOENT");
  });
});

describe("match and absent", () => {
  test("match holds when every file that is named has a match, and there is one", async () => {
    put("a.js", "// Licence: MIT\n");
    put("b.js", "// Licence: MIT\n");
    const check: Check = { match: { paths: ["**/*.js"], pattern: "(?m)^// Licence" } };
    expect(await run(check)).toMatchObject({ passed: true, detail: "2 files match" });
    put("c.js", "nothing\n");
    expect(await run(check)).toMatchObject({ passed: false, detail: 'no match in "c.js"' });
    expect(await run({ match: { paths: ["*.ts"], pattern: "x" } })).toMatchObject({
      passed: false,
      detail: expect.stringContaining("no file"),
    });
  });

  test("absent holds when no file has a match; binary files are passed over and told", async () => {
    put("a.txt", "fine");
    put("b.bin", new Uint8Array([0, 1]));
    const check: Check = { absent: { paths: ["**"], pattern: "secret" } };
    expect(await run(check)).toMatchObject({ passed: true, detail: "no match in 1 file, 1 binary file passed over" });
    put("c.txt", "a secret");
    expect(await run(check)).toMatchObject({ passed: false, detail: 'found in "c.txt"' });
  });

  test("both fail where a file could not be read", async () => {
    symlinkSync("/etc/hostname", join(root, "out.txt"));
    put("big.txt", "");
    truncateSync(join(root, "big.txt"), 5 * 1024 * 1024);
    put("a.txt", "x");
    const rule = { paths: ["*.txt"], pattern: "x" };
    expect(await run({ match: rule })).toMatchObject({
      passed: false,
      detail: 'not read: "big.txt (too-large)", "out.txt (link-outside)"',
    });
    expect(await run({ absent: { ...rule, pattern: "y" } })).toMatchObject({
      passed: false,
      detail: expect.stringContaining("too-large"),
    });
  });

  test("a pattern or a glob that cannot be used fails the check with its reason", async () => {
    expect(await run({ absent: { paths: ["*"], pattern: "(?=x)" } })).toMatchObject({
      passed: false,
      detail: expect.stringContaining("cannot be used"),
    });
    expect(await run({ absent: { paths: ["../*"], pattern: "x" } })).toMatchObject({
      passed: false,
      detail: expect.stringContaining("leads out"),
    });
  });

  test("a check that takes too long fails", async () => {
    for (let at = 0; at < 300; at++) put(`f${at}`, "a".repeat(20_000));
    const report = await run({ absent: { paths: ["**"], pattern: "b" }, timeout_ms: 1 });
    expect(report).toMatchObject({ passed: false, detail: "the check did not end within 1 ms" });
  });
});

describe("unchanged", () => {
  test("it holds while the files are what they were, and names what was changed, added and removed", async () => {
    put("a/x.json", "1");
    put("b.json", "2");
    put("c.json", "3");
    const globs = ["**/*.json"];
    const baseline = await captureBaseline(openWorkspace(root), globs, new AbortController().signal);
    expect(await run({ unchanged: globs }, { baseline })).toMatchObject({ passed: true, detail: "3 files unchanged" });
    put("b.json", "other");
    put("d.json", "4");
    put("other.txt", "not named");
    rmSync(join(root, "c.json"));
    const { passed, detail } = await run({ unchanged: globs }, { baseline });
    expect({ passed, detail }).toEqual({
      passed: false,
      detail: 'no longer what it was: "removed c.json", "changed b.json", "added d.json"',
    });
  });

  test("without a baseline nothing is known, so it fails", async () => {
    expect(await run({ unchanged: ["*"] })).toMatchObject({ passed: false });
  });

  test("a file that is replaced by something unreadable is a change", async () => {
    put("a", "1");
    const baseline = await captureBaseline(openWorkspace(root), ["*"], new AbortController().signal);
    rmSync(join(root, "a"));
    execFileSync("mkfifo", [join(root, "a")]);
    expect(await run({ unchanged: ["*"] }, { baseline })).toMatchObject({
      passed: false,
      detail: 'no longer what it was: "changed a"',
    });
  });
});

describe("what a check says", () => {
  test("a check that names nothing to check fails", async () => {
    expect(await run({})).toMatchObject({ passed: false, detail: "the check says nothing to check" });
  });

  test("of many findings the first are told and the rest counted, within bounds", async () => {
    for (let at = 0; at < 40; at++) put(`${at}${"x".repeat(230)}`, "secret");
    const { detail } = await run({ absent: { paths: ["**"], pattern: "secret" } });
    expect(detail.length).toBeLessThanOrEqual(2000);
    expect(detail.endsWith("…")).toBe(true);
    put("a", "secret");
    expect((await run({ absent: { paths: ["?"], pattern: "secret" } })).detail).toBe('found in "a"');
  });

  test("it is stopped with the reason that it was stopped for", async () => {
    await expect(
      run({ absent: { paths: ["**"], pattern: "x" } }, { signal: AbortSignal.abort(new Error("stop")) }),
    ).rejects.toThrow("stop");
  });
});

describe("json_schema", () => {
  const schema = { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 2 } } };

  test("it holds when the file is valid, and tells each place that is not", async () => {
    put("a.json", '{"name": "ok"}');
    put("b.json", '{"name": "x"}');
    expect(await run({ json_schema: { path: "a.json", schema } })).toMatchObject({ passed: true });
    expect(await run({ json_schema: { path: "b.json", schema } })).toMatchObject({
      passed: false,
      detail: expect.stringContaining("#/name"),
    });
    expect(await run({ json_schema: { path: "a.json", schema: false } })).toMatchObject({ passed: false });
  });

  test("a schema may be a file beside the task file, and nowhere else", async () => {
    put("a.json", '{"name": "ok"}');
    writeFileSync(join(folder, "s.schema.json"), JSON.stringify(schema));
    expect(await run({ json_schema: { path: "a.json", schema: "./s.schema.json" } })).toMatchObject({ passed: true });
    expect(await run({ json_schema: { path: "a.json", schema: "../s.schema.json" } })).toMatchObject({
      passed: false,
      detail: expect.stringContaining("escape"),
    });
  });

  test("what is no JSON, missing, or refers to elsewhere fails with its reason and no request", async () => {
    put("bad.json", "{");
    put("a.json", "{}");
    const detail = async (path: string, value: Record<string, unknown>): Promise<string> =>
      (await run({ json_schema: { path, schema: value } })).detail;
    expect(await detail("bad.json", schema)).toContain("JSON");
    expect(await detail("nowhere.json", schema)).toContain("missing");
    expect(await detail("a.json", { $ref: "http://127.0.0.1:9/x" })).toContain("Unresolved $ref");
    expect(await detail("a.json", { $dynamicRef: "#x" })).toContain("not supported");
  });

  test("members named like those of every object's prototype are members like any other", async () => {
    put("a.json", '{"__proto__": 1, "constructor": 2}');
    expect(await run({ json_schema: { path: "a.json", schema: { required: ["toString"] } } })).toMatchObject({
      passed: false,
    });
    expect(
      await run({ json_schema: { path: "a.json", schema: { required: ["constructor", "__proto__"] } } }),
    ).toMatchObject({ passed: true });
  });

  test("the draft that a schema names is the one that is applied", async () => {
    put("a.json", '{"a": [1, "x"]}');
    const items = [{ type: "number" }, { type: "number" }];
    const draft07 = { $schema: "http://json-schema.org/draft-07/schema#", properties: { a: { items } } };
    expect(await run({ json_schema: { path: "a.json", schema: draft07 } })).toMatchObject({ passed: false });
    const prefix = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      properties: { a: { prefixItems: items } },
    };
    expect(await run({ json_schema: { path: "a.json", schema: prefix } })).toMatchObject({ passed: false });
  });

  test("a validation that is stopped throws the reason", async () => {
    put("a.json", JSON.stringify(`${"a".repeat(40)}!`));
    const stop = new AbortController();
    const running = run({ json_schema: { path: "a.json", schema: { pattern: "^(a+)+$" } } }, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("stop")), 100);
    await expect(running).rejects.toThrow("stop");
  });

  test("a schema whose pattern hangs a backtracking engine is stopped at the timeout", async () => {
    put("a.json", JSON.stringify(`${"a".repeat(40)}!`));
    const started = performance.now();
    const report = await run({ json_schema: { path: "a.json", schema: { pattern: "^(a+)+$" } }, timeout_ms: 500 });
    expect(report).toMatchObject({ passed: false, detail: expect.stringContaining("within 500 ms") });
    expect(performance.now() - started).toBeLessThan(2500);
  });

  test("a file that nests deeper than the validator can go fails", async () => {
    put("deep.json", "[".repeat(200_000) + "]".repeat(200_000));
    expect(
      await run({
        json_schema: {
          path: "deep.json",
          schema: { $ref: "#/$defs/x", $defs: { x: { items: { $ref: "#/$defs/x" } } } },
        },
      }),
    ).toMatchObject({
      passed: false,
    });
  });
});
