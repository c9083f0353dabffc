import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../contracts/index.ts";
import type { Invocation } from "../../executors/index.ts";
import { halt, proposal, useHarnesses } from "../harness.suite.ts";
import { replayRun } from "../replay.ts";
import type { Store } from "../store.ts";
import { verifyWholeRun } from "../verify-run.ts";
import { CHECKS, create, modify, rejections, REST, rootOf, say, scripted, texts, type Body } from "./changes.suite.ts";

const harness = useHarnesses();

/** A store that gives other contents. */
function withBlob(store: Store, blob: Store["blob"]): Store {
  const own = (name: string): unknown => (name === "blob" ? blob : Reflect.get(store, name));
  return new Proxy(store, {
    get: (target, name) => {
      const member = own(String(name));
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}

describe("a run that changes a file", () => {
  it("sees the change in what it reads, checks it in a private copy, and leaves the user's tree as it is", async () => {
    const seen: string[] = [];
    const it = await harness({
      task: CHECKS,
      files: { "a.txt": "licence: none\n", "b.txt": "b\n" },
      script: scripted({
        t: [
          say({
            artifact_deltas: [modify("d1", "a.txt", ["licence: none\n", "licence: MIT\n"])],
            ...texts("licence: MIT\n"),
          }),
          async (invocation, tools) => {
            seen.push((await tools.read("a.txt")).text);
            seen.push((await tools.search({ pattern: "MIT" })).text);
            return proposal(invocation, { ...halt("complete"), satisfies: [{ requirement: "r1", claims: [] }] });
          },
        ],
      }),
    });
    expect(await it.carryOn()).toBe("halted");
    expect(rejections(it)).toEqual([]);
    expect(it.result()).toMatchObject({ outcome: "complete" });
    expect(seen[0]).toBe("licence: MIT\n");
    expect(seen[1]).toContain("a.txt:1: licence: MIT");
    expect(readFileSync(join(it.workspace, "a.txt"), "utf8")).toBe("licence: none\n");
    const root = rootOf(it).tasks.get("t");
    expect(root?.packet.artifact_deltas).toMatchObject([{ id: "d1", status: "applied" }]);
    expect(root?.record.changes).toEqual([
      { path: "a.txt", before: sha256Hex("licence: none\n"), after: sha256Hex("licence: MIT\n") },
    ]);
    expect(replayRun(it.services.store, it.services.engine, { run: it.run }).findings).toEqual([]);
    const proposed = [...it.services.store.events(it.run)].find((event) => event.kind === "proposal-accepted");
    expect(JSON.stringify(proposed)).not.toContain("licence: MIT");
  });

  it("cannot rely on its own words: a file that it wrote is no evidence", async () => {
    const it = await harness({
      files: { "a.txt": "left-pad\n" },
      script: scripted({
        t: [
          say({ artifact_deltas: [create("d1", "said.txt", "left-pad: MIT\n")], ...texts("left-pad: MIT\n") }),
          async (invocation, tools) => {
            const read = await tools.read("said.txt");
            const found = await tools.search({ pattern: "left-pad" });
            expect(found.text).toContain("said.txt:1: left-pad: MIT");
            const refs = [`ctx:${read.seq}`, `ctx:${found.seq}`, `art:said.txt@${sha256Hex("left-pad: MIT\n")}`];
            const claim = { id: "c1", statement: "left-pad = MIT", status: "supported", confidence: null };
            return proposal(invocation, {
              ...halt("complete"),
              claims: [{ ...claim, evidence_refs: refs }],
              satisfies: [{ requirement: "r1", claims: ["c1"] }],
            });
          },
        ],
      }),
    });
    await it.carryOn();
    const [reason = ""] = rejections(it);
    expect(reason.match(/the model's own text/g)).toHaveLength(2);
    expect(reason).toMatch(/^R-EVIDENCE.*a version that this run made proves nothing/);
  });

  it("cannot rely on a check that ran before it, only on one that saw it", async () => {
    const claim = (invocation: Invocation, ref: string): unknown =>
      proposal(invocation, {
        claims: [{ id: "c1", statement: "it says MIT", status: "supported", confidence: null, evidence_refs: [ref] }],
      });
    const check = (at: "first" | "last"): string => {
      const events = [...it.services.store.events(it.run)].filter((event) => event.kind === "check-recorded");
      return `chk:mit#${events.at(at === "first" ? 0 : -1)?.seq}`;
    };
    const ask = say({ satisfies: [{ requirement: "r1", claims: [] }] });
    const it = await harness({
      task: CHECKS,
      files: { "a.txt": "MIT\n" },
      script: scripted({
        t: [
          ask,
          say({ artifact_deltas: [modify("d1", "a.txt", ["MIT\n", "MIT or so\n"])], ...texts("MIT or so\n") }),
          (invocation) => claim(invocation, check("first")),
          ask,
          (invocation) => claim(invocation, check("last")),
        ],
      }),
    });
    await it.carryOn();
    expect(rejections(it)).toEqual([expect.stringMatching(/R-EVIDENCE.*the workspace changed after that check/)]);
  });

  it("needs no hashes: it names what was read, and the content beside it", async () => {
    const it = await harness({
      task: CHECKS,
      files: { "a.txt": "none\n" },
      script: scripted({
        t: [
          async (invocation, tools) => {
            const { seq } = await tools.read("a.txt");
            const short = { id: "d1", path: "a.txt", op: "modify", before: `ctx:${seq}`, after: "contents/0" };
            return proposal(invocation, {
              artifact_deltas: [short],
              ...texts("MIT\n"),
              ...halt("complete"),
              satisfies: [{ requirement: "r1", claims: [] }],
            });
          },
        ],
      }),
    });
    await it.carryOn();
    expect(it.result().outcome).toBe("complete");
    expect(rootOf(it).tasks.get("t")?.record.changes).toMatchObject([
      { before: sha256Hex("none\n"), after: sha256Hex("MIT\n") },
    ]);
  });

  it("is found damaged where the content of what it changed is not in the store", async () => {
    const delta = create("d1", "new.txt", "new\n");
    const it = await harness({ script: scripted({ t: [say({ artifact_deltas: [delta], ...texts("new\n") })] }) });
    await it.carryOn();
    const { store, engine } = it.services;
    const verify = (lost: string): readonly unknown[] => {
      const blob = (sha256: string): Uint8Array | null => (sha256 === lost ? null : store.blob(sha256));
      const source = { store: withBlob(store, blob), engine, redact: (text: string) => text };
      return verifyWholeRun(source, it.run).flaws;
    };
    expect(verify("")).toEqual([]);
    expect(verify(sha256Hex("new\n"))).toEqual([
      { part: "store", where: "t: new.txt", message: expect.stringContaining("is not in the store") },
    ]);
  });

  it("may only give a file another name: its content is kept from then on", async () => {
    const seen: string[] = [];
    const hash = sha256Hex("MIT\n");
    const rename = { id: "d1", path: "b.txt", from: "a.txt", op: "rename", before: hash, after: hash, ...REST };
    const it = await harness({
      task: CHECKS,
      files: { "a.txt": "MIT\n" },
      script: scripted({
        t: [
          say({ artifact_deltas: [rename] }),
          async (invocation, tools) => {
            seen.push((await tools.read("b.txt")).text, (await tools.list({})).text);
            return proposal(invocation, halt("incomplete", "enough"));
          },
        ],
      }),
    });
    await it.carryOn();
    expect(rejections(it)).toEqual([]);
    expect(seen).toEqual(["MIT\n", "b.txt (4 bytes)\n"]);
  });

  it.each<[string, Body, RegExp]>([
    [
      "another version than is there",
      modify("d1", "a.txt", ["other\n", "new\n"]),
      /R-DELTA: "a.txt" is [0-9a-f]{64}, not/,
    ],
    ["what is not there", modify("d1", "no.txt", ["other\n", "new\n"]), /R-DELTA: nothing is at "no.txt"/],
    ["over what is there", create("d1", "a.txt", "new\n"), /R-DELTA: "a.txt" exists/],
    [
      "the other spelling of what is there",
      create("d1", "A.txt", "new\n"),
      /R-DELTA: path "A.txt": is there as "a.txt"/,
    ],
    ["below a file", create("d1", "a.txt/b", "new\n"), /R-DELTA: path "a.txt\/b": "a.txt" is no folder/],
    ["a folder", create("d1", "sub", "new\n"), /R-DELTA: path "sub": is no regular file \(directory\)/],
    ["what a check runs", create("d1", "check.mjs", "new\n"), /R-PROHIBITED: "check.mjs" is protected/],
    ["its own task file", create("d1", "task.json", "new\n"), /R-PROHIBITED: "task.json" is protected/],
  ])("is refused where its delta is about %s", async (_what, delta, reason) => {
    const it = await harness({
      task: { checks: { c: { command: ["node", "check.mjs"] } } },
      files: { "a.txt": "old\n", "check.mjs": "" },
      script: scripted({ t: [say({ artifact_deltas: [delta], ...texts("new\n") })] }),
    });
    mkdirSync(join(it.workspace, "sub"));
    await it.carryOn();
    expect(rejections(it)[0]).toMatch(reason);
    expect(rootOf(it).tasks.get("t")?.record.changes).toEqual([]);
  });

  it("is refused where a content holds a secret or stands for one, and nothing of it is kept", async () => {
    const secret = `token = "ghp_${"a1B2c3D4e5F6".repeat(3)}"\n`;
    const marked = "token = [REDACTED:github-token]\n";
    const it = await harness({
      files: { "a.txt": "old\n" },
      script: scripted({
        t: [
          say({ artifact_deltas: [create("d1", "x", secret)], ...texts(secret) }),
          say({ artifact_deltas: [create("d1", "x", marked)], ...texts(marked) }),
        ],
      }),
    });
    await it.carryOn();
    expect(rejections(it)).toEqual([
      expect.stringContaining("holds what looks like a secret"),
      expect.stringContaining("placeholder of the redactor"),
    ]);
    expect(it.services.store.blob(sha256Hex(secret))).toBeNull();
    expect(it.services.store.blob(sha256Hex(marked))).toBeNull();
  });
});

const PROHIBITED = {
  ...CHECKS,
  invariants: [{ id: "i1", operator: "PROHIBIT", statement: "No file says GPL", check: "no-gpl" }],
  checks: {
    ...CHECKS.checks,
    "no-gpl": {
      command: ["sh", "-c", 'cd "$CAIRN_WORKSPACE" && pwd && touch made-by-check && ! grep -rq GPL --include=*.txt .'],
    },
  },
};

describe("a PROHIBIT check", () => {
  it("sees the delta in a private copy before it counts, and what it writes there is gone", async () => {
    const it = await harness({
      task: PROHIBITED,
      files: { "a.txt": "none\n" },
      script: scripted({
        t: [
          say({ artifact_deltas: [modify("d1", "a.txt", ["none\n", "GPL\n"])], ...texts("GPL\n") }),
          say({ artifact_deltas: [modify("d1", "a.txt", ["none\n", "MIT\n"])], ...texts("MIT\n") }),
          say({ ...halt("complete"), satisfies: [{ requirement: "r1", claims: [] }] }),
        ],
      }),
    });
    await it.carryOn();
    expect(rejections(it)).toEqual([expect.stringContaining("R-PROHIBITED: i1 does not hold")]);
    expect(it.result()).toMatchObject({ outcome: "complete", invariants: [{ id: "i1", held: "held" }] });
    expect(readdirSync(it.workspace)).toEqual(["a.txt"]);
  });
});
