import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claim, halt, proposal, useHarnesses, type Harness, type Script, type Tools } from "./harness.suite.ts";

const harness = useHarnesses();

/** Runs a function with the tools of one invocation, over files of a workspace, and returns what it returns. */
const withTools = async <T>(
  use: (tools: Tools) => Promise<T>,
  options: { files?: Record<string, string>; task?: Record<string, unknown>; prepare?: (folder: string) => void } = {},
): Promise<{
  value: T;
  it: Harness;
  items: ReturnType<Harness["services"]["store"]["items"]> extends Iterable<infer I> ? I[] : never;
}> => {
  const kept: { value?: T; error?: unknown } = {};
  const script: Script = async (invocation, tools) => {
    try {
      kept.value = await use(tools);
    } catch (error) {
      kept.error = error;
    }
    return proposal(invocation, halt("incomplete", "looked"));
  };
  const { prepare, ...rest } = options;
  const it = await harness({ ...rest, script });
  prepare?.(it.workspace);
  await it.carryOn();
  if (kept.error !== undefined) throw new Error("the function failed", { cause: kept.error });
  return { value: kept.value as T, it, items: [...it.services.store.items(it.run)] };
};

const folders = (folder: string): void => {
  mkdirSync(join(folder, "src", "deep", "er"), { recursive: true });
  for (const path of ["src/a.ts", "src/b.ts", "src/deep/c.ts", "src/deep/er/d.ts"])
    writeFileSync(join(folder, path), `export const name = "${path}";\n`);
};

describe("list", () => {
  test("names what is below a folder, and counts what lies deeper with its folder", async () => {
    const { value } = await withTools(
      async (tools) => [
        await tools.list({}),
        await tools.list({ path: "src/" }),
        await tools.list({ path: "src", depth: 2 }),
      ],
      { prepare: folders },
    );
    expect(value.map((it) => it.text)).toEqual([
      "a.txt (26 bytes)\nsrc/ (4 files)\n",
      "src/a.ts (32 bytes)\nsrc/b.ts (32 bytes)\nsrc/deep/ (2 files)\n",
      "src/a.ts (32 bytes)\nsrc/b.ts (32 bytes)\nsrc/deep/c.ts (37 bytes)\nsrc/deep/er/ (1 file)\n",
    ]);
    expect(value.every((it) => !it.more)).toBe(true);
  });

  test("says what cannot be listed", async () => {
    await withTools(async (tools) => {
      for (const [path, reason] of [
        ["none", "missing"],
        ["a.txt", "not-a-folder"],
        ["../", "escape"],
        ["/etc", "escape"],
      ] as const)
        await expect(tools.list({ path })).rejects.toMatchObject({ code: "workspace-unreadable", details: { reason } });
    });
  });

  test("of a folder with the characters of globs means that folder", async () => {
    const { value } = await withTools((tools) => tools.list({ path: "[a]{b}*" }), {
      prepare: (folder) => {
        mkdirSync(join(folder, "[a]{b}*"));
        writeFileSync(join(folder, "[a]{b}*", "x"), "");
      },
    });
    expect(value.text).toBe("[a]{b}*/x (0 bytes)\n");
  });

  test("of many names ends where the room does", async () => {
    const files = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`file-with-a-long-name-${at}.txt`, ""]));
    const { value, items } = await withTools((tools) => tools.list({}), { files });
    expect(value.more).toBe(true);
    const item = items.find((it) => it.tool === "list");
    expect(item).toMatchObject({ kind: "search", role: "evidence" });
    expect(item?.outputTokens).toBeLessThan(4000);
    expect(item?.inputTokens).toBeGreaterThan(item?.outputTokens ?? 0);
  });
});

