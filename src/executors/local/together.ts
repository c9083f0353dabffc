/**
 * Judges what the parts found, taken together: values that differ from part to part, subjects that are found nowhere.
 *
 * It reads the halted tasks' claims, not the files again. Where these do not fit either, it splits by subject: each
 * child takes those subjects whose hash falls into its share.
 */
import { asOpenLoop, sha256Hex, type ProposedClaim, type Refinement, type SplitChild } from "../../contracts/index.ts";
import type { OpenedClaim } from "../executor.ts";
import { executeProposal, FRAME_TOKENS, frameOf, fitting, numbered, type LocalProposal } from "./compose.ts";
import { contradictionsOf, ending, listed, reasonsAgainst, toVerify, type Held, type Verdict } from "./conclude.ts";
import type { Draft } from "./facts.ts";
import { isSubjectOf, isValue, judge, sayings, type Judgement, type Said } from "./judge.ts";
import { jsonTokens, OPENED_FRAME_TOKENS, roomOf, type Room } from "./room.ts";
import { parseStatement, statementOf } from "./statements.ts";
import { counted, tokensOf } from "./texts.ts";
import { inputText, type RuledRequirement, type Work } from "./work.ts";

const MAXIMUM_REFS = 64;
/** Claims that say what was read, delivered so that a share without subjects has something to rest on. */
const MAXIMUM_READS = 3;

/** Which subjects are looked at: those whose hash leaves `part` when divided by `of`. */
interface Share {
  readonly part: number;
  readonly of: number;
}

/** Returns the proposal that ends the task, or one that splits its subjects. */
export async function judgeTogether(work: Work): Promise<LocalProposal> {
  const tasks = tasksOf(work);
  const due = work.ruled.filter((it) => it.extent === "together");
  const share: Share = work.input.mode === "together" ? work.input : { part: 0, of: 1 };
  const room = roomOf(work.invocation.roomTokens);
  if (due.length === 0 || tasks.length === 0 || alreadySplit(work, due)) return leaveOpen(work);
  const isComplete = work.input.mode === "together" ? work.input.isComplete : await isAllRead(work);
  const opened = await openShare(work, { due, tasks, share, room });
  if (opened.overflowTokens > 0)
    return splitSubjects(work, { due, tasks, share, isComplete, tokens: opened.overflowTokens });
  return concludeTogether(work, { due, tasks, share, isComplete, claims: opened.claims });
}

/** Nothing is left to do here: what the parts left open is named, and whether at least everything was read. */
async function leaveOpen(work: Work): Promise<LocalProposal> {
  const { task_id } = work.invocation.packet;
  const isTold = work.ruled.some((it) => it.extent === "part") && [...work.rules.values()].some((rule) => rule.expect);
  const drafts =
    isTold && (await isAllRead(work))
      ? [{ statement: statementOf({ kind: "all", task: task_id }), refs: await allReadRefs(work) }]
      : [];
  return finish(work, {
    verdicts: [],
    drafts,
    conflicts: [],
    note: "What the parts left open",
    against: await findingsAgainst(work),
  });
}

/** What halted tasks found to speak against a requirement, as far as there is room: this packet may have folded it. */
async function findingsAgainst({ tools, invocation }: Work): Promise<readonly Said[]> {
  const incomplete = invocation.halted.filter((it) => it.outcome !== "complete").map((it) => it.task);
  const room = roomOf(invocation.roomTokens / 2);
  const { claims } = await tools.openClaims(incomplete, (statement) => {
    if (!AGAINST.has(parseStatement(statement)?.kind ?? "") || room.left <= 0) return false;
    room.spend(tokensOf(statement) + OPENED_FRAME_TOKENS);
    return room.left > 0;
  });
  return sayings(claims);
}

const AGAINST: ReadonlySet<string> = new Set(["missing", "forbidden", "unread", "overflow"]);

/** One claim of each part is enough to go and look. */
async function allReadRefs({ tools, invocation }: Work): Promise<string[]> {
  const tasks = invocation.halted.map((it) => it.task);
  let left = MAXIMUM_REFS;
  const { claims } = await tools.openClaims(
    tasks,
    (statement) => ["all", "read"].includes(parseStatement(statement)?.kind ?? "") && left-- > 0,
  );
  return refsTo(sayings(claims.map((claim) => ({ ...claim, id: null }))));
}

function tasksOf({ invocation, input }: Work): readonly string[] {
  if (input.mode === "together") return input.tasks;
  return invocation.halted.map((it) => it.task);
}

function alreadySplit({ invocation }: Work, due: readonly RuledRequirement[]): boolean {
  return due.some((it) => (invocation.refinements[it.id] ?? []).length > 0);
}

interface Due {
  readonly due: readonly RuledRequirement[];
  readonly tasks: readonly string[];
}

/**
 * True where every halted task read all it was given: what is missing can only be told then. A complete task did; one
 * that halted incomplete for another reason says so.
 */
