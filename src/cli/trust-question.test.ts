import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeIo } from "./fake-io.suite.ts";
import { settleTrust } from "./trust-question.ts";

const trust = {
  text: "task: t",
  commands: [{ name: "check tests", action: "run" as const, command: ["npm", "run", "the tests"] }],
  isTrusted: false,
};
const request = { name: "audit.yaml", trust, isAllowed: false };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cairn-trust-"));
  vi.stubEnv("XDG_STATE_HOME", home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const remembered = (): boolean => {
  try {
    return readFileSync(join(home, "cairn", "trusted-task-files"), "utf8").length > 0;
  } catch {
    return false;
  }
};

describe("the commands of a task file", () => {
  it("are shown to a person on a terminal, who has to say yes", async () => {
    const io = fakeIo({ isTerminal: true, answers: ["Yes "] });
    await settleTrust(io, request);
    expect(io.stderr()).toContain("check tests  run  npm run 'the tests'");
    expect(io.questions).toHaveLength(1);
    expect(remembered()).toBe(true);
  });

  it("do not run for any other answer, nor at the end of input", async () => {
    for (const answers of [[""], ["n"], ["yesterday"], []]) {
      await expect(settleTrust(fakeIo({ isTerminal: true, answers }), request)).rejects.toMatchObject({
        code: "not-trusted",
      });
    }
    expect(remembered()).toBe(false);
  });

  it("are refused where nobody can be asked, with what they are and how to allow them", async () => {
    const io = fakeIo({ answers: ["y"] });
    const refused = settleTrust(io, request);
    await expect(refused).rejects.toMatchObject({
      message: "audit.yaml runs or sends something that nobody allowed: check tests: run npm run 'the tests'",
    });
    await expect(refused).rejects.toMatchObject({ details: { hint: expect.stringContaining("--trust") } });
    expect(io.questions).toEqual([]);
  });

  it("run without a question when --trust was given or they were allowed before", async () => {
    const io = fakeIo({ isTerminal: true });
    await settleTrust(io, { ...request, trust: { ...trust, isTrusted: true } });
    expect(remembered()).toBe(false);
    await settleTrust(io, { ...request, isAllowed: true });
    expect(remembered()).toBe(true);
    expect(io.questions).toEqual([]);
  });

  it("run though the permission cannot be remembered, and that is said", async () => {
    writeFileSync(join(home, "cairn"), "a file where the folder should be");
    const io = fakeIo();
    await settleTrust(io, { ...request, isAllowed: true });
    expect(io.stderr()).toContain("cannot be remembered");
  });
});