describe("search", () => {
  const files = { "a.txt": "left-pad: MIT\nis-odd: MIT\r\nleft-over", "b.txt": "nothing\n", "c.bin": "left\0" };

  test("finds lines, says where, and what was not searched", async () => {
    const { value } = await withTools((tools) => tools.search({ pattern: "^(left|is)-" }), { files });
    expect(value.text).toBe(
      "3 lines in 2 files searched; not searched: 1: c.bin (binary)\n" +
        "a.txt:1: left-pad: MIT\na.txt:2: is-odd: MIT\na.txt:3: left-over\n",
    );
  });

  test("says that there is nothing, where there is nothing, and takes a folder or a file by its name", async () => {
    const { value } = await withTools(
      async (tools) => [
        await tools.search({ pattern: "nowhere" }),
        await tools.search({ pattern: "name", paths: ["src/deep/"] }),
        await tools.search({ pattern: "name", paths: ["src/a.ts", "src/**/d.ts"] }),
        await tools.search({ pattern: "MIT", paths: ["."] }),
      ],
      { prepare: folders },
    );
    expect(
      value.map((it) =>
        it.text
          .split("\n")
          .slice(0, -1)
          .map((line) => line.split(":")[0]),
      ),
    ).toEqual([
      ["0 lines in 5 files searched"],
      ["2 lines in 2 files searched", "src/deep/c.ts", "src/deep/er/d.ts"],
      ["2 lines in 2 files searched", "src/a.ts", "src/deep/er/d.ts"],
      ["2 lines in 1 file searched", "a.txt", "a.txt"].map((line) => line.replace("1 file ", "5 files ")),
    ]);
  });

  test("stops at the maximum and says so", async () => {
    const many = { "a.txt": "x\n".repeat(50), "b.txt": "x\n" };
    const { value } = await withTools((tools) => tools.search({ pattern: "x", maximum: 10 }), { files: many });
    expect(value.more).toBe(true);
    expect(value.text).toContain("10 lines in 1 file searched; stopped at the maximum");
  });

  test("refuses a pattern that cannot be used, and is not hung by a hostile one", async () => {
    await withTools(
      async (tools) => {
        for (const pattern of ["(", "a)|(b", "(?=x)", "x".repeat(5000)])
          await expect(tools.search({ pattern })).rejects.toMatchObject({ code: "input-invalid" });
        const started = performance.now();
        await tools.search({ pattern: "(a+)+$" });
        expect(performance.now() - started).toBeLessThan(5000);
      },
      { files: { "a.txt": `${"a".repeat(5000)}!` } },
    );
  });

  test("shows no secret, also one that only what is around it gives away", async () => {
    const body = Array.from(
      { length: 6 },
      (_, at) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQD${at}abcdEFGH`,
    );
    const key = ["-----BEGIN PRIVATE KEY-----", ...body, "-----END PRIVATE KEY-----"].join("\n");
    const { value } = await withTools((tools) => tools.search({ pattern: "MIIE" }), {
      files: { "a.txt": `before\n${key}\nafter\n` },
    });
    expect(value.text).not.toContain("MIIEv");
  });

  test("does not follow links out of the workspace", async () => {
    const { value } = await withTools((tools) => tools.search({ pattern: "root" }), {
      prepare: (folder) => symlinkSync("/etc/passwd", join(folder, "passwd")),
    });
    expect(value.text).toContain("0 lines in 1 file searched; not searched: 1: passwd (link-outside)");
  });
});

describe("run", () => {
  const commands = {
    ok: { command: ["sh", "-c", "pwd; cat a.txt; echo changed > a.txt"] },
    bad: { command: ["sh", "-c", "echo hunting; exit 3"] },
    slow: { command: ["sleep", "60"], timeout_ms: 200 },
    gone: { command: ["no-such-program-anywhere"] },
    loud: { command: ["sh", "-c", "echo begin; seq 1 200000; echo the end"] },
  };

  test("runs what the task file allows, in the task's view, and records it", async () => {
    const { value, it, items } = await withTools((tools) => tools.run("ok"), { task: { commands } });
    expect(value).toMatchObject({ exitCode: 0, more: false });
    expect(value.text).toContain("left-pad: MIT");
    expect(items.find((item) => item.tool === "run:ok")).toMatchObject({
      kind: "shell",
      role: "evidence",
      seq: value.seq,
    });
    const { value: read } = await withTools((tools) => tools.read("a.txt"));
    expect(read.text).toContain("left-pad");
    expect(it.result().outcome).toBe("incomplete");
  });

  test("tells how a command ended, and nothing but that ends an invocation", async () => {
    const { value } = await withTools(
      async (tools) => {
        const ends: unknown[] = [];
        for (const name of ["bad", "slow", "gone"]) {
          const { exitCode, text } = await tools.run(name);
          ends.push([exitCode, text.split("\n")[0]]);
        }
        return ends;
      },
      { task: { commands } },
    );
    expect(value).toEqual([
      [3, "exit code 3"],
      [null, "not ended within 200 ms, and killed"],
      [null, expect.stringContaining("not started: ")],
    ]);
  });

  test("delivers the beginning and the end of a long output", async () => {
    const { value, items } = await withTools((tools) => tools.run("loud"), { task: { commands } });
    expect(value.more).toBe(true);
    expect(value.text).toMatch(/^exit code 0\nbegin\n.*lines left out.*\nthe end\n$/s);
    expect(items.find((item) => item.tool === "run:loud")?.outputTokens).toBeLessThan(4000);
  });

  test("refuses a command that is not allowed, whatever its name, and all where nobody trusts the file", async () => {
    await withTools(
      async (tools) => {
        for (const name of ["rm", "toString", "__proto__", ""])
          await expect(tools.run(name)).rejects.toMatchObject({ code: "input-invalid" });
        await expect(tools.run("rm")).rejects.toThrow("there are ok, bad, slow, gone, loud");
      },
      { task: { commands } },
    );
    const seen: unknown[] = [];
    const it = await harness({
      task: { commands },
      script: async (invocation, tools) => {
        seen.push(await tools.run("ok").catch((error: unknown) => error));
        return proposal(invocation, halt("incomplete", "no"));
      },
    });
    await it.carryOn({ trusted: false });
    expect(seen).toMatchObject([{ code: "not-trusted" }]);
  });
});

describe("observe", () => {
  test("records what an agent was shown, redacted, and only what a tool gave it may be cited", async () => {
    const secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
    const script: Script = async (invocation, tools) => {
      const read = await tools.observe({
        kind: "read",
        tool: "pi:read",
        text: `left-pad: MIT\n${secret}\n`,
        path: "a.txt",
        fromLine: 4,
      });
      const said = await tools.observe({ kind: "other", tool: "pi:think", text: "left-pad: MIT" });
      const source = await tools.sourceOf(read.seq);
      const place = source ? `${source.path} ${source.fromLine}-${source.toLine}` : "";
      if (invocation.items.length > 0) return proposal(invocation, { ...halt("incomplete", place) });
      const refs = [`ctx:${said.seq}#L1-L1`, `ctx:${read.seq}#L9-L9`];
      return proposal(invocation, { claims: [claim("c1", "x", refs[0] ?? ""), claim("c2", "y", refs[1] ?? "")] });
    };
    const it = await harness({ script });
    await it.carryOn();
    const items = [...it.services.store.items(it.run)].filter((item) => item.tool.startsWith("pi:"));
    expect(items.map((item) => [item.kind, item.role, item.firstLine, item.lineCount])).toContainEqual([
      "read",
      "evidence",
      4,
      2,
    ]);
    expect(items.map((item) => item.role)).toContain("notice");
    for (const item of items)
      expect(Buffer.from(it.services.store.blob(item.contentSha256) ?? "").toString()).not.toContain(secret);
    const rejected = [...it.services.store.events(it.run)].find((event) => event.kind === "proposal-rejected");
    expect(JSON.stringify(rejected?.payload).match(/R-EVIDENCE/g)).toHaveLength(2);
    expect(it.result().reasons).toEqual(["a.txt 4-5"]);
  });
});

