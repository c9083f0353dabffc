/**
 * Tokens sent as the work grows: a documentation job over 10, 100 and 1,000 files, carried by this project with a scripted model,
 * beside an agent that keeps one transcript and reads the same files and writes the same pages.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createEngine } from "../src/engine/index.ts";
import { createModelExecutor } from "../src/executors/model/index.ts";
import { createRecorder, createRedactor, createTokenizer } from "../src/ledger/index.ts";
import { carryOn, createRun, encodeTaskFile, systemClock, type RunServices } from "../src/runtime/index.ts";
import { openSqliteStore } from "../src/runtime/sqlite/index.ts";
import { digits } from "./numbers.ts";
import type { Setting } from "./steps-part.ts";
import { table } from "./table.ts";
import { pageOf, startScriptedModel, type Sent } from "./tokens-model.ts";
import { texts } from "./workload.ts";

const LEVELS = [1, 2, 3] as const;
const FAN_OUT = 10;
const BUDGET = { context_tokens: 200_000, output_tokens: 4000, maximum_children: FAN_OUT, maximum_depth: 4 };
const OBJECTIVE =
  "Write a page for each source file below this folder: PATH.md for PATH.js, with a heading for what it exports, what it says of itself, and its declaration. Split by folders and files.";

const tokenizer = createTokenizer();
const countTokens = (text: string): number => tokenizer.count(text);

/** Paths of a tree with ten entries in every folder. */
function pathsBelow(level: number): readonly string[] {
  const names = (kind: string): string[] => Array.from({ length: FAN_OUT }, (_, at) => `${kind}${at}`);
  const below = (left: number): string[] =>
    left === 1
      ? names("f").map((it) => `${it}.js`)
      : names("d").flatMap((it) => below(left - 1).map((path) => `${it}/${path}`));
  return below(level);
}

function writeTree(folder: string, paths: readonly string[]): void {
  const words = texts(paths.length, 1500);
  for (const [at, path] of paths.entries()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const lines = (words[at] ?? "").match(/.{1,100}/g) ?? [];
    const body = lines.slice(3).map((it) => `  // ${it}\n`);
    const said = lines.slice(0, 3).join(" ");
    writeFileSync(join(folder, path), `/** ${said} */\nexport function fn${at}(first, second) {\n${body.join("")}}\n`);
  }
}

/** Tokens of a request: what its messages say, what they call, and the descriptions of the tools. */
function tokensOf({ messages, tools }: Sent): number {
  const said = messages.map(({ content, tool_calls: calls }) => {
    const text = typeof content === "string" ? content : content ? JSON.stringify(content) : "";
    return countTokens(text) + (calls ? countTokens(JSON.stringify(calls)) : 0);
  });
  return said.reduce((sum, it) => sum + it, tools ? countTokens(JSON.stringify(tools)) : 0);
}

interface Cost {
  readonly requests: number;
  readonly tokens: number;
  readonly largest: number;
}

async function ofCairn(folder: string, files: number): Promise<Cost> {
  const workspace = join(folder, "files");
  const cost = { requests: 0, tokens: 0, largest: 0 };
  const model = await startScriptedModel((sent) => {
    const tokens = tokensOf(sent);
    cost.requests += 1;
    cost.tokens += tokens;
    cost.largest = Math.max(cost.largest, tokens);
  });
  const store = openSqliteStore(join(folder, "store", "store.db"), { mode: "write" });
  try {
    const settings = { kind: "model", provider: "openai-compatible", model: "m", base_url: model.url } as const;
    const executor = createModelExecutor({ name: "model", settings, environment: {}, countTokens, commands: [] });
    const services: RunServices = {
      store,
      engine: createEngine(countTokens),
      recorder: createRecorder({ redactor: createRedactor(), tokenizer, clock: systemClock }),
      clock: systemClock,
      storePaths: [join(folder, "store")],
      privateFolder: join(folder, "private"),
      executorsFor: () => ({ of: () => executor, isSame: () => false }),
    };
    const task = {
      task: "docs",
      objective: OBJECTIVE,
      requirements: [
        { id: "pages", statement: "Every file has its page", needs: "supported" },
        { id: "whole", statement: "The task above has looked at what came of it", needs: "supported" },
      ],
      budget: { ...BUDGET, remaining_invocations: files * 20 },
    };
    const taskFile = encodeTaskFile(join(workspace, "task.json"), JSON.stringify(task));
    const run = await createRun(services, { task: "docs", objective: OBJECTIVE, workspace, taskFile });
    const signal = new AbortController().signal;
    await carryOn(services, run, { waitsForPeople: false, trusted: true, concurrency: 4, signal });
    const outcome = store.run(run)?.outcome;
    if (outcome !== "complete") throw new Error(`the job of ${files} files ended ${String(outcome)}`);
    return cost;
  } finally {
    store.close();
    model.close();
  }
}

