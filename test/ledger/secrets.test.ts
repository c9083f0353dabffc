/**
 * Planted secrets: in every place of a log that an import reads, cut by every border there is. Nothing of them may be in
 * any byte that is kept or printed.
 */
import { DatabaseSync } from "@photostructure/sqlite";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cairn } from "../../src/cli/fake-io.suite.ts";

const drawn = (length: number, seed: number): string => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  let state = seed;
  let text = "";
  while (text.length < length - 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += alphabet.charAt((state >>> 8) % alphabet.length);
  }
  return `${text}7`;
};

/** Each a secret of its own, so that what is found can be told. Made here: no scanner finds one in this file. */
const SECRETS = {
  result: `gh${"p_"}${drawn(36, 1)}`,
  excerpt: `gh${"p_"}${drawn(36, 2)}`,
  chunk: `gh${"p_"}${drawn(36, 3)}`,
  command: `xox${"b-"}123456789012-123456789012-${drawn(24, 4)}`,
  path: `gh${"p_"}${drawn(36, 5)}`,
  prompt: `sk-ant-${"api03-"}${drawn(93, 6)}AA`,
  assistant: `gh${"o_"}${drawn(36, 7)}`,
  thinking: `gh${"u_"}${drawn(36, 8)}`,
  produced: `gh${"s_"}${drawn(36, 9)}`,
  waiting: `gh${"p_"}${drawn(36, 10)}`,
  damaged: `gh${"p_"}${drawn(36, 11)}`,
  typeName: `gh${"p_"}${drawn(36, 12)}`,
  tool: `gh${"p_"}${drawn(36, 13)}`,
  model: `gh${"p_"}${drawn(36, 14)}`,
  side: `gh${"p_"}${drawn(36, 15)}`,
  document: `gh${"p_"}${drawn(36, 16)}`,
} as const;

/** The parts of a secret that must be nowhere. */
const partsOf = (secret: string): string[] => [secret.slice(4, 20), secret.slice(-16)];

let folder: string;
let printed = "";

async function run(...argv: string[]): Promise<{ readonly code: number; readonly stdout: string }> {
  const { code, stdout, stderr } = await cairn([...argv], { folder });
  printed += stdout + stderr;
  return { code, stdout };
}

const session = "11111111-2222-4333-8444-555555555555";
let rowNumber = 0;

function row(type: string, members: Record<string, unknown>): string {
  rowNumber += 1;
  const uuid = `00000000-0000-4000-8000-${String(rowNumber).padStart(12, "0")}`;
  const timestamp = new Date(Date.UTC(2026, 10, 30) + rowNumber * 1000).toISOString();
  const frame = {
    parentUuid: null,
    isSidechain: false,
    cwd: "/home/dev/project",
    sessionId: session,
    version: "2.1.332",
  };
  return `${JSON.stringify({ ...frame, type, ...members, uuid, timestamp })}\n`;
}

function assistant(id: string, content: readonly unknown[], model = "large-model"): string {
  const usage = { input_tokens: 1, output_tokens: 2 };
  return row("assistant", { message: { id, role: "assistant", model, content, stop_reason: null, usage } });
}

function call(id: string, name: string, input: unknown): string {
  return assistant(`msg_${id}`, [{ type: "tool_use", id, name, input }]);
}

function result(id: string, content: string, toolUseResult: unknown = content): string {
  return row("user", {
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
    toolUseResult,
  });
}

/** Words up to a number of characters, then a secret: so that a border lies in it. */
const filled = (length: number): string => "some words of text ".repeat(Math.ceil(length / 19)).slice(0, length);

function transcript(): string {
  const at = (secret: string, border: number): string => `${filled(border - 20)} ${secret} ${filled(500)}`;
  return [
    row("user", { message: { role: "user", content: `Use ${SECRETS.prompt} please` } }),
    call("t1", "Bash", { command: `curl -H "x: ${SECRETS.command}" https://example.test` }),
    result("t1", `token ${SECRETS.result} ok`, { stdout: `more than that: ${SECRETS.produced}`, stderr: "" }),
    call("t2", "Read", { file_path: `/home/dev/project/${SECRETS.path}.txt` }),
    result("t2", at(SECRETS.excerpt, 4096)),
    call("t3", SECRETS.tool, { query: "x" }),
    result("t3", at(SECRETS.chunk, 65_536)),
    assistant("msg_a", [{ type: "thinking", thinking: `I see ${SECRETS.thinking}`, signature: "c2ln" }]),
    assistant("msg_b", [{ type: "text", text: `It is ${SECRETS.assistant}` }], SECRETS.model),
    call("t4", "Bash", { command: "long" }),
    result("t4", "<persisted-output>cut</persisted-output>", {
      stdout: "cut",
      stderr: "",
      persistedOutputPath: `/x/${session}/tool-results/side.txt`,
      persistedOutputSize: 9,
    }),
    row(SECRETS.typeName, { text: "a type that nobody knows" }),
    `{"type":"user","message":{"content":"${SECRETS.damaged}`,
    "\n",
    // A call without its result: it waits in the state of the reader.
    call("t9", "Bash", { command: `export TOKEN=${SECRETS.waiting}` }),
  ].join("");
}

