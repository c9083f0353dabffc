/**
 * Judges what the parts found, taken together: values that differ from part to part, subjects that are found nowhere.
 *
 * It reads the halted tasks' claims, not the files again. Where these do not fit either, it splits by subject: each
 * child takes those subjects whose hash falls into its share.
 */
import type { OpenedClaim } from "../executor.ts";
import type { LocalProposal } from "./compose.ts";
import { listed, type Verdict } from "./conclude.ts";
import type { Draft } from "./facts.ts";
import { finish, type Shown } from "./finish.ts";
import { isSubjectOf, isValue, judge, sayings, type Judgement } from "./judge.ts";
import { isAllRead, leaveOpen } from "./left-open.ts";
import { heldUnder, refsTo, taskIn } from "./refs.ts";
import { OPENED_FRAME_TOKENS, roomOf, type Room } from "./room.ts";
import { parseStatement, statementOf } from "./statements.ts";
import { isInShare, splitSubjects, type Due, type Share, type Sharing } from "./subject-split.ts";
import { counted, tokensOf } from "./texts.ts";
import type { RuledRequirement, Work } from "./work.ts";

/** Claims that say what was read, delivered so that a share without subjects has something to rest on. */
const MAXIMUM_READS = 3;

/** Returns the proposal that ends the task, or one that splits its subjects. */
export async function judgeTogether(work: Work): Promise<LocalProposal> {
  const tasks = tasksOf(work);
  const due = work.ruled.filter((it) => it.extent === "together");
  const share: Share = work.input.mode === "together" ? work.input : { part: 0, of: 1 };
  const room = roomOf(work.invocation.roomTokens);
  if (due.length === 0 || tasks.length === 0 || alreadySplit(work, due)) return leaveOpen(work);
  const isComplete = work.input.mode === "together" ? work.input.isComplete : await isAllRead(work);
  const opened = await openShare(work, { due, tasks, share, room });
  if (opened.overflowTokens > 0) {
    return splitSubjects(work, { due, tasks, share, isComplete, tokens: opened.overflowTokens }) ?? tooMuch(work, due);
  }
  return concludeTogether(work, { due, tasks, share, isComplete, claims: opened.claims });
}

function tooMuch(work: Work, due: readonly RuledRequirement[]): LocalProposal {
  const reasons = ["what the parts found does not fit into one invocation, and no split is left"];
  const verdicts = due.map((it) => ({ id: it.id, needs: it.requirement.needs, claims: null, reasons }));
  return finish(work, { verdicts, drafts: [], conflicts: [], note: "What the parts found does not fit" });
}

function tasksOf({ invocation, input }: Work): readonly string[] {
  if (input.mode === "together") return input.tasks;
  return invocation.halted.map((it) => it.task);
}

function alreadySplit({ invocation }: Work, due: readonly RuledRequirement[]): boolean {
  return due.some((it) => (invocation.refinements[it.id] ?? []).length > 0);
}

interface Opened {
  readonly claims: readonly OpenedClaim[];
  /** Tokens of all claims of the share, where they do not fit; 0: they were delivered. */
  readonly overflowTokens: number;
}

async function openShare(
  work: Work,
  { due, tasks, share, room }: Due & { readonly share: Share; readonly room: Room },
): Promise<Opened> {
  let tokens = 0;
  let reads = 0;
  const keep = (statement: string): boolean => {
    const saying = parseStatement(statement);
    if (saying?.kind === "read" && reads < MAXIMUM_READS) reads += 1;
    else if (!saying || !("subject" in saying) || !isDue(due, saying) || !isInShare(saying.subject, share))
      return false;
    tokens += tokensOf(statement) + OPENED_FRAME_TOKENS;
    return tokens <= room.left;
  };
  const { claims } = await work.tools.openClaims(tasks, keep);
  return { claims, overflowTokens: tokens > room.left ? tokens : 0 };
}

