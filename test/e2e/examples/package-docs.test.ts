/**
 * The documentation job on an installed package that nobody here wrote, with a model server written by others. The model of
 * the script knows nothing but what it was sent: exports from the search, declarations from the lines that it read.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { faultsOf } from "../../../examples/package-docs/check-docs.mjs";
import { calls, startMockModel, textOf, type MockModel, type Reply, type Request } from "../../models/mock-model.ts";
import { copied, exampleRun, type ExampleRun } from "./example-run.ts";

let mock: MockModel;
beforeAll(async () => {
  mock = await startMockModel();
});
afterAll(() => mock.stop());

let example: ExampleRun;
let workspace: string;
beforeEach(() => {
  example = exampleRun("package-docs");
  vi.stubEnv("XDG_STATE_HOME", join(example.root, "state"));
  workspace = copied(example, "node_modules/diff/libesm");
  example.edit("http://localhost:11434/v1", `${mock.url}/v1`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  example.dispose();
});

const EXPORT = /^export (?:function|const|class) ([\w$]+)/;
/** The file whose page the scripted model gets wrong at first, and what it invents. */
const CARELESS = "patch/apply.js";
const INVENTED = "export function applyPatch(source, patch, fuzz) {";

/** Lines as a tool showed them, by number, and the item that holds them. */
interface Seen {
  readonly seq: number;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

function seenOf(request: Request, path: string): Seen | null {
  const shown = new RegExp(`<data ctx:(\\d+) \\w+> ${path.replaceAll(".", "\\.")}, lines [^\\n]*\\n([^]*?)</data `);
  const found = shown.exec(textOf(request));
  if (!found) return null;
  const lines = (found[2] ?? "").split("\n").flatMap((line) => {
    const [, number, text] = /^(\d+)\t(.*)$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number: Number(number), text: text ?? "" }];
  });
  return { seq: Number(found[1]), lines };
}

const pageOf = (path: string): string => `docs/${path.replace(/\.js$/, ".md")}`;

function pageText({ lines }: Seen, declaration: (line: string) => string): string {
  const sections = lines.flatMap(({ number, text }) => {
    const name = EXPORT.exec(text)?.[1];
    return name === undefined ? [] : [`## ${name}\n\nIn line ${number}.\n\n\`\`\`js\n${declaration(text)}\n\`\`\`\n`];
  });
  return sections.join("\n");
}

/** Splits by the files that the search showed. */
function plan(request: Request): Reply {
  const files = [...new Set(Array.from(textOf(request).matchAll(/^([\w/-]+\.js):\d+:/gm), (it) => it[1] ?? ""))];
  if (files.length === 0)
    return calls(["search", { pattern: "^export (function|const|class) ", paths: ["**/*.js"], maximum: 200 }]);
  const into = files.map((file, at) => ({
    id: `pages/f${at}`,
    statement: `The exports of ${file} are documented`,
    needs: "supported",
  }));
  const children = files.map((file, at) => ({
    key: `f${at}`,
    objective: `Document ${file}`,
    requires: [`pages/f${at}`],
    depends_on: [],
    share: { invocations: 3 },
  }));
  return calls([
    "propose",
    {
      transition: "SPLIT",
      split: { keep: ["documented", "quoted"], refine: [{ requirement: "pages", into }], children },
    },
  ]);
}

function document(request: Request, path: string): Reply {
  const seen = seenOf(request, path);
  if (!seen) return calls(["read", { path }]);
  const isCareless = path === CARELESS;
  const text = pageText(seen, (line) => (isCareless && line.includes("applyPatch(") ? INVENTED : line));
  const last = seen.lines.at(-1)?.number ?? 1;
  const requirement = /pages\/f\d+/.exec(textOf(request))?.[0];
  const claims = [
    {
      id: "c1",
      statement: `${pageOf(path)} documents ${path}`,
      status: "supported",
      evidence_refs: [`ctx:${seen.seq}#L1-L${last}`],
    },
  ];
  return calls([
    "propose",
    {
      transition: "HALT",
      claims,
      satisfies: [{ requirement, claims: ["c1"] }],
      artifact_deltas: [{ id: "page", path: pageOf(path), op: "create", after: "contents/0" }],
      contents: [{ text }],
      halt: { outcome: "complete", reason: "", summary: path },
    },
  ]);
}

/** What the check found wrong is looked up in the source, and corrected on the page. */
function correct(request: Request): Reply {
  const wrong = /^docs\/\S+: not in (\S+): /m.exec(textOf(request))?.[1];
  const end = { outcome: "complete", reason: "", summary: "documented" };
  if (wrong === undefined) return calls(["propose", { transition: "HALT", halt: end }]);
  const source = seenOf(request, wrong);
  const page = seenOf(request, pageOf(wrong));
  if (!source || !page) return calls(["read", { path: wrong }], ["read", { path: pageOf(wrong) }]);
  const delta = { id: "fix", path: pageOf(wrong), op: "modify", before: `ctx:${page.seq}`, after: "contents/0" };
  return calls([
    "propose",
    {
      transition: "HALT",
      artifact_deltas: [delta],
      contents: [{ text: pageText(source, (line) => line) }],
      satisfies: ["documented", "quoted"].map((requirement) => ({ requirement, claims: [] })),
      halt: end,
    },
  ]);
}

function answer(request: Request): Reply {
  const text = textOf(request);
  const file = /"Document (\S+\.js)"/.exec(text)?.[1];
  if (file !== undefined && text.includes("# Objective of this task")) return document(request, file);
  return text.includes("phase BEGINNING") ? plan(request) : correct(request);
}

describe("examples/package-docs", () => {
  it("documents a real package page by page; what a page misquotes is found by the check and corrected; apply puts the pages in place", async () => {
    mock.play([answer]);
    expect(faultsOf("documented", workspace)).toHaveLength(17);
    const ran = await example.on("run", example.task, "--workspace", workspace, "--trust", "--json");
    expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
    expect(JSON.parse(ran.stdout)).toMatchObject({ outcome: "complete" });
    expect(faultsOf("documented", workspace)).toHaveLength(17);

    const changed = await example.on("changes", "last", "--json");
    expect(JSON.parse(changed.stdout).files).toHaveLength(17);
    expect(await example.on("apply", "last")).toMatchObject({ code: 0 });
    expect([...faultsOf("documented", workspace), ...faultsOf("quoted", workspace)]).toEqual([]);
    const page = readFileSync(join(workspace, "docs/patch/apply.md"), "utf8");
    expect(page).toContain("```js\nexport function applyPatch(source, patch, options = {}) {\n```");
    expect((await example.on("verify", "last")).code).toBe(0);
  });
});
