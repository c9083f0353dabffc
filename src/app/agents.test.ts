import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RuntimeFailure } from "../errors.ts";
import { Agents, statedTaskFile, type AgentCall, type HandedOut } from "./agents.ts";
import { openCairn, type Cairn } from "./cairn.ts";

let project = "";
let cairn: Cairn;
let agents: Agents;
beforeEach(async () => {
  project = mkdtempSync(join(tmpdir(), "cairn-app-agents-"));
  mkdirSync(join(project, "docs"));
  writeFileSync(join(project, "a.txt"), "left-pad: MIT\nis-odd: ISC\n");
  writeFileSync(join(project, "docs", "b.md"), "# Nothing\n");
  mkdirSync(join(project, ".cairn"));
  cairn = await openCairn({ path: join(project, ".cairn", "cairn.db"), mode: "write" });
  agents = new Agents(cairn, project);
});
afterEach(() => {
  cairn.close();
  rmSync(project, { recursive: true, force: true });
});

const by: AgentCall = { agent: "ada", signal: new AbortController().signal };
const requirements = [{ id: "r1", statement: "left-pad's licence is known", needs: "supported" as const }];

const open = (more: object = {}): Promise<HandedOut> =>
  agents.open({ objective: "Say the licence of left-pad", requirements, ...more }, by);

/** A proposal that ends the task with a claim on a ref. */
const ending = (ref: string): Readonly<Record<string, unknown>> => ({
  transition: "HALT",
  halt: { outcome: "complete", reason: "", summary: "MIT" },
  claims: [{ id: "c1", statement: "left-pad = MIT", status: "supported", evidence_refs: [ref] }],
  satisfies: [{ requirement: "r1", claims: ["c1"] }],
});

async function failureOf(promise: Promise<unknown>): Promise<RuntimeFailure> {
  const thrown: unknown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown instanceof RuntimeFailure) return thrown;
  throw new Error(`expected a failure, got ${String(thrown)}`);
}

describe("a task that an agent opens", () => {
  it("is handed to it with its contract, within the usual budget, and is listed while it is open", async () => {
    const handed = await open();
    expect(handed.text).toContain("Say the licence of left-pad");
    expect(handed.room_tokens).toBeGreaterThan(50_000);
    const [run] = agents.list(by);
    expect(run).toMatchObject({
      run: handed.run,
      outcome: null,
      due: [{ task: handed.task, holder: "ada", isFree: true }],
    });
  });

  it("has the id and the rules that it is given", async () => {
    const handed = await open({
      task: "licences",
      invariants: [{ id: "i1", operator: "PROHIBIT", statement: "Do not change files", check: "same" }],
      checks: { same: { unchanged: ["**"] } },
    });
    expect(handed.task).toBe("licences");
    expect(handed.text).toContain("Do not change files");
  });

  it("is refused with its findings where it fits no task file", async () => {
    const failure = await failureOf(open({ requirements: [...requirements, ...requirements] }));
    expect(failure).toMatchObject({ code: "input-invalid" });
    expect(failure.details["findings"]).toMatchObject([{ code: "T-ID" }]);
  });
});

