/**
 * Documents that people hand in: looked at against a workspace, taken as a ledger.
 */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ContextIrDocument, ContextIrItem, WorkspaceReader } from "../contracts/index.ts";
import { parseEvidenceRef, type EvidenceFact, type EvidenceFacts } from "../engine/index.ts";
import { openWorkspace } from "./workspace/index.ts";

const encoder = new TextEncoder();

/** The folder of the project that holds a path: the nearest one above with `.cairn`, `.git` or `package.json`, else the path's own. */
export function findProject(from: string): string {
  const start = resolve(from);
  for (let folder = start; ; folder = dirname(folder)) {
    if ([".cairn", ".git", "package.json"].some((name) => existsSync(join(folder, name)))) return folder;
    if (dirname(folder) === folder) return start;
  }
}

/** What IR-STALE compares with: the texts of a folder's files. Errors: RuntimeFailure `workspace-…`. */
export function workspaceReader(folder: string): WorkspaceReader {
  const workspace = openWorkspace(folder);
  return {
    read: (path) => {
      const text = workspace.readText(path);
      return text.ok ? encoder.encode(text.value.text) : null;
    },
  };
}

/** Roles (`source["x-origin"]`) under which an item of kind `other` may be cited (§6 Evidence; decision 0005, F20). */
const CITABLE_ORIGINS: ReadonlySet<unknown> = new Set(["answer", "user"]);
const SILENT_ORIGINS: ReadonlySet<unknown> = new Set(["packet", "prompt", "proposal", "result", "input", "notice"]);

/** What refs find in a document: its items count as visible to the task (§4, `packet try`). Other refs find nothing. */
export function documentFacts(
  document: ContextIrDocument,
  { task, refs }: { readonly task: string; readonly refs: readonly string[] },
): EvidenceFacts {
  const items = new Map(document.items.map((item) => [item.seq, item]));
  const facts = new Map<string, EvidenceFact>();
  for (const ref of refs) {
    const parsed = parseEvidenceRef(ref);
    const item = parsed?.kind === "ctx" ? items.get(parsed.seq) : undefined;
    if (item) facts.set(ref, itemFact(item, task));
  }
  return facts;
}

function itemFact(item: ContextIrItem, task: string): EvidenceFact {
  const origin = "x-origin" in item.source ? item.source["x-origin"] : undefined;
  const citable = item.source.kind === "other" ? CITABLE_ORIGINS.has(origin) : !SILENT_ORIGINS.has(origin);
  const text = item.content_excerpt;
  return {
    kind: "ctx",
    task,
    citable,
    blank: text.trim() === "",
    firstLine: 1,
    lineCount: text.replace(/\n$/, "").split("\n").length,
  };
}