/** Every byte that is in a file: as it stands, and what is deflated in it. */
function bytesIn(path: string): string {
  let text = readFileSync(path).toString("latin1");
  if (!path.endsWith(".db")) return text;
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = [
    ...database.prepare("SELECT body FROM packs").all(),
    ...database.prepare("SELECT checkpoint AS body FROM sources WHERE checkpoint IS NOT NULL").all(),
  ];
  for (const { body } of rows as { body: Uint8Array }[]) {
    // One byte for the form; deflated bodies have four more for their length.
    text += (body[0] === 0 ? Buffer.from(body.subarray(1)) : inflateRawSync(body.subarray(5))).toString("latin1");
  }
  // The index of words keeps them folded, and compressed against each other.
  database.exec("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, words, row)");
  for (const { term } of database.prepare("SELECT term FROM temp.terms").all() as { term: string }[])
    text += `\n${term}`;
  database.close();
  return text;
}

function leaks(text: string): string[] {
  const folded = text.toLowerCase();
  return Object.entries(SECRETS).flatMap(([name, secret]) =>
    partsOf(secret).some((part) => folded.includes(part.toLowerCase())) ? [name] : [],
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-secrets-"));
  const logs = join(folder, "logs");
  mkdirSync(join(logs, session, "tool-results"), { recursive: true });
  writeFileSync(join(logs, session, "tool-results", "side.txt"), `whole: ${SECRETS.side}\n`);
  writeFileSync(join(logs, `${session}.jsonl`), transcript());
  await run("import", logs, "--ledger", join(folder, "l.db"));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a secret in a log", () => {
  it("is really planted, and found by the search of these tests", () => {
    const text = transcript() + readFileSync(join(folder, "logs", session, "tool-results", "side.txt"), "utf8");
    expect(leaks(text).toSorted()).toEqual(
      Object.keys(SECRETS)
        .filter((name) => name !== "document")
        .toSorted(),
    );
  });

  it("is in no byte of the ledger, its log, or what deflates into them", () => {
    const files = readdirSync(folder).filter((name) => name.startsWith("l.db"));
    expect(files).toContain("l.db");
    for (const name of files) expect({ name, leaks: leaks(bytesIn(join(folder, name))) }).toEqual({ name, leaks: [] });
    const whole = files.map((name) => bytesIn(join(folder, name))).join("");
    expect(whole).toContain("[REDACTED:");
    expect(whole).toContain("some words of text");
  });

  it("is in nothing that a command prints or exports", async () => {
    const ledger = ["--ledger", join(folder, "l.db")];
    const document = join(folder, "foreign.json");
    for (const line of [
      "context summary --by kind,tool,path,agent,session,project,client,day,role",
      "context summary --json",
      "context top",
      "context top --json",
      "context dup",
      "context timeline 1111",
      "context timeline --json",
      "context search token",
      "context search words --json",
      "context secrets",
      "context secrets --json",
      "context stale",
      "ir export",
      `ir export --all ${join(folder, "out")}`,
      `report 1111 -o ${join(folder, "session.html")}`,
      `report project -o ${join(folder, "project.html")}`,
      "report -o -",
      "report --json",
    ]) {
      await run(...line.split(" "), ...ledger);
    }
    for (let item = 1; item <= 14; item += 1) await run("context", "show", String(item), ...ledger);
    const [first] = readdirSync(join(folder, "out"));
    const exported = JSON.parse(readFileSync(join(folder, "out", first!), "utf8")) as {
      items: { content_excerpt: string }[];
    };
    // A document of somebody who did not redact.
    exported.items[0]!.content_excerpt = `here it is: ${SECRETS.document}`;
    writeFileSync(document, JSON.stringify(exported));
    const taken = await run("ir", "import", document, "--ledger", join(folder, "other.db"));
    expect(taken.code).toBe(0);
    expect(leaks(bytesIn(join(folder, "other.db")))).toEqual([]);
    for (const name of readdirSync(join(folder, "out"))) {
      expect(leaks(readFileSync(join(folder, "out", name), "utf8"))).toEqual([]);
    }
    for (const name of ["session.html", "project.html"]) {
      const page = readFileSync(join(folder, name), "utf8");
      expect(page).toContain("[REDACTED:");
      expect({ name, leaks: leaks(page) }).toEqual({ name, leaks: [] });
    }
    expect(printed.length).toBeGreaterThan(10_000);
    expect(leaks(printed)).toEqual([]);
  });

  it("is counted by kind, and its place is told", async () => {
    const { stdout } = await run("context", "secrets", "--json", "--ledger", join(folder, "l.db"));
    const answer = JSON.parse(stdout) as {
      kinds: Record<string, number>;
      items: { origin: { file: string; line: number } }[];
    };
    expect(Object.values(answer.kinds).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(9);
    expect(answer.items.every(({ origin }) => origin.file.endsWith(`${session}.jsonl`) && origin.line > 0)).toBe(true);
  });

  it("is found by scan in the log itself, by line and kind, and never shown", async () => {
    const { code, stdout } = await run("scan", join(folder, "logs"), "--json");
    expect(code).toBe(1);
    const { found } = JSON.parse(stdout) as { found: { file: string; line: number; kind: string }[] };
    expect(found.length).toBeGreaterThan(10);
    expect(found.find(({ file }) => file.endsWith("side.txt"))).toMatchObject({ line: 1 });
    expect(leaks(stdout)).toEqual([]);
  });

  it("is replaced by redact, whatever the pieces it came in", async () => {
    const { stdout, code } = await cairn(["redact", "-"], { folder, input: `a ${SECRETS.result} b\n` });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^a \[REDACTED:[a-z0-9-]+\] b\n$/);
  });
});
