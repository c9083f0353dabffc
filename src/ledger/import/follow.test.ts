import { describe, expect, it } from "vitest";
import { assistant, SESSION, text, user } from "./claude-code/rows.suite.ts";
import { follow } from "./follow.ts";
import type { Imported } from "./imported.ts";
import { append, newFolder, read, write } from "./reading.suite.ts";

describe("following", () => {
  it("gives what is there, then what is added, then new files, until it is ended", async () => {
    const folder = newFolder();
    const path = write(folder, `${SESSION}.jsonl`, [user("one")]);
    const control = new AbortController();
    const seen: string[] = [];
    const steps: (() => void)[] = [
      () => append(path, [user("two")]),
      () => write(folder, "sub/agent-x.jsonl", [user("three", { agentId: "x", isSidechain: true })]),
      () => control.abort(),
    ];
    const options = { paths: [folder], checkpointOf: () => null, signal: control.signal, intervalMs: 5 };
    for await (const { facts, path: file, checkpoint } of follow(options)) {
      for (const fact of facts)
        if (fact.type === "item") seen.push(`${file.slice(folder.length + 1)}: ${fact.delivered}`);
      expect(checkpoint?.position.line).toBeGreaterThan(0);
      steps.shift()?.();
    }
    expect(seen).toEqual([`${SESSION}.jsonl: one`, `${SESSION}.jsonl: two`, "sub/agent-x.jsonl: three"]);
  });

  it("begins where the store says, and tells what is wrong once", async () => {
    const folder = newFolder();
    const path = write(folder, `${SESSION}.jsonl`, [assistant("msg_a", [text("one")])]);
    const { checkpoint } = read(path);
    append(path, ["not an object", user("two")]);
    const control = new AbortController();
    const facts: Imported[] = [];
    setTimeout(() => control.abort(), 100);
    for await (const batch of follow({
      paths: [folder],
      checkpointOf: () => checkpoint,
      signal: control.signal,
      intervalMs: 5,
    }))
      facts.push(...batch.facts);
    expect(
      facts.map((fact) => (fact.type === "item" ? fact.delivered : fact.type === "problem" ? fact.code : fact.type)),
    ).toEqual(["two", "bad-line"]);
  });
});
