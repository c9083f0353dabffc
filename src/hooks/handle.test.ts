import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Agents, locateStore, openCairn } from "../app.ts";
import { handleHook, type HookAnswer, type HookEventName } from "./handle.ts";

let project = "";
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "cairn-hooks-"));
  mkdirSync(join(project, ".cairn"));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const signal = new AbortController().signal;
const QUIET = { out: "", err: "", exitCode: 0 };

function hook(name: HookEventName, input: Readonly<Record<string, unknown>> | string): Promise<HookAnswer> {
  const text = typeof input === "string" ? input : JSON.stringify({ session_id: "s1", cwd: project, ...input });
  return handleHook(name, text, { folder: project, agent: "claude", signal });
}

async function withAgents<T>(work: (agents: Agents) => Promise<T>): Promise<T> {
  const cairn = await openCairn({ path: locateStore(project), mode: "write" });
  try {
    return await work(new Agents(cairn, project));
  } finally {
    cairn.close();
  }
}

const by = { agent: "claude", signal };

function openTask(): Promise<{ readonly run: string; readonly task: string }> {
  const requirements = [{ id: "r1", statement: "The tests pass", needs: "supported" as const }];
  return withAgents((agents) => agents.open({ objective: "Make the tests pass", requirements }, by));
}

/** What the model was shown by one call, as the hook after a batch tells it. */
const ran = (text: string): Readonly<Record<string, unknown>> => ({
  tool_calls: [{ tool_name: "Bash", tool_input: { command: "npm test" }, tool_response: text, tool_use_id: "1" }],
});

function spool(name: string, content: string | Readonly<Record<string, unknown>>): void {
  mkdirSync(join(project, ".cairn", "spool"), { recursive: true });
  const text = typeof content === "string" ? content : JSON.stringify({ session_id: "s1", cwd: project, ...content });
  writeFileSync(join(project, ".cairn", "spool", name), text);
}

describe("where a project has no task", () => {
  it("every hook is quiet", async () => {
    for (const name of ["session-start", "pre-tool", "post-tool", "pre-compact", "subagent-stop", "stop"] as const)
      expect(await hook(name, {})).toEqual(QUIET);
    expect(existsSync(join(project, ".cairn", "cairn.db"))).toBe(false);
  });
});

describe("a session that starts", () => {
  it("is given the open task with what is missing and how to take it up, after a compaction too", async () => {
    const { run } = await openTask();
    const first = await hook("session-start", { source: "startup" });
    expect(first.out).toContain("Make the tests pass");
    expect(first.out).toContain("requirement r1 is not satisfied");
    expect(first.out).toContain(run);
    expect(await hook("session-start", { source: "compact" })).toEqual(first);
  });

  it("is given no more than its tokens, and told that there is more", async () => {
    const requirements = Array.from({ length: 400 }, (_, index) => ({
      id: `r${index}`,
      statement: `Part ${index} of the work is done and shown to be done`,
      needs: "supported" as const,
    }));
    await withAgents((agents) => agents.open({ objective: "Much", requirements }, by));
    const { out } = await hook("session-start", {});
    expect(out.length).toBeLessThan(1500 * 3 + 100);
    expect(out).toContain("lines more");
  });
});

describe("before a tool", () => {
  const RULES = "prohibit: [{ id: no-push, tool: Bash, command: 'git push', reason: A person pushes, fail: closed }]";
  const push = { tool_name: "Bash", tool_input: { command: "git push origin main" } };

  it("what a rule prohibits is refused with its reason, and all else goes on without a word", async () => {
    writeFileSync(join(project, "cairn-rules.yaml"), RULES);
    expect(await hook("pre-tool", push)).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("A person pushes") as string,
    });
    expect(await hook("pre-tool", { tool_name: "Bash", tool_input: { command: "git pull" } })).toEqual(QUIET);
  });

  it("paths count as the project's own whether they are written absolute or not, and those in a patch count too", async () => {
    writeFileSync(join(project, "cairn-rules.yaml"), "prohibit: [{ id: infra, path: 'infra/**', reason: Not yours }]");
    const edits = [
      { tool_name: "Edit", tool_input: { file_path: join(project, "infra", "a.tf") } },
      { tool_name: "Write", tool_input: { file_path: "infra/b/c.tf" } },
      { tool_name: "apply_patch", tool_input: { input: "*** Begin Patch\n*** Update File: infra/a.tf\n@@\n" } },
    ];
    for (const it of edits) expect(await hook("pre-tool", it)).toMatchObject({ exitCode: 2 });
    expect(await hook("pre-tool", { tool_name: "Edit", tool_input: { file_path: "src/a.ts" } })).toEqual(QUIET);
  });

  it("rules that cannot be read let the call go on, unless they ask to refuse then", async () => {
    writeFileSync(join(project, "cairn-rules.yaml"), "prohibit: {");
    expect(await hook("pre-tool", push)).toEqual(QUIET);
    expect(readFileSync(join(project, ".cairn", "hooks.log"), "utf8")).toContain("pre-tool");
    writeFileSync(join(project, "cairn-rules.yaml"), `${RULES}\nnonsense: 1\n`);
    expect(await hook("pre-tool", push)).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("could not check") as string,
    });
  });

  it("input that is cut, or no JSON, is let through, unless the rules ask to refuse then", async () => {
    for (const text of ["", "{", "[1]", '{"tool_name": "Bash", "tool_in', "\u0000\uFFFD"])
      expect(await hook("pre-tool", text)).toEqual(QUIET);
    writeFileSync(join(project, "cairn-rules.yaml"), RULES);
    expect(await hook("pre-tool", "{")).toMatchObject({ exitCode: 2 });
  });
});

