import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkContextIr, checkPacket, parseEvent, type Event } from "../contracts/index.ts";
import { contextIrDocuments, exportRun } from "./export.ts";
import { alteredStore } from "./altered-store.suite.ts";
import { diligent, halt, proposal, useHarnesses, type Harness, type Script } from "./harness.suite.ts";

const harness = useHarnesses();
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "cairn-export-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The root splits once, its children do the work, and it halts with what they found. */
const family: Script = (invocation, tools) => {
  const { packet } = invocation;
  if (packet.depth > 0) return diligent(invocation, tools);
  if (packet.phase !== "BEGINNING") return proposal(invocation, halt("incomplete", "enough was seen"));
  const children = ["a", "b"].map((key) => ({
    key,
    objective: key,
    requires: [`r1/${key}`],
    depends_on: [],
    share: { invocations: 3 },
  }));
  const into = ["a", "b"].map((key) => ({ id: `r1/${key}`, statement: key, needs: "supported" }));
  return proposal(invocation, {
    transition: "SPLIT",
    split: { children, keep: [], refine: [{ requirement: "r1", into }] },
  });
};

const exported = (it: Harness, kind: "events" | "packets" | "context-ir", to = folder): ReturnType<typeof exportRun> =>
  exportRun(it.services, { run: it.run, kind, folder: to });

describe("a run that is handed over", () => {
  it("as events is a line an event, each of which can be read again", async () => {
    const it = await harness({ script: diligent });
    await it.carryOn();
    const report = exported(it, "events", join(folder, "made", "deep"));
    const lines = readFileSync(report.files[0] ?? "", "utf8")
      .trimEnd()
      .split("\n");
    expect(report).toMatchObject({ kind: "events", count: lines.length });
    const kinds = lines.map((line): Event["kind"] | null => {
      const parsed = parseEvent(line);
      return parsed.ok ? parsed.value.kind : null;
    });
    expect(kinds).toEqual(it.kinds());
  });

  it("as packets is the newest packet of every task, ended ones included, each without an error", async () => {
    const it = await harness({ script: family });
    await it.carryOn();
    expect(exported(it, "packets").count).toBe(3);
    expect(readdirSync(folder).toSorted()).toEqual(["t.1.json", "t.2.json", "t.json"]);
    for (const name of readdirSync(folder)) {
      const findings = checkPacket(readFileSync(join(folder, name)));
      expect(findings.filter((finding) => finding.level === "error")).toEqual([]);
    }
  });

  it("as Context-IR documents holds every item that entered a context, packets with their bytes", async () => {
    const it = await harness({ script: family });
    await it.carryOn();
    const report = exported(it, "context-ir");
    expect(report.files).toEqual([join(folder, "context-00001.json")]);
    expect(report.count).toBe([...it.services.store.items(it.run)].length);
    const text = readFileSync(report.files[0] ?? "", "utf8");
    expect(checkContextIr(text).filter((finding) => finding.level === "error")).toEqual([]);
    const excerpts = contextIrDocuments(it.services, it.run).flatMap((document) =>
      document.items.filter((item) => item.source.tool === "cairn:packet").map((item) => item.content_excerpt),
    );
    expect(excerpts.length).toBe(3);
    for (const excerpt of excerpts) expect(excerpt).toContain('"schema_version":"0.1.0"');
  });

  it("from a store without its contents says which one is missing", async () => {
    const it = await harness({ script: diligent });
    await it.carryOn();
    const store = alteredStore(it.services.store, { blob: () => null });
    expect(() => exportRun({ ...it.services, store }, { run: it.run, kind: "context-ir", folder })).toThrow(
      expect.objectContaining({ code: "store-damaged", message: expect.stringMatching(/content of item \d+ is not/) }),
    );
  });

  it("of which the row is gone is dated from the beginning of time, and packets that nothing makes are empty", async () => {
    const it = await harness({ script: diligent });
    await it.carryOn();
    const { store } = it.services;
    const foreign = alteredStore(store, {
      run: () => null,
      items: function* (run) {
        for (const item of store.items(run))
          yield item.role === "packet" ? { ...item, contentSha256: "0".repeat(64) } : item;
      },
    });
    const [document] = contextIrDocuments({ ...it.services, store: foreign }, it.run);
    expect(document?.created_at).toBe("1970-01-01T00:00:00.000Z");
    expect(document?.items[0]).toMatchObject({ source: { tool: "cairn:packet" }, content_excerpt: "" });
  });

  it("to a place that cannot be written says so, and a full disk by its name", async () => {
    const it = await harness({ script: diligent });
    await it.carryOn();
    const blocked = join(folder, "blocked");
    writeFileSync(blocked, "");
    expect(() => exported(it, "events", join(blocked, "in"))).toThrow(
      expect.objectContaining({ code: "input-unreadable", message: expect.stringContaining("cannot be made") }),
    );
    mkdirSync(join(folder, "taken", "events.jsonl"), { recursive: true });
    expect(() => exported(it, "events", join(folder, "taken"))).toThrow(
      expect.objectContaining({ code: "input-unreadable", message: expect.stringContaining("cannot be written") }),
    );
    mkdirSync(join(folder, "full"));
    symlinkSync("/dev/full", join(folder, "full", "events.jsonl"));
    expect(() => exported(it, "events", join(folder, "full"))).toThrow(
      expect.objectContaining({ code: "disk-full", message: expect.stringContaining("cannot be written") }),
    );
  });
});