async function isAllRead({ tools, invocation }: Work): Promise<boolean> {
  const incomplete = invocation.halted.filter((it) => it.outcome !== "complete").map((it) => it.task);
  if (incomplete.length === 0) return true;
  const { claims } = await tools.openClaims(incomplete, (statement) =>
    incomplete.some((task) => statement === statementOf({ kind: "all", task })),
  );
  const said = new Set(sayings(claims).map((claim) => claim.statement));
  return incomplete.every((task) => said.has(statementOf({ kind: "all", task })));
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

function isInShare(subject: string, { part, of }: Share): boolean {
  return of === 1 || Number.parseInt(sha256Hex(subject).slice(0, 8), 16) % of === part;
}

interface Sharing extends Due {
  readonly share: Share;
  readonly isComplete: boolean;
}

/** Cuts the subjects into shares, a child each; where that is not allowed, the task ends and says so. */
function splitSubjects(
  work: Work,
  { due, tasks, share, isComplete, tokens }: Sharing & { readonly tokens: number },
): LocalProposal {
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
  let count =
    packet.depth < packet.budget.maximum_depth ? Math.min(wanted, packet.budget.maximum_children, payable) : 0;
  while (count >= 2 && jsonTokens(parts(count)) > work.outputTokens) count -= 1;
  if (count >= 2) return parts(count);
  const verdicts = due.map((it) => ({
    id: it.id,
    needs: it.requirement.needs,
    claims: null,
    reasons: [`what the parts found does not fit into one invocation, and no split is left`],
  }));
  return finish(work, { verdicts, drafts: [], conflicts: [], note: "What the parts found does not fit" });
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

/** An opened claim as the judge sees it: `id` is the packet's, where the packet holds the statement. */
interface Shown extends Held {
  readonly ref: string;
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

function refsTo(claims: readonly Shown[]): string[] {
  const refs = claims.map((claim) => (claim.ref.startsWith("clm:") ? claim.ref : `clm:${claim.ref}`));
  return [...new Set(refs)].slice(0, MAXIMUM_REFS);
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

function taskIn(ref: string): string {
  return bare(ref).split("/", 1)[0] ?? ref;
}

function bare(ref: string): string {
  return ref.replace(/^clm:/, "");
}

/** The id under which a packet higher up holds the claim: qualified once, by the task that made it (`t.1.2/c3`). */
function heldUnder(ref: string): string {
  const parts = bare(ref).split("/");
  return parts.slice(-2).join("/");
}

interface Finish {
  /** `claims` are statements here: their ids are given below. */
  readonly verdicts: readonly Verdict[];
  readonly drafts: readonly Draft[];
  readonly conflicts: readonly (readonly Shown[])[];
  readonly note: string;
  /** What other tasks found that speaks against a requirement. */
  readonly against?: readonly Said[];
}

/** Ends the task, with as many of the findings as may be proposed at once: all of them are counted in the reasons. */
function finish(work: Work, { verdicts, drafts, conflicts, note, against = [] }: Finish): LocalProposal {
  const { claims: packetClaims } = work.invocation.packet;
  const grounded = drafts.filter((it) => it.refs.length > 0);
  const all = numbered(packetClaims, grounded);
  const needed = new Set(verdicts.flatMap((it) => it.claims ?? []).map((statement) => all.idOf.get(statement)));
  const first = all.claims.filter((claim) => needed.has(claim.id));
  const others = fitting(
    all.claims.filter((claim) => !needed.has(claim.id)),
    Math.floor((work.outputTokens - FRAME_TOKENS - jsonTokens(first)) * 0.6),
  );
  const claims: ProposedClaim[] = [...first, ...others];
  const proposed = new Map([...packetClaims, ...claims].map((claim) => [claim.statement, claim]));
  const named = conflicts.map((own) =>
    own.map((claim): Held => {
      const it = proposed.get(claim.statement);
      return { ...claim, id: it?.id ?? null, status: it?.status ?? claim.status };
    }),
  );
  const own = { claims, idOf: all.idOf };
  const judged = verdicts.map((it) => ({
    ...it,
    claims: it.claims?.map((statement) => all.idOf.get(statement) ?? statement) ?? null,
  }));
  const asked = toVerify(work, judged, own);
  if (asked.length > 0) return executeProposal(work, { claims, loops: [], verify: asked });
  return ending(work, {
    own,
    verdicts: [...judged, ...leftOpen(work, verdicts, against)],
    contradictions: contradictionsOf(work, named),
    note,
  });
}

/** Requirements whose parts were not all satisfied, or that had no file to read, with what is known of why. */
function leftOpen(work: Work, verdicts: readonly Verdict[], against: readonly Said[]): Verdict[] {
  const { halted, refinements, packet } = work.invocation;
  const incomplete = halted.filter((it) => it.outcome !== "complete").map((it) => it.task);
  const judged = new Set(verdicts.map((it) => it.id));
  const held = [...new Map([...sayings(packet.claims), ...against].map((it) => [it.statement, it])).values()];
  const why = new Map(packet.open_loops.map(asOpenLoop).flatMap((it) => (it ? [[it.id, it.text] as const] : [])));
  return work.ruled.flatMap((it): Verdict[] => {
    if (judged.has(it.id)) return [];
    const isRefined = (refinements[it.id] ?? []).length > 0;
    const found = reasonsAgainst({ ...it, extent: "part" }, judge(it.rule, held));
    const parts = listed(
      "left open by",
      incomplete.flatMap((task) => leftBy(task, { id: it.id, why: why.get(`${task}/halted`) })),
    );
    const reasons = isRefined ? firstOf(found, parts) : [`no file of the workspace has one of its paths`];
    // Where every part is complete nothing stands against it: the engine puts the parts together by itself.
    return reasons.length === 0 ? [] : [{ id: it.id, needs: it.requirement.needs, claims: null, reasons }];
  });
}

/** Length at which the engine cuts the reasons of a child. */
const CUT_REASONS = 400;

/** The task with its reasons, where they are of this requirement, or nobody knows. */
function leftBy(task: string, { id, why }: { readonly id: string; readonly why: string | undefined }): string[] {
  if (why === undefined) return [task];
  const isOther = why.length < CUT_REASONS && !why.includes(`${id}/`);
  return isOther ? [] : [`${task} (${why.replaceAll("; ", ", ")})`];
}

function firstOf(found: readonly string[], otherwise: readonly string[]): readonly string[] {
  return found.length > 0 ? found : otherwise;
}