describe("what an agent was shown", () => {
  it("is in the ledger of the task that it has in hand, redacted, with kind, command and duration, and counts as evidence", async () => {
    const { run, task } = await openTask();
    spool("1.json", ran("42 passed, 0 failed\nkey AKIAIOSFODNN7EXAMPLE"));
    expect(await hook("post-tool", {})).toEqual(QUIET);
    expect(readdirSync(join(project, ".cairn", "spool"))).toEqual([]);
    await withAgents(async (agents) => {
      const [hit] = agents.search(run, "42 passed", 5);
      expect(hit?.item).toMatchObject({
        task,
        kind: "shell",
        tool: "claude:Bash",
        command: "npm test",
        role: "evidence",
      });
      expect(agents.search(run, "AKIAIOSFODNN7EXAMPLE", 5)).toEqual([]);
      const claims = [
        { id: "c1", statement: "All tests pass", status: "supported", evidence_refs: [`ctx:${hit?.item.seq}#L1-L1`] },
      ];
      const proposal = {
        transition: "HALT",
        halt: { outcome: "complete", reason: "", summary: "done" },
        claims,
        satisfies: [{ requirement: "r1", claims: ["c1"] }],
      };
      expect(await agents.propose({ run, task }, proposal, by)).toMatchObject({ accepted: true, outcome: "complete" });
    });
  });

  it("is what a person typed too, once, and that is no evidence", async () => {
    const { run } = await openTask();
    spool("1.json", { hook_event_name: "UserPromptSubmit", prompt: "Keep the public names" });
    await hook("post-tool", { ...ran("ok"), hook_event_name: "PostToolBatch", prompt: "Keep the public names" });
    const [found, ...others] = await withAgents(async (agents) => agents.search(run, "public names", 5));
    expect(found?.item).toMatchObject({ tool: "claude:user-prompt", kind: "other" });
    expect(others).toEqual([]);
  });

  it("is taken from a spool that also holds rubbish, which is thrown away", async () => {
    const { run } = await openTask();
    spool("1.json", "{ cut");
    spool("2.json", ran("seen"));
    spool("3.json.tmp", "half");
    await hook("pre-compact", {});
    expect(readdirSync(join(project, ".cairn", "spool"))).toEqual(["3.json.tmp"]);
    await withAgents(async (agents) => expect(agents.search(run, "seen", 5)).toHaveLength(1));
  });

  it("is not recorded twice where our own server gave it", async () => {
    const { run } = await openTask();
    await hook("post-tool", {
      tool_calls: [{ tool_name: "mcp__cairn__context_record", tool_input: {}, tool_response: "once" }],
    });
    await withAgents(async (agents) => expect(agents.search(run, "once", 5)).toEqual([]));
  });
});

describe("an agent that stops too early", () => {
  it("is sent back with the list of what is missing, three times a session, and then may stop", async () => {
    await openTask();
    for (const count of [1, 2, 3]) {
      const { out, exitCode } = await hook("stop", {});
      const { decision, reason } = JSON.parse(out) as { decision: string; reason: string };
      expect([exitCode, decision]).toEqual([0, "block"]);
      expect(reason).toContain("requirement r1 is not satisfied");
      expect(reason).toContain(`${count} of 3`);
    }
    expect(await hook("stop", {})).toEqual(QUIET);
    expect((await hook("stop", { session_id: "another" })).out).toContain("block");
  });

  it("may stop at once where its task waits for a person, or has ended", async () => {
    const { run, task } = await openTask();
    const ask = {
      transition: "ESCALATE",
      escalation: { question: "Which?", options: [], to: "person", blocking: true },
    };
    await withAgents((agents) => agents.propose({ run, task }, ask, by));
    expect(await hook("stop", {})).toEqual(QUIET);
  });

  it("is not held up by a store in other hands or one that is damaged", async () => {
    await openTask();
    writeFileSync(locateStore(project), "this is no database");
    expect(await hook("stop", {})).toEqual(QUIET);
    expect(readFileSync(join(project, ".cairn", "hooks.log"), "utf8")).toContain("stop");
  });
});
