import { describe, expect, it } from "vitest";
import { KEPT_ERRORS } from "./generated/validators.ts";
import {
  checkContextIr,
  checkPacket,
  parseContextIr,
  parseEvent,
  parseProposal,
  parseStatePacket,
  parseTaskFile,
} from "./parse.ts";
import { claim, contextIr, event, item, packet, proposal, taskFile } from "./samples.suite.ts";

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("parsing documents", () => {
  it("gives the value where gate and schema hold, from text or bytes", () => {
    expect(parseStatePacket(JSON.stringify(packet()))).toEqual({ ok: true, value: packet() });
    expect(parseStatePacket(encoded(JSON.stringify(packet(), null, 2)))).toEqual({ ok: true, value: packet() });
    expect(parseContextIr(JSON.stringify(contextIr([item()])))).toEqual({ ok: true, value: contextIr([item()]) });
    expect(parseEvent(JSON.stringify(event))).toEqual({ ok: true, value: event });
    expect(parseProposal(JSON.stringify(proposal()))).toEqual({ ok: true, value: proposal() });
    expect(parseProposal(encoded(JSON.stringify(proposal())))).toEqual({ ok: true, value: proposal() });
  });

  it.each([
    ["P-SCHEMA", parseStatePacket],
    ["IR-SCHEMA", parseContextIr],
    ["E-SCHEMA", parseEvent],
    ["R-SCHEMA", parseProposal],
    ["T-SCHEMA", parseTaskFile],
  ] as const)("reports under %s what breaks the gate and what breaks the schema, with its place", (code, parse) => {
    const twice = parse('{\n  "a": 1,\n  "a": 2}');
    expect(twice).toMatchObject({ ok: false, findings: [{ code, level: "error", pointer: "/a", line: 3, column: 3 }] });
    const foreign = parse('{\n  "a": 1}');
    expect(foreign.ok ? [] : foreign.findings).toContainEqual(
      expect.objectContaining({ code, level: "error", pointer: "", line: 1, column: 1 }),
    );
  });

  it("applies no rule behind the schema", () => {
    expect(parseStatePacket(JSON.stringify(packet({ depth: 5 }))).ok).toBe(true);
    expect(parseContextIr(JSON.stringify(contextIr([item()], { next_seq: 1 }))).ok).toBe(true);
  });

  it("keeps members that no schema of Context-IR names, in their order", () => {
    const text = JSON.stringify({ "x-first": { a: 1 }, ...contextIr([item({ "x-in-item": [1] })]), "x-last": null });
    const parsed = parseContextIr(text);
    expect(JSON.stringify(parsed.ok ? parsed.value : null)).toBe(text);
  });

  it("reads no more than it may", () => {
    expect(parseStatePacket(JSON.stringify(packet()), { maximumLength: 10 })).toMatchObject({
      ok: false,
      findings: [{ code: "P-SCHEMA", line: 1, column: 1 }],
    });
    expect(parseTaskFile(JSON.stringify(taskFile()), { maximumLength: 10 }).ok).toBe(false);
    expect(parseTaskFile("a: b\n".repeat(10), { maximumLength: 10 }).ok).toBe(false);
    expect(parseTaskFile(" ".repeat(2 ** 20 + 1)).ok).toBe(false);
  });
});

