/** Runs in processes of their own: stopped, resumed, wanted twice, piped away, watched on a terminal. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureDist, mainFile, run, start, until, type Ended } from "./built.ts";
import { definitionWith } from "./place.ts";

// Each test starts several processes, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-processes-"));
  ensureDist();
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Project {
  readonly task: string;
  readonly mark: string;
  readonly environment: NodeJS.ProcessEnv;
  cairn(line: string): Promise<Ended>;
}

/** A project whose check hangs the first time and passes from the second time on. */
function project(name: string, script = "test -e mark || { touch mark; exec sleep 60; }"): Project {
  const root = join(folder, name);
  mkdirSync(join(root, "files"), { recursive: true });
  writeFileSync(join(root, "package.json"), "{}");
  for (const file of ["a.txt", "b.txt"]) writeFileSync(join(root, "files", file), "version 1\n");
  const requirement = { id: "ok", statement: "The check passes", needs: "check", check: "ok" };
  writeFileSync(
    join(root, "task.json"),
    definitionWith({ checks: { ok: { command: ["sh", "-c", script] } } }, [requirement]),
  );
  const environment = { XDG_STATE_HOME: join(root, "state") };
  return {
    task: join(root, "task.json"),
    mark: join(root, "mark"),
    environment,
    cairn: (line) => run(line.split(" "), { cwd: root, environment }),
  };
}

const startRun = ({ task, environment }: Project, ...more: string[]): ReturnType<typeof start> =>
  start(["run", task, "--store", join(task, "..", ".cairn"), ...more], { environment });

describe("a run that is stopped", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("by %s ends with %i, keeps everything, and is resumed to its end", async (signal, code) => {
    const it = project(signal);
    const { child, ended, output } = startRun(it, "--trust");
    await until(() => existsSync(it.mark));
    const id = output().stdout.trim().replace("run ", "");
    child.kill(signal);
    const { end, stdout, stderr } = await ended;
    expect([end, stdout]).toEqual([code, `run ${id}\n`]);
    expect(stderr).toContain(`cairn resume ${id}`);
    expect(await it.cairn("status last")).toMatchObject({
      end: 0,
      stdout: expect.stringContaining("● stopped: One version"),
    });
    expect(await it.cairn(`resume ${id}`)).toMatchObject({
      end: 0,
      stdout: expect.stringContaining("✓ complete: One version everywhere"),
    });
    expect(await it.cairn("replay last")).toMatchObject({ end: 0 });
    expect(await it.cairn("verify last")).toMatchObject({ end: 0 });
  });

  it("is taken up again at once after a kill, and two processes never work on it", async () => {
    const it = project("killed");
    const first = startRun(it, "--trust");
    await until(() => existsSync(it.mark));
    expect(await it.cairn("resume last")).toMatchObject({
      end: 2,
      stdout: "",
      stderr: expect.stringContaining("is being worked on by process"),
    });
    expect(await it.cairn("status last")).toMatchObject({
      stdout: expect.stringContaining(`at work in process ${first.child.pid}`),
    });
    expect(await it.cairn("cancel last --reason later")).toMatchObject({
      end: 0,
      stdout: expect.stringContaining("works on the run and ends it now"),
    });
    first.child.kill("SIGKILL");
    await first.ended;
    const both = await Promise.all([it.cairn("resume last"), it.cairn("resume last")]);
    // One of them finds the cancellation that was left; the other comes too early, or finds the run halted.
    expect(both.filter(({ end }) => end === 3).length).toBeGreaterThan(0);
    for (const { end } of both) expect([2, 3]).toContain(end);
    expect(await it.cairn("result last")).toMatchObject({
      end: 3,
      stdout: expect.stringContaining("cancelled by a person: later"),
    });
    expect(await it.cairn("verify last")).toMatchObject({ end: 0 });
  });
});

describe("a reader that goes away", () => {
  it("ends the command quietly and with 0", async () => {
    const it = project("piped", "true");
    expect(await it.cairn(`run ${it.task} --trust`)).toMatchObject({ end: 0 });
    for (const line of ["log last --json", "tree last", "result last --json", "runs", "--help"]) {
      const script = `"$0" "$1" ${line} | true; echo "\${PIPESTATUS[0]}"`;
      const options = { cwd: join(it.task, ".."), env: { ...process.env, ...it.environment } };
      const { stdout, stderr } = await promisify(execFile)("bash", ["-c", script, process.execPath, mainFile], options);
      expect([line, stdout, stderr]).toEqual([line, "0\n", ""]);
    }
  });
});

describe("on a terminal", () => {
  /** Runs the command on a pseudo-terminal and returns what a terminal would get. */
  const onTerminal = (it: Project, line: string, input = ""): { readonly text: string; readonly code: number } => {
    const command = `'${process.execPath}' '${mainFile}' ${line}; echo "code $?"`;
    const text = execFileSync("script", ["-qc", command, "/dev/null"], {
      cwd: join(it.task, ".."),
      env: { ...process.env, ...it.environment, TERM: "xterm", NO_COLOR: "" },
      input,
      encoding: "utf8",
      timeout: 60_000,
    });
    return { text, code: Number(/code (\d+)/.exec(text)?.[1]) };
  };

  it("asks for the commands, draws the run, takes the picture away and prints the result", () => {
    const it = project("terminal", "sleep 1");
    const { text, code } = onTerminal(it, `run '${it.task}'`, "y\n");
    expect(code).toBe(0);
    expect(text).toContain("Allow them, for this content of the task file? [y/N]");
    expect(text.replaceAll("\u001b", "^")).toMatch(/0:0\d {2}0 of 1 task ended, \d at work.*\r\n\^\[\dA\^\[J/);
    expect(text.slice(text.lastIndexOf("\u001b[J"))).toContain("\u001b[1mcomplete\u001b[0m: One version everywhere");
    expect(onTerminal(it, `run '${it.task}' --json 2>&1 | cat`).text).not.toContain("\u001b[");
  });
});
