import { describe, expect, test } from "vitest";
import { RuntimeFailure } from "../errors.ts";
import { routeOf, type Executor, type Executors } from "../executors/index.ts";
import { claim, diligent, halt, proposal, useHarnesses, type Script } from "./harness.suite.ts";

const harness = useHarnesses();

describe("the route of an invocation", () => {
  const file = {
    executor: "usual",
    routes: [
      { executor: "checker", phase: "verify" },
      { executor: "planner", phase: "plan", maximum_depth: 0 },
      { executor: "cheap", minimum_depth: 2 },
    ],
  } as const;
  test.each([
    ["plan", 0, "planner"],
    ["plan", 1, "usual"],
    ["work", 0, "usual"],
    ["work", 2, "cheap"],
    ["plan", 3, "cheap"],
    ["verify", 3, "checker"],
  ] as const)("of %s at depth %d is %s: the first that fits", (phase, depth, name) => {
    expect(routeOf(file, { phase, depth })).toBe(name);
  });

  test("is the file's executor where none fits, and local where it names none", () => {
    expect(routeOf({ executor: "usual" }, { phase: "work", depth: 0 })).toBe("usual");
    expect(routeOf({}, { phase: "answer", depth: 0 })).toBe("local");
  });
});

/** Executors by name, of which the route picks one; each does what the script does. */
const named = (
  script: Script,
  verifiers: Readonly<Record<string, Executor["verify"]>>,
  routes: Readonly<Record<string, string>>,
): Executors => {
  const of = (name: string): Executor => {
    const verify = verifiers[name];
    return { name, execute: async (...given) => script(...given), ...(verify ? { verify } : {}) };
  };
  return {
    of: ({ phase, depth }) => of(routes[`${phase} ${depth}`] ?? routes[phase] ?? "usual"),
    isSame: (name, other) => name === other || (name.startsWith("twin") && other.startsWith("twin")),
  };
};

const opened = (it: Awaited<ReturnType<typeof harness>>): (string | undefined)[] =>
  [...it.services.store.events(it.run)].flatMap((event) =>
    event.kind === "invocation-opened" ? [`${event.task} ${event.payload.executor}`] : [],
  );

describe("a run with several executors", () => {
  test("plans, works and resolves with whom the routes name, and its events say who it was", async () => {
    const script: Script = async (invocation, tools) => {
      const { packet } = invocation;
      if (packet.depth === 1) return diligent(invocation, tools);
      if (packet.phase !== "BEGINNING") return proposal(invocation, halt("incomplete", "seen"));
      const children = [{ key: "a", objective: "Part", requires: ["r1"], depends_on: [], share: { invocations: 3 } }];
      return proposal(invocation, { transition: "SPLIT", split: { children, keep: ["r2"] } });
    };
    const requirements = [
      { id: "r1", statement: "left-pad's licence is known", needs: "supported" },
      { id: "r2", statement: "All is known", needs: "supported" },
    ];
    const routes = { "plan 0": "planner", resolve: "joiner", "plan 1": "cheap" };
    const it = await harness({ task: { requirements }, executors: named(script, {}, routes), script });
    await it.carryOn();
    expect(opened(it)).toEqual(["t planner", "t.1 cheap", "t joiner"]);
  });
});

