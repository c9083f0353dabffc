/** Every command on the ledger, on real sessions, in this process. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cairn, type FakeIoOptions, type Ran } from "../../../src/cli/fake-io.suite.ts";

const SAMPLES = resolve(import.meta.dirname, "../../data/sessions");
const SESSION = "73ad4fca-5c9c-44b7-8097-deb113edf7a2";

let folder: string;
let ledger: readonly string[];

const on = (line: string, options: FakeIoOptions = {}): Promise<Ran> =>
  cairn([...line.split(" "), ...ledger], { folder, ...options });

const json = async (line: string): Promise<any> => JSON.parse((await on(`${line} --json`)).stdout); // oxlint-disable-line no-explicit-any -- tests look at what they know is there

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-ledger-cli-"));
  // Of each session its own log alone: the logs of its requests and its traces tell the same again.
  const isSession = (path: string): boolean => !/requests\.jsonl$|otlp/.test(path);
  cpSync(SAMPLES, join(folder, "logs"), { recursive: true, filter: isSession });
  ledger = ["--ledger", join(folder, "ledger.db")];
  await on("import logs");
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("cairn import", () => {
  it("says what it read and took in, and reads only what is new the second time", async () => {
    const again = await on(`import ${join(folder, "logs")}`);
    expect(again.stdout).toMatch(/^✓ 0 files read .*; \d+ unchanged/);
    expect(again.stdout).toContain("0 new items");
    const fresh = await cairn(["import", join(folder, "logs"), "--json", "--ledger", join(folder, "fresh.db")], {
      folder,
    });
    const report = JSON.parse(fresh.stdout) as {
      items: number;
      clients: Record<string, number>;
      problem_count: number;
    };
    expect(report).toMatchObject({ clients: { "claude-code": 2, codex: 1 }, problem_count: 0 });
    expect(report.items).toBeGreaterThan(30);
  });

  it("names the file and the line of what it could not read, and still ends well", async () => {
    const logs = join(folder, "damaged");
    cpSync(join(SAMPLES, "codex-0.171.0"), logs, { recursive: true });
    const [name] = readdirSync(logs, { recursive: true, encoding: "utf8" }).filter((it) => it.includes("rollout-"));
    const path = join(logs, name!);
    writeFileSync(path, readFileSync(path, "utf8").replace("\n", "\nnot json\n"));
    const { code, stdout } = await cairn(["import", logs, "--ledger", join(folder, "damaged.db")], { folder });
    expect(code).toBe(0);
    expect(stdout).toContain(`${path}:2`);
  });

  it("shows how far it is on a terminal, and takes that away", async () => {
    const run = await cairn(["import", join(folder, "logs"), "--ledger", join(folder, "t.db")], {
      folder,
      isTerminal: true,
    });
    expect(run.stderr).toContain("files");
    expect(run.stderr.endsWith("\u001B[1A\u001B[2K")).toBe(true);
  });

  it("refuses a path that is not there, a tokenizer that the ledger does not count with, and rules that are none", async () => {
    expect(await on("import nowhere-at-all")).toMatchObject({ code: 2 });
    const other = await on(`import ${join(folder, "logs")} --tokenizer cl100k_base`);
    expect(other).toMatchObject({ code: 2 });
    expect(other.stderr).toContain("o200k_base");
    writeFileSync(join(folder, "rules.json"), '{"rules": [{"kind": "x", "pattern": "("}]}');
    expect((await on(`import ${join(folder, "logs")} --rules ${join(folder, "rules.json")}`)).code).toBe(2);
  });

  it("follows until it is stopped", async () => {
    const path = join(folder, "logs", "claude-code-2.1.332", "projects", "-home-dev-project", `${SESSION}.jsonl`);
    const { fakeIo } = await import("../../../src/cli/fake-io.suite.ts");
    const { runCommandLine } = await import("../../../src/cli/command-line.ts");
    const io = fakeIo({ folder });
    const running = runCommandLine(["import", join(folder, "logs"), "--follow", ...ledger], io);
    while (!io.stdout().includes("new item")) await new Promise((done) => setTimeout(done, 20));
    const row = {
      type: "user",
      uuid: "f-1",
      sessionId: SESSION,
      timestamp: "2026-11-30T23:59:30Z",
      message: { role: "user", content: "A followed line" },
    };
    appendFileSync(path, `${JSON.stringify(row)}\n`);
    while (!io.stdout().includes("1 new item of")) await new Promise((done) => setTimeout(done, 20));
    io.send("SIGINT");
    expect(await running).toBe(130);
    expect((await on("context search followed")).stdout).toContain("A followed line");
  });
});

describe("cairn context", () => {
  it("sums up, for people and for programs, broken down as one likes", async () => {
    const { stdout } = await on("context summary");
    for (const title of [
      "By kind of source",
      "By tool",
      "By agent",
      "By path",
      "By session",
      "What the provider counted",
    ]) {
      expect(stdout).toContain(title);
    }
    const { totals, by } = await json("context summary --by kind,day --session 73ad");
    expect(Object.keys(by)).toEqual(["kind", "day"]);
    expect(by.kind.reduce((sum: number, row: { items: number }) => sum + row.items, 0)).toBe(totals.items);
    expect((await on("context summary --project /nowhere")).stdout).toBe("Nothing in the ledger fits that.\n");
    expect((await on("context summary --by shape")).code).toBe(2);
    expect((await on("context summary --since yesterday")).code).toBe(2);
    expect((await on("context summary --kind write")).code).toBe(2);
    expect((await on("context summary --run x --session y")).code).toBe(2);
    expect((await on("context summary --run x")).code).toBe(0);
  });

  it("lists what cost most, and shows an item whole", async () => {
    const top = await json("context top --limit 3");
    expect(top).toHaveLength(3);
    expect(top[0].output_tokens).toBeGreaterThanOrEqual(top[1].output_tokens);
    expect((await on("context top --limit 3")).stdout.split("\n")).toHaveLength(4);
    const shown = await on(`context show ${top[0].item}`);
    expect(shown.stdout).toContain(`${SESSION}.jsonl:`);
    const content = (await on(`context show #${top[0].item} --content`)).stdout;
    expect(content).toBe((await json(`context show ${top[0].item}`)).content);
    expect((await on("context show 999999")).code).toBe(2);
    expect((await on("context show abc")).code).toBe(2);
  });

  it("finds, with 1 where there is nothing", async () => {
    expect(await on("context search probe the")).toMatchObject({ code: 0 });
    expect((await cairn(["context", "search", "probe the", ...ledger], { folder })).stdout).toContain(
      "Please probe the files",
    );
    expect(await on("context search zzzzqqq")).toMatchObject({ code: 1, stdout: "nothing was found\n" });
    expect((await json("context search probe")).hits.length).toBeGreaterThan(0);
  });

  it("draws a session turn by turn, with colours and without", async () => {
    const { stdout } = await on("context timeline 73ad");
    expect(stdout).toContain("Please probe the files");
    expect(stdout).toContain("general-purpose");
    expect((await on("context timeline 73ad", { hasColors: true, isTerminal: true, columns: 120 })).stdout).toContain(
      "█",
    );
    expect((await json("context timeline 73ad --agent general-purpose")).agent).toBe("abc5a1cab166707fe");
    expect((await on("context timeline zzz")).code).toBe(2);
  });

  it("says what was sent again, what was secret, what is stale", async () => {
    expect((await on("context dup")).stdout).toContain("The same content again");
    expect((await json("context dup")).exact.groups).toBe(0);
    expect((await on("context secrets")).stdout).toContain("nothing was redacted");
    const stale = await on(`context stale --workspace ${folder}`);
    expect(stale).toMatchObject({ code: 0 });
    expect((await on(`context stale --workspace ${join(folder, "nowhere")}`)).code).toBe(2);
  });

  it("says where there is no ledger how to get one", async () => {
    const { code, stderr } = await cairn(["context", "summary", "--ledger", join(folder, "none.db")], { folder });
    expect(code).toBe(2);
    expect(stderr).toContain("cairn import");
  });
});

describe("cairn ir on the ledger", () => {
  it("exports what the checks accept, takes it in again, and finds no difference", async () => {
    const one = await on("ir export --session 73ad");
    const path = join(folder, "one.json");
    writeFileSync(path, one.stdout);
    expect((await cairn(["ir", "check", path], { folder })).code).toBe(0);
    const all = await on(`ir export --all ${join(folder, "out")}`);
    expect(all.stdout).toMatch(/^\d+ items in 1 document: /);
    expect(await on("ir export --session zzz")).toMatchObject({ code: 1, stdout: "" });
    expect((await on(`ir import ${path}`)).stdout).toContain("0 new items");
    const other = ["--ledger", join(folder, "other.db")];
    expect((await cairn(["ir", "import", path, ...other], { folder })).stdout).toMatch(
      /^\d\d new items from 1 document/,
    );
    const back = await cairn(["ir", "export", ...other], { folder });
    writeFileSync(join(folder, "back.json"), back.stdout);
    expect(await cairn(["ir", "diff", path, join(folder, "back.json")], { folder })).toMatchObject({ code: 0 });
    expect((await cairn(["ir", "import", "-", ...other], { folder, input: "{}" })).code).toBe(2);
    expect((await cairn(["ir", "import", "-", "--json", ...other], { folder, input: one.stdout })).code).toBe(0);
  });

  it("tells two documents apart, and whether one still holds", async () => {
    const document = JSON.parse((await on("ir export --session 73ad")).stdout) as {
      items: { content_excerpt: string; verification: Record<string, unknown>; source: Record<string, unknown> }[];
    };
    const path = join(folder, "a.json");
    writeFileSync(path, JSON.stringify(document));
    expect(await cairn(["ir", "verify", path], { folder })).toMatchObject({ code: 0 });
    const last = document.items.at(-1)!;
    last.content_excerpt += " and more";
    last.verification["x-content_sha256"] = "0".repeat(64);
    writeFileSync(join(folder, "b.json"), JSON.stringify(document));
    const wrong = await cairn(["ir", "verify", join(folder, "b.json"), "--workspace", folder], { folder });
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.stdout).toContain("the hash is of another text");
    const diff = await cairn(["ir", "diff", path, join(folder, "b.json")], { folder });
    expect(diff).toMatchObject({ code: 1 });
    expect(
      JSON.parse((await cairn(["ir", "diff", path, "-", "--json"], { folder, input: "{}" })).stdout || "{}"),
    ).toEqual({});
    expect((await cairn(["ir", "verify", path, "--json"], { folder })).stdout).toContain('"holds": true');
  });
});

describe("cairn prune", () => {
  it("says what would go, and lets it go only when told to; sums stay", async () => {
    const path = join(folder, "pruned.db");
    cpSync(join(folder, "ledger.db"), path);
    const at = ["--ledger", path];
    const before = JSON.parse((await cairn(["context", "summary", "--json", ...at], { folder })).stdout) as {
      totals: unknown;
    };
    const dry = await cairn(["prune", "--older-than", "2026-12-01", ...at], { folder });
    expect(dry.stdout).toContain("would go");
    expect(dry.stdout).toContain("--apply");
    const size = statSync(path).size;
    expect((await cairn(["prune", "--older-than", "2026-12-01", "--apply", ...at], { folder })).stdout).toContain(
      "went",
    );
    expect(statSync(path).size).toBeLessThan(size);
    const after = JSON.parse((await cairn(["context", "summary", "--json", ...at], { folder })).stdout) as {
      totals: unknown;
    };
    expect(after.totals).toEqual(before.totals);
    expect((await cairn(["prune", "--older-than", "2026-12-01", "--json", ...at], { folder })).stdout).toContain(
      '"items": 0',
    );
    expect((await cairn(["prune", "--older-than", "2999-01-01", ...at], { folder })).code).toBe(2);
    expect((await cairn(["prune", ...at], { folder })).code).toBe(2);
  });
});

describe("cairn redact and cairn scan", () => {
  const token = `gh${"p_"}${"aB3dE5".repeat(6)}`;

  it("replace and find the same, the user's own kinds too", async () => {
    const project = join(folder, "project");
    mkdirSync(join(project, ".cairn"), { recursive: true });
    writeFileSync(
      join(project, ".cairn", "redaction.json"),
      '{"rules": [{"kind": "ticket", "pattern": "T-[0-9]{4}"}]}',
    );
    writeFileSync(join(project, "a.txt"), `see T-1234\nuse ${token}\n`);
    const redacted = await cairn(["redact", join(project, "a.txt")], { folder: project });
    expect(redacted.stdout).toMatch(/^see \[REDACTED:ticket\]\nuse \[REDACTED:[a-z-]+\]\n$/);
    expect(redacted.stderr).toContain("replaced: ");
    const scanned = await cairn(["scan", join(project, "a.txt")], { folder: project });
    expect(scanned.code).toBe(1);
    expect(scanned.stdout.split("\n").map((line) => line.split(" ")[0])).toEqual([
      `${join(project, "a.txt")}:1`,
      `${join(project, "a.txt")}:2`,
      "",
    ]);
    expect(await cairn(["scan", join(project, ".cairn")], { folder })).toMatchObject({ code: 0, stdout: "" });
    expect((await cairn(["redact", "-", "--json"], { folder, input: "nothing" })).stderr).toBe("{}\n");
    expect((await cairn(["redact", join(folder, "nowhere")], { folder })).code).toBe(2);
    expect(
      (await cairn(["redact", "-", "--personal"], { folder, input: "mail jane.doe@firma-mueller.de now" })).stdout,
    ).toContain("[REDACTED:");
  });
});
