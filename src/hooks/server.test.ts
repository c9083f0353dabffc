import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isServed, serveHooks } from "./server.ts";

let project = "";
let socket = "";
let stop = new AbortController();
let serving: Promise<void> = Promise.resolve();
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "cairn-hs-"));
  socket = join(project, "ask.sock");
  mkdirSync(join(project, ".cairn"));
  writeFileSync(join(project, "main.js"), "");
  writeFileSync(
    join(project, "cairn-rules.yaml"),
    "prohibit: [{ id: no-push, tool: Bash, command: 'git push', reason: A person pushes }]",
  );
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await serving;
  rmSync(project, { recursive: true, force: true });
});

async function serve(idleMs?: number): Promise<void> {
  const mainFile = join(project, "main.js");
  const idle = idleMs === undefined ? {} : { idleMs };
  serving = serveHooks({ socket, place: { folder: project }, mainFile, signal: stop.signal, ...idle });
  while (!existsSync(socket)) await new Promise((resolve) => setTimeout(resolve, 5));
}

function ask(path: string, body: string | Uint8Array): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: socket, path, method: "POST" }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.once("error", reject);
    asked.end(body);
  });
}

const call = (command: string): string =>
  JSON.stringify({ session_id: "s", cwd: project, tool_name: "Bash", tool_input: { command } });

describe("the resident process of hooks", () => {
  it("answers as a process of its own would, over a socket that only its owner can reach", async () => {
    await serve();
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(await ask("/hook/pre-tool?agent=claude", call("git push"))).toMatchObject({ status: 403 });
    expect(await ask("/hook/pre-tool?agent=claude", call("ls"))).toEqual({ status: 200, text: "" });
    expect(await ask("/hook/stop?agent=claude", call("ls"))).toEqual({ status: 200, text: "" });
  });

  it("knows nothing but hooks, and goes on after input that is none", async () => {
    await serve();
    expect((await ask("/other", "{}")).status).toBe(404);
    expect((await ask("/hook/pre-tool", new Uint8Array([0xff, 0xfe]))).status).toBe(200);
    expect((await ask("/hook/pre-tool", call("git push"))).status).toBe(403);
  });

  it("ends when nobody needs it, and when its program was replaced", async () => {
    await serve(30);
    await serving;
    expect(await isServed(socket)).toBe(false);
    await serve();
    utimesSync(join(project, "main.js"), 1, 1);
    await ask("/hook/pre-tool", call("ls"));
    await serving;
    expect(await isServed(socket)).toBe(false);
  });

  it("is one: a second one leaves at once", async () => {
    await serve();
    await serveHooks({ socket, place: { folder: project }, mainFile: "x", signal: stop.signal });
    expect(await isServed(socket)).toBe(true);
  });
});
