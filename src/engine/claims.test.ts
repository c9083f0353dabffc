import { describe, expect, it } from "vitest";
import type { ClaimStatus } from "../contracts/index.ts";
import { quote } from "./claims.ts";
import { claim, define, Play } from "./play.suite.ts";

/** A run whose claim c1 has the given status. */
function withClaim(status: ClaimStatus): Play {
  const play = new Play(define({ requirements: [{ id: "r1", statement: "r1", needs: "verified" }] }));
  const ref = play.item();
  const say = (body: Parameters<Play["accept"]>[1]): unknown => play.accept("t", body);
  say({ claims: [claim("c1", [ref], { statement: "x = 1", status: status === "proposed" ? status : "supported" })] });
  if (status === "verified") {
    say({ verify: ["c1"] });
    play.verify("t", () => true);
  }
  if (status === "contradicted") say({ claims: [claim("c2", [ref], { statement: "x = 2" })] });
  if (status === "unresolved" || status === "rejected")
    say({ claims: [claim("c1", [ref], { statement: "x = 1", status })] });
  expect(play.status("c1")).toBe(status);
  return play;
}

const ALL = ["proposed", "supported", "unresolved", "contradicted", "verified", "rejected"] as const;
/** What a proposal may make of a claim of each status, and what else is said. */
const MAY: Record<(typeof ALL)[number], readonly string[]> = {
  proposed: ["proposed", "supported", "unresolved", "rejected"],
  supported: ["supported", "unresolved", "rejected"],
  unresolved: ["supported", "unresolved", "rejected"],
  contradicted: ["unresolved", "contradicted", "rejected"],
  verified: ["verified"],
  rejected: ["rejected"],
};

describe("the table of claims (§6)", () => {
  for (const from of ALL) {
    for (const to of ALL) {
      const isLegal = MAY[from].includes(to);
      it(`${isLegal ? "lets" : "does not let"} a proposal go from ${from} to ${to}`, () => {
        const play = withClaim(from);
        const ref = play.item();
        const body = { claims: [claim("c1", [ref], { statement: "x = 1", status: to })] };
        const reasons = play.refuse("t", body);
        expect(reasons.length === 0).toBe(isLegal);
        const code = to === "verified" ? "R-VERIFIED" : to === "contradicted" ? "R-CLAIM" : "R-";
        expect(reasons.every((it) => it.startsWith(code) && it.endsWith("/claims/0/status"))).toBe(true);
        expect(play.status("c1")).toBe(isLegal ? to : from);
      });
    }
  }
});

describe("R-CLAIM", () => {
  it("keeps a claim's statement", () => {
    const play = withClaim("supported");
    expect(play.refuse("t", { claims: [claim("c1", [play.item()], { statement: "x = 2" })] })).toEqual([
      "R-CLAIM /claims/0/statement",
    ]);
  });

  it("lets nobody bring back under another id what was rejected, without new evidence (F23)", () => {
    const play = withClaim("rejected");
    const same = claim("c2", ["ctx:1"], { statement: "x  =  1" });
    expect(play.refuse("t", { claims: [same] })).toEqual(["R-CLAIM /claims/0"]);
    play.accept("t", { claims: [{ ...same, status: "proposed" }] });
    expect(play.refuse("t", { claims: [same] })).toEqual(["R-CLAIM /claims/0"]);
    play.accept("t", { claims: [{ ...same, evidence_refs: ["ctx:1", play.item()] }] });
    expect(play.status("c2")).toBe("supported");
  });

  it("unites evidence and keeps confidence where none is given (F24)", () => {
    const play = new Play();
    const [one, two] = [play.item(), play.item()];
    play.accept("t", { claims: [claim("c1", [one], { confidence: 0.5 }), claim("c2", [one])] });
    play.accept("t", { claims: [claim("c1", [two])] });
    expect(play.packet().claims).toMatchObject([
      { id: "c1", confidence: 0.5, evidence_refs: [one, two] },
      { id: "c2", confidence: null },
    ]);
    play.accept("t", { claims: [claim("c1", [two], { confidence: 0.9 })] });
    expect(play.packet().claims[0]?.confidence).toBe(0.9);
  });
});

describe("R-VERIFIED and R-SETTLE", () => {
  it("leave a verified claim to a check, a verifier or a person", () => {
    const play = withClaim("verified");
    for (const status of ["rejected", "unresolved"] as const) {
      expect(play.refuse("t", { claims: [claim("c1", [play.item()], { statement: "x = 1", status })] })).toEqual([
        "R-SETTLE /claims/0/status",
      ]);
    }
    play.fail("t");
  });

  it("give a verified claim that is contradicted no other status than the one it had", () => {
    const play = withClaim("verified");
    const ref = play.item();
    play.accept("t", { claims: [claim("c2", [ref], { statement: "x = 2" })] });
    expect([play.status("c1"), play.status("c2")]).toEqual(["verified", "contradicted"]);
    expect(play.refuse("t", { claims: [claim("c2", [ref], { statement: "x = 2" })] })).toEqual([
      "R-SETTLE /claims/0/status",
    ]);
  });
});

describe("quote", () => {
  it("cuts what is long", () => {
    expect(quote("a\n")).toBe('"a\\n"');
    expect(quote("x".repeat(500))).toHaveLength(120);
  });
});
