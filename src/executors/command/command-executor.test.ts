import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CommandExecutor } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { Executor, ExecutorTools, Usage } from "../executor.ts";
import { claim, invocation, packet, toolsOf } from "../local/in-memory.suite.ts";
import { createCommandExecutor } from "./command-executor.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-command-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An executor whose command is a script of Node. */
const node = (script: string, settings: Partial<CommandExecutor> = {}): Executor => {
  writeFileSync(join(folder, "agent.cjs"), script);
  return createCommandExecutor({
    name: "mine",
    settings: { kind: "command", command: [process.execPath, join(folder, "agent.cjs")], ...settings },
    environment: { PATH: process.env["PATH"], SECRET: "hidden", GIVEN: "given", LC_ALL: "C.UTF-8" },
    countTokens: (text) => Math.ceil(text.length / 4),
  });
};

const files = { "a.conf": "x 1\ny 2\nz 3\n" };
const usages: Usage[] = [];
const base = toolsOf({ files });
const tools: ExecutorTools = {
  ...base,
  read: async (path, range) => {
    if (!(path in files)) throw new RuntimeFailure("workspace-unreadable", `${path} is not there`);
    return base.read(path, range);
  },
  report: (usage) => void usages.push(usage),
};
const execute = (executor: Executor, signal: AbortSignal = new AbortController().signal): Promise<unknown> =>
  executor.execute(invocation(packet(), { workspace: folder }), tools, signal);

const READ_ALL = `let text = ""; process.stdin.on("data", (d) => text += d).on("end", () => main(JSON.parse(text)));`;

describe("a command of the protocol once", () => {
  test("gets the invocation as one document and says its proposal", async () => {
    const value = await execute(
      node(`${READ_ALL}
        const main = (it) => console.log(JSON.stringify({ transition: "EXECUTE", based_on: it.based_on, seen: Object.keys(it),
          where: process.cwd() === require("fs").realpathSync(it.workspace), unsatisfied: it.packet.coverage.unsatisfied }));`),
    );
    expect(value).toMatchObject({ based_on: "0".repeat(64), where: true, unsatisfied: ["versions"] });
    expect(value).toMatchObject({
      seen: expect.arrayContaining(["cairn", "purpose", "packet", "requirements", "items", "halted", "room_tokens"]),
    });
  });

  test("sees of the environment what programs need and what is passed on, and no more", async () => {
    const script = `console.log(JSON.stringify({ transition: "EXECUTE", env: process.env }))`;
    const { env } = (await execute(node(script, { pass_env: ["GIVEN", "MISSING"] }))) as {
      env: Record<string, string>;
    };
    expect(env).toMatchObject({ GIVEN: "given", LC_ALL: "C.UTF-8", CAIRN_WORKSPACE: folder });
    expect(Object.keys(env).filter((name) => ["SECRET", "MISSING", "NODE_OPTIONS"].includes(name))).toEqual([]);
  });

  test("cites files by their lines, and the items that hold them are cited instead", async () => {
    const refs = ["file:a.conf#L2-L3", "file:none#L1"];
    const script = `console.log(JSON.stringify({ transition: "EXECUTE", claims: [{ id: "c1", evidence_refs: ${JSON.stringify(refs)} }] }))`;
    expect(await execute(node(script))).toMatchObject({
      claims: [{ evidence_refs: ["ctx:10#L2-L3", "file:none#L1"] }],
    });
  });

  test.each([
    ["prints nothing", "", /printed nothing/],
    [
      "crashes after its proposal",
      `console.log('{"transition":"EXECUTE"}'); throw new Error("no luck")`,
      /exited with 1; .*no luck/s,
    ],
    ["prints 10 MB", `process.stdout.write("x".repeat(10_000_000))`, /printed more than 8388608 bytes/],
    ["prints what is no text", `process.stdout.write(Buffer.from([0xff, 0xfe, 0]))`, /not UTF-8/],
    ["exits at once", "process.exit(9)", /exited with 9/],
  ])("that %s is an incident", async (_, script, message) => {
    await expect(execute(node(script))).rejects.toThrow(message);
  });

  test("that hangs is gone when the invocation is over", async () => {
    const controller = new AbortController();
    const hanging = execute(node(`process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`), controller.signal);
    setTimeout(() => controller.abort(new Error("late")), 300);
    await expect(hanging).rejects.toThrow("late");
  });

  test("that says something else than JSON is told so by whoever parses it", async () => {
    expect(await execute(node(`console.log("I could not do it")`))).toBe("I could not do it");
  });
});

const LINES = `
  const lines = require("readline").createInterface({ input: process.stdin });
  const say = (it) => process.stdout.write(JSON.stringify(it) + "\\n");
  const waiting = new Map();
  const ask = (it) => new Promise((resolve) => { const id = waiting.size + 1; waiting.set(id, resolve); say({ ...it, id }); });
  lines.once("line", (first) => { lines.on("line", (line) => { const it = JSON.parse(line); waiting.get(it.id)(it); }); main(JSON.parse(first)); });
`;

