import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureDist, mainFile, run } from "../cli/built.ts";
import { makeMcpPlace, type McpAgent, type McpPlace } from "./client.ts";

const OPEN = {
  objective: "Say the licence of each package",
  requirements: ["left-pad", "is-odd"].map((name, index) => ({
    id: `r${index + 1}`,
    statement: `The licence of ${name} is known`,
    needs: "supported",
  })),
};

const SPLIT = {
  transition: "SPLIT",
  split: {
    keep: [],
    children: ["r1", "r2"].map((requirement) => ({
      key: requirement,
      objective: `Satisfy ${requirement}`,
      requires: [requirement],
      depends_on: [],
      share: { invocations: 5 },
    })),
  },
};

/** Reads the file, claims what its line says, and halts complete. */
async function finish(
  agent: McpAgent,
  at: { readonly run: string; readonly task: string },
  requirement: string,
): Promise<string> {
  const read = await agent.call("context_record", { ...at, file: { path: `${requirement}.txt` } });
  const claim = {
    id: "c1",
    statement: `${requirement} = MIT`,
    status: "supported",
    evidence_refs: [`${String(read.data["ref"])}#L1-L1`],
  };
  const proposal = {
    transition: "HALT",
    halt: { outcome: "complete", reason: "", summary: "MIT" },
    claims: [claim],
    satisfies: [{ requirement, claims: ["c1"] }],
  };
  return (await agent.call("packet_propose", { ...at, proposal })).text;
}

let place: McpPlace;
beforeAll(() => {
  ensureDist();
  place = makeMcpPlace({ "r1.txt": "left-pad: MIT\n", "r2.txt": "is-odd: MIT\n" });
}, 120_000);
afterAll(() => place.close());

describe("an agent that has nothing but the MCP server", () => {
  it("carries a task tree from opening to HALT, its sub-agents taking the children", async () => {
    const agent = await place.connect("solo");
    const opened = await agent.call("task_open", OPEN);
    const [run_, task] = [String(opened.data["run"]), String(opened.data["task"])];
    expect((await agent.call("packet_propose", { run: run_, task, proposal: SPLIT })).text).toContain("Accepted");
    for (const [index, requirement] of ["r1", "r2"].entries()) {
      const sub = { run: run_, task: `${task}.${index + 1}`, agent: `sub-${index}` };
      expect((await agent.call("packet_get", sub)).text).toContain(`Satisfy ${requirement}`);
      expect(await finish(agent, sub, requirement)).toContain("halted complete");
    }
    // Its children satisfied everything, so the join ended it.
    expect((await agent.call("packet_get", { run: run_ })).text).toContain("the run has halted");
    expect((await agent.call("task_list", {})).text).toContain("No task is open");
    const store = ["--store", `${place.root}/store`];
    expect(await run(["verify", run_, ...store])).toMatchObject({ end: 0 });
    expect(await run(["replay", run_, ...store])).toMatchObject({ end: 0 });
  });

  it("is told what is missing, and what to do, when it wants to end too early", async () => {
    const agent = await place.connect("hasty");
    const { data } = await agent.call("task_open", OPEN);
    const at = { run: data["run"], task: data["task"] };
    const end = { transition: "HALT", halt: { outcome: "complete", reason: "", summary: "" } };
    const refused = await agent.call("packet_propose", { ...at, proposal: end });
    expect(refused.text).toContain("R-HALT");
    expect(refused.text).toContain("r1");
    const late = await agent.call("packet_propose", { ...at, proposal: end });
    expect(late).toMatchObject({ isError: true });
    expect(late.text).toContain("take it up first");
    const note = await agent.call("packet_get", { run: at.run });
    expect(note.text).toContain("R-HALT");
  });

  it("cannot claim what it only noted, and can check that before it hands in", async () => {
    const agent = await place.connect("noting");
    const { data } = await agent.call("task_open", OPEN);
    const at = { run: data["run"], task: data["task"] };
    const noted = await agent.call("context_record", { ...at, note: "left-pad: MIT, believe me" });
    const read = await agent.call("context_record", { ...at, file: { path: "r1.txt" } });
    const check = async (ref: unknown): Promise<unknown> =>
      (await agent.call("claim_check", { ...at, statement: "left-pad = MIT", evidence_refs: [ref] })).data["counts"];
    expect([await check(noted.data["ref"]), await check(read.data["ref"])]).toEqual([false, true]);
    const found = await agent.call("context_search", { run: at.run, words: "LEFT-PAD" });
    expect(found.data["hits"]).toHaveLength(2);
    expect((await agent.call("evidence_get", { run: at.run, ref: read.data["ref"] })).text).toContain("left-pad: MIT");
  });

  it("asks a person through the inbox, and goes on with the answer", async () => {
    const agent = await place.connect("asking");
    const { data } = await agent.call("task_open", OPEN);
    const at = { run: String(data["run"]), task: String(data["task"]) };
    expect((await agent.call("escalate", { ...at, question: "Is MIT fine?", options: ["yes", "no"] })).text).toContain(
      "Accepted",
    );
    const waiting = await agent.call("packet_get", { run: at.run });
    expect(waiting).toMatchObject({ isError: true });
    expect(waiting.text).toContain("waits for a person");
    const { data: inbox } = await agent.call("inbox", { run: at.run });
    const [question] = inbox["questions"] as { escalation: string }[]; // as the tool's schema says
    await run(["answer", at.run, String(question?.escalation), "yes", "--store", `${place.root}/store`]);
    const answered = await agent.call("packet_get", { run: at.run });
    expect(answered.text).toContain("yes");
  });

  it("gets an error that says what is wrong for arguments that fit no schema", async () => {
    const agent = await place.connect("sloppy");
    const bad = await agent.call("task_open", { objective: "x", requirements: [], surprise: 1 });
    expect(bad.isError).toBe(true);
    expect(bad.text).toContain("surprise");
    expect((await agent.call("packet_get", { run: "nope" })).text).toContain("there is no run nope");
  });
});

