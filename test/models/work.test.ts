import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256Hex } from "../../src/contracts/index.ts";
import type { Executor } from "../../src/executors/index.ts";
import { packetAt } from "../../src/runtime/index.ts";
import { useHarnesses, type Harness } from "../../src/runtime/harness.suite.ts";
import {
  calls,
  countTokens,
  executorFor,
  KEY,
  settingsFor,
  shownItems,
  startMockModel,
  STYLES,
  textOf,
  type MockModel,
  type Request,
  type Reply,
} from "./mock-model.ts";

const harness = useHarnesses();
let mock: MockModel;
beforeAll(async () => {
  mock = await startMockModel();
});
afterAll(async () => {
  await mock.stop();
});

const contentOf = ({ content }: Request["messages"][number]): string =>
  typeof content === "string" ? content : JSON.stringify(content);

function runOf(executor: Executor, more: Partial<Parameters<typeof harness>[0]> = {}): Promise<Harness> {
  return harness({
    script: (invocation, tools, signal) => executor.execute(invocation, tools, signal),
    ...more,
  });
}

/** Claims what the newest item shows, and halts. */
const claimAndHalt = (request: Request): Reply => claimAndHaltWith(`ctx:${shownItems(request).at(-1)}#L1-L1`);
const claimAndHaltOnFirst = (request: Request): Reply => claimAndHaltWith(`ctx:${shownItems(request).at(0)}`);

const halted = (reason: string): Reply =>
  calls(["propose", { transition: "HALT", halt: { outcome: "incomplete", reason, summary: "" } }]);

const oneChild = {
  transition: "SPLIT",
  split: {
    keep: [],
    children: [{ key: "a", objective: "Read", requires: ["r1"], depends_on: [], share: { invocations: 4 } }],
  },
};

const claimAndHaltWith = (ref: string): Reply =>
  calls([
    "propose",
    {
      transition: "HALT",
      halt: { outcome: "complete", reason: "", summary: "read it" },
      claims: [claim(ref)],
      satisfies: [{ requirement: "r1", claims: ["c1"] }],
    },
  ]);

const claim = (ref: string): object => ({
  id: "c1",
  statement: "left-pad = MIT",
  status: "supported",
  evidence_refs: [ref],
});

describe.each(STYLES)("a model by %s", (provider) => {
  test("reads with a tool, cites what it read, and ends the run complete", async () => {
    mock.play([calls(["read", { path: "a.txt" }]), claimAndHalt]);
    const it = await runOf(executorFor(settingsFor(mock, provider)));
    await it.carryOn();
    expect(it.result()).toMatchObject({ outcome: "complete" });
    expect(textOf(mock.requests[1])).toContain("1\tleft-pad: MIT");
    expect(mock.requests[0]?.tools?.map((tool) => tool.function.name)).toContain("propose");
  });

  test("is asked again after it was told to wait, after a failure, and after an answer that broke off", async () => {
    mock.play([
      { reply: { error: { message: "slow down" }, status: 429, retryAfter: 0 } },
      { reply: { error: { message: "overloaded" }, status: 503 } },
      { reply: { content: "half of an answer that never ends ".repeat(20) }, chunkSize: 5, truncateAfterChunks: 3 },
      calls(["read", { path: "a.txt" }]),
      claimAndHalt,
    ]);
    const it = await runOf(executorFor(settingsFor(mock, provider)));
    await it.carryOn();
    expect(it.result()).toMatchObject({ outcome: "complete" });
    expect(mock.requests).toHaveLength(5);
  });

  test("states its proposal as text where it calls no tool, with words around it", async () => {
    const proposal = { transition: "HALT", halt: { outcome: "incomplete", reason: "nothing to do", summary: "" } };
    mock.play([{ content: `Sure! Here it is:\n\`\`\`json\n${JSON.stringify(proposal)}\n\`\`\`\nGood luck {!` }]);
    const it = await runOf(executorFor(settingsFor(mock, provider)));
    await it.carryOn();
    expect(it.result()).toMatchObject({ outcome: "incomplete" });
    expect(it.kinds()).not.toContain("proposal-rejected");
  });

  test("has what its provider counted recorded", async () => {
    const usage = { prompt_tokens: 1234, completion_tokens: 56, input_tokens: 1234, output_tokens: 56 };
    mock.play([
      {
        ...calls(["propose", { transition: "HALT", halt: { outcome: "incomplete", reason: "x", summary: "" } }]),
        usage,
      },
    ]);
    const it = await runOf(executorFor(settingsFor(mock, provider)));
    await it.carryOn();
    const [ended] = [...it.services.store.events(it.run)].filter((event) => event.kind === "proposal-accepted");
    expect(ended?.payload.usage).toEqual([{ model: "mock-1", requests: 1, input_tokens: 1234, output_tokens: 56 }]);
  });

  test("is sent its key, and the key is nowhere else", async () => {
    mock.play([{ reply: { error: { message: `Incorrect API key provided: ${KEY}` }, status: 401 } }]);
    const it = await runOf(executorFor(settingsFor(mock, provider)), { task: { repairs: 0 } });
    await it.carryOn();
    const events = [...it.services.store.events(it.run)];
    const failed = events.find((event) => event.kind === "invocation-failed");
    expect(failed?.payload.message).toContain("refused the key (HTTP 401)");
    expect(JSON.stringify(events)).not.toContain(KEY);
  });
});

