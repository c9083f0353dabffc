/**
 * The refactoring job, done by real agents against a model server written by others. The model of the script breaks the tests
 * at first; what they print comes back to it. An agent that is not on the PATH is passed over.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { LLMock } from "@copilotkit/aimock";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { exampleRun, type ExampleRun } from "./example-run.ts";

const isInstalled = (name: string): boolean =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((folder) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false);

let example: ExampleRun;
let mock: LLMock;
let home: string;
beforeEach(async () => {
  example = exampleRun("refactor");
  vi.stubEnv("XDG_STATE_HOME", join(example.root, "state"));
  home = join(example.root, "home");
  mkdirSync(home);
  mock = new LLMock({ port: 0, logLevel: "silent" });
  await mock.start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await mock.stop();
  example.dispose();
});

/** The function that is taken out; the first attempt forgets that 5 cents are 0.05. */
const money = (fraction: string): string => `/** An amount of whole cents as text. */
export function formatMoney(cents) {
  const amount = Math.abs(cents);
  return \`\${cents < 0 ? "-" : ""}\${Math.floor(amount / 100)}.\${${fraction}} EUR\`;
}
`;
const WRONG = money("amount % 100");
const RIGHT = money('String(amount % 100).padStart(2, "0")');
const RECEIPT = `import { formatMoney } from "./money.mjs";

/** A receipt: one line an item, and the total. Amounts are whole cents. */
export function receipt(items) {
  const total = items.reduce((sum, { cents }) => sum + cents, 0);
  const lines = items.map(({ name, cents }) => \`\${name}: \${formatMoney(cents)}\`);
  return [...lines, \`total: \${formatMoney(total)}\`].join("\\n");
}
`;
const REMINDER = `import { formatMoney } from "./money.mjs";

/** A reminder of what is owed, in whole cents. */
export function reminder(name, cents) {
  return \`Dear \${name}, please pay \${formatMoney(cents)}.\`;
}
`;

type Call = (path: string, text: string, id: string) => object;

/** Writes files with the agent's own tool, then says that it is done; the next time better, by what the tests printed. */
function script(call: Call): string[] {
  const asked: string[] = [];
  mock.on({ predicate: () => true }, (request) => {
    const text = JSON.stringify(request);
    asked.push(text);
    // The line of node:test that names the difference.
    const isSecond = text.includes("tea: 2.5 EUR");
    // What was rejected is gone with its copy: everything is written again.
    const files = [
      ["src/money.mjs", isSecond ? RIGHT : WRONG],
      ["src/receipt.mjs", RECEIPT],
      ["src/reminder.mjs", REMINDER],
    ];
    const at = files.findIndex((_, index) => !text.includes(`call_write${index}`));
    const [path = "", content = ""] = files[at] ?? [];
    if (at !== -1) return { content: "I write.", toolCalls: [call(path, content, `call_write${at}`)] };
    const basedOn = /based_on\W+([0-9a-f]{64})/.exec(text)?.[1] ?? "";
    const satisfies = ["green", "extracted", "used"].map((requirement) => ({ requirement, claims: [] }));
    const halt = { outcome: "complete", reason: "", summary: "formatMoney is in one place" };
    return { content: JSON.stringify({ task_id: "extract", based_on: basedOn, transition: "HALT", satisfies, halt }) };
  });
  return asked;
}

async function refactors(asked: readonly string[]): Promise<void> {
  const before = readFileSync(join(dirname(example.task), "src/receipt.mjs"), "utf8");
  const ran = await example.on("run", example.task, "--trust", "--json");
  const log = await example.on("log", "last");
  expect([ran.code, ran.code === 0 ? "" : `${ran.stderr}${log.stdout}${asked.at(-1)?.slice(-3000)}`]).toEqual([0, ""]);
  expect(JSON.parse(ran.stdout)).toMatchObject({ outcome: "complete" });
  expect(log.stdout).toContain("check tests failed");
  expect(asked[0]).toContain("had changed is gone: make it again");
  expect(readFileSync(join(dirname(example.task), "src/receipt.mjs"), "utf8")).toBe(before);
  expect(existsSync(join(dirname(example.task), "src/money.mjs"))).toBe(false);
  expect(await example.on("apply", "last")).toMatchObject({ code: 0 });
  expect(readFileSync(join(dirname(example.task), "src/money.mjs"), "utf8")).toBe(RIGHT);
  expect(readFileSync(join(dirname(example.task), "src/receipt.mjs"), "utf8")).toBe(RECEIPT);
  expect(spawnSync(process.execPath, ["--test"], { cwd: dirname(example.task) }).status).toBe(0);
}

describe("examples/refactor", () => {
  it.skipIf(!isInstalled("pi"))(
    "is done by pi (passed over where it is not installed): tests that it broke come back to it, and apply puts in what is green",
    async () => {
      const provider = { baseUrl: `${mock.url}/v1`, api: "openai-completions", apiKey: "none", models: [{ id: "m" }] };
      writeFileSync(join(home, "models.json"), JSON.stringify({ providers: { mock: provider } }));
      vi.stubEnv("PI_CODING_AGENT_DIR", home);
      example.edit("profile: codex", 'profile: pi, model: mock/m, arguments: ["--offline"]');
      await refactors(
        script((path, content, id) => ({ id, name: "write", arguments: JSON.stringify({ path, content }) })),
      );
    },
    60_000,
  );

  it.skipIf(!isInstalled("codex"))(
    "is done by codex (passed over where it is not installed), in the same way",
    async () => {
      const provider = `name = "mock"\nbase_url = "${mock.url}/v1"\nwire_api = "responses"\nenv_key = "MOCK_KEY"\n`;
      const settings = `model_provider = "mock"\nmodel = "m"\n[model_providers.mock]\n${provider}`;
      writeFileSync(join(home, "config.toml"), settings);
      vi.stubEnv("CODEX_HOME", home);
      vi.stubEnv("MOCK_KEY", "none");
      example.edit("profile: codex,", "profile: codex, pass_env: [MOCK_KEY],");
      await refactors(
        script((path, content, id) => {
          const cmd = `cat > ${path} <<'END_OF_FILE'\n${content}END_OF_FILE`;
          return { id, name: "exec_command", arguments: JSON.stringify({ cmd }) };
        }),
      );
    },
    60_000,
  );
});