describe("two agents in processes of their own", () => {
  it("work on one tree at once, each on its own child", async () => {
    const [ada, bob] = [await place.connect("ada"), await place.connect("bob")];
    const { data } = await ada.call("task_open", OPEN);
    const at = { run: String(data["run"]), task: String(data["task"]) };
    await ada.call("packet_propose", { ...at, proposal: SPLIT });
    const [mine, theirs] = await Promise.all([
      ada.call("packet_get", { run: at.run }),
      bob.call("packet_get", { run: at.run }),
    ]);
    const tasks = [String(mine.data["task"]), String(theirs.data["task"])];
    expect(tasks.toSorted()).toEqual([`${at.task}.1`, `${at.task}.2`]);
    const requirementOf = (task: string): string => `r${task.slice(-1)}`;
    const ended = await Promise.all(
      [ada, bob].map((agent, index) =>
        finish(agent, { run: at.run, task: tasks[index] ?? "" }, requirementOf(tasks[index] ?? "")),
      ),
    );
    expect(ended.filter((text) => text.includes("halted complete"))).toHaveLength(2);
    const stolen = await bob.call("packet_propose", { ...at, proposal: SPLIT });
    expect(stolen.isError).toBe(true);
  });
});

describe("a client on standard input and output", () => {
  it("is told of a packet that another process changes", async () => {
    const [ada, bob] = [await place.connect("ada"), await place.connect("bob")];
    const { data } = await ada.call("task_open", OPEN);
    const at = { run: String(data["run"]), task: String(data["task"]) };
    const uri = `cairn://runs/${at.run}/tasks/${at.task}/packet`;
    const told = new Promise<string>((resolve) =>
      bob.client.setNotificationHandler("notifications/resources/updated", ({ params }) => resolve(params.uri)),
    );
    await bob.client.subscribeResource({ uri });
    await ada.call("escalate", { ...at, question: "Is MIT fine?" });
    expect(await told).toBe(uri);
  });
});

describe("the server process", () => {
  it("writes nothing but messages on standard output, whatever it is sent, and ends with its input", async () => {
    const child = spawn(process.execPath, [mainFile, "mcp", "--store", `${place.root}/store`], { cwd: place.root });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stdin.write('not json\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    child.stdin.write(Buffer.from([0xff, 0xfe, 0x0a]));
    child.stdin.end('{"jsonrpc":"2.0","id":2,"method":"no/such"}\n{"cut": ');
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(code).toBe(0);
    for (const line of out.split("\n").filter((it) => it !== ""))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });
});
