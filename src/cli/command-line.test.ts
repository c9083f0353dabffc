import { describe, expect, it } from "vitest";
import { CATALOG, GROUPS } from "./catalog.ts";
import { runCommandLine } from "./command-line.ts";
import { versionOf } from "./version.ts";
import { cairn, fakeIo } from "./fake-io.suite.ts";
import type { Io } from "./io.ts";

describe("the command line", () => {
  it("without a command is misuse and shows what there is; --help is an answer", async () => {
    const bare = await cairn([]);
    expect([bare.code, bare.stdout]).toEqual([2, ""]);
    const help = await cairn(["--help"]);
    expect([help.code, help.stderr]).toEqual([0, ""]);
    expect(bare.stderr).toBe(help.stdout);
    for (const { words, summary } of CATALOG)
      expect(help.stdout.replaceAll(/\s+/g, " ")).toContain(words.length === 1 ? summary : GROUPS[words[0]]?.summary);
    for (const line of help.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
    expect(help.stdout).not.toMatch(/^ +complete /m);
  });

  it("has a help with examples for every command", async () => {
    for (const { words, summary } of CATALOG) {
      const { code, stdout, stderr } = await cairn([...words, "--help"]);
      expect([words, code, stderr]).toEqual([words, 0, ""]);
      expect(stdout).toContain(`Usage: cairn ${words.join(" ")}`);
      expect(stdout).toContain(`${summary}.`);
      expect(stdout).toMatch(/\nExamples:\n {2}# .*\n {2}\$ cairn /);
      expect(stdout.endsWith("\n")).toBe(true);
    }
  });

  it("offers --json wherever it prints data", async () => {
    for (const name of [
      "ir check",
      "packet check",
      "packet try",
      "run",
      "resume",
      "runs",
      "status",
      "tree",
      "show",
      "log",
      "result",
      "export",
      "replay",
      "verify",
      "doctor",
    ]) {
      expect((await cairn([...name.split(" "), "--help"])).stdout).toContain("--json");
    }
  });

  it("helps by `help` too, and has headings for eyes", async () => {
    expect((await cairn(["help", "tree"])).stdout).toContain("Usage: cairn tree");
    expect((await cairn(["packet"])).stderr).toContain("try [options] <packet> <proposal>");
    expect((await cairn(["--help"], { hasColors: true })).stdout).toContain("\u001b[1mDocuments:\u001b[0m");
  });

  it("says its version", async () => {
    expect(await cairn(["--version"])).toMatchObject({ code: 0, stdout: `cairn ${versionOf()}\n` });
    expect(versionOf()).toMatch(/^\d+\.\d+\.\d+/);
  });

  it("says what is wrong with a line, suggests what was meant, and ends with 2", async () => {
    const complaints: readonly (readonly [argv: string[], text: string])[] = [
      [["rum"], "unknown command 'rum'; did you mean `run`?"],
      [["packet", "chek"], "unknown command 'chek'; did you mean `check`?"],
      [["tree", "last", "--dept", "1"], "unknown option '--dept'; did you mean `--depth`?"],
      [["run"], "missing required argument 'taskfile'"],
      [["fork", "last"], "required option '--at <seq>' not specified"],
      [["tree", "last", "more"], "too many arguments"],
      [["show", "last", "t", "--at", "0"], "It has to be a whole number from 1 on."],
      [["run", "x", "--concurrency", "257"], "It has to be a whole number from 1 to 256."],
      [["run", "x", "--concurrency", "1e9"], "It has to be a whole number"],
      [["completion", "tcsh"], "Allowed choices are bash, zsh, fish, powershell."],
    ];
    for (const [argv, text] of complaints) {
      const { code, stdout, stderr } = await cairn(argv);
      expect([argv, code, stdout]).toEqual([argv, 2, ""]);
      expect(stderr).toContain(text);
      expect(stderr.split("\n")[0]).toMatch(/^cairn: /);
      expect(stderr).not.toMatch(/\n {4}at /);
    }
  });

  it("shows a typing error with control characters harmlessly", async () => {
    expect((await cairn(["\u001b[2J"])).stderr).toContain("unknown command '\\u001b[2J'");
  });

  it("tells a defect of ours from a failure of the world, by words and by exit code", async () => {
    const broken: Io = {
      ...fakeIo(),
      get folder(): string {
        throw new TypeError("x is not a function");
      },
    };
    expect(await runCommandLine(["runs"], broken)).toBe(70);
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
      code: "ENOSPC",
      syscall: "write",
    });
    const io = fakeIo();
    const failing: Io = { ...io, out: { ...io.out, write: () => Promise.reject(full) } };
    expect(await runCommandLine(["--help"], failing)).toBe(3);
    expect(io.stderr()).toContain("cairn: ENOSPC");
    expect(await runCommandLine(["--help"], { ...failing, err: failing.out })).toBe(3);
  });
});
