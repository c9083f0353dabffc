/** The conformance cases through the command as its users start it: `ir check`, `packet check`, `packet try`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finding, Level, StatePacket } from "../../src/contracts/index.ts";
import { ensureDist, inParallel, run, type Ended } from "../e2e/cli/built.ts";

interface DocumentCase {
  readonly name: string;
  readonly document?: unknown;
  readonly raw?: string;
  readonly expect: { readonly errors: readonly string[]; readonly warnings: readonly string[]; readonly notes?: readonly string[] };
}

interface TryCase {
  readonly name: string;
  readonly task: unknown;
  readonly packet: unknown;
  readonly proposal: unknown;
  readonly ledger: unknown;
  readonly expect: { readonly accepted: boolean; readonly codes: readonly string[] };
}

const casesOf = <T>(file: string): readonly T[] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as readonly T[];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-conformance-"));
  ensureDist();
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe.each([
  ["packet check", "packet.json"],
  ["ir check", "context-ir.json"],
])("cairn %s", (command, file) => {
  const cases = casesOf<DocumentCase>(file);
  let checked: readonly { readonly file: string; readonly findings: readonly Finding[] }[];
  let ended: Ended;
  let files: readonly string[];

  beforeAll(async () => {
    files = cases.map((it, at) => write(`${at}-${file}`, it.raw ?? JSON.stringify(it.document)));
    ended = await run([...command.split(" "), "--json", ...files]);
    checked = JSON.parse(ended.stdout) as typeof checked;
  });

  it("says what is wrong with every file, in their order, and ends with 1", () => {
    expect(ended.end).toBe(1);
    expect(ended.stderr).toBe("");
    expect(checked.map((it) => it.file)).toEqual(files);
    for (const it of checked) {
      expect(Object.keys(it)).toEqual(["file", "findings"]);
      for (const finding of it.findings) expect(Object.keys(finding)).toEqual(["code", "level", "pointer", "message", "line", "column"]);
    }
  });

  it.each(cases.map((it, at) => ({ name: it.name, at, wanted: it.expect })))("$name", ({ at, wanted }) => {
    const codes = (level: Level): string[] =>
      [...new Set(checked[at]?.findings.filter((it) => it.level === level).map((it) => it.code))].toSorted();
    expect(codes("error")).toEqual([...wanted.errors].toSorted());
    expect(codes("warning")).toEqual([...wanted.warnings].toSorted());
    expect(codes("note")).toEqual([...(wanted.notes ?? codes("note"))].toSorted());
  });

  it("tells a person the same, and ends with 0 where no file has an error", async () => {
    const good = cases.flatMap((it, at) => (it.expect.errors.length === 0 ? [files[at] ?? ""] : []));
    const wanted = good.map((path) => checked.find((it) => it.file === path)?.findings.length ?? -1);
    const { end, stdout } = await run([...command.split(" "), ...good]);
    expect(end).toBe(0);
    const lines = stdout.split("\n");
    expect(good.map((path) => lines.filter((line) => line.startsWith(`${path}:`)).length)).toEqual(wanted);
    expect(lines.at(-2)).toMatch(new RegExp(`^✓ ${good.length} files checked: 0 errors, `));
  });
});

describe("cairn packet try", () => {
  const cases = casesOf<TryCase>("transition.json");
  let outcomes: readonly Ended[];

  beforeAll(async () => {
    outcomes = await inParallel(cases, 2, async ({ task, packet, proposal, ledger }) => {
      const at = cases.findIndex((it) => it.packet === packet);
      const file = (name: string, value: unknown): string => write(`${at}-${name}.json`, JSON.stringify(value));
      return run(["packet", "try", "--json", file("packet", packet), file("proposal", proposal), "--task", file("task", task), "--ledger", file("ledger", ledger)]);
    });
  }, 120_000);

  it.each(cases.map((it, at) => ({ name: it.name, at, wanted: it.expect })))("$name", ({ at, wanted }) => {
    const { end, stdout, stderr } = outcomes[at]!;
    expect(stderr).toBe("");
    const result = JSON.parse(stdout) as { accepted: boolean; rejections: { code: string }[]; packet: StatePacket | null };
    expect(Object.keys(result)).toEqual(["accepted", "rejections", "packet"]);
    expect(result.accepted).toBe(wanted.accepted);
    expect([...new Set(result.rejections.map((it) => it.code))].toSorted()).toEqual([...wanted.codes].toSorted());
    expect(end).toBe(wanted.accepted ? 0 : 1);
    expect(result.packet === null).toBe(!wanted.accepted);
  });

  it("gives a next packet that the checks accept", async () => {
    const packets = outcomes.flatMap(({ stdout }) => (JSON.parse(stdout) as { packet: unknown }).packet ?? []);
    const files = packets.map((it, at) => write(`next-${at}.json`, JSON.stringify(it)));
    expect(await run(["packet", "check", ...files])).toMatchObject({ end: 0 });
  });
});
