import { describe, expect, it } from "vitest";
import { RuntimeFailure } from "../../errors.ts";
import { batch, compaction, entry, newLedger, SCOPE, usage } from "./ledger.suite.ts";

const at = (minute: number): string => `2026-11-30T10:${String(minute).padStart(2, "0")}:00.000Z`;
const BESIDE = { ...SCOPE, client: "codex", session: "t1", project: "/home/dev/other" };

function filled() {
  const store = newLedger();
  store.write([
    batch([
      entry("p1", {
        role: "user",
        kind: "other",
        tool: "user",
        path: null,
        content: "Find the error",
        createdAt: at(0),
      }),
      entry("r1", { content: "alpha beta gamma", path: "/home/dev/project/src/a.ts", createdAt: at(1) }),
      entry("c1", {
        kind: "shell",
        tool: "Bash",
        path: null,
        command: "npm test",
        content: "an Error: [x] beta",
        createdAt: at(2),
        isError: true,
      }),
      usage("u1", { createdAt: at(3), inputTokens: 10, cacheReadTokens: 100, outputTokens: 7 }),
      compaction("k1", { createdAt: at(4) }),
      entry("s1", {
        role: "input",
        kind: "other",
        tool: "compaction",
        path: null,
        content: "summary of it",
        createdAt: at(5),
      }),
      entry("p2", { role: "user", kind: "other", tool: "user", path: null, content: "Go on", createdAt: at(6) }),
      entry("sub", {
        scope: { ...SCOPE, agent: "agent-7", agentType: "Explore" },
        content: "sub words",
        createdAt: at(7),
        inputTokens: 9,
        outputTokens: 2,
      }),
      entry("other", {
        scope: BESIDE,
        kind: "search",
        tool: "grep",
        pattern: "x",
        path: "src",
        content: "delta",
        createdAt: at(8),
        spawned: "agent-9",
      }),
    ]),
  ]);
  return store;
}

describe("a filter", () => {
  const names = (filter: Parameters<ReturnType<typeof filled>["summary"]>[0]): string[] =>
    filled()
      .top(filter, 50)
      .map(({ tool }) => tool)
      .toSorted();

  it("is about a session, by id or its beginning, a project, a client, an agent", () => {
    expect(names({ session: "t" })).toEqual(["grep"]);
    expect(names({ session: "s1" })).toHaveLength(6);
    expect(names({ project: "/home/dev/other" })).toEqual(["grep"]);
    expect(names({ project: "other/" })).toEqual(["grep"]);
    expect(names({ client: "codex" })).toEqual(["grep"]);
    expect(names({ agent: "agent-" })).toEqual(["Read"]);
    expect(names({ agent: "Explore" })).toEqual(["Read"]);
    expect(names({ agent: "main", session: "s1" })).toHaveLength(5);
  });

  it("is about kinds, tools, roles, paths and times", () => {
    expect(names({ kind: "shell" })).toEqual(["Bash"]);
    expect(names({ tool: "B*" })).toEqual(["Bash"]);
    expect(names({ role: "user" })).toEqual(["user", "user"]);
    expect(names({ path: "/home/dev/project/src" })).toEqual(["Read"]);
    expect(names({ path: "*.ts" })).toEqual(["Read", "Read"]);
    expect(names({ path: "a.ts" })).toEqual(["Read", "Read"]);
    expect(names({ since: at(7) })).toEqual(["Read", "grep"]);
    expect(names({ until: at(1) })).toEqual(["user"]);
  });

  it("that names what is not there gives nothing, never more (FI1)", () => {
    for (const filter of [
      { session: "zz" },
      { tool: "nope" },
      { path: "/nowhere" },
      { client: "x" },
      { project: "[a" },
      { agent: "*" },
    ]) {
      expect(names(filter)).toEqual([]);
      expect(filled().summary(filter, { by: ["kind"], limit: 5 })).toMatchObject({
        totals: { items: 0 },
        by: { kind: [] },
      });
    }
  });
});

describe("a summary", () => {
  it("breaks everything down, and the parts are the whole", () => {
    const store = filled();
    const dimensions = ["kind", "tool", "role", "agent", "session", "project", "client", "day"] as const;
    const summary = store.summary({}, { by: dimensions, limit: 100 });
    for (const dimension of dimensions) {
      const sum = summary.by[dimension]?.reduce((total, row) => total + row.output_tokens, 0);
      expect({ dimension, sum }).toEqual({ dimension, sum: summary.totals.output_tokens });
    }
    expect(summary).toMatchObject({ sessions: 2, agents: 4, compactions: 1, agents_without_usage: 2 });
    expect(summary.totals).toMatchObject({ items: 7, errors: 1, tokens_saved: 7 });
    expect(summary.usage).toMatchObject({ responses: 1, cache_read_tokens: 100 });
    expect(summary.by.agent?.map(({ name }) => name)).toEqual(["main", "Explore"]);
  });

  it("says from when to when, and of which day, only of what has a time", () => {
    const store = newLedger();
    const timeless = entry("old", { content: "from a log without times", createdAt: "1970-01-01T00:00:00.000Z" });
    store.write([batch([timeless])]);
    expect(store.summary({}, { by: ["day"], limit: 5 })).toMatchObject({
      first_at: null,
      last_at: null,
      by: { day: [{ name: null, items: 1 }] },
    });
    store.write([batch([entry("new", { content: "with one", scope: BESIDE, createdAt: at(7) })])]);
    const { first_at, last_at, by } = store.summary({}, { by: ["day"], limit: 5 });
    expect([first_at, last_at]).toEqual([at(7), at(7)]);
    expect(by.day?.map(({ name }) => name).toSorted()).toEqual(["2026-11-30", null]);
  });

  it("of a part of a day counts the items of that part, and of whole days everything", () => {
    const store = filled();
    const items = (since: string, until?: string): number =>
      store.summary({ since, ...(until === undefined ? {} : { until }) }, { by: ["path", "day"], limit: 9 }).totals
        .items;
    expect(items(at(5))).toBe(4);
    expect(items(at(1), at(3))).toBe(2);
    expect(items("2026-11-30T00:00:00Z", "2026-12-01T00:00:00Z")).toBe(7);
    expect(items("2026-11-29T12:00:00Z", "2026-11-30T10:01:30Z")).toBe(2);
    expect(items("2026-12-01T00:00:00Z")).toBe(0);
  });
});

