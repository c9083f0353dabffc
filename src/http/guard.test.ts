import { describe, expect, it } from "vitest";
import { createGuard, isLoopback, type GuardOptions } from "./guard.ts";

const OPTIONS: GuardOptions = { hosts: ["cairn.test"], token: "right", tokenPlace: "/home/me/token" };
const guard = createGuard(OPTIONS);
const authorization = "Bearer right";

describe("the guard of a port", () => {
  it.each(["127.0.0.1:80", "localhost:1", "LOCALHOST:1", "[::1]:1", "localhost", "cairn.test:9"])(
    "lets %s pass as the name of this port",
    (host) => {
      expect(guard({ host, authorization })).toBeNull();
    },
  );

  it.each([
    "evil.example",
    "evil.example:80",
    "localhost.evil.example",
    "127.0.0.1.nip.io:80",
    "127.0.0.1@evil.example",
    "localhost:80:80x",
    "[::1",
    "0.0.0.0:80",
    "",
  ])("refuses the Host %j, whatever the token", (host) => {
    expect(guard({ host, authorization })).toMatchObject({ status: 403 });
  });

  it("refuses a request without a Host", () => {
    expect(guard({ authorization })?.message).toContain("(none)");
  });

  it("lets a page of the port itself pass, and no other: not of another port, scheme or of nowhere", () => {
    const host = "localhost:80";
    expect(guard({ host, authorization, origin: "http://localhost:80" })).toBeNull();
    for (const origin of [
      "http://evil.example",
      "http://localhost:81",
      "https://localhost:80",
      "http://127.0.0.1:80",
      "http://localhost:80.evil.example",
      "null",
      "",
    ])
      expect(guard({ host, authorization, origin })).toMatchObject({ status: 403, headers: {} });
  });

  it.each([
    ["Bearer right", true],
    ["bearer   right", true],
    ["Bearer wrong", false],
    ["Bearer righ", false],
    ["Bearer right right", false],
    ["Bearer", false],
    ["Basic right", false],
    ["right", false],
  ])("asks for the token: %j", (given, isRight) => {
    expect(guard({ host: "localhost", authorization: given }) === null).toBe(isRight);
  });

  it("says where the token is, and whether there was one", () => {
    const missing = guard({ host: "localhost" });
    expect(missing).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
    expect(missing?.message).toBe(
      'the token is missing; send the header "Authorization: Bearer TOKEN", with the token that is in /home/me/token',
    );
    const wrong = guard({ host: "localhost", authorization: "Bearer x" });
    expect(wrong?.message).toContain("the token is wrong");
    expect(wrong?.headers["www-authenticate"]).toContain("invalid_token");
  });

  it("takes the token in a header of its own where Authorization is somebody else's", () => {
    const own = createGuard({ ...OPTIONS, tokenHeader: "Cairn-Token" });
    expect(own({ host: "localhost", "cairn-token": "right", authorization: "Bearer theirs" })).toBeNull();
    const missing = own({ host: "localhost", authorization });
    expect(missing?.message).toContain('"Cairn-Token: TOKEN"');
    expect(missing?.headers["www-authenticate"]).toBe("Cairn-Token");
    expect(own({ host: "localhost", "cairn-token": ["right", "right"] })).toMatchObject({ status: 401 });
  });

  it("takes the token as the first part of the path where that is allowed, and nowhere else in it", () => {
    const own = createGuard({ ...OPTIONS, tokenHeader: "Cairn-Token", tokenInPath: true });
    expect(own({ host: "localhost" }, "/right/mcp")).toBeNull();
    for (const path of ["/mcp", "/right", "/mcp/right/", "/wrong/mcp", "//right/mcp", "right/mcp", ""])
      expect(own({ host: "localhost" }, path)).toMatchObject({ status: 401 });
    expect(guard({ host: "localhost" }, "/right/mcp")).toMatchObject({ status: 401 });
  });

  it("repeats little of what it was sent", () => {
    expect(guard({ host: "x".repeat(10_000) })?.message.length).toBeLessThan(300);
  });
});

describe("a loopback address", () => {
  it("is one that only this machine reaches", () => {
    expect(["127.0.0.1", "localhost", "::1", "[::1]"].every(isLoopback)).toBe(true);
    expect(["0.0.0.0", "::", "192.168.0.1", ""].some(isLoopback)).toBe(false);
  });
});
