import { describe, expect, it } from "vitest";
import { RuntimeFailure } from "../../errors.ts";
import type { ConversationTools, Survey } from "../executor.ts";
import { toolsOf, type World } from "../local/in-memory.suite.ts";
import { callTool, toolsFor } from "./tools.ts";

const countTokens = (text: string): number => Math.ceil(text.length / 4);

function use(world: World, more: Partial<ConversationTools> = {}, left = 6000) {
  const observed: string[] = [];
  const tools: ConversationTools = {
    ...toolsOf(world).conversing(),
    observe: async ({ text }) => {
      observed.push(text);
      return { seq: 90 };
    },
    ...more,
  };
  const call = (name: string, input: unknown): Promise<string> =>
    callTool(name, typeof input === "string" ? input : JSON.stringify(input), { tools, countTokens, left });
  return { call, observed };
}

const files = { "a.txt": "one\ntwo\nthree\n", "b.txt": "two\n" };

describe("the tools of a model", () => {
  it("are run only where the task file allows commands", () => {
    expect(toolsFor([]).map((tool) => tool.name)).toEqual(["read", "search", "list", "survey", "open_claims"]);
    const run = toolsFor(["tests"]).find((tool) => tool.name === "run");
    expect(JSON.stringify(run?.schema)).toContain('"enum":["tests"]');
  });

  it("read whole files and ranges, with their own line numbers", async () => {
    const { call } = use({ files });
    expect(await call("read", { path: "a.txt" })).toMatch(
      /^<data ctx:10 \w+> a\.txt, lines 1-3\n1\tone\n2\ttwo\n3\tthree\n/,
    );
    expect(await call("read", { path: "a.txt", from_line: "2", to_line: 2.9 })).toContain("lines 2-2\n2\ttwo\n<");
  });

  it("read without line numbers where they would not fit", async () => {
    const { call } = use({ files }, {}, 5);
    expect(await call("read", { path: "a.txt" })).toContain("\none\ntwo\nthree\n");
  });

  it("say that nothing is left to read", async () => {
    const { call } = use({ files });
    expect(await call("read", { path: "a.txt", from_line: 99 })).toContain("a.txt: nothing from line 99 on");
  });

  it("refer to what is in view already", async () => {
    const again = { seq: 20, path: "a.txt", text: "as ctx:10 shows\n", fromLine: 1, toLine: 3, more: false };
    const { call } = use({ read: async () => ({ ...again, again: { kind: "same", seq: 10 } }) });
    expect(await call("read", { path: "a.txt" })).toMatch(
      /^<data ctx:20 \w+> a\.txt, lines 1-3: in view already, cite ctx:10\n/,
    );
    const changed = use({ read: async () => ({ ...again, text: "+x\n", again: { kind: "difference", seq: 10 } }) });
    expect(await changed.call("read", { path: "a.txt" })).toMatch(/lines 1-3\n\+x\n/);
  });

  it("search, list and open claims, and take one text for a list of one", async () => {
    const asked: unknown[] = [];
    const text = { seq: 7, text: "found\n", more: true };
    const opened = [{ ref: "clm:t.1/c", id: "c", statement: "a = b", status: "supported" as const, evidenceRefs: [] }];
    const { call } = use(
      { files, opened },
      {
        search: async (request) => {
          asked.push(request);
          return text;
        },
        list: async (request) => {
          asked.push(request);
          return text;
        },
      },
    );
    expect(await call("search", { pattern: "x", paths: "src", maximum: 3 })).toContain("(there are more)\nfound");
    expect(await call("search", { pattern: "x", paths: ["a", 1, "b"] })).toContain("ctx:7");
    expect(await call("list", { path: "src", depth: 2 })).toContain("names (there are more)");
    expect(await call("list", "")).toContain("ctx:7");
    expect(asked).toEqual([
      { pattern: "x", paths: ["src"], maximum: 3 },
      { pattern: "x", paths: ["a", "b"] },
      { path: "src", depth: 2 },
      {},
    ]);
    expect(await call("open_claims", { tasks: ["t.1"] })).toContain("clm:t.1/c supported: a = b");
    expect(await call("open_claims", { tasks: ["t.1"], containing: "zzz" })).toContain("0 claims");
  });

  it("survey files, or their parts where there are too many, and what cannot be read", async () => {
    const survey: Survey = {
      seq: 3,
      fileCount: 900,
      tokenEstimate: 5000,
      files: null,
      parts: [{ first: "a", last: "b", fileCount: 900, tokenEstimate: 5000 }],
      unreadable: [{ path: "s", reason: "socket" }],
    };
    const { call } = use({}, { survey: async () => survey });
    expect(await call("survey", { paths: ["**"], maximum_parts: 500 })).toContain(
      "900 files, about 5000 tokens\n900 files, about 5000 tokens: a … b\nunreadable: s (socket)",
    );
    expect(await use({ files }).call("survey", {})).toContain("a.txt 5\nb.txt 2");
  });

  it("run a command and say how it ended", async () => {
    const end = { seq: 8, text: "ended by SIGKILL\n", more: false, exitCode: null };
    const { call } = use({}, { run: async () => end });
    expect(await call("run", { name: "tests" })).toContain("tests: exit code none\nended by SIGKILL");
  });

  it.each([
    ["read", {}, '"path" is missing'],
    ["search", {}, '"pattern" is missing'],
    ["run", {}, '"name" is missing'],
    ["fly", {}, 'there is no tool "fly"'],
    ["read", "[", "is no JSON"],
    ["read", '{"path":"a.txt","path":"b.txt"}', "is no JSON"],
    ["read", "null", '"path" is missing'],
  ])("tell the model what is wrong with a call of %s with %j, as an item", async (name, input, reason) => {
    const { call, observed } = use({ files });
    const said = await call(name, input);
    expect(said).toContain(reason);
    expect(observed).toEqual([said]);
  });

  it("tell what cannot be done, and let through what is not for the model", async () => {
    const failing = (code: "workspace-unreadable" | "disk-full") =>
      use({ read: () => Promise.reject(new RuntimeFailure(code, "it is so")) });
    expect(await failing("workspace-unreadable").call("read", { path: "x" })).toBe("read: it is so");
    await expect(failing("disk-full").call("read", { path: "x" })).rejects.toThrow("it is so");
    const broken = use({ read: () => Promise.reject(new Error("a bug")) });
    await expect(broken.call("read", { path: "x" })).rejects.toThrow("a bug");
  });
});