describe("verification", () => {
  const yes: Executor["verify"] = async (claims) =>
    claims.map(({ id }) => ({ claim: id, confirmed: true, reason: "seen" }));
  const requirements = [{ id: "r1", statement: "left-pad's licence is known", needs: "verified" }];

  /** Asks for verification once, and then ends with what came of it. */
  const asking: Script = async (invocation, tools) => {
    const [known] = invocation.packet.claims;
    if (known?.status === "verified")
      return proposal(invocation, { ...halt("complete"), satisfies: [{ requirement: "r1", claims: ["c1"] }] });
    if (known) return proposal(invocation, halt("incomplete", "not verified"));
    const read = await tools.read("a.txt");
    return proposal(invocation, { claims: [claim("c1", "left-pad = MIT", `ctx:${read.seq}#L1-L1`)], verify: ["c1"] });
  };
  const verified = async (executors: Executors): Promise<{ outcome: unknown; payload: Record<string, unknown> }> => {
    const it = await harness({ task: { requirements }, executors, script: asking });
    await it.carryOn();
    const [event] = [...it.services.store.events(it.run)].filter((one) => one.kind === "claims-verified");
    return { outcome: it.result().outcome, payload: { ...event?.payload } };
  };

  test("by another executor counts", async () => {
    const { outcome, payload } = await verified(named(asking, { checker: yes }, { verify: "checker" }));
    expect(outcome).toBe("complete");
    expect(payload).toMatchObject({ verifier: "checker", results: [{ claim: "c1", confirmed: true, reason: "seen" }] });
  });

  test("by the author is refused with that reason, and the author is not even asked", async () => {
    let asked = 0;
    const eager: Executor["verify"] = (...given) => {
      asked += 1;
      return yes(...given);
    };
    const { outcome, payload } = await verified(named(asking, { usual: eager }, {}));
    expect(outcome).toBe("incomplete");
    expect(payload).toMatchObject({
      results: [{ claim: "c1", confirmed: false, reason: expect.stringContaining("usual stated this claim itself") }],
    });
    expect(asked).toBe(0);
  });

  test("by the same worker under another name is the author's", async () => {
    const executors = named(asking, { "twin-b": yes }, { verify: "twin-b", plan: "twin-a", work: "twin-a" });
    expect(await verified(executors)).toMatchObject({ outcome: "incomplete" });
  });

  test("by an executor that cannot, that fails, or that a tool stops, confirms nothing, and the run goes on", async () => {
    const fails: Executor["verify"] = () => Promise.reject(new Error("no credit"));
    const reads: Executor["verify"] = async (_, tools) => {
      await tools.read("none");
      return [];
    };
    const hangs: Executor["verify"] = () => new Promise(() => undefined);
    const withTimeout = (executors: Executors): Executors => ({
      ...executors,
      of: (work) => ({ ...executors.of(work), ...(work.phase === "verify" ? { timeoutMs: 100 } : {}) }),
    });
    const reasons: unknown[] = [];
    for (const verify of [undefined, fails, reads, hangs]) {
      const executors = named(asking, { checker: verify }, { verify: "checker" });
      const { outcome, payload } = await verified(withTimeout(executors));
      expect(outcome).toBe("incomplete");
      reasons.push((payload["results"] as { reason: string }[])[0]?.reason);
    }
    expect(reasons).toEqual([
      "checker cannot verify",
      "the verifier failed: no credit",
      expect.stringContaining('the verifier failed: "none" cannot be read'),
      "the verifier failed: no answer within 100 ms",
    ]);
  });

  test("is told what the claims are to show, and its cost is in its event", async () => {
    const told: unknown[] = [];
    const curious: Executor["verify"] = async (claims, tools, ...[, context]) => {
      told.push(context);
      tools.report({ model: "m", inputTokens: 9, outputTokens: 1 });
      return yes(claims, tools, new AbortController().signal, context);
    };
    const { payload } = await verified(named(asking, { checker: curious }, { verify: "checker" }));
    expect(told).toMatchObject([
      { objective: "Say which licence each package has", requirements: { r1: { needs: "verified" } } },
    ]);
    expect(payload).toMatchObject({ usage: [{ model: "m", requests: 1, input_tokens: 9, output_tokens: 1 }] });
  });

  test("that the store fails ends the work: it is no verdict", async () => {
    const broken: Executor["verify"] = () => Promise.reject(new RuntimeFailure("disk-full", "full"));
    const it = await harness({
      task: { requirements },
      executors: named(asking, { checker: broken }, { verify: "checker" }),
      script: asking,
    });
    await expect(it.carryOn()).rejects.toMatchObject({ code: "disk-full" });
  });
});
