import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RuntimeFailure } from "../../errors.ts";
import type { Executor, ExecutorTools, Invocation, Observed, Usage } from "../executor.ts";
import { claim, invocation, packet, toolsOf } from "../local/in-memory.suite.ts";
import { cassetteWriter, createReplayExecutor, readCassette, recorded } from "./index.ts";

let folder: string;
let cassette: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-cassette-"));
  cassette = join(folder, "run.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signal = (): AbortSignal => new AbortController().signal;
const redact = (text: string): string => text.replaceAll("hunter2", "[redacted]");

/** Tools over one file whose items are numbered from `first`. */
const toolsFrom = (
  first: number,
  text = "one\ntwo\n",
): ExecutorTools & { observed: Observed[]; usages: Usage[]; spent: number[] } => {
  let next = first;
  const base = toolsOf({ files: { "a.txt": text } });
  const observed: Observed[] = [];
  const usages: Usage[] = [];
  const tools = {
    ...base,
    observed,
    usages,
    read: async (path: string, range?: { fromLine?: number; toLine?: number }) => {
      if (path !== "a.txt") throw new RuntimeFailure("workspace-unreadable", `${path} is not there`);
      return { ...(await base.read(path, range)), seq: next++ };
    },
    search: async (request: { pattern: string }) => ({ ...(await base.search(request)), seq: next++ }),
    openClaims: async (_: readonly string[], keep: (statement: string) => boolean) => {
      const all = ["x = 1", "y = 2"].map((statement, at) => ({
        ref: `clm:t.1/c${at}`,
        id: `c${at}`,
        statement,
        status: "supported" as const,
        evidenceRefs: [`ctx:${first}`],
      }));
      return { seq: next++, claims: all.filter((it) => keep(it.statement)) };
    },
    run: async (name: string) => ({ seq: next++, text: `ran ${name} at ${first}`, more: false, exitCode: 0 }),
    observe: async (it: Observed) => {
      observed.push(it);
      return { seq: next++ };
    },
    report: (usage: Usage) => void usages.push(usage),
    spent: [] as number[],
    conversing: () => ({ ...tools, spend: (tokens: number) => void tools.spent.push(tokens), left: () => 100 }),
  };
  return tools;
};

/** Uses every kind of tool, and cites what it was given and what it found. */
const diligent: Executor = {
  name: "smart",
  execute: async (it, tools) => {
    const read = await tools.read("a.txt", { fromLine: 1, toLine: 1 });
    await tools.read("none").catch(() => undefined);
    const search = await tools.search({ pattern: "two" });
    const opened = await tools.openClaims(["t.1"], (statement) => statement.startsWith("x"));
    const ran = await tools.run("build");
    const seen = await tools.observe({ kind: "shell", tool: "bash", text: "hunter2", command: "cat" });
    const conversation = tools.conversing();
    conversation.spend(conversation.left() - 60);
    const again = await conversation.read("a.txt");
    tools.report({ model: "m", inputTokens: 5, outputTokens: 1 });
    const refs = [read, search, ran, seen, again].map(({ seq }) => `ctx:${seq}`);
    const given = it.items.map(({ seq }) => `ctx:${seq}#L1-L1`);
    const ids = opened.claims.map(({ id }) => id);
    return {
      based_on: it.basedOn,
      transition: "EXECUTE",
      claims: [{ id: "c", evidence_refs: [...refs, ...given] }],
      ids,
      said: "hunter2",
    };
  },
  verify: async (claims, tools) => {
    const { text } = await tools.read("a.txt");
    return claims.map(({ id }) => ({ claim: id, confirmed: text.includes("one"), reason: "read" }));
  },
};

/** An invocation as one run has it: items from `first` on, and a claim that cites one of them. */
const asked = (first: number, changes: Partial<Invocation> = {}): Invocation =>
  invocation(packet({ claims: [claim("k", "known", [`ctx:${first}#L1-L1`, `chk:ok#${first + 100}`])] }), {
    id: `t#${first}`,
    basedOn: String(first % 10).repeat(64),
    items: [{ seq: first, role: "input", text: `look at ctx:${first}` }],
    workspace: `/somewhere/${first}`,
    roomTokens: 5000 + first,
    ...changes,
  });

const record = async (executor: Executor, ...invocations: readonly Invocation[]): Promise<void> => {
  const it = recorded(executor, cassetteWriter(cassette, redact));
  for (const [at, one] of invocations.entries())
    await it.execute(one, toolsFrom(10 * (at + 1)), signal()).catch(() => undefined);
};
const replay = (): Executor => createReplayExecutor({ name: "again", entries: readCassette(cassette) });

describe("a recorded run", () => {
  test("is answered as it was, in the numbers of the new run", async () => {
    await record(diligent, asked(3));
    const tools = toolsFrom(70);
    expect(await replay().execute(asked(5), tools, signal())).toEqual({
      based_on: "5".repeat(64),
      transition: "EXECUTE",
      claims: [{ id: "c", evidence_refs: ["ctx:70", "ctx:71", "ctx:73", "ctx:74", "ctx:75", "ctx:5#L1-L1"] }],
      ids: ["c0"],
      said: "[redacted]",
    });
    expect(tools.usages).toEqual([{ model: "m", inputTokens: 5, outputTokens: 1 }]);
    expect(tools.spent).toEqual([40]);
  });

  test("brings in what came from outside as it was recorded, and runs nothing", async () => {
    await record(diligent, asked(3));
    const tools = toolsFrom(70);
    tools.run = () => Promise.reject(new Error("a replay runs nothing"));
    await replay().execute(asked(3), tools, signal());
    expect(tools.observed).toEqual([
      { kind: "shell", tool: "run:build", text: "ran build at 10", command: "build" },
      { kind: "shell", tool: "bash", text: "[redacted]", command: "cat" },
    ]);
  });

  test("leaves no secret in the cassette, which only its owner may read", async () => {
    await record(diligent, asked(3));
    expect(readFileSync(cassette, "utf8")).not.toContain("hunter2");
    expect(statSync(cassette).mode & 0o077).toBe(0);
  });

  test("verifies as it did, and does not where the file has changed", async () => {
    const context = { objective: "Audit", requirements: {}, workspace: "/" };
    const it = recorded(diligent, cassetteWriter(cassette, redact));
    await it.verify?.([claim("k", "known")], toolsFrom(10), signal(), context);
    const again = (text: string) => replay().verify?.([claim("k", "known")], toolsFrom(20, text), signal(), context);
    expect(await again("one\ntwo\n")).toEqual([{ claim: "k", confirmed: true, reason: "read" }]);
    await expect(again("one\nthree\n")).rejects.toThrow("has changed");
  });

  test("fails where it failed", async () => {
    const failing: Executor = { name: "f", execute: () => Promise.reject(new Error("no luck")) };
    await record(failing, asked(3));
    await expect(replay().execute(asked(3), toolsFrom(1), signal())).rejects.toThrow("no luck (as recorded");
  });
});

describe("a request", () => {
  const answering = (): Executor => {
    let count = 0;
    return {
      name: "n",
      execute: async (it) => ({ transition: "EXECUTE", n: (count += 1), objective: it.packet.objective }),
    };
  };
  const objective = (text: string): Invocation => asked(3, { packet: packet({ objective: text }) });

  test("is matched by what is asked, not by its place", async () => {
    await record(answering(), objective("A"), objective("B"), objective("C"));
    const it = replay();
    for (const text of ["C", "A", "B", "A"])
      expect(await it.execute(objective(text), toolsFrom(1), signal())).toMatchObject({ objective: text });
  });

  test("that was recorded several times is answered in that order, and then as the last time", async () => {
    await record(answering(), objective("A"), objective("A"));
    const it = replay();
    const numbers: unknown[] = [];
    for (let at = 0; at < 3; at++) numbers.push(await it.execute(objective("A"), toolsFrom(1), signal()));
    expect(numbers).toMatchObject([{ n: 1 }, { n: 2 }, { n: 2 }]);
  });

  test("that has changed gets no old answer: what sets it apart from the nearest is said", async () => {
    await record(answering(), objective("A"), asked(3, { rootObjective: "Other", packet: packet({ objective: "B" }) }));
    await expect(replay().execute(objective("A2"), toolsFrom(1), signal())).rejects.toThrow(
      'this request was not recorded; the nearest that was (line 2 of the cassette) differs in /packet/objective was "A" and is "A2"',
    );
    const verify = replay().verify?.([], toolsFrom(1), signal(), { objective: "", requirements: {}, workspace: "/" });
    await expect(verify).rejects.toThrow("no request of this kind");
  });

  test("whose files have changed gets no old answer", async () => {
    await record(diligent, asked(3));
    await expect(replay().execute(asked(3), toolsFrom(1, "ONE\ntwo\n"), signal())).rejects.toThrow(
      /what the recorded answer rests on has changed: read .*a\.txt.*\/text was "one\\n" and is "ONE\\n"/,
    );
  });

  test("may leave more or less room: a text cut elsewhere is the same text", async () => {
    const cut = (text: string): ExecutorTools => ({
      ...toolsFrom(1),
      list: async () => ({ seq: 5, text, more: true }),
    });
    const lister: Executor = { name: "l", execute: async (_, tools) => ({ listed: (await tools.list({})).more }) };
    await recorded(lister, cassetteWriter(cassette, redact)).execute(asked(3), cut("a\nb\nc\n"), signal());
    expect(await replay().execute(asked(3), cut("a\nb\n"), signal())).toEqual({ listed: true });
    await expect(replay().execute(asked(3), cut("a\nx\n"), signal())).rejects.toThrow("has changed");
  });

  test("that was stopped is not recorded", async () => {
    const controller = new AbortController();
    const stopped: Executor = {
      name: "s",
      execute: async () => {
        controller.abort(new Error("stopped"));
        throw new Error("stopped");
      },
    };
    const it = recorded(stopped, cassetteWriter(cassette, redact));
    await expect(it.execute(asked(3), toolsFrom(1), controller.signal)).rejects.toThrow("stopped");
    expect(readCassette(cassette)).toEqual([]);
  });
});

describe("a cassette", () => {
  const head = '{"cassette":1}\n';
  const entry = {
    kind: "execute",
    executor: "e",
    fingerprint: "f",
    based_on: null,
    refs: [],
    request: {},
    calls: [],
    outcome: { answer: 1 },
  };
  const call = (it: object): object => ({ ...entry, calls: [it] });

  test("is gone on with, and nothing else is written to", async () => {
    await record({ name: "n", execute: async () => 1 }, asked(3));
    await record({ name: "n", execute: async () => 2 }, asked(3));
    expect(readCassette(cassette)).toHaveLength(2);
    writeFileSync(cassette, "something of mine");
    expect(() => cassetteWriter(cassette, redact)).toThrow("is no cassette");
    expect(() => cassetteWriter(join(folder, "none", "x"), redact)).toThrow("cannot be written");
    expect(() => readCassette(join(folder, "none"))).toThrow("cannot be read");
  });

  test.each<[string, string]>([
    ["nothing", ""],
    ["another version", '{"cassette":2}\n'],
    ["no JSON", `${head}{`],
    ["a line cut off", `${head}${JSON.stringify(entry).slice(0, -9)}`],
    ["a member twice", `${head}{"kind":"execute",${JSON.stringify(entry).slice(1)}`],
    ...Object.keys(entry).map((name): [string, string] => [
      `no ${name}`,
      head + JSON.stringify({ ...entry, [name]: undefined }),
    ]),
    ["a call without a tool", head + JSON.stringify(call({ arguments: {} }))],
    ["a call with half an error", head + JSON.stringify(call({ tool: "read", arguments: {}, error: { code: 1 } }))],
    ["refs that are no texts", head + JSON.stringify({ ...entry, refs: [1] })],
    ["half a failure", head + JSON.stringify({ ...entry, outcome: { failure: { code: "x" } } })],
  ])("with %s is refused with its line", (_, text) => {
    writeFileSync(cassette, text);
    expect(() => readCassette(cassette)).toThrow(/no cassette of this version|line 2 of .* is no entry/);
  });

  test.each([
    [{ tool: "rm", arguments: {} }, 'a call of "rm"'],
    [{ tool: "read", arguments: {} }, 'a call without "path"'],
    [{ tool: "search", arguments: { pattern: "x", paths: 5 } }, 'a call without the list "paths"'],
    [{ tool: "survey", arguments: { paths: [] } }, "a survey without sizes"],
    [{ tool: "observe", arguments: { kind: "read", tool: "x" } }, 'a call without "text"'],
  ])("made by hand whose call fits no tool is refused: %o", async (made, message) => {
    await record({ name: "n", execute: async () => 1 }, asked(3));
    const [head_ = "", line = ""] = readFileSync(cassette, "utf8").split("\n");
    writeFileSync(cassette, `${head_}\n${JSON.stringify({ ...(JSON.parse(line) as object), calls: [made] })}\n`);
    await expect(replay().execute(asked(3), toolsFrom(1), signal())).rejects.toThrow(message);
  });
});
