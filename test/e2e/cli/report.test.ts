/** `cairn report`, on real sessions, in this process. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cairn, type Ran } from "../../../src/cli/fake-io.suite.ts";
import type { ReportData } from "../../../src/ledger/index.ts";

const SAMPLES = resolve(import.meta.dirname, "../../data/sessions");

let folder: string;
const on = (...argv: string[]): Promise<Ran> => cairn([...argv, "--ledger", join(folder, "ledger.db")], { folder });
const numberOf = (count: number): string => count.toLocaleString("en-US");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-report-"));
  cpSync(SAMPLES, join(folder, "logs"), { recursive: true });
  await on("import", join(folder, "logs"));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("cairn report", () => {
  it("writes a page of one session with the numbers that the answers have", async () => {
    const written = await on("report", "73ad", "-o", "session.html");
    expect(written).toMatchObject({ code: 0, stderr: "" });
    const page = readFileSync(join(folder, "session.html"), "utf8");
    const session = ["--session", "73ad4fca", "--client", "claude-code", "--json"];
    const summary = JSON.parse(
      (await on("context", "summary", ...session, "--by", "kind,tool", "--limit", "20")).stdout,
    );
    const { output_tokens, input_tokens, tokens_saved } = summary.totals;
    expect(output_tokens).toBeGreaterThan(1000);
    for (const count of [output_tokens, input_tokens, tokens_saved]) expect(page).toContain(numberOf(count));
    const data = JSON.parse((await on("report", "73ad", "--json")).stdout) as ReportData;
    expect(data.summary.totals).toEqual(summary.totals);
    expect(data.summary.by.kind).toEqual(summary.by.kind);
    expect(data.summary.by.tool).toEqual(summary.by.tool);
    expect(data.timeline).toEqual(JSON.parse((await on("context", "timeline", "73ad", "--json")).stdout));
    expect(data.subject.name).toMatch(/^73ad4fca-/);
    const dup = JSON.parse((await on("context", "dup", ...session, "--limit", "20")).stdout);
    expect(data.repeats).toEqual(dup);
  });

  it("is about a project, or everything, where it is asked so, and compares files where they are", async () => {
    const project = join(folder, "project");
    mkdirSync(project);
    const all = JSON.parse((await on("report", "--json")).stdout) as ReportData;
    expect(all).toMatchObject({ subject: { kind: "ledger", name: null }, timeline: null, stale: null });
    const one = JSON.parse(
      (await on("report", "/home/dev/project", "--json", "--workspace", project)).stdout,
    ) as ReportData;
    expect(one.subject).toEqual({ kind: "project", name: "/home/dev/project" });
    expect(one.stale?.workspace).toBe(project);
    expect(one.summary.totals.items).toBeLessThanOrEqual(all.summary.totals.items);
    const page = await on("report", "-o", "-");
    expect(page.stdout).toMatch(/^<!doctype html>/);
    expect(await on("report", project)).toMatchObject({ code: 1 });
  });

  it("writes over a report, over nothing else without --force, and leaves no other file", async () => {
    writeFileSync(join(folder, "mine.html"), "<p>mine</p>");
    const refused = await on("report", "-o", "mine.html");
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("--force");
    expect(readFileSync(join(folder, "mine.html"), "utf8")).toBe("<p>mine</p>");
    expect((await on("report", "-o", ".")).code).toBe(2);
    expect((await on("report", "-o", "mine.html", "--force")).code).toBe(0);
    expect((await on("report", "-o", "mine.html")).code).toBe(0);
    expect(readFileSync(join(folder, "mine.html"), "utf8")).toContain("</html>");
    expect((await on("report", "-o", join("missing", "r.html"))).code).toBe(2);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("says so where there is nothing, and where an id stands for nothing", async () => {
    const nothing = await on("report", "no-such-session");
    expect(nothing).toMatchObject({ code: 1, stdout: "" });
    expect(nothing.stderr).toContain("nothing in the ledger fits");
  });
});