describe("a timeline", () => {
  it("goes from prompt to prompt, with what the context held and when it was compacted", () => {
    const { turns, agents, session } = filled().timeline({ session: "s1" });
    expect(session).toBe("s1");
    expect(turns).toMatchObject([
      {
        turn: 1,
        prompt: "Find the error",
        items: 4,
        entered: { other: 6, read: 3, shell: 4 },
        responses: 1,
        provider_context_tokens: 113,
        provider_output_tokens: 7,
        compactions: [{ trigger: "auto", tokens_before: 1000, partial: false }],
        context_tokens: 3,
      },
      {
        turn: 2,
        prompt: "Go on",
        items: 1,
        entered_tokens: 2,
        context_tokens: 5,
        responses: 0,
        provider_context_tokens: null,
      },
    ]);
    expect(agents).toEqual([{ agent: "agent-7", agent_type: "Explore", items: 1, output_tokens: 2 }]);
  });

  it("is of one session and one agent, the newest where nothing is said", () => {
    const store = filled();
    expect(store.timeline({}).session).toBe("t1");
    expect(store.timeline({ session: "s1", agent: "Explore" })).toMatchObject({
      agent: "agent-7",
      turns: [{ prompt: null }],
    });
    const refused = (session: string): unknown => {
      try {
        return store.timeline({ session });
      } catch (error) {
        return error instanceof RuntimeFailure ? error.code : error;
      }
    };
    expect(refused("zz")).toBe("run-unknown");
    store.write([batch([entry("z", { scope: { ...SCOPE, session: "s12" } })])]);
    expect(refused("s")).toBe("run-ambiguous");
  });
});

describe("a search", () => {
  const found = (text: string, filter = {}): readonly string[] =>
    filled()
      .search(text, filter, 10)
      .hits.map(({ snippet }) => snippet);

  it("wants all words, in any case, and phrases as they stand", () => {
    expect(found("BETA alpha")).toEqual(["alpha beta gamma"]);
    expect(found('"alpha gamma"')).toEqual([]);
    expect(found('"beta gamma"')).toEqual(["alpha beta gamma"]);
    expect(found("error: [x]")).toEqual(["an Error: [x] beta"]);
    expect(found("beta")).toHaveLength(2);
    expect(found("beta", { kind: "shell" })).toHaveLength(1);
    expect(found("beta", { session: "t1" })).toEqual([]);
  });

  it("takes nothing that is typed for a command of the index", () => {
    for (const text of [
      "alpha OR delta",
      "NOT beta",
      "alpha*",
      '"unfinished',
      "text:alpha",
      "a'b); DROP TABLE items",
    ]) {
      expect(() => found(text)).not.toThrow();
    }
    expect(() => found("--- !!")).toThrow("no word");
  });

  it("shows a piece around the place, and says when there is more", () => {
    const store = newLedger();
    const long = `${"word ".repeat(100)}needle ${"word ".repeat(100)}`;
    store.write([batch([entry("a", { content: long }), entry("b", { content: `${long}again` })])]);
    const answer = store.search("needle", {}, 1);
    expect(answer).toMatchObject({ is_cut: true });
    expect(answer.hits[0]?.snippet).toMatch(/^….*needle.*…$/);
  });
});

describe("lists", () => {
  it("are the costliest items first, small ones behind large ones", () => {
    const store = newLedger();
    const sized = (key: string, outputTokens: number) => entry(key, { outputTokens, inputTokens: outputTokens });
    store.write([batch([sized("a", 10), sized("b", 5000), sized("c", 300), sized("d", 255), sized("e", 256)])]);
    expect(store.top({}, 10).map(({ output_tokens }) => output_tokens)).toEqual([5000, 300, 256, 255, 10]);
    expect(store.top({}, 2)).toHaveLength(2);
  });

  it("are the newest read of each file, and the documents' items in their order", () => {
    const store = newLedger();
    store.write([
      batch([
        entry("a", { createdAt: at(1), content: "first" }),
        entry("b", { createdAt: at(2), content: "second" }),
        entry("c", { createdAt: at(3), path: "/x", content: "third", isError: true }),
      ]),
    ]);
    expect([...store.newestReads({}, 5)].map(({ content }) => content)).toEqual(["second"]);
    expect(store.newestItems({}, 2).map(({ item }) => item)).toEqual([2, 3]);
    expect(store.windowScope({ session: "none" })).toBeNull();
    expect(store.windowScope({})).toMatchObject({ first_at: at(1), last_at: at(3), sums: { items: 3 } });
  });
});
