/**
 * What is left to say where a task can do no more: what its parts left open, and whether at least everything was read.
 */
import { finish } from "./finish.ts";
import type { LocalProposal } from "./compose.ts";
import { sayings, type Said } from "./judge.ts";
import { MAXIMUM_REFS, refsTo } from "./refs.ts";
import { OPENED_FRAME_TOKENS, roomOf } from "./room.ts";
import { parseStatement, statementOf } from "./statements.ts";
import { tokensOf } from "./texts.ts";
import type { Work } from "./work.ts";

/** Nothing is left to do here: what the parts left open is named, and whether at least everything was read. */
export async function leaveOpen(work: Work): Promise<LocalProposal> {
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
  if (incomplete.length === 0) return [];
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

/**
 * True where every halted task read all it was given: what is missing can only be told then. A complete task did; one
 * that halted incomplete for another reason says so.
 */
export async function isAllRead({ tools, invocation }: Work): Promise<boolean> {
  const incomplete = invocation.halted.filter((it) => it.outcome !== "complete").map((it) => it.task);
  if (incomplete.length === 0) return true;
  const { claims } = await tools.openClaims(incomplete, (statement) =>
    incomplete.some((task) => statement === statementOf({ kind: "all", task })),
  );
  const said = new Set(sayings(claims).map((claim) => claim.statement));
  return incomplete.every((task) => said.has(statementOf({ kind: "all", task })));
}
