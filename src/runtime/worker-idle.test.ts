/** A worker that waits for a person leaves its process free: timers, signals and requests are served meanwhile. Found by test/sim. */
import { describe, expect, it } from "vitest";
import { proposal, useHarnesses } from "./harness.suite.ts";
import { carryOn } from "./run.ts";

describe("a worker that waits for a person", () => {
  const make = useHarnesses();

  it("waits for its next look instead of looking all the time", async () => {
    const harness = await make({
      script: (invocation) =>
        proposal(invocation, {
          transition: "ESCALATE",
          escalation: { question: "which?", to: "person", blocking: true },
        }),
    });
    const { store } = harness.services;
    let looks = 0;
    const stop = new AbortController();
    const services = {
      ...harness.services,
      store: new Proxy(store, {
        get(target, name) {
          // Without this end the test could not fail: nothing else of this process would ever run.
          if (name === "mailbox" && (looks += 1) > 2000) stop.abort();
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? value.bind(target) : value;
        },
      }),
    };
    setTimeout(() => stop.abort(), 700);
    const end = await carryOn(services, harness.run, { waitsForPeople: true, trusted: true, signal: stop.signal });
    expect(end).toBe("stopped");
    expect(looks).toBeLessThan(20);
  });
});