describe("parsing what an executor returned", () => {
  it("takes a value as its JSON text would be", () => {
    expect(parseProposal({ ...proposal(), verify: undefined })).toEqual({ ok: true, value: proposal() });
    const hostile = Object.defineProperty({ ...proposal() }, "claims", { get: () => [], enumerable: true });
    expect(parseProposal(hostile)).toEqual({ ok: true, value: proposal({ claims: [] }) });
  });

  const cycle: Record<string, unknown> = { ...proposal() };
  cycle["claims"] = [cycle];
  const deep = Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], null);

  it.each([
    ["nothing", undefined],
    ["a function", () => proposal()],
    ["a cycle", cycle],
    ["more depth than the stack", { ...proposal(), claims: deep }],
    ["NaN", { ...proposal(), claims: [claim({ confidence: Number.NaN })] }],
    ["a big integer", { ...proposal(), claims: 1n }],
    [
      "a value that throws",
      {
        toJSON: () => {
          throw new Error("no");
        },
      },
    ],
  ])("refuses %s without throwing", (_, value) => {
    expect(parseProposal(value)).toEqual({
      ok: false,
      findings: [
        {
          code: "R-SCHEMA",
          level: "error",
          pointer: "",
          message: "expected a JSON value, found what JSON cannot say",
          line: 1,
          column: 1,
        },
      ],
    });
  });

  it.each([
    ["null", null],
    ["a lone surrogate", { ...proposal(), task_id: "\ud800" }],
    [
      "a member named __proto__",
      JSON.parse(JSON.stringify(proposal()).replace('"task_id"', '"__proto__":{},"task_id"')) as unknown,
    ],
    [
      "too much depth",
      { ...proposal(), claims: Array.from({ length: 100 }).reduce<unknown>((inner) => [inner], null) },
    ],
  ])("refuses %s by gate or schema", (_, value) => {
    expect(parseProposal(value)).toMatchObject({ ok: false, findings: [{ code: "R-SCHEMA" }] });
  });
});

describe("checking a packet", () => {
  it("gives every finding with its place, in the order of the text", () => {
    const text = JSON.stringify(
      packet({
        depth: 5,
        claims: [claim({ evidence_refs: [] })],
        open_loops: [{}],
        phase: "BEGINNING",
        next_transition: "RESOLVE",
      }),
      null,
      1,
    );
    const lines = text.split("\n");
    const found = checkPacket(text);
    expect(found.map(({ code }) => code)).toEqual(["P-TREE", "P-TREE", "P-EVIDENCE", "P-FORM", "P-PHASE"]);
    for (const { line, column, pointer } of found) {
      expect(lines[line - 1]?.slice(0, column - 1)).toMatch(/^\s*(?:"\w+": )?$/);
      expect(pointer).not.toBe("");
    }
    expect(lines[found[2]!.line - 1]).toContain("evidence_refs");
  });

  it("says nothing but P-SCHEMA where that is broken", () => {
    expect(checkPacket(JSON.stringify({ ...packet({ depth: 5 }), x: 1, y: 2 })).map(({ code }) => code)).toEqual([
      "P-SCHEMA",
      "P-SCHEMA",
    ]);
  });

  it("refuses integers beyond 2^53 - 1, since their identity would not be their own", () => {
    const text = JSON.stringify(packet()).replace("8000", "9007199254740993");
    expect(checkPacket(text)).toMatchObject([{ code: "P-SCHEMA", pointer: "/budget/context_tokens" }]);
  });

  it("lists few of very many findings, errors before notes", () => {
    const open_loops = Array.from({ length: KEPT_ERRORS + 10 }, () => ({}));
    const found = checkPacket(JSON.stringify(packet({ open_loops, depth: 5 })));
    expect(found).toHaveLength(KEPT_ERRORS + 1);
    expect(found.filter(({ level }) => level === "error")).toHaveLength(2);
    expect(found).toContainEqual(
      expect.objectContaining({ level: "note", pointer: "", message: "12 more findings are not listed" }),
    );
  });
});

describe("checking a Context-IR document", () => {
  it("passes redactor and workspace on", () => {
    const document = contextIr([item({ source: { kind: "read", tool: "Read", path: "a.rs" } })]);
    const options = { redact: (text: string) => text.replace("main", "*"), workspace: { read: () => encoded("gone") } };
    expect(checkContextIr(JSON.stringify(document), options).map(({ code }) => code)).toEqual([
      "IR-STALE",
      "IR-SECRET",
    ]);
    expect(checkContextIr(JSON.stringify(document))).toEqual([]);
  });

  it("says nothing but IR-SCHEMA where that is broken", () => {
    const { totals: _, ...broken } = contextIr([item()], { next_seq: 1 });
    expect(checkContextIr(JSON.stringify(broken)).map(({ code }) => code)).toEqual(["IR-SCHEMA"]);
  });

  it("leaves integers beyond 2^53 - 1 to IR-SEQ", () => {
    const text = JSON.stringify(contextIr([])).replace(
      '"next_seq":1',
      '"next_seq":9007199254740993,"x-n":12345678901234567890',
    );
    expect(checkContextIr(text)).toMatchObject([{ code: "IR-SEQ", level: "error", pointer: "/next_seq", line: 1 }]);
  });
});

