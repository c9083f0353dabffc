import { describe, expect, it } from "vitest";
import { importFile } from "../import-file.ts";
import { openReader } from "./reader.ts";
import type { ImportedItem } from "../imported.ts";
import { append, newFolder, read, sum, write } from "../reading.suite.ts";
import { assistant, call, result, SESSION, text, usage, user } from "./rows.suite.ts";

const itemsOf = (path: string): ImportedItem[] =>
  [...importFile(path)].flatMap(({ facts }) => facts).filter((fact) => fact.type === "item");

describe("facts on their way out", () => {
  it("come in file order and once, however the rows of messages are mixed", () => {
    const rows = Array.from({ length: 60 }, (_, index) => [
      assistant(`msg_${index}`, [call(`toolu_${index}`, "Bash", { command: `${index}` })], { usage: usage(1) }),
      result(`toolu_${index}`, `out ${index}`),
      ...(index > 0 ? [assistant(`msg_${index - 1}`, [text("late")], { usage: usage(2) })] : []),
    ]).flat();
    const items = itemsOf(write(newFolder(), `${SESSION}.jsonl`, rows));
    expect(items).toHaveLength(120);
    expect(new Set(items.map(({ key }) => key)).size).toBe(120);
    const lines = items.map(({ provenance }) => provenance.line);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    expect(items.filter(({ delivered }) => delivered.endsWith("\nlate"))).toHaveLength(59);
  });

  it("do not wait for ever behind the last message of a sub-agent", () => {
    const side = assistant("msg_side", [text("done")], { row: { agentId: "a1", isSidechain: true } });
    const rows = Array.from({ length: 40 }, (_, index) => [
      assistant(`msg_${index}`, [text("x")]),
      user(`${index}`),
    ]).flat();
    const file = { path: `/x/${SESSION}.jsonl`, readBeside: () => null };
    const reader = openReader(file, null);
    const waiting = [side, ...rows].map((row, index) => {
      const facts = [...reader.read({ text: JSON.stringify(row), line: index + 1, offset: index * 1000 })];
      return facts.length;
    });
    expect(waiting.reduce((total, count) => total + count, 0)).toBeGreaterThan(20);
    expect([...reader.end(true)].length).toBeGreaterThan(0);
  });

  it("do not wait when too much waits", () => {
    const rows = Array.from({ length: 30 }, (_, index) => user("y".repeat(400_000) + index));
    const path = write(newFolder(), `${SESSION}.jsonl`, [
      assistant("msg_open", [text("x")], { usage: usage(1) }),
      ...rows,
      assistant("msg_open", [text("z")], { usage: usage(5) }),
    ]);
    const { items, usage: facts } = read(path);
    expect(items).toHaveLength(31);
    expect(sum(facts, "outputTokens")).toBe(5);
  });

  it("of many sub-agents that go by one name are kept apart by message", () => {
    const shared = { isSidechain: true, parentUuid: "not-there" };
    const ids = Array.from({ length: 10 }, (_, index) => `msg_${index}`);
    const rows = [1, 2, 3].flatMap((part) =>
      ids.map((id) => assistant(id, [text(`${id} part ${part}`)], { usage: usage(part), row: shared })),
    );
    const { items, usage: facts } = read(write(newFolder(), `${SESSION}.jsonl`, rows));
    expect(items.map(({ delivered }) => delivered.split("\n").length)).toEqual(ids.map(() => 3));
    expect(sum(facts, "outputTokens")).toBe(30);
    expect(items[0]?.scope.agent).toBe("sidechain");
  });
});

describe("blocks of a message", () => {
  it("are not doubled by rows that repeat them, and grow where a row holds more of the last", () => {
    const rows = [
      assistant("msg_a", [text("I re")]),
      assistant("msg_a", [text("I read.")]),
      assistant("msg_a", [text("I read."), call("toolu_1", "Read", { file_path: "/a" })]),
      assistant("msg_a", [text("I read."), call("toolu_1", "Read", { file_path: "/a" })]),
      assistant("msg_a", "a plain text" as never),
    ];
    const { items } = read(write(newFolder(), `${SESSION}.jsonl`, rows));
    expect(items.map(({ delivered }) => delivered)).toEqual(['I read.\nRead {"file_path":"/a"}\na plain text']);
  });

  it("that were there whole are not lost to a row that has less of them, nor said again", () => {
    const whole = assistant("msg_a", [call("toolu_1", "Read", { file_path: "/a" })]);
    const path = write(newFolder(), `${SESSION}.jsonl`, [whole, assistant("msg_a", [call("toolu_1", "Read", {})])]);
    const first = read(path);
    expect(first.items.map(({ delivered }) => delivered)).toEqual(['Read {"file_path":"/a"}']);
    append(path, [whole]);
    expect(read(path, { checkpoint: first.checkpoint }).facts).toEqual([]);
  });

  it("of the same text are two where the rows say that they are", () => {
    const rows = [0, 2].map((apiBlockIndex) => assistant("msg_a", [text("again")], { row: { apiBlockIndex } }));
    expect(read(write(newFolder(), `${SESSION}.jsonl`, rows)).items.map(({ delivered }) => delivered)).toEqual([
      "again\nagain",
    ]);
  });

  it("that hold encrypted thinking are told as such", () => {
    const blocks = [
      { type: "thinking", thinking: "", signature: "QUJDREVGR0g=" },
      { type: "redacted_thinking", data: "QUJDRA==" },
      { type: "thinking", thinking: "" },
    ];
    const { items } = read(write(newFolder(), `${SESSION}.jsonl`, [assistant("msg_a", blocks)]));
    expect(items).toMatchObject([{ tool: "thinking", delivered: "", media: { "encrypted-reasoning": 2 } }]);
  });
});