describe("a command of the protocol lines", () => {
  const lines = (script: string): Executor => node(`${LINES}${script}`, { protocol: "lines" });

  test("asks for tools, is answered under its ids, and says its proposal last", async () => {
    usages.length = 0;
    const value = await execute(
      lines(`async function main() {
        const [read, list, search] = await Promise.all([ask({ tool: "read", path: "a.conf", from_line: 2 }), ask({ tool: "list" }), ask({ tool: "search", pattern: "y 2" })]);
        const source = await ask({ tool: "source_of", seq: read.result.seq });
        const survey = await ask({ tool: "survey", part_tokens: 100, maximum_parts: 2 });
        const opened = await ask({ tool: "open_claims", tasks: ["t.1"], containing: "x" });
        say({ usage: { model: "m", input_tokens: 5, output_tokens: 2 } });
        say({ proposal: { transition: "EXECUTE", seen: [read.result, list.result, search.result.seq, source.result.path, survey.result.file_count, opened.result.claims] } });
        lines.close();
      }`),
    );
    expect(value).toEqual({
      transition: "EXECUTE",
      seen: [
        { seq: 10, path: "a.conf", text: "y 2\nz 3\n", from_line: 2, to_line: 3, more: false },
        { seq: 2, text: "a.conf", more: false },
        3,
        "a.conf",
        1,
        [],
      ],
    });
    expect(usages).toEqual([{ model: "m", inputTokens: 5, outputTokens: 2 }]);
  });

  test("hears of a request that makes no sense and of a tool that fails, and goes on", async () => {
    const value = await execute(
      lines(`async function main() {
        const all = [{ tool: "observe", text: "made up" }, { tool: "read" }, { tool: "read", path: 5 }, { tool: "search", pattern: "x", paths: "y" }, { tool: "run", name: "rm" }];
        const errors = []; for (const it of all) errors.push((await ask(it)).error.message);
        say({ proposal: { errors } }); lines.close();
      }`),
    );
    expect(value).toEqual({
      errors: [
        expect.stringContaining('"tool" is to be one of'),
        expect.stringContaining('"path" is to be a text'),
        expect.stringContaining('"path" is to be a text'),
        expect.stringContaining('"paths" is to be a list'),
        "no command is named rm",
      ],
    });
  });

  test("that stays after its proposal is ended, and its word counts", async () => {
    const script = `function main() { say({ proposal: { transition: "HALT" } }); setInterval(() => {}, 1000); }`;
    expect(await execute(lines(script))).toEqual({ transition: "HALT" });
  }, 10_000);

  test.each([
    ["says something else than JSON", `function main() { console.log("hello"); }`, /no JSON object: "hello"/],
    ["says JSON that is nothing known", `function main() { say({ hello: 1 }); }`, /neither a tool request/],
    ["says a member twice", `function main() { console.log('{"proposal":{},"proposal":{}}'); }`, /no JSON object/],
    ["ends without a proposal", `function main() { process.exit(0); }`, /ended without a proposal/],
    ["dies in the middle", `function main() { say({ tool: "list", id: 1 }); process.exit(7); }`, /exited with 7/],
    [
      "never ends a line",
      `function main() { const x = "x".repeat(1e6); for (let i = 0; i < 30; i++) process.stdout.write(x); }`,
      /a line of more than/,
    ],
  ])("that %s is an incident", async (_, script, message) => {
    await expect(execute(lines(script))).rejects.toThrow(message);
  });

  test("that asks without end is ended", async () => {
    const script = `function main() { lines.removeAllListeners("line"); for (let i = 0; i < 20000; i++) say({ tool: "list", id: i }); setInterval(() => {}, 1000); }`;
    await expect(execute(lines(script))).rejects.toThrow("more than 10000 tool results");
  });
});

describe("a command that verifies", () => {
  const context = { objective: "Audit", requirements: {}, workspace: "" };
  const verify = async (script: string, settings: Partial<CommandExecutor> = {}): Promise<unknown> =>
    node(script, settings).verify?.([claim("c1", "x = 1"), claim("c2", "y = 2")], tools, new AbortController().signal, {
      ...context,
      workspace: folder,
    });

  test("is asked about the claims, and what it does not clearly confirm is not confirmed", async () => {
    const script = `${READ_ALL} const main = (it) => console.log(JSON.stringify({ results: [
      { claim: it.claims[0].id, confirmed: it.purpose === "verify", reason: "seen" }, { claim: "c2", confirmed: "yes" }, { claim: "c9", confirmed: true }] }));`;
    expect(await verify(script)).toEqual([
      { claim: "c1", confirmed: true, reason: "seen" },
      { claim: "c2", confirmed: false, reason: "" },
    ]);
    const both = `console.log(JSON.stringify({ results: [{ claim: "c1", confirmed: true }, { claim: "c1", confirmed: false }] }))`;
    expect(await verify(both)).toEqual([
      { claim: "c1", confirmed: false, reason: "the verifier said yes and no" },
      { claim: "c2", confirmed: false, reason: "the verifier said nothing of this claim" },
    ]);
  });

  test("may use tools, in the protocol lines", async () => {
    const script = `${LINES} async function main(it) { const read = await ask({ tool: "read", path: "a.conf" });
      say({ results: it.claims.map(({ id }) => ({ claim: id, confirmed: read.result.text.includes("x 1"), reason: "read" })) }); lines.close(); }`;
    expect(await verify(script, { protocol: "lines" })).toMatchObject([{ confirmed: true }, { confirmed: true }]);
  });

  test("and answers something else has failed", async () => {
    await expect(verify(`console.log("fine, all of them")`)).rejects.toThrow('no list "results"');
  });
});