describe("a model", () => {
  test("splits the work, the children do it, and the whole is resolved and complete", async () => {
    const answers = (request: Request): Reply => {
      const text = textOf(request);
      if (text.includes("task (t.1;") || text.includes("task (t.2;")) {
        const name = text.includes("task (t.1;") ? "a" : "b";
        const shown = shownItems(request);
        const last = request.messages.at(-1)?.role;
        if (last !== "tool") return calls(["read", { path: `${name}.txt` }]);
        const id = `c-${name}`;
        return calls([
          "propose",
          {
            transition: "HALT",
            halt: { outcome: "complete", reason: "", summary: name },
            claims: [{ ...claim(`ctx:${shown.at(-1)}#L1-L1`), id, statement: `${name} = MIT` }],
            satisfies: [{ requirement: `r1/${name}`, claims: [id] }],
          },
        ]);
      }
      if (text.includes("phase BEGINNING"))
        return calls([
          "propose",
          {
            transition: "SPLIT",
            split: {
              keep: [],
              refine: [
                {
                  requirement: "r1",
                  into: ["a", "b"].map((it) => ({ id: `r1/${it}`, statement: `licence of ${it}`, needs: "supported" })),
                },
              ],
              children: ["a", "b"].map((key) => ({
                key,
                objective: `Read ${key}.txt`,
                requires: [`r1/${key}`],
                depends_on: [],
                share: { invocations: 3 },
                input: `Look at ${key}.txt only`,
              })),
            },
          },
        ]);
      return calls(["propose", { transition: "HALT", halt: { outcome: "complete", reason: "", summary: "all" } }]);
    };
    mock.play([answers]);
    const it = await runOf(executorFor(settingsFor(mock, "openai-compatible")), {
      files: { "a.txt": "a: MIT\n", "b.txt": "b: MIT\n" },
    });
    await it.carryOn();
    expect(it.result()).toMatchObject({ outcome: "complete" });
    expect(it.kinds().filter((kind) => kind === "task-opened").length).toBeGreaterThanOrEqual(2);
  });

  test("sends no request that is larger than context_tokens − output_tokens, however much it reads", async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}.txt`, `word ${at}\n`.repeat(300)]));
    const read = (request: Request): Reply => {
      const names = request.tools?.map((tool) => tool.function.name) ?? [];
      if (!names.includes("read"))
        return calls(["propose", { transition: "HALT", halt: { outcome: "incomplete", reason: "full", summary: "" } }]);
      const turn = mock.requests.length;
      return {
        content: "I think aloud. ".repeat(400),
        toolCalls: [{ name: "read", arguments: JSON.stringify({ path: `f${turn % 12}.txt`, to_line: 60 }) }],
      };
    };
    mock.play([read]);
    const budget = {
      context_tokens: 6000,
      output_tokens: 1500,
      maximum_children: 2,
      maximum_depth: 2,
      remaining_invocations: 3,
    };
    const it = await runOf(executorFor(settingsFor(mock, "openai-compatible")), { files, task: { budget } });
    await it.carryOn();
    expect(it.result()).toMatchObject({ outcome: "incomplete" });
    expect(mock.requests.length).toBeGreaterThan(3);
    for (const request of mock.requests) expect(countTokens(textOf(request))).toBeLessThanOrEqual(4500);
  });

  test("is sent a file once, and told where it has it already", async () => {
    const text = Array.from({ length: 60 }, (_, at) => `const a${at} = ${at};\n`).join("");
    mock.play([
      calls(["read", { path: "a.ts" }]),
      calls(["read", { path: "a.ts" }]),
      calls(["propose", { transition: "HALT", halt: { outcome: "incomplete", reason: "seen", summary: "" } }]),
    ]);
    const it = await runOf(executorFor(settingsFor(mock, "openai-chat")), { files: { "a.ts": text } });
    await it.carryOn();
    const last = textOf(mock.requests[2]);
    expect(last.split("const a59 = 59;")).toHaveLength(2);
    expect(last).toContain("in view already, cite ctx:");
  });

  test("sees no result of a tool that is not in the ledger, and errors of tools as well", async () => {
    mock.play([
      calls(
        ["read", { path: "../../etc/passwd" }],
        ["nonsense", {}],
        ["read", "{not json"],
        ["list", {}],
        ["search", { pattern: "(" }],
      ),
      calls(["propose", { transition: "HALT", halt: { outcome: "incomplete", reason: "seen", summary: "" } }]),
    ]);
    const it = await runOf(executorFor(settingsFor(mock, "anthropic")));
    await it.carryOn();
    const contents = [...it.services.store.items(it.run)].map((item) =>
      new TextDecoder().decode(it.services.store.blob(item.contentSha256) ?? undefined),
    );
    const results = mock.requests[1]?.messages.filter((message) => message.role === "tool") ?? [];
    expect(results).toHaveLength(5);
    for (const result of results) {
      const text = contentOf(result)
        .replace(/^<data ctx:\d+ \w+>.*\n/, "")
        .replace(/\n<\/data \w+>$/, "");
      expect(contents.some((content) => content.trimEnd() === text.trimEnd())).toBe(true);
    }
  });

  test("is told what is wrong with a proposal, once or twice, and then the runtime says it", async () => {
    mock.play([
      calls(["propose", { transition: "JUMP" }]),
      calls(["propose", { transition: "HALT", halt: { outcome: "incomplete", reason: "as told", summary: "" } }]),
    ]);
    const it = await runOf(executorFor(settingsFor(mock, "openai")));
    await it.carryOn();
    expect(it.kinds()).not.toContain("proposal-rejected");
    expect(textOf(mock.requests[1])).toContain("/transition");

    mock.play([calls(["propose", '{"transition":"HALT","transition":"EXECUTE"}'])]);
    const other = await runOf(executorFor(settingsFor(mock, "openai-compatible")), { task: { repairs: 0 } });
    await other.carryOn();
    const rejected = [...other.services.store.events(other.run)].find((event) => event.kind === "proposal-rejected");
    expect(rejected?.payload.rejections[0]?.message).toContain("transition");
  });

  test("is told why the runtime rejected its proposal, and does better in the next invocation", async () => {
    mock.play([
      calls(["read", { path: "a.txt" }]),
      () => claimAndHaltWith("ctx:999"),
      calls(["read", { path: "a.txt" }]),
      claimAndHalt,
    ]);
    const it = await runOf(executorFor(settingsFor(mock, "anthropic")));
    await it.carryOn();
    expect(it.result()).toMatchObject({ outcome: "complete" });
    expect(textOf(mock.requests[2])).toMatch(/why the last proposal was rejected\nR-EVIDENCE at /);
  });

  test("runs a command that the task file allows, sees how it ended, and cites it", async () => {
    mock.play([calls(["run", { name: "versions" }], ["run", { name: "rm" }]), claimAndHaltOnFirst]);
    const commands = { versions: { command: ["cat", "a.txt"] } };
    const it = await runOf(executorFor(settingsFor(mock, "openai"), { commands: ["versions"] }), {
      task: { commands },
    });
    await it.carryOn();
    expect(textOf(mock.requests[1])).toContain("exit code 0\nleft-pad: MIT");
    expect(textOf(mock.requests[1])).toContain('no command is named "rm"');
    expect(it.result()).toMatchObject({ outcome: "complete" });
  });

  test("answers the question of a child as its parent", async () => {
    const asked = { transition: "ESCALATE", escalation: { question: "Which file?", to: "parent", blocking: true } };
    const answers = (request: Request): Reply => {
      const text = textOf(request);
      if (text.includes("A child of this task asks"))
        return calls(["propose", { transition: "EXECUTE", answer: { escalation: "t.1/e1", text: "a.txt" } }]);
      if (text.includes("task (t.1;")) return text.includes("Which file?") ? halted("told") : calls(["propose", asked]);
      return text.includes("phase BEGINNING") ? calls(["propose", oneChild]) : halted("over");
    };
    mock.play([answers]);
    const it = await runOf(executorFor(settingsFor(mock, "openai-compatible")));
    await it.carryOn();
    expect(it.kinds()).toContain("escalation-answered");
    expect(mock.requests.some((request) => textOf(request).includes('"answer":"a.txt"'))).toBe(true);
  });

  test("whose thoughts come with its answers is not sent them again", async () => {
    const read = { ...calls(["read", { path: "a.txt" }]), reasoning: "a secret thought" };
    mock.play([read, claimAndHalt]);
    const it = await runOf(executorFor(settingsFor(mock, "openai-compatible")));
    await it.carryOn();
    expect(it.result()).toMatchObject({ outcome: "complete" });
    expect(JSON.stringify(mock.requests[1])).not.toContain("a secret thought");
  });

  test("of a provider that asks for marks is sent what to keep in its cache", async () => {
    let sent = "";
    const watched: typeof fetch = (input, init) => {
      sent += typeof init?.body === "string" ? init.body : "";
      return original(input, init);
    };
    const original = globalThis.fetch;
    globalThis.fetch = watched;
    try {
      mock.play([calls(["read", { path: "a.txt" }]), claimAndHalt]);
      const it = await runOf(executorFor(settingsFor(mock, "anthropic")));
      await it.carryOn();
      expect(it.result()).toMatchObject({ outcome: "complete" });
    } finally {
      globalThis.fetch = original;
    }
    expect(sent.split('"cache_control":{"type":"ephemeral"}').length - 1).toBe(3);
  });

  test("whose proposal is wrong when the context is full is judged by the runtime, with all reasons", async () => {
    const wrong = { transition: "HALT", halt: { outcome: "success", reason: "x".repeat(6000), summary: "" } };
    const files = { "a.txt": "left-pad: MIT\n".repeat(2000) };
    mock.play([calls(["read", { path: "a.txt" }]), calls(["propose", wrong])]);
    const budget = {
      context_tokens: 7000,
      output_tokens: 2500,
      maximum_children: 2,
      maximum_depth: 2,
      remaining_invocations: 1,
    };
    const it = await runOf(executorFor(settingsFor(mock, "openai-chat")), { files, task: { budget, repairs: 0 } });
    await it.carryOn();
    const ends = [...it.services.store.events(it.run)].filter((event) => event.kind === "proposal-rejected");
    expect(ends).toHaveLength(1);
    for (const request of mock.requests) expect(countTokens(textOf(request))).toBeLessThanOrEqual(4500);
  });

  test("changes files with no hash of its own: by the item that it read, and by the contents beside", async () => {
    const change = (request: Request): Reply =>
      calls([
        "propose",
        {
          transition: "HALT",
          halt: { outcome: "incomplete", reason: "changed", summary: "" },
          artifact_deltas: [
            { id: "d1", path: "a.txt", op: "modify", before: `ctx:${shownItems(request).at(-1)}`, after: "contents/0" },
            { id: "d2", path: "new.txt", op: "create", after: "contents/1" },
          ],
          contents: [{ text: "left-pad: BSD\n" }, { text: "new\n" }],
        },
      ]);
    mock.play([calls(["read", { path: "a.txt" }]), change]);
    const it = await runOf(executorFor(settingsFor(mock, "anthropic")));
    await it.carryOn();
    expect(mock.requests).toHaveLength(2);
    expect(it.kinds()).not.toContain("proposal-rejected");
    const deltas = packetAt(it.services.store, it.services.engine, { run: it.run, task: "t" })?.packet.artifact_deltas;
    expect(deltas).toMatchObject([
      { path: "a.txt", status: "applied", after: sha256Hex("left-pad: BSD\n") },
      { path: "new.txt", status: "applied", before: null },
    ]);
  });
});