function isDue(due: readonly RuledRequirement[], saying: NonNullable<ReturnType<typeof parseStatement>>): boolean {
  if (isValue(saying)) return due.some((it) => isSubjectOf(it.rule, saying.subject));
  return saying.kind === "found" && due.some((it) => it.rule.label === saying.rule);
}

function concludeTogether(
  work: Work,
  { due, tasks, share, isComplete, claims }: Sharing & { readonly claims: readonly OpenedClaim[] },
): LocalProposal {
  const { claims: own } = work.invocation.packet;
  const present = new Map(own.map((claim) => [claim.statement, claim]));
  const statusHere = new Map(own.map((claim) => [claim.id, claim.status]));
  const shown: Shown[] = sayings(
    claims.map((claim) => ({
      ...claim,
      id: present.get(claim.statement)?.id ?? null,
      status: statusHere.get(heldUnder(claim.ref)) ?? claim.status,
    })),
  );
  const judged = due.map((it) => ({ it, judgement: judge(it.rule, shown) }));
  const verdicts: Verdict[] = [];
  const drafts: Draft[] = [];
  for (const { it, judgement } of judged) {
    const { conflicts, missing } = judgement;
    const reasons = [
      ...listed(
        "different values of",
        conflicts.map((own) => [...new Set(own.map((claim) => claim.statement))].join(" / ")),
      ),
      ...(isComplete
        ? listed(
            "missing",
            missing.map((one) => one.subject),
          )
        : []),
      ...(isComplete || !it.rule.expect ? [] : [`not all files were read, so what is missing cannot be told`]),
    ];
    drafts.push(...conflicts.flatMap(conflictDrafts));
    if (isComplete)
      drafts.push(
        ...missing.map(({ subject, claim }) =>
          draft(statementOf({ kind: "missing", rule: it.rule.label, subject }), [claim]),
        ),
      );
    if (reasons.length > 0) verdicts.push({ id: it.id, needs: it.requirement.needs, claims: null, reasons });
    else {
      const whole = togetherDraft(it, { judgement, shown, taskCount: tasks.length, share });
      drafts.push(whole);
      verdicts.push({ id: it.id, needs: it.requirement.needs, claims: [whole.statement], reasons });
    }
  }
  return finish(work, {
    verdicts,
    drafts,
    conflicts: judged.flatMap(({ judgement }) => judgement.conflicts),
    note: `What ${counted(tasks.length, "task")} found, taken together`,
  });
}

/** One claim a statement of the conflict, resting on those of the parts. A dispute that is open already needs none. */
function conflictDrafts(claims: readonly Shown[]): Draft[] {
  if (claims.some((claim) => claim.status === "contradicted")) return [];
  const statements = [...new Set(claims.map((claim) => claim.statement))];
  return statements.map((statement) =>
    draft(
      statement,
      claims.filter((claim) => claim.statement === statement),
    ),
  );
}

function draft(statement: string, claims: readonly Shown[]): Draft {
  return { statement, refs: refsTo(claims.filter((claim) => claim.status !== "contradicted")) };
}

interface Whole {
  readonly judgement: Judgement<Shown>;
  readonly shown: readonly Shown[];
  readonly taskCount: number;
  readonly share: Share;
}

/** That the subjects fit together, with one claim of each task that found any: the rest is found beside it. */
function togetherDraft({ rule }: RuledRequirement, { judgement, shown, taskCount, share }: Whole): Draft {
  const live = (judgement.values.length > 0 ? judgement.values : shown).filter(
    (claim) => claim.status !== "contradicted",
  );
  const firsts = new Map<string, Shown>();
  for (const claim of live) if (!firsts.has(taskIn(claim.ref))) firsts.set(taskIn(claim.ref), claim);
  const shareText = share.of === 1 ? "" : ` (share ${share.part + 1} of ${share.of})`;
  const statement = statementOf({
    kind: "together",
    rule: rule.label,
    subjectCount: judgement.subjectCount,
    taskCount,
    share: shareText,
  });
  return { statement, refs: refsTo([...firsts.values()]) };
}