describe("what an agent records", () => {
  it("is read by cairn itself, whole or from line to line, and can be cited", async () => {
    const at = await open();
    const whole = await agents.record(at, { kind: "file", path: "a.txt" }, by);
    expect(whole).toMatchObject({ text: "left-pad: MIT\nis-odd: ISC\n", from_line: 1, more: false });
    const part = await agents.record(at, { kind: "file", path: "a.txt", fromLine: 2, toLine: 2 }, by);
    expect(part).toMatchObject({ from_line: 2 });
    expect(part.text).toContain("is-odd");
    expect(await agents.propose(at, ending(`ctx:${whole.seq}#L1-L1`), by)).toMatchObject({
      accepted: true,
      outcome: "complete",
      rejections: [],
    });
    expect(agents.result(at.run)).toMatchObject({ outcome: "complete" });
    expect(agents.list(by)).toEqual([]);
  });

  it("is listed also while another process has the run in its hands, and listing changes nothing", async () => {
    const at = await open();
    const before = cairn.events(at.run);
    const count = [...before].length;
    let due: unknown;
    await cairn.visit(at.run, { agent: "other", signal: new AbortController().signal }, async () => {
      due = agents.list({ agent: "third" }).find((it) => it.run === at.run)?.due[0];
    });
    expect(due).toMatchObject({ isFree: false, holder: by.agent });
    expect([...cairn.events(at.run)]).toHaveLength(count);
  });

  it("may be a search, everywhere or below some paths, or a list of what is there", async () => {
    const at = await open();
    expect((await agents.record(at, { kind: "search", pattern: "MIT|ISC" }, by)).text).toContain("a.txt");
    expect((await agents.record(at, { kind: "search", pattern: "MIT", paths: ["docs/**"] }, by)).text).not.toContain(
      "a.txt",
    );
    expect((await agents.record(at, { kind: "list" }, by)).text).toContain("a.txt");
    expect((await agents.record(at, { kind: "list", path: "docs" }, by)).text).toContain("b.md");
  });

  it("runs nothing that no task file allows", async () => {
    const at = await open();
    expect((await failureOf(agents.record(at, { kind: "command", name: "rm" }, by))).message).toContain("rm");
  });

  it("is named when the work is taken up again, but for notes, which are no evidence", async () => {
    const at = await open();
    const note = await agents.record(at, { kind: "note", text: "look at a.txt first" }, by);
    const read = await agents.record(at, { kind: "file", path: "a.txt" }, by);
    const { text } = await agents.take(at.run, undefined, by);
    expect(text).toContain(`ctx:${read.seq}, lines 1 to 2`);
    expect(text).not.toContain(`ctx:${note.seq}, lines`);
    expect(await agents.tryOut(at, ending(`ctx:${note.seq}`), by)).not.toEqual([]);
    expect(await agents.tryOut(at, ending(`ctx:${read.seq}#L1-L1`), by)).toEqual([]);
  });
});

describe("what is known of a run", () => {
  it("is found by words, by ref, and as the packet of a task", async () => {
    const at = await open();
    const { seq } = await agents.record(at, { kind: "file", path: "a.txt" }, by);
    expect(agents.search(at.run, "IS-ODD", 5)).toMatchObject([{ item: { seq }, line: 2 }]);
    expect(agents.evidence(at.run, `ctx:${seq}`).text).toContain("left-pad");
    expect(() => agents.evidence(at.run, "ctx:999")).toThrow(/names no item/);
    expect(() => agents.evidence(at.run, "nonsense")).toThrow(/names no item/);
    expect(agents.packet(at.run, at.task)).toMatchObject({ task_id: at.task });
    expect(agents.packet(at.run, "none")).toBeNull();
  });

  it("has the questions that wait for a person, of one run and of all", async () => {
    const at = await open();
    const escalation = { question: "Is MIT fine?", options: ["yes", "no"], to: "person", blocking: true };
    await agents.propose(at, { transition: "ESCALATE", escalation }, by);
    expect(agents.inbox()).toMatchObject([{ run: at.run, question: "Is MIT fine?" }]);
    expect(agents.inbox(at.run)).toEqual(agents.inbox());
    expect((await failureOf(agents.take(at.run, undefined, by))).message).toContain("waits for a person");
  });
});

describe("a task that a person opens in words", () => {
  it("is found by agents, and what a hook saw lies with the task whose work is in hand, else with its root", async () => {
    const run = await cairn.begin(statedTaskFile("Do it", ["It is done", "It is told"], project), project);
    await agents.prepare(run, { ...by, agent: "person" });
    const [found] = agents.list(by);
    expect(found?.due).toMatchObject([{ holder: null, isFree: true }]);
    const at = { run, task: found?.task ?? "" };
    const observed = { kind: "shell" as const, tool: "x", text: "ok", command: "npm test" };
    expect(await agents.observe(at, [observed], by)).toBe(1);
    await agents.take(run, undefined, by);
    expect(await agents.observe(at, [observed, observed], by)).toBe(2);
    expect(agents.search(run, "ok", 10).every(({ item }) => item.task === at.task)).toBe(true);
  });
});
