import { describe, expect, it } from "vitest";
import { diligent, halt, proposal, useHarnesses, type Harness } from "./harness.suite.ts";
import { packetAt, type PacketAt } from "./packet-at.ts";

const harness = useHarnesses();

const at = (it: Harness, task: string, seq?: number): PacketAt | null =>
  packetAt(it.services.store, it.services.engine, { run: it.run, task, ...(seq === undefined ? {} : { seq }) });

describe("the packet of a task", () => {
  it("is known at every event since it was there, and after it was joined into its parent", async () => {
    const it = await harness({
      script: (invocation, tools) => {
        const { packet } = invocation;
        if (packet.depth > 0) return diligent(invocation, tools);
        if (packet.phase !== "BEGINNING") return proposal(invocation, halt("incomplete", "seen"));
        const children = [{ key: "a", objective: "a", requires: ["r1"], depends_on: [], share: { invocations: 3 } }];
        return proposal(invocation, { transition: "SPLIT", split: { children, keep: [] } });
      },
    });
    await it.carryOn();
    const seqOf = (kind: string): number => it.kinds().indexOf(kind) + 1;
    const opened = seqOf("task-opened");
    expect(at(it, "t.1", opened - 1)).toBeNull();
    expect(at(it, "t.1", opened)).toMatchObject({ seq: opened, packet: { phase: "BEGINNING", objective: "a" } });
    const joined = seqOf("children-joined");
    expect(at(it, "t.1", joined)?.packet.phase).toBe("END");
    expect(at(it, "t.1")?.packet.claims).toHaveLength(1);
    expect(at(it, "t")?.packet.claims.map((claim) => claim.id)).toEqual(["t.1/c1"]);
    expect(at(it, "t", 1)?.packet.phase).toBe("BEGINNING");
    expect(at(it, "t.9")).toBeNull();
  });
});