describe("report", () => {
  test("what an invocation cost is in the event that ends it, by model, whatever the end", async () => {
    let calls = 0;
    const it = await harness({
      script: async (invocation, tools) => {
        calls += 1;
        tools.report({ model: "big", inputTokens: 100 * calls, outputTokens: 5, cachedInputTokens: 40 });
        tools.report({ model: "small", inputTokens: 7, outputTokens: Number.NaN });
        tools.report({ model: "big", inputTokens: 1, outputTokens: 1 });
        if (calls === 1) return "no JSON";
        if (calls === 2) throw new Error("crashed");
        return proposal(invocation, halt("incomplete", "enough"));
      },
    });
    await it.carryOn();
    const usages = [...it.services.store.events(it.run)].flatMap((event) =>
      "usage" in event.payload ? [[event.kind, event.payload.usage]] : [],
    );
    const small = { model: "small", requests: 1, input_tokens: 7, output_tokens: 0 };
    const big = (input: number): object => ({
      model: "big",
      requests: 2,
      input_tokens: input,
      output_tokens: 6,
      cached_input_tokens: 40,
    });
    expect(usages).toEqual([
      ["proposal-rejected", [big(101), small]],
      ["invocation-failed", [big(201), small]],
      ["proposal-accepted", [big(301), small]],
    ]);
  });

  test("a proposal that waits for checks tells its cost once", async () => {
    const it = await harness({
      task: {
        checks: { list: { match: { paths: ["a.txt"], pattern: "MIT" } } },
        requirements: [{ id: "r1", statement: "Listed", needs: "check", check: "list" }],
      },
      script: async (invocation, tools) => {
        tools.report({ model: "m", inputTokens: 3, outputTokens: 2 });
        return proposal(invocation, { ...halt("complete"), satisfies: [{ requirement: "r1", claims: [] }] });
      },
    });
    await it.carryOn();
    const told = [...it.services.store.events(it.run)].filter((event) => "usage" in event.payload);
    expect(told.map((event) => event.kind)).toEqual(["checks-requested"]);
    expect(it.result().outcome).toBe("complete");
  });
});
