/**
 * Cuts what is to be judged together by subject: each child takes those subjects whose hash falls into its share.
 */
import { sha256Hex, type Refinement, type SplitChild } from "../../contracts/index.ts";
import { frameOf, type LocalProposal } from "./compose.ts";
import { jsonTokens } from "./room.ts";
import { inputText, type RuledRequirement, type Work } from "./work.ts";

/** Longest id of a requirement; a share's id is longer than its whole's. */
const MAXIMUM_ID = 256;

/** Which subjects are looked at: those whose hash leaves `part` when divided by `of`. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

export function isInShare(subject: string, { part, of }: Share): boolean {
  return of === 1 || Number.parseInt(sha256Hex(subject).slice(0, 8), 16) % of === part;
}

/** What is to be judged, and whose findings. */
export interface Due {
  readonly due: readonly RuledRequirement[];
  readonly tasks: readonly string[];
}

/** The share of the subjects that is judged; `isComplete`: nothing is unread, so what is missing can be told. */
export interface Sharing extends Due {
  readonly share: Share;
  readonly isComplete: boolean;
}

/** Returns the proposal that cuts the subjects into shares, a child each, or null where no split is left. */
export function splitSubjects(
  work: Work,
  { due, tasks, share, isComplete, tokens }: Sharing & { readonly tokens: number },
): LocalProposal | null {
  const { packet, roomTokens } = work.invocation;
  const { invocationsLeft } = work;
  const wanted = Math.max(2, Math.ceil(tokens / Math.max(1, roomTokens * 0.6)));
  const payable = invocationsLeft === null ? wanted : invocationsLeft - 2;
  const parts = (count: number): LocalProposal => {
    const invocations = invocationsLeft === null ? null : Math.floor((invocationsLeft - 2) / count);
    return {
      ...frameOf(work),
      transition: "SPLIT",
      split: {
        children: Array.from({ length: count }, (_, at) =>
          shareChild(due, {
            at,
            count,
            invocations,
            tasks,
            input: { ...share, part: share.part + share.of * at, of: share.of * count },
            isComplete,
          }),
        ),
        keep: packet.coverage.unsatisfied.filter((id) => !due.some((it) => it.id === id)),
        refine: due.map((it) => shareRefinement(it, count)),
      },
    };
  };
  const canSplit = packet.depth < packet.budget.maximum_depth && due.every((it) => it.id.length + 8 <= MAXIMUM_ID);
  let count = canSplit ? Math.min(wanted, packet.budget.maximum_children, payable) : 0;
  while (count >= 2 && jsonTokens(parts(count)) > work.outputTokens) count -= 1;
  return count >= 2 ? parts(count) : null;
}

interface ShareChild {
  readonly at: number;
  readonly count: number;
  readonly invocations: number | null;
  readonly tasks: readonly string[];
  readonly input: Share;
  readonly isComplete: boolean;
}

function shareChild(
  due: readonly RuledRequirement[],
  { at, count, invocations, tasks, input, isComplete }: ShareChild,
): SplitChild {
  return {
    key: `together-${at + 1}`,
    objective: `Judge subjects together, share ${at + 1} of ${count}`,
    requires: due.map((it) => `${it.id}/${at + 1}`),
    depends_on: [...tasks],
    ...(invocations === null ? {} : { share: { invocations } }),
    input: inputText({ mode: "together", part: input.part, of: input.of, tasks, isComplete }),
  };
}

function shareRefinement({ id, requirement }: RuledRequirement, count: number): Refinement {
  const into = Array.from({ length: count }, (_, at) => ({
    id: `${id}/${at + 1}`,
    statement: `share ${at + 1}`,
    needs: requirement.needs,
  }));
  return { requirement: id, into };
}