const yaml = `task: licences
objective: Say which licence each package has
requirements:
  - id: r1
    statement: Every package's licence is known
    needs: check
    check: all-known
invariants:
  - { id: i1, operator: PROHIBIT, statement: Do not change any file, check: untouched }
checks:
  all-known:  { command: [node, check.mjs] }
  untouched:  { unchanged: ["**/package.json"] }
budget: { context_tokens: 8000, output_tokens: 1000, maximum_children: 8, maximum_depth: 4 }
executor: local
`;

describe("parsing a task file", () => {
  it("reads YAML, JSON and values", () => {
    const fromYaml = parseTaskFile(yaml);
    expect(fromYaml).toMatchObject({ ok: true, value: { task: "licences", budget: { maximum_depth: 4 } } });
    expect(parseTaskFile(encoded(`\uFEFF${yaml}`))).toEqual(fromYaml);
    expect(parseTaskFile(JSON.stringify(taskFile()))).toEqual({ ok: true, value: taskFile() });
    expect(parseTaskFile(encoded(`\n ${JSON.stringify(taskFile())}`))).toEqual({ ok: true, value: taskFile() });
    expect(parseTaskFile(taskFile())).toEqual({ ok: true, value: taskFile() });
  });

  const findings = (input: unknown): string[] => {
    const parsed = parseTaskFile(input);
    return parsed.ok
      ? []
      : parsed.findings.map(({ code, pointer, line, column }) => `${code} ${pointer} ${line}:${column}`);
  };

  it("says where in the YAML something breaks the schema", () => {
    expect(findings(yaml.replace("needs: check", "needs: luck"))).toEqual(["T-SCHEMA /requirements/0/needs 6:12"]);
    expect(findings(yaml.replace("executor: local", "executor: 2x\nextra: 1"))).toEqual([
      "T-SCHEMA /executor 14:11",
      "T-SCHEMA /extra 15:8",
    ]);
    expect(findings(yaml.replace("task: licences\n", ""))).toEqual(["T-SCHEMA  1:1"]);
    expect(findings(yaml.replace("maximum_depth: 4", "maximum_depth: .nan"))).toEqual(["T-SCHEMA  1:1"]);
    expect(findings(yaml.replace("maximum_depth: 4", "maximum_depth: 9007199254740993"))).toEqual([
      "T-SCHEMA /budget/maximum_depth 13:90",
    ]);
  });

  it("says where the YAML itself is broken", () => {
    expect(findings(yaml.replace("executor: local", "executor: local\nexecutor: local"))).toEqual(["T-SCHEMA  15:1"]);
    expect(findings("a: [1")).toEqual(["T-SCHEMA  1:6"]);
    expect(findings(new Uint8Array([0x61, 0x3a, 0xff]))).toEqual(["T-SCHEMA  1:3"]);
    expect(findings("")).toEqual(["T-SCHEMA  1:1"]);
  });

  it("finds ids that are given twice, and checks that are not there", () => {
    expect(
      findings(yaml.replace("invariants:", "  - { id: r1, statement: s, needs: supported }\ninvariants:")),
    ).toEqual(["T-ID /requirements/1/id 8:11"]);
    expect(findings(yaml.replace("check: all-known", "check: unknown"))).toEqual([
      "T-CHECK /requirements/0/check 7:12",
    ]);
    expect(findings({ ...taskFile(), invariants: [...taskFile().invariants!, ...taskFile().invariants!] })).toEqual([
      "T-ID /invariants/1/id 1:1",
    ]);
    const { checks: _, ...unchecked } = taskFile({ requirements: [{ id: "r1", statement: "s", needs: "check" }] });
    expect(findings(unchecked)).toEqual(["T-CHECK /requirements/0 1:1", "T-CHECK /invariants/0/check 1:1"]);
    const { invariants: __, ...free } = taskFile();
    expect(findings(free)).toEqual([]);
  });

  it("refuses a value that is no JSON", () => {
    expect(findings(undefined)).toEqual(["T-SCHEMA  1:1"]);
    expect(findings({ ...taskFile(), task: "\ud800" })).toEqual(["T-SCHEMA /task 1:1"]);
  });
});
