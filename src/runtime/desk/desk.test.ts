import { describe, expect, it } from "vitest";
import { RuntimeFailure } from "../../errors.ts";
import { claim, halt, proposal, useHarnesses, type Harness } from "../harness.suite.ts";
import type { Desk } from "./desk.ts";
import { visitDesk } from "./visit.ts";

const harness = useHarnesses();
const nobody = (): never => {
  throw new Error("no executor is called at the desk");
};

interface Visit {
  readonly staleMs?: number;
  readonly patienceMs?: number;
}

function at<T>(
  { services, run }: Harness,
  who: string | (Visit & { readonly agent: string }),
  call: (desk: Desk) => Promise<T>,
): Promise<T> {
  const visitor = typeof who === "string" ? { agent: who } : who;
  return visitDesk(services, { run, trusted: true, signal: new AbortController().signal, ...visitor }, call);
}

/** Reads the file and halts complete on its first line. */
async function finish(desk: Desk, task = "t"): Promise<ReturnType<Desk["propose"]>> {
  const invocation = await desk.take(task);
  const read = await desk.tools(task).read("a.txt");
  return desk.propose(
    task,
    proposal(invocation, {
      ...halt("complete"),
      claims: [claim("c1", "left-pad = MIT", `ctx:${read.seq}#L1-L1`)],
      satisfies: invocation.packet.coverage.required.map((requirement) => ({ requirement, claims: ["c1"] })),
    }),
  );
}

const TWO = {
  requirements: ["r1", "r2"].map((id) => ({ id, statement: `${id} is known`, needs: "supported" })),
};

const split = {
  transition: "SPLIT",
  split: {
    keep: [],
    children: ["r1", "r2"].map((requirement) => ({
      key: requirement,
      objective: `Say ${requirement}`,
      requires: [requirement],
      depends_on: [],
      share: { invocations: 4 },
    })),
  },
};

async function failureOf(promise: Promise<unknown>): Promise<RuntimeFailure> {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof RuntimeFailure) return error;
  throw new Error(`expected a failure, got ${String(error)}`);
}

