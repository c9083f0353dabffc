/** Usage of transcripts. Numbers in brackets: reports of users of other tools. */
import { describe, expect, it } from "vitest";
import { newFolder, read, readAll, sum, write } from "../reading.suite.ts";
import { assistant, call, result, SESSION, text, usage, user, uuid } from "./rows.suite.ts";

const readRows = (rows: readonly unknown[]): ReturnType<typeof read> =>
  read(write(newFolder(), `${SESSION}.jsonl`, rows));

describe("usage of transcripts", () => {
  it("counts once per message, with its largest output (901, 938)", () => {
    const rows = [9, 9, 159].map((output, index) =>
      assistant("msg_a", [text(`part ${index}`)], {
        usage: usage(output),
        message: { stop_reason: index === 2 ? "tool_use" : null },
      }),
    );
    const { usage: facts } = readRows(rows);
    expect(facts).toHaveLength(1);
    expect(facts[0]).toMatchObject({
      outputTokens: 159,
      inputTokens: 10,
      cacheReadTokens: 100,
      model: "claude-opus-4-6",
    });
  });

  it("counts once where every content block repeats it (283)", () => {
    const rows = [
      assistant("msg_a", [{ type: "thinking", thinking: "hm", signature: "s" }], { usage: usage(42) }),
      assistant("msg_a", [text("hello")], { usage: usage(42) }),
    ];
    expect(sum(readRows(rows).usage, "outputTokens")).toBe(42);
    expect(sum(readRows(rows).usage, "inputTokens")).toBe(10);
  });

  it("takes the last of growing counts, not the first (575)", () => {
    const rows = [1, 3, 427].map((output) => assistant("msg_a", [text(`${output}`)], { usage: usage(output) }));
    expect(sum(readRows(rows).usage, "outputTokens")).toBe(427);
  });

  it("takes the largest also where a later row says less", () => {
    const rows = [3, 427, 1].map((output) => assistant("msg_a", [text(`${output}`)], { usage: usage(output) }));
    expect(sum(readRows(rows).usage, "outputTokens")).toBe(427);
  });

  it("finds sub-agents at any depth, linked to their session (313)", () => {
    const folder = newFolder();
    const agentRow = (id: string, agentId: string): unknown =>
      assistant(id, [text("done")], { usage: usage(7), row: { isSidechain: true, agentId } });
    const paths = [
      write(folder, `${SESSION}.jsonl`, [assistant("msg_main", [text("go")], { usage: usage(5) })]),
      write(folder, `${SESSION}/subagents/agent-x.jsonl`, [agentRow("msg_x", "x")]),
      write(folder, `${SESSION}/subagents/workflows/wf/agent-y.jsonl`, [agentRow("msg_y", "y")]),
    ];
    write(folder, `${SESSION}/subagents/workflows/wf/agent-y.meta.json`, JSON.stringify({ agentType: "Explore" }));
    const { usage: facts } = readAll(paths);
    expect(sum(facts, "outputTokens")).toBe(19);
    expect(facts.map(({ scope }) => [scope.session, scope.agent, scope.agentType])).toEqual([
      [SESSION, null, undefined],
      [SESSION, "x", undefined],
      [SESSION, "y", "Explore"],
    ]);
  });

  it("of a sub-agent's own file is that sub-agent's, also where the rows do not say so", () => {
    const path = write(newFolder(), `${SESSION}/subagents/agent-0a1b2c3d.jsonl`, [
      assistant("msg_x", [text("x")], { row: { sessionId: null } }),
    ]);
    expect(read(path).usage).toMatchObject([{ scope: { agent: "0a1b2c3d", session: SESSION } }]);
  });

  it("counts sidechain rows, and marks whose they are (85)", () => {
    const root = uuid();
    const first = { isSidechain: true, parentUuid: null, uuid: root };
    const rows = [
      assistant("msg_main", [text("go")], { usage: usage(5) }),
      user("look", { ...first }),
      assistant("msg_side", [text("done")], { usage: usage(11), row: { isSidechain: true, parentUuid: root } }),
    ];
    const { usage: facts, items } = readRows(rows);
    expect(sum(facts, "outputTokens")).toBe(16);
    const agent = `sidechain-${root.slice(0, 8)}`;
    expect(facts.map(({ scope }) => scope.agent)).toEqual([null, agent]);
    expect(items.find(({ tool }) => tool === "agent-prompt")).toMatchObject({ role: "prompt", scope: { agent } });
  });

  it("says nothing, rather than 0, of a sub-agent whose usage was not recorded (23254)", () => {
    const rows = [
      assistant("msg_a", [call("toolu_task", "Task", { prompt: "look", subagent_type: "Explore" })]),
      result("toolu_task", [text("found it")], { raw: { agentId: "a1", content: [text("found it")] } }),
      assistant("msg_zero", [text("x")], {
        usage: { input_tokens: 0, output_tokens: 0 },
        row: { agentId: "a1", isSidechain: true },
      }),
    ];
    const { usage: facts, items } = readRows(rows);
    expect(facts.map(({ scope }) => scope.agent)).toEqual([null]);
    expect(items.find(({ tool }) => tool === "Task")).toMatchObject({ spawned: "a1", role: "evidence", kind: "other" });
  });

  it("has no usage for what the client wrote in the model's place", () => {
    const synthetic = { model: "<synthetic>", usage: { input_tokens: 0, output_tokens: 0 } };
    const rows = [
      assistant("msg_e", [text("API Error: 529")], { message: synthetic, row: { isApiErrorMessage: true } }),
      assistant("msg_n", [text("No response requested.")], { message: { ...synthetic, usage: usage(3) } }),
    ];
    const { usage: facts, items, outcome } = readRows(rows);
    expect(facts).toEqual([]);
    expect(items.map(({ delivered }) => delivered)).toEqual(["No response requested."]);
    expect(outcome.tally).toMatchObject({ "assistant:api-error": 1 });
  });
});
