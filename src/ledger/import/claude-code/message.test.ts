/** Messages of transcripts. Numbers in brackets: reports of users of other tools. */
import { describe, expect, it } from "vitest";
import { newFolder, read, readAll, sum, write } from "../reading.suite.ts";
import { assistant, at, call, result, SESSION, text, usage, user, uuid } from "./rows.suite.ts";

const readRows = (rows: readonly unknown[]): ReturnType<typeof read> =>
  read(write(newFolder(), `${SESSION}.jsonl`, rows));

describe("messages of transcripts", () => {
  it("are put together from all their rows, also with rows of others between them", () => {
    const rows = [
      assistant("msg_a", [{ type: "thinking", thinking: "let me see", signature: "s" }]),
      assistant("msg_a", [text("I look.")]),
      assistant("msg_a", [call("toolu_1", "Read", { file_path: "/a" })]),
      result("toolu_1", "one"),
      assistant("msg_a", [call("toolu_2", "Read", { file_path: "/b" })]),
      result("toolu_2", "two"),
      assistant("msg_b", [text("Done.")]),
    ];
    const { items, facts } = readRows(rows);
    expect(items.map(({ tool, delivered }) => [tool, delivered])).toEqual([
      ["thinking", "let me see"],
      ["assistant", 'I look.\nRead {"file_path":"/a"}\nRead {"file_path":"/b"}'],
      ["Read", "one"],
      ["Read", "two"],
      ["assistant", "Done."],
    ]);
    expect(facts.filter(({ type }) => type === "item")).toHaveLength(5);
  });

  it("come in file order, whatever their parents, and a parent that was never written is a root (46603)", () => {
    const rows = [
      user("first", { parentUuid: null }),
      user("second", { parentUuid: uuid() }),
      user("third", { parentUuid: uuid() }),
    ];
    expect(readRows(rows).items.map(({ delivered, provenance }) => [delivered, provenance.line])).toEqual([
      ["first", 1],
      ["second", 2],
      ["third", 3],
    ]);
  });

  it("are one where a resumed or forked session has them again", () => {
    const folder = newFolder();
    const rows = [
      user("go"),
      assistant("msg_a", [text("I read."), call("toolu_01AAAAAAAAAAAAAAAAAAAAAA", "Read", { file_path: "/a" })], {
        usage: usage(20),
      }),
      result("toolu_01AAAAAAAAAAAAAAAAAAAAAA", "text of a"),
    ];
    const resumed = rows.map((row) => ({ ...row, sessionId: "99999999-2222-4333-8444-555555555555" }));
    const forked = rows.map((row) => ({
      ...row,
      uuid: uuid(),
      forkedFrom: { sessionId: SESSION, messageUuid: row["uuid"] },
    }));
    const { items, usage: facts } = readAll([
      write(folder, "a.jsonl", rows),
      write(folder, "b.jsonl", [...resumed, assistant("msg_b", [text("more")], { usage: usage(3) })]),
      write(folder, "c.jsonl", forked),
    ]);
    expect(items.map(({ delivered }) => delivered)).toHaveLength(4);
    expect(sum(facts, "outputTokens")).toBe(23);
    expect(items[0]?.scope.session).toBe(SESSION);
  });

  it("keep the fuller sighting, in whatever order the files come", () => {
    const folder = newFolder();
    const partial = write(folder, "partial.jsonl", [assistant("msg_a", [text("one")], { usage: usage(2) })]);
    const whole = write(folder, "whole.jsonl", [
      assistant("msg_a", [text("one")], { usage: usage(2) }),
      assistant("msg_a", [text("two")], { usage: usage(9) }),
    ]);
    for (const paths of [
      [partial, whole],
      [whole, partial],
    ]) {
      const { items, usage: facts } = readAll(paths);
      expect(items.map(({ delivered }) => delivered)).toEqual(["one\ntwo"]);
      expect(sum(facts, "outputTokens")).toBe(9);
    }
  });

  it("seen inside of progress rows are those of the sub-agent's own file", () => {
    const folder = newFolder();
    const inner = assistant("msg_sub", [call("toolu_01BBBBBBBBBBBBBBBBBBBBBB", "Grep", { pattern: "x" })], {
      usage: usage(8),
    });
    const answer = result("toolu_01BBBBBBBBBBBBBBBBBBBBBB", "found", { row: { timestamp: at(50) } });
    const progress = (message: unknown): unknown => ({
      ...user("", {}),
      type: "progress",
      data: { type: "agent_progress", agentId: "abc", message },
      parentToolUseID: "toolu_task",
    });
    const main = write(folder, `${SESSION}.jsonl`, [
      assistant("msg_main", [call("toolu_task", "Task", { prompt: "x", subagent_type: "Explore" })]),
      progress(inner),
      progress(answer),
    ]);
    const own = write(folder, `${SESSION}/subagents/agent-abc.jsonl`, [
      { ...inner, agentId: "abc", isSidechain: true },
      { ...answer, agentId: "abc", isSidechain: true },
    ]);
    const { items, usage: facts } = readAll([main, own]);
    expect(sum(facts, "outputTokens")).toBe(13);
    expect(items.filter(({ tool }) => tool === "Grep")).toHaveLength(1);
    expect(items.find(({ tool }) => tool === "Grep")).toMatchObject({
      kind: "search",
      pattern: "x",
      delivered: "found",
      scope: { agent: "abc", agentType: "Explore", session: SESSION },
    });
  });
});
