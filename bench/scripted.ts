/** Executors that do no work: what is measured is what surrounds it. */
import type { Proposal } from "../src/contracts/index.ts";
import type { Executor, Invocation } from "../src/executors/index.ts";

/** How many steps a task does, and what it says in each. */
export interface Script {
  readonly tasks: number;
  /** Steps of each task, the last of which halts. */
  readonly stepsOfTask: number;
  readonly texts: readonly string[];
  readonly growing: boolean;
}

type Said = Omit<Proposal, "task_id" | "based_on">;

function proposal({ packet, basedOn }: Invocation, said: Said): Proposal {
  return { task_id: packet.task_id, based_on: basedOn, ...said };
}

const END: Said = { transition: "HALT", halt: { outcome: "incomplete", reason: "the script ends here", summary: "" } };

/**
 * `tasks` tasks (one: the root itself) that EXECUTE, each time with a claim, and halt when their invocations are used
 * up. `replaced`: one claim, said again with another confidence. `growing`: another claim each time, which rests on an
 * item that the first step read.
 */
export function stepsExecutor(script: Script): Executor {
  const evidence = new Map<string, number>();
  return {
    name: "scripted",
    async execute(invocation, tools) {
      const { packet } = invocation;
      const left = packet.budget.remaining_invocations ?? 0;
      if (packet.depth === 0 && script.tasks > 1)
        return proposal(invocation, packet.phase === "BEGINNING" ? splitInto(packet.coverage.required, script) : END);
      if (left <= 1) return proposal(invocation, END);
      const text = script.texts[left % script.texts.length] ?? "";
      if (!script.growing)
        return proposal(invocation, {
          transition: "EXECUTE",
          claims: [claim("state", script.texts[0] ?? "", { confidence: (left % 1000) / 1000 })],
        });
      const seq =
        evidence.get(packet.task_id) ??
        (await tools.survey({ paths: ["*.md"], partTokens: 1000, maximumParts: 4, groupBy: "file" })).seq;
      evidence.set(packet.task_id, seq);
      return proposal(invocation, {
        transition: "EXECUTE",
        claims: [{ ...claim(`c${left}`, text, {}), status: "supported", evidence_refs: [`ctx:${seq}`] }],
      });
    },
  };
}

function claim(
  id: string,
  statement: string,
  more: { readonly confidence?: number },
): NonNullable<Proposal["claims"]>[number] {
  return { id, statement, status: "proposed", evidence_refs: [], ...more };
}

function splitInto(required: readonly string[], { tasks, stepsOfTask }: Script): Said {
  const numbers = Array.from({ length: tasks }, (_, index) => index + 1);
  return {
    transition: "SPLIT",
    split: {
      keep: [],
      refine: required.map((requirement) => ({
        requirement,
        into: numbers.map((n) => ({ id: `${requirement}/${n}`, statement: "a part", needs: "supported" })),
      })),
      children: numbers.map((n) => ({
        key: `k${n}`,
        objective: `part ${n}`,
        requires: required.map((it) => `${it}/${n}`),
        depends_on: [],
        share: { invocations: stepsOfTask },
      })),
    },
  };
}

/** A tree: every task above `depth` splits into `fanOut`; a leaf looks at the workspace, makes one claim and halts complete. */
export function treeExecutor({ fanOut, depth }: { readonly fanOut: number; readonly depth: number }): Executor {
  return {
    name: "scripted",
    async execute(invocation, tools) {
      const { packet } = invocation;
      const { required } = packet.coverage;
      if (packet.phase === "MIDDLE") return proposal(invocation, END);
      if (packet.depth < depth) {
        const share = Math.floor(((packet.budget.remaining_invocations ?? 0) - 3) / fanOut);
        return proposal(
          invocation,
          splitInto(required, { tasks: fanOut, stepsOfTask: share, texts: [], growing: false }),
        );
      }
      const { seq } = await tools.survey({ paths: ["*.md"], partTokens: 1000, maximumParts: 4, groupBy: "file" });
      return proposal(invocation, {
        transition: "HALT",
        claims: [
          {
            ...claim("c1", `${packet.task_id} has been looked at`, {}),
            status: "supported",
            evidence_refs: [`ctx:${seq}`],
          },
        ],
        satisfies: required.map((requirement) => ({ requirement, claims: ["c1"] })),
        halt: { outcome: "complete", reason: "", summary: "looked at" },
      });
    },
  };
}
