/** An invocation and its tools in memory: one part of files, everything delivered whole. */
import type { Claim, LocalRule, StatePacket } from "../../contracts/index.ts";
import type { ExecutorTools, Invocation, OpenedClaim, ReadResult } from "../executor.ts";

const versions: LocalRule = {
  extract: [{ paths: ["**/*.conf"], pattern: "(?m)^(\\w+) (\\S+)$", subject: "version of $1", value: "$2" }],
  agree: {},
};
const noTodo: LocalRule = { forbid: { paths: ["**/*.conf"], pattern: "TODO" } };
export const rules: Readonly<Record<string, LocalRule>> = { versions, "no-todo": noTodo };

export interface World {
  readonly files?: Record<string, string>;
  readonly opened?: readonly OpenedClaim[];
  readonly read?: (path: string) => Promise<ReadResult>;
}

/** Tools over files in memory: one part, everything delivered whole. */
export function toolsOf({ files = {}, opened = [], read }: World): ExecutorTools {
  const paths = Object.keys(files);
  const sizes = paths.map((path) => ({ path, tokenEstimate: Math.ceil((files[path] ?? "").length / 3) }));
  const tokenEstimate = sizes.reduce((sum, it) => sum + it.tokenEstimate, 0);
  const part = { first: paths[0] ?? "", last: paths.at(-1) ?? "", fileCount: paths.length, tokenEstimate };
  const tools: ExecutorTools = {
    survey: async () => ({
      seq: 1,
      fileCount: paths.length,
      tokenEstimate,
      files: sizes,
      parts: paths.length > 0 ? [part] : [],
      unreadable: [],
    }),
    read: async (path, range = {}) => {
      if (read) return read(path);
      const lines = (files[path] ?? "").split(/(?<=\n)/).slice((range.fromLine ?? 1) - 1, range.toLine);
      const fromLine = range.fromLine ?? 1;
      return {
        seq: 10 + paths.indexOf(path),
        path,
        text: lines.join(""),
        fromLine,
        toLine: fromLine + lines.length - 1,
        more: false,
      };
    },
    openClaims: async (_tasks, keep) => ({ seq: 5, claims: opened.filter((it) => keep(it.statement)) }),
    list: async () => ({ seq: 2, text: paths.join("\n"), more: false }),
    search: async ({ pattern }) => ({
      seq: 3,
      text: paths.filter((path) => files[path]?.includes(pattern)).join("\n"),
      more: false,
    }),
    run: async (name) => {
      throw new Error(`no command is named ${name}`);
    },
    observe: async () => ({ seq: 4 }),
    report: () => undefined,
    sourceOf: async (seq) => {
      const path = paths[seq - 10];
      return path === undefined ? null : { path, fromLine: 1, toLine: 999 };
    },
    conversing: () => ({ ...tools, spend: () => undefined, left: () => 6000 }),
  };
  return tools;
}

export function claim(id: string, statement: string, refs: readonly string[] = ["ctx:1"]): Claim {
  return { id, statement, status: "supported", confidence: null, evidence_refs: [...refs] };
}

export function packet(changes: Partial<StatePacket> = {}, unsatisfied: readonly string[] = ["versions"]): StatePacket {
  return {
    schema_version: "0.1.0",
    task_id: "t",
    parent_id: null,
    depth: 0,
    phase: "BEGINNING",
    objective: "Audit",
    invariants: [],
    claims: [],
    artifact_deltas: [],
    dependencies: [],
    contradictions: [],
    open_loops: [],
    coverage: { required: [...unsatisfied], satisfied: [], unsatisfied: [...unsatisfied] },
    budget: {
      context_tokens: 8000,
      output_tokens: 2000,
      maximum_children: 4,
      maximum_depth: 3,
      remaining_invocations: 20,
      remaining_wall_time_ms: null,
    },
    next_transition: "EXECUTE",
    ...changes,
  };
}

export function invocation(own: StatePacket, changes: Partial<Invocation> = {}): Invocation {
  return {
    id: "t#1",
    purpose: "work",
    packet: own,
    basedOn: "0".repeat(64),
    rootObjective: "Audit",
    requirements: Object.fromEntries(
      own.coverage.required.map((id) => [id, { id, statement: id, needs: "supported" as const }]),
    ),
    refinements: {},
    items: [],
    halted: [],
    roomTokens: 6000,
    workspace: "/",
    ...changes,
  };
}
