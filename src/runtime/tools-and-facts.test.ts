import { describe, expect, test } from "vitest";
import { sha256Hex } from "../contracts/index.ts";
import { packetAt } from "./index.ts";
import { claim, halt, proposal, useHarnesses, type Script } from "./harness.suite.ts";

const harness = useHarnesses();
const survey = { paths: ["*.txt"], partTokens: 100, maximumParts: 2, groupBy: "file" } as const;

describe("the tools of an invocation", () => {
  test("a survey lists the files where they fit, and else tells only the parts", async () => {
    const seen: unknown[] = [];
    const files = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`file-with-a-long-name-${at}.txt`, "x\n"]),
    );
    const it = await harness({
      files,
      script: async (invocation, tools) => {
        const small = await tools.survey({ ...survey, paths: ["file-with-a-long-name-1.txt"] });
        const large = await tools.survey({ ...survey, paths: ["*.txt", "loop"] });
        seen.push(small.files?.length, large.files, large.fileCount, large.parts.length);
        return proposal(invocation, halt("incomplete", "seen"));
      },
    });
    await it.carryOn();
    expect(seen).toEqual([1, null, 400, 2]);
    const items = [...it.services.store.items(it.run)].filter((item) => item.tool === "survey");
    expect(items.map((item) => [item.kind, item.role])).toEqual([
      ["search", "evidence"],
      ["search", "evidence"],
    ]);
  });

  test("a read delivers whole lines as far as the room goes, says where they are from, and what cannot be read", async () => {
    const seen: unknown[] = [];
    const it = await harness({
      files: { "a.txt": Array.from({ length: 9000 }, (_, at) => `line number ${at + 1}\n`).join(""), "b.bin": "\0" },
      script: async (invocation, tools) => {
        const part = await tools.read("a.txt", { fromLine: 3, toLine: 4 });
        const rest = await tools.read("a.txt", { fromLine: 10 });
        seen.push(part.text, part.toLine, part.more, rest.more, rest.toLine < 9000, await tools.sourceOf(part.seq));
        seen.push(await tools.sourceOf(1));
        await expect(tools.read("b.bin")).rejects.toMatchObject({ details: { reason: "binary" } });
        await expect(tools.read("../outside")).rejects.toMatchObject({ code: "workspace-unreadable" });
        return proposal(invocation, halt("incomplete", "seen"));
      },
    });
    await it.carryOn();
    const source = { path: "a.txt", fromLine: 3, toLine: 4 };
    expect(seen).toEqual(["line number 3\nline number 4\n", 4, true, true, true, source, null]);
  });

  test("claims of halted children are opened, also those that were folded, and may be cited", async () => {
    const script: Script = async (invocation, tools) => {
      const read = await tools.read("a.txt");
      if (invocation.packet.depth === 1) {
        const claims = Array.from({ length: 80 }, (_, at) =>
          claim(
            `c${at}`,
            `thing number ${at} of the many different things that were looked at one by one here = value ${at}`,
            `ctx:${read.seq}#L1-L1`,
          ),
        );
        const satisfies = [{ requirement: "r1/a", claims: claims.map((one) => String(one["id"])) }];
        return proposal(invocation, { ...halt("complete"), claims, satisfies });
      }
      if (invocation.packet.phase === "BEGINNING") {
        const into = [
          { id: "r1/a", statement: "part", needs: "supported" },
          { id: "r1/b", statement: "whole", needs: "supported" },
        ];
        const children = [
          { key: "a", objective: "Part", requires: ["r1/a"], depends_on: [], share: { invocations: 2 } },
        ];
        return proposal(invocation, {
          transition: "SPLIT",
          split: { keep: ["r1/b"], refine: [{ requirement: "r1", into }], children },
        });
      }
      const opened = await tools.openClaims(["t.1", "none"], (statement) => statement.includes("number 7 "));
      const own = await tools.openClaims(["t"], () => true);
      const refs = opened.claims.map((one) => one.ref);
      const all = own.claims.length >= 80;
      return proposal(invocation, {
        ...halt(all ? "complete" : "incomplete", "not all were opened"),
        claims: [{ ...claim("w", "the whole was seen", refs[0] ?? ""), evidence_refs: refs }],
        satisfies: [{ requirement: "r1/b", claims: ["w"] }],
      });
    };
    const it = await harness({
      task: {
        budget: {
          context_tokens: 7600,
          output_tokens: 7000,
          maximum_children: 4,
          maximum_depth: 3,
          remaining_invocations: 20,
        },
      },
      script,
    });
    await it.carryOn();
    expect(it.result()).toMatchObject({ outcome: "complete" });
    const root = packetAt(it.services.store, it.services.engine, { run: it.run, task: "t" });
    expect(root?.packet.claims.some((one) => one.id.startsWith("fold-"))).toBe(true);
    expect(packetAt(it.services.store, it.services.engine, { run: it.run, task: "t", seq: 1 })?.packet.phase).toBe(
      "BEGINNING",
    );
    const child = packetAt(it.services.store, it.services.engine, { run: it.run, task: "t.1" });
    expect(child?.packet.claims).toHaveLength(80);
    expect(packetAt(it.services.store, it.services.engine, { run: it.run, task: "none" })).toBeNull();
  });
});

describe("evidence", () => {
  const task = {
    checks: { list: { match: { paths: ["a.txt"], pattern: "is-odd" } } },
    requirements: [
      { id: "r1", statement: "The list is there", needs: "check", check: "list" },
      { id: "r2", statement: "It was looked at", needs: "supported" },
    ],
  };

  test("a passing check, a file version that was read and a claim of a halted task count; what does not resolve is refused", async () => {
    const text = "left-pad: MIT\nis-odd: MIT\n";
    const refused: string[] = [];
    const it = await harness({
      task,
      files: { "a.txt": text },
      script: async (invocation, tools) => {
        refused.push(...invocation.items.map((item) => item.text));
        if (invocation.packet.claims.length === 0 && refused.length === 0) {
          await tools.read("a.txt");
          const refs = ["ctx:999", "chk:list#1", "chk:none#2", "clm:t.9/c1", "ans:t/e9", `art:none@${sha256Hex("x")}`];
          return proposal(invocation, { claims: [{ ...claim("c0", "nothing", ""), evidence_refs: refs }] });
        }
        if (!invocation.packet.coverage.satisfied.includes("r1"))
          return proposal(invocation, { satisfies: [{ requirement: "r1", claims: [] }] });
        const check = [...it.services.store.events(it.run)].find((event) => event.kind === "check-recorded");
        const refs = [`chk:list#${check?.seq}`, `art:a.txt@${sha256Hex(text)}`];
        return proposal(invocation, {
          ...halt("complete"),
          claims: [{ ...claim("c1", "seen", ""), evidence_refs: refs }],
          satisfies: [{ requirement: "r2", claims: ["c1"] }],
        });
      },
    });
    await it.carryOn();
    expect(refused.filter((line) => line.includes("R-EVIDENCE"))).toHaveLength(6);
    expect(it.result().outcome).toBe("complete");
    expect(it.result().findings[0]?.evidence.map((ref) => ref.place)).toEqual(["check list", null]);
  });
});
