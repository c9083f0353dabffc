import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Child } from "./child.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-child-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly child: Child;
  readonly text: () => string;
  readonly stop: (reason: Error) => void;
}

const shell = (script: string, more: Partial<ConstructorParameters<typeof Child>[0]> = {}): Started => {
  const pieces: string[] = [];
  const controller = new AbortController();
  const child = new Child({
    command: ["sh", "-c", script],
    folder,
    environment: { PATH: process.env["PATH"] ?? "" },
    signal: controller.signal,
    onText: (text) => pieces.push(text),
    maximumOutputBytes: 100_000,
    graceMs: 200,
    ...more,
  });
  return { child, text: () => pieces.join(""), stop: (reason) => controller.abort(reason) };
};

const isAlive = (pid: number): boolean => {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
};

const written = async (name: string): Promise<number> => {
  for (let tries = 0; tries < 200; tries++) {
    try {
      const text = readFileSync(join(folder, name), "utf8").trim();
      if (text !== "") return Number(text);
    } catch {
      // not yet
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${name} was never written`);
};

describe("a command", () => {
  test("gets its input, and what it prints comes decoded", async () => {
    const it = shell('read line; printf "%s é 漢" "$line"');
    it.child.write("hello\n");
    it.child.endInput();
    await it.child.ended;
    expect(it.text()).toBe("hello é 漢");
  });

  test("that does not read its input is no failure", async () => {
    const it = shell("exit 0");
    it.child.write("x".repeat(1_000_000));
    it.child.endInput();
    await it.child.ended;
  });

  test("that exits otherwise than with 0 is a failure with the end of what it said of it", async () => {
    const it = shell('for i in $(seq 1 2000); do echo "line $i" >&2; done; exit 3');
    await expect(it.child.ended).rejects.toMatchObject({
      code: "executor-failed",
      message: expect.stringMatching(/exited with 3; at the end it said: .*line 2000$/s),
    });
    const message = await it.child.ended.catch(String);
    expect(String(message).length).toBeLessThan(5000);
  });

  test("that kills itself, or is not there, is a failure", async () => {
    await expect(shell("kill -SEGV $$").child.ended).rejects.toThrow("was ended by SIGSEGV");
    await expect(shell("", { command: [join(folder, "nothing")] }).child.ended).rejects.toThrow("could not be started");
  });

  test("that floods is killed at the limit", async () => {
    const it = shell("yes 0123456789", { maximumOutputBytes: 50_000 });
    await expect(it.child.ended).rejects.toThrow("printed more than 50000 bytes");
    expect(it.text().length).toBeLessThanOrEqual(50_000);
  });

  test("that floods its standard error is read to its end, and only the end is kept", async () => {
    const it = shell("head -c 20000000 /dev/zero | tr '\\0' x >&2; exit 1");
    const message = await it.child.ended.catch(String);
    expect(String(message).length).toBeLessThan(5000);
  });

  test("that prints no UTF-8, or half a character at its end, is a failure", async () => {
    await expect(shell("printf 'a\\377b'").child.ended).rejects.toThrow("not UTF-8");
    await expect(shell("printf 'a\\303'").child.ended).rejects.toThrow("not UTF-8");
  });

  test("is ended by what its listener throws", async () => {
    const it = shell("echo x; sleep 60", {
      onText: () => {
        throw new Error("enough");
      },
    });
    await expect(it.child.ended).rejects.toThrow("enough");
  });
});

describe("stopping a command", () => {
  test("ends it with the signal's reason, and lets it tidy up first", async () => {
    const it = shell("trap 'echo bye > bye; exit 0' TERM; echo $$ > pid; while :; do sleep 0.02; done");
    await written("pid");
    it.stop(new Error("stopped by the user"));
    await expect(it.child.ended).rejects.toThrow("stopped by the user");
    expect(readFileSync(join(folder, "bye"), "utf8")).toBe("bye\n");
  });

  test("kills one that ignores SIGTERM after the grace", async () => {
    const it = shell("trap '' TERM; echo $$ > pid; while :; do sleep 0.02; done");
    const pid = await written("pid");
    const started = performance.now();
    it.stop(new Error("late"));
    await expect(it.child.ended).rejects.toThrow("late");
    expect(performance.now() - started).toBeGreaterThan(150);
    expect(isAlive(pid)).toBe(false);
  });

  test("kills one that is stopped (SIGSTOP)", async () => {
    const it = shell("echo $$ > pid; kill -STOP $$; sleep 60");
    const pid = await written("pid");
    it.stop(new Error("late"));
    await expect(it.child.ended).rejects.toThrow("late");
    expect(isAlive(pid)).toBe(false);
  });

  test("leaves no grandchild, also one that ignores SIGTERM", async () => {
    const it = shell(`sh -c 'trap "" TERM; echo $$ > pid; while :; do sleep 0.02; done' & wait`);
    const pid = await written("pid");
    it.stop(new Error("late"));
    await expect(it.child.ended).rejects.toThrow("late");
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test("is not needed where it ends by itself: what it left running is killed", async () => {
    const it = shell(`sh -c 'echo $$ > pid; exec sleep 60' & while [ ! -s pid ]; do sleep 0.01; done; echo done`);
    await it.child.ended;
    expect(it.text()).toBe("done\n");
    const pid = await written("pid");
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test("does not wait for a descendant that left the group and holds the output open", async () => {
    const it = shell(`setsid sleep 5 & echo done`);
    const started = performance.now();
    await it.child.ended;
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test("happens also when this process exits without asking", async () => {
    const script = join(folder, "host.mjs");
    const source = new URL("./child.ts", import.meta.url).pathname;
    writeFileSync(
      script,
      `import { Child } from ${JSON.stringify(source)};
       new Child({ command: ["sh", "-c", "trap '' TERM; echo $$ > pid; while :; do sleep 0.02; done"], folder: ${JSON.stringify(folder)},
         environment: process.env, signal: new AbortController().signal, onText: () => {}, maximumOutputBytes: 100 });
       setTimeout(() => process.exit(0), 1500);`,
    );
    spawnSync(process.execPath, ["--import", "tsx", script], { cwd: new URL("../../..", import.meta.url).pathname });
    const pid = await written("pid");
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});