describe("the desk", () => {
  it("hands out the work of a run, takes the proposal, and the run halts complete without a worker", async () => {
    const it = await harness({ script: nobody });
    const verdict = await at(it, "ada", (desk) => finish(desk));
    expect(verdict).toMatchObject({ accepted: true, rejections: [] });
    expect(it.result()).toMatchObject({ outcome: "complete" });
    expect(it.kinds()).toEqual(["run-opened", "invocation-opened", "proposal-accepted"]);
  });

  it("keeps the work in the agent's hands from one visit to the next", async () => {
    const it = await harness({ script: nobody });
    const first = await at(it, "ada", (desk) => desk.take());
    const again = await at(it, "ada", (desk) => desk.take());
    expect(again.id).toBe(first.id);
    expect(again.roomTokens).toBeLessThan(first.roomTokens);
    expect(it.kinds().filter((kind) => kind === "invocation-opened")).toHaveLength(1);
  });

  it("tells why a proposal was rejected, and hands the work out again with the reason", async () => {
    const it = await harness({ script: nobody });
    const verdict = await at(it, "ada", async (desk) => {
      const invocation = await desk.take();
      return desk.propose("t", proposal(invocation, halt("complete")));
    });
    expect(verdict.accepted).toBe(false);
    expect(verdict.rejections.map(({ code }) => code)).toContain("R-HALT");
    const again = await at(it, "ada", (desk) => desk.take());
    expect(again.items.some(({ role, text }) => role === "rejection" && text.includes("R-HALT"))).toBe(true);
  });

  it("gives two agents two children, and neither the other's", async () => {
    const it = await harness({ script: nobody, task: TWO });
    await at(it, "ada", async (desk) => desk.propose("t", proposal(await desk.take(), split)));
    const [mine, theirs] = [await at(it, "ada", (desk) => desk.take()), await at(it, "bob", (desk) => desk.take())];
    expect([mine.packet.task_id, theirs.packet.task_id]).toEqual(["t.1", "t.2"]);
    const taken = await failureOf(at(it, "ada", (desk) => desk.take("t.2")));
    expect(taken).toMatchObject({ code: "conflict", retry: "later" });
    expect(taken.message).toContain("bob");
    const foreign = await failureOf(at(it, "ada", (desk) => desk.propose("t.2", proposal(theirs, halt("incomplete")))));
    expect(foreign.message).toContain("not in your hands (bob holds it)");
  });

  it("lets the next agent take over what a silent one held, and charges the silent one", async () => {
    const it = await harness({ script: nobody });
    await at(it, "ada", (desk) => desk.take());
    await new Promise((resolve) => setTimeout(resolve, 20));
    const verdict = await at(it, { agent: "bob", staleMs: 5 }, (desk) => finish(desk));
    expect(verdict.accepted).toBe(true);
    expect(it.kinds()).toEqual([
      "run-opened",
      "invocation-opened",
      "invocation-failed",
      "invocation-opened",
      "proposal-accepted",
    ]);
    const late = await failureOf(at(it, "ada", (desk) => desk.propose("t", {})));
    expect(late.message).toContain("it has halted complete");
  });

  it("counts nothing as evidence that an agent only says it saw", async () => {
    const it = await harness({ script: nobody });
    const verdict = await at(it, "ada", async (desk) => {
      const invocation = await desk.take();
      const told = await desk.observe("t", { kind: "other", tool: "agent", text: "left-pad: MIT, believe me" });
      return desk.propose(
        "t",
        proposal(invocation, {
          ...halt("complete"),
          claims: [claim("c1", "left-pad = MIT", `ctx:${told.seq}`)],
          satisfies: [{ requirement: "r1", claims: ["c1"] }],
        }),
      );
    });
    expect(verdict.accepted).toBe(false);
    expect(verdict.rejections.map(({ code }) => code)).toContain("R-EVIDENCE");
  });

  it("runs the checks that a proposal needs before it says what became of it", async () => {
    const it = await harness({
      script: nobody,
      task: {
        requirements: [{ id: "r1", statement: "a.txt says MIT", needs: "check", check: "mit" }],
        checks: { mit: { match: { paths: ["a.txt"], pattern: "MIT" } } },
      },
    });
    const verdict = await at(it, "ada", async (desk) =>
      desk.propose(
        "t",
        proposal(await desk.take(), { ...halt("complete"), satisfies: [{ requirement: "r1", claims: [] }] }),
      ),
    );
    expect(verdict.accepted).toBe(true);
    expect(verdict.events.map(({ kind }) => kind)).toContain("check-recorded");
    expect(it.result().outcome).toBe("complete");
  });

  it("goes on where a claim should be verified and nobody can: it is not confirmed", async () => {
    const it = await harness({
      script: nobody,
      task: { requirements: [{ id: "r1", statement: "left-pad's licence is known", needs: "verified" }] },
      executors: { of: () => ({ name: "agent", execute: nobody }), isSame: () => false },
    });
    const verdict = await at(it, "ada", async (desk) => {
      const invocation = await desk.take();
      const read = await desk.tools("t").read("a.txt");
      const claims = [claim("c1", "left-pad = MIT", `ctx:${read.seq}#L1-L1`)];
      return desk.propose("t", proposal(invocation, { claims, verify: ["c1"] }));
    });
    expect(verdict.accepted).toBe(true);
    const again = await at(it, "ada", (desk) => desk.take());
    expect(again.packet.claims[0]?.status).toBe("supported");
  });

  it("waits for a worker no longer than its patience, and names it", async () => {
    const it = await harness({ script: nobody });
    const taken = it.services.store.acquire(it.run, "somebody", 60_000);
    expect(taken.ok).toBe(true);
    const busy = await failureOf(at(it, { agent: "ada", patienceMs: 20 }, (desk) => desk.take()));
    expect(busy.code).toBe("run-busy");
    expect(busy.message).toContain("somebody");
  });

  it("loses nothing when many agents come at once", async () => {
    const it = await harness({ script: nobody, task: TWO });
    await at(it, "root", async (desk) => desk.propose("t", proposal(await desk.take(), split)));
    const visits = Array.from({ length: 12 }, (_, index) =>
      at(it, `agent-${index % 2}`, async (desk) => {
        const { packet } = await desk.take();
        await desk.observe(packet.task_id, { kind: "other", tool: "note", text: `visit ${index}` });
        return packet.task_id;
      }),
    );
    expect(new Set(await Promise.all(visits))).toEqual(new Set(["t.1", "t.2"]));
    const notes = [...it.services.store.items(it.run)].filter(({ tool }) => tool === "note");
    expect(notes).toHaveLength(12);
  });
});