const AGENT_TOOLS = ["read", "list", "write"].map((name) => ({
  type: "function",
  function: {
    name,
    description: `${name} a file or folder`,
    parameters: { type: "object", properties: { path: { type: "string" }, text: { type: "string" } } },
  },
}));

/** An agent with one transcript: lists, then reads `atOnce` files in one turn and writes their pages in the next, each turn sending all. */
function ofTranscript(workspace: string, paths: readonly string[], atOnce: number): Cost {
  let held = countTokens(OBJECTIVE) + countTokens(JSON.stringify(AGENT_TOOLS));
  const cost = { requests: 0, tokens: 0, largest: 0 };
  const turn = (exchanged: readonly string[]): void => {
    cost.requests += 1;
    cost.tokens += held;
    cost.largest = held;
    held += exchanged.reduce((sum, it) => sum + countTokens(it), 0);
  };
  const call = (name: string, input: object): string =>
    JSON.stringify({ type: "function", function: { name, arguments: JSON.stringify(input) } });
  turn([call("list", { path: ".", depth: 4 }), paths.join("\n")]);
  for (let at = 0; at < paths.length; at += atOnce) {
    const some = paths
      .slice(at, at + atOnce)
      .map((path) => ({ path, source: readFileSync(join(workspace, path), "utf8") }));
    turn(
      some.flatMap(({ path, source }) => [
        call("read", { path }),
        source
          .split("\n")
          .map((line, n) => `${n + 1}\t${line}`)
          .join("\n"),
      ]),
    );
    turn(
      some.flatMap(({ path, source }) => [
        call("write", { path: path.replace(/\.js$/, ".md"), text: pageOf(path, source) }),
        "written",
      ]),
    );
  }
  turn([]);
  return cost;
}

/** The table of this part. */
export async function tokensPart({ folder, say }: Pick<Setting, "folder" | "say">): Promise<string> {
  const rows: string[][] = [];
  for (const level of LEVELS) {
    const own = mkdtempSync(join(folder, "cairn-bench-tokens-"));
    try {
      const paths = pathsBelow(level);
      say(`tokens: ${paths.length} files`);
      writeTree(join(own, "files"), paths);
      const ours = await ofCairn(own, paths.length);
      const [one, ten] = [1, 10].map((atOnce) => ofTranscript(join(own, "files"), paths, atOnce)) as [Cost, Cost];
      const ratio = (it: Cost): string => `${digits(it.tokens / ours.tokens)} : 1`;
      const cells = (it: Cost): string[] =>
        [it.requests, it.tokens, it.largest].map((value) => value.toLocaleString("en"));
      rows.push(
        [`${paths.length.toLocaleString("en")} files: cairn`, ...cells(ours), ""],
        ["one transcript, a file a turn", ...cells(one), ratio(one)],
        ["one transcript, ten files a turn", ...cells(ten), ratio(ten)],
      );
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  }
  const head = ["documentation job", "requests", "tokens sent", "largest request", "its tokens : ours"];
  return `## Tokens sent as the work grows\n\nCounted once: no time is measured.\n\n${table(head, rows)}\n`;
}
