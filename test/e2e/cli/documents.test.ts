/** Documents as people really hand them in: every bad one has a message and an exit code, and none a stack. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cairn } from "../../../src/cli/fake-io.suite.ts";
import type { Finding } from "../../../src/contracts/index.ts";
import { ensureDist, run } from "./built.ts";

const cases = (
  name: string,
): { document: unknown; packet: unknown; proposal: unknown; task: unknown; ledger: unknown }[] =>
  JSON.parse(readFileSync(new URL(`../../conformance/${name}.json`, import.meta.url), "utf8")) as ReturnType<
    typeof cases
  >;

// Each test starts processes, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
const path = (name: string): string => join(folder, name);
const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(path(name), content);
  return path(name);
};

const packet = cases("packet")[0]!.document;
const transition = cases("transition")[0]!;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-documents-"));
  ensureDist();
  write("good.json", JSON.stringify(packet));
  write("empty.json", "");
  write("cut.json", JSON.stringify(packet).slice(0, 400));
  write("binary.json", Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)));
  write("latin1.json", Buffer.from('{"objective": "caf\xe9"}', "latin1"));
  write("deep.json", "[".repeat(10_000) + "]".repeat(10_000));
  write("deep-objects.json", '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000));
  write("huge.json", "");
  truncateSync(path("huge.json"), 100 * 1024 * 1024);
  mkdirSync(path("folder.json"));
  execFileSync("mkfifo", [path("pipe.json")]);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

const asJson = (stdout: string): { file: string; findings: Finding[] }[] =>
  JSON.parse(stdout) as { file: string; findings: Finding[] }[];

describe.each(["packet check", "ir check"])("cairn %s", (command) => {
  const check = (...more: string[]): Promise<{ end: unknown; stdout: string; stderr: string }> =>
    run([...command.split(" "), ...more]);
  const schema = command === "ir check" ? "IR-SCHEMA" : "P-SCHEMA";

  it("has findings with a place for what is empty, cut, binary, Latin-1 or 10,000 deep", async () => {
    const bad = ["empty.json", "cut.json", "binary.json", "latin1.json", "deep.json", "deep-objects.json"].map(path);
    const { end, stdout, stderr } = await check("--json", ...bad);
    expect([end, stderr]).toEqual([1, ""]);
    const checked = asJson(stdout);
    expect(checked.map((it) => it.file)).toEqual(bad);
    for (const { file, findings } of checked) {
      expect([file, ...findings.map((it) => it.code)]).toContain(schema);
      for (const it of findings) expect(it.line * it.column).toBeGreaterThan(0);
    }
  });

  it("says why each file cannot be read, and ends with 2 where none can", async () => {
    const { end, stdout, stderr } = await check(...["missing.json", "folder.json", "huge.json", "pipe.json"].map(path));
    expect([end, stdout]).toEqual([2, ""]);
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^cairn: .*missing\.json cannot be read: there is no such file$/);
    expect(lines[1]).toMatch(/^cairn: .*folder\.json is a folder$/);
    expect(lines[2]).toMatch(/^cairn: .*huge\.json has more than the 67108864 bytes that are read$/);
    expect(lines[3]).toMatch(/^cairn: .*pipe\.json is a pipe that nobody writes to$/);
  });

  it("goes on after a file that cannot be read, and never calls that a success", async () => {
    const good =
      command === "ir check"
        ? write("context.json", JSON.stringify(cases("context-ir")[0]!.document))
        : path("good.json");
    const mixed = await check("--json", path("missing.json"), good);
    expect(mixed.end).toBe(1);
    const [missing, fine] = asJson(mixed.stdout);
    expect(missing).toMatchObject({
      file: path("missing.json"),
      findings: [{ code: "input-unreadable", level: "error" }],
    });
    expect(fine).toMatchObject({ file: good, findings: [] });
    const human = await check(path("missing.json"), good);
    expect(human).toMatchObject({ end: 1, stdout: "✓ 1 file checked: 0 errors, 0 warnings, 0 notes\n" });
    expect((await check(path("missing.json"), path("folder.json"))).end).toBe(2);
  });

  it("reads standard input once, with whatever comes before and after", async () => {
    const text = command === "ir check" ? JSON.stringify(cases("context-ir")[0]!.document) : JSON.stringify(packet);
    expect(await run([...command.split(" "), "-"], { input: `\uFEFF${text}\r\n` })).toMatchObject({ end: 0 });
    expect(await run([...command.split(" "), "-", "-"], { input: text })).toMatchObject({
      end: 2,
      stderr: expect.stringContaining("only once"),
    });
    expect(await run([...command.split(" "), "-"], { input: "" })).toMatchObject({
      end: 1,
      stdout: expect.stringContaining("-:1:1 error"),
    });
  });
});

describe("a result that cannot be written", () => {
  it("is a failure, not a success that nobody sees", async () => {
    const full = execFileSync(
      "sh",
      [
        "-c",
        `"$0" "$1" packet check --json "$2" > /dev/full; echo $?`,
        process.execPath,
        join(process.cwd(), "dist/cli/main.js"),
        path("good.json"),
      ],
      { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
    );
    expect(full).toBe("3\n");
  });
});

describe("cairn packet try", () => {
  const files = (): string[] => {
    const { proposal, task, ledger } = transition;
    write("packet.json", JSON.stringify(transition.packet));
    write("proposal.json", JSON.stringify(proposal));
    write("task.yaml", JSON.stringify(task));
    write("ledger.json", JSON.stringify(ledger));
    return [
      "packet",
      "try",
      path("packet.json"),
      path("proposal.json"),
      "--task",
      path("task.yaml"),
      "--ledger",
      path("ledger.json"),
    ];
  };

  it("tells a person what would come of it", async () => {
    expect(await cairn(files())).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^✓ accepted\n {2}then MIDDLE \/ EXECUTE/),
    });
  });

  it("says all that is wrong with a proposal that is none, as a rejection", async () => {
    files();
    const { code, stdout } = await cairn(["packet", "try", path("packet.json"), "-", "--json"], { input: "{}" });
    const {
      accepted,
      rejections,
      packet: next,
    } = JSON.parse(stdout) as { accepted: boolean; rejections: { code: string }[]; packet: unknown };
    expect([code, accepted, next]).toEqual([1, false, null]);
    expect(rejections.length).toBeGreaterThan(2);
    expect([...new Set(rejections.map((it) => it.code))]).toEqual(["R-SCHEMA"]);
    expect((await cairn(["packet", "try", path("packet.json"), "-"], { input: "no JSON" })).stdout).toMatch(
      /^✗ rejected: 1 reason\n {2}R-SCHEMA/,
    );
  });

  it("says what would be checked where checks decide", async () => {
    files();
    const task = {
      ...(transition.task as object),
      requirements: [
        { id: "r1", statement: "s", needs: "supported" },
        { id: "r2", statement: "s", needs: "check", check: "c" },
        { id: "r3", statement: "s", needs: "verified" },
      ],
      checks: { c: { command: ["true"] } },
    };
    const proposal = { ...(transition.proposal as object), satisfies: [{ requirement: "r2", claims: [] }] };
    const argv = [
      "packet",
      "try",
      path("packet.json"),
      write("satisfies.json", JSON.stringify(proposal)),
      "--ledger",
      path("ledger.json"),
      "--task",
      write("checked.yaml", JSON.stringify(task)),
    ];
    const { code, stdout } = await cairn([...argv, "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { accepted: true, rejections: [], packet: null, pending: [{ check: "c", requirement: "r2" }] },
    ]);
    expect((await cairn(argv)).stdout).toContain("… pending");
  });

  it("ends with 2 where a document cannot be read or is none, and says which", async () => {
    files();
    const attempt = (...argv: string[]): ReturnType<typeof cairn> => cairn(["packet", "try", ...argv]);
    expect(await attempt(path("missing.json"), path("proposal.json"))).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("no such file"),
    });
    const bad = await attempt(path("cut.json"), path("proposal.json"), "--json");
    expect(bad).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/cut\.json is no state packet\n.*cut\.json:1:\d+ error P-SCHEMA/),
    });
    expect(await attempt(path("packet.json"), path("proposal.json"), "--task", path("binary.json"))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is no task file"),
    });
    expect(await attempt(path("packet.json"), path("proposal.json"), "--ledger", path("empty.json"))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is no Context-IR document"),
    });
    expect(await attempt("-", "-")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("only one of the documents"),
    });
  });
});

describe("checks in this process", () => {
  it("print for people and programs, compare with a workspace, and count what was not read", async () => {
    const context = cases("context-ir")[1]!.document as { items: { source: { kind: string; path?: string } }[] };
    context.items[0]!.source = { ...context.items[0]!.source, kind: "read", path: "good.json" };
    const file = write("stale.json", JSON.stringify(context));
    expect((await cairn(["ir", "check", file, "--workspace", folder, "--json"])).stdout).toContain("IR-STALE");
    expect((await cairn(["ir", "check", file])).stdout).not.toContain("IR-STALE");
    expect(await cairn(["ir", "check", file, "--workspace", path("nowhere")])).toMatchObject({ code: 2, stdout: "" });
    expect(await cairn(["packet", "check", path("missing.json"), "--json"])).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("input-unreadable"),
    });
    expect(await cairn(["packet", "check", path("missing.json")])).toMatchObject({ code: 2, stdout: "" });
    expect(await cairn(["packet", "check", path("cut.json"), path("good.json")])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("✗ 2 files checked: 1 error"),
    });
    expect(await cairn(["packet", "check", "-", "-"])).toMatchObject({ code: 2 });
  });
});
