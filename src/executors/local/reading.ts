/**
 * Reads what one invocation has room for, and makes claims of it.
 *
 * RD1  Files are read in walk order from where the last invocation stopped; none is skipped without a claim that says so.
 * RD2  What does not fit, in tokens read or in tokens to be proposed, is left for the next invocation, with its place.
 */
import { RuntimeFailure } from "../../errors.ts";
import type { ExecutorTools, ReadResult, Survey, SurveyRequest } from "../executor.ts";
import { draftsOf, factsOf, type Draft, type Fact } from "./facts.ts";
import type { Position } from "./progress.ts";
import { deliveredTokens, jsonTokens, type Room } from "./room.ts";
import type { CompiledRule } from "./rules.ts";
import { statementOf, type Saying, type Span } from "./statements.ts";

/** What a task reads: the union of its rules' files, or a range of them. */
export interface Scope {
  readonly rules: readonly CompiledRule[];
  readonly ignore: readonly string[];
  readonly groupBy: "file" | "directory";
  readonly first: string | null;
  /** Exclusive. */
  readonly before: string | null;
}

export interface ReadingRequest {
  readonly scope: Scope;
  readonly position: Position | null;
  /** A survey of exactly what is to be read, where one was made before. */
  readonly survey: Survey | null;
  readonly room: Room;
  /** Tokens that the claims may take. */
  readonly claimTokens: number;
}

/** What one invocation read. */
export interface Reading {
  readonly drafts: readonly Draft[];
  /** Where to go on; null: everything is read. */
  readonly next: Position | null;
  readonly fileCount: number;
  readonly binaryCount: number;
  /** Why no progress is possible at all, or null. */
  readonly stuck: string | null;
}

/** Lines that are read again when a file goes on in the next invocation, so that a match on the border is found. */
const OVERLAP_LINES = 20;
const MAXIMUM_UNREAD_CLAIMS = 20;
/** How what redaction put in place of a secret begins. */
const PLACEHOLDER = "[REDACTED:";
const MAXIMUM_SPAN_REFS = 32;
const SURVEY_PARTS = 8;
/** A claim as it will stand in the proposal, beside its statement and refs; and its id where it is named again. */
const CLAIM_FRAME = { id: "c0000", status: "supported" };
const NAMING_TOKENS = 8;

export function surveyRequest(scope: Scope, limits: Pick<SurveyRequest, "partTokens" | "maximumParts">): SurveyRequest {
  return {
    paths: [...new Set(scope.rules.flatMap((rule) => rule.paths))],
    groupBy: scope.groupBy,
    ...limits,
    ...(scope.ignore.length > 0 ? { ignore: scope.ignore } : {}),
    ...(scope.first === null ? {} : { first: scope.first }),
    ...(scope.before === null ? {} : { before: scope.before }),
  };
}

/** Surveys and books what that took of the room. */
export async function surveyed(tools: ExecutorTools, room: Room, request: SurveyRequest): Promise<Survey> {
  const survey = await tools.survey(request);
  room.spend(deliveredTokens(JSON.stringify(survey)));
  return survey;
}

/** Reads on from a position. Errors: whatever the tools throw beyond an unreadable file. */
export async function read(tools: ExecutorTools, request: ReadingRequest): Promise<Reading> {
  const { survey, next } = await narrowed(tools, request);
  const batch = new Batch(request, survey);
  for (const file of survey.files ?? []) {
    const { line, skip } = file.path === request.position?.path ? request.position : { line: 1, skip: 0 };
    if (batch.hasRead && file.tokenEstimate > request.room.left) {
      batch.stopAt({ path: file.path, line, skip });
      break;
    }
    batch.take(file.path, await pieceOf(tools, request.room, { path: file.path, fromLine: line }), skip);
    if (batch.isStopped) break;
  }
  if (!survey.files && survey.fileCount > 0)
    batch.stopAt(
      request.position ?? { path: survey.parts[0]?.first ?? "", line: 1, skip: 0 },
      "there is no room to list the files",
    );
  if (!batch.isStopped && next !== null) batch.stopAt({ path: next, line: 1, skip: 0 });
  return batch.reading();
}

interface Narrowed {
  readonly survey: Survey;
  /** The first file beyond the survey; null: there is none. */
  readonly next: string | null;
}

/** A survey of the next files, few enough to be listed and about as many as there is room for. */
async function narrowed(tools: ExecutorTools, request: ReadingRequest): Promise<Narrowed> {
  if (request.survey?.files) return { survey: request.survey, next: null };
  let scope: Scope = { ...request.scope, first: request.position?.path ?? request.scope.first };
  let partTokens = Math.max(1, Math.floor(request.room.left * 0.6));
  let next: string | null = null;
  for (;;) {
    const survey = await surveyed(
      tools,
      request.room,
      surveyRequest(scope, { partTokens, maximumParts: SURVEY_PARTS }),
    );
    const fits = survey.files !== null && (survey.tokenEstimate <= request.room.left || survey.fileCount <= 1);
    if (fits || survey.fileCount === 0 || request.room.left <= 0) return { survey, next };
    const following = survey.parts[1];
    if (following) {
      next = following.first;
      scope = { ...scope, before: next };
    } else if (scope.groupBy === "directory") scope = { ...scope, groupBy: "file" };
    else partTokens = Math.floor(Math.min(partTokens, survey.tokenEstimate) / 2);
  }
}

type Piece =
  | { readonly kind: "text"; readonly read: ReadResult }
  | { readonly kind: "binary" }
  | { readonly kind: "unread"; readonly reason: string };

async function pieceOf(
  tools: ExecutorTools,
  room: Room,
  at: { readonly path: string; readonly fromLine: number },
): Promise<Piece> {
  try {
    const result = await tools.read(at.path, at.fromLine > 1 ? { fromLine: at.fromLine } : undefined);
    room.spend(deliveredTokens(result.text));
    if (result.more && result.toLine < result.fromLine)
      return { kind: "unread", reason: "no line of it fits into the room that is left" };
    return { kind: "text", read: result };
  } catch (failure) {
    const reason = unreadableReason(failure);
    return reason === "binary" ? { kind: "binary" } : { kind: "unread", reason };
  }
}

/** Why a file could not be read; anything else that went wrong is thrown on. */
function unreadableReason(failure: unknown): string {
  if (!(failure instanceof RuntimeFailure) || failure.code !== "workspace-unreadable") throw failure;
  const { reason } = failure.details;
  return typeof reason === "string" ? reason : "unreadable";
}

/** A file, or what of it was read. `toLine` null: to its end. */
interface Piecewise {
  readonly path: string;
  readonly seq: number;
  readonly fromLine: number;
  readonly toLine: number | null;
}

/** Collects what is read, as long as its claims fit. */
class Batch {
  hasRead = false;
  isStopped = false;
  private readonly request: ReadingRequest;
  private readonly survey: Survey;
  private readonly facts: Fact[] = [];
  /** Findings of this text that an earlier invocation proposed: the rules they are of are not quiet. */
  private readonly proposedBefore: Fact[] = [];
  private readonly unread: Draft[] = [];
  private readonly reads: Piecewise[] = [];
  private next: Position | null = null;
  private stuck: string | null = null;
  private fileCount = 0;
  private binaryCount = 0;
  private cost: number;

  constructor(request: ReadingRequest, survey: Survey) {
    this.request = request;
    this.survey = survey;
    for (const it of survey.unreadable) this.leaveUnread(it.path, it.reason);
    this.cost = costOf(this.unread) + costOf(this.spanDrafts(request.scope.rules));
  }

  stopAt(position: Position, stuck: string | null = null): void {
    this.next = position;
    this.stuck = stuck;
    this.isStopped = true;
  }

  take(path: string, piece: Piece, skip: number): void {
    if (piece.kind === "text") this.takeText(piece.read, skip);
    else if (piece.kind === "binary") {
      this.fileCount += 1;
      this.binaryCount += 1;
    } else this.leaveUnread(path, piece.reason);
  }

  private leaveUnread(path: string, reason: string): void {
    const statement = statementOf({ kind: "unread", path, reason });
    if (this.unread.length >= MAXIMUM_UNREAD_CLAIMS || this.unread.some((it) => it.statement === statement)) return;
    this.unread.push({ statement, refs: [`ctx:${this.survey.seq}`] });
  }

  private takeText(text: ReadResult, skip: number): void {
    const all = this.factsIn(text);
    if (!all) return;
    // A rule that reads a placeholder says nothing about what stood there.
    if (text.text.includes(PLACEHOLDER)) this.leaveUnread(text.path, "a secret in it was replaced before it was read");
    const found = all.slice(skip);
    this.proposedBefore.push(...all.slice(0, skip));
    const added = costOf(draftsOf(found));
    const fits =
      this.cost + added <= this.request.claimTokens ||
      this.exactCost([...this.facts, ...found]) <= this.request.claimTokens;
    if (!fits && this.hasRead) {
      this.stopAt({ path: text.path, line: text.fromLine, skip });
      return;
    }
    this.hasRead = true;
    if (!fits) {
      this.takeFirst(text, found, skip);
      return;
    }
    this.facts.push(...found);
    this.cost += added;
    this.reads.push(piecewise(text, text.more ? text.toLine : null));
    if (text.more)
      this.stopWithin(text, text.toLine, Math.min(OVERLAP_LINES, Math.floor((text.toLine - text.fromLine) / 4)));
    else this.fileCount += 1;
  }

  private factsIn(text: ReadResult): Fact[] | null {
    try {
      return factsOf(this.request.scope.rules, text);
    } catch (failure) {
      if (!(failure instanceof RuntimeFailure) || failure.code !== "timed-out") throw failure;
      this.leaveUnread(text.path, failure.message);
      return null;
    }
  }

  /** One text has more to say than may be proposed at once: its first findings are taken, the others come next. */
  private takeFirst(text: ReadResult, found: readonly Fact[], skip: number): void {
    let low = 0;
    let high = found.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.exactCost(found.slice(0, middle)) <= this.request.claimTokens) low = middle;
      else high = middle - 1;
    }
    const position = { path: text.path, line: text.fromLine, skip: skip + low };
    this.facts.push(...found.slice(0, low));
    this.stopAt(
      position,
      low === 0 ? `one finding in ${JSON.stringify(text.path)} does not fit into output_tokens` : null,
    );
  }

  private stopWithin(text: ReadResult, line: number, overlap: number): void {
    this.stopAt({ path: text.path, line: Math.max(text.fromLine + 1, line + 1 - overlap), skip: 0 });
  }

  /** With everything that may be said of quiet rules, so that it never turns out to be more. */
  private exactCost(facts: readonly Fact[]): number {
    return costOf(draftsOf(facts)) + costOf(this.unread) + costOf(this.spanDrafts(this.request.scope.rules));
  }

  reading(): Reading {
    const { fileCount, binaryCount, next } = this;
    const { position } = this.request;
    const isSame =
      next !== null &&
      position !== null &&
      next.path === position.path &&
      next.line === position.line &&
      next.skip === position.skip;
    const stuck = this.stuck ?? (isSame ? "no more of it fits into the room that is left" : null);
    const noisy = [...this.proposedBefore, ...this.facts];
    const quiet = this.request.scope.rules.filter((rule) => !noisy.some((fact) => isOf(rule, fact)));
    const drafts = [...draftsOf(this.facts), ...this.unread, ...this.spanDrafts(quiet)];
    return { drafts, next, fileCount, binaryCount, stuck };
  }

  /** What was read, and of the rules that found nothing in it, that they did not. */
  private spanDrafts(quiet: readonly CompiledRule[]): Draft[] {
    const { seq } = this.survey;
    const place = this.survey.parts.at(0)?.first;
    const nothing: Piecewise[] = place === undefined ? [] : [{ path: place, seq, fromLine: 1, toLine: null }];
    // Only a part of one text's findings: it counts as read when the last of them is proposed.
    if (this.reads.length === 0 && this.facts.length > 0) return [];
    const whole = spanOf(this.reads.length > 0 ? this.reads : nothing, this.fileCount);
    if (!whole) return [];
    const ends = [this.reads.at(0)?.seq, this.reads.at(-1)?.seq].filter((it) => it !== undefined);
    const quietly = quiet.flatMap((rule): Draft[] => {
      const own = this.reads.filter((it) => rule.globs.matches(it.path));
      const span = spanOf(own, own.filter((it) => it.toLine === null).length);
      if (!span) return [];
      const saying: Saying = { kind: rule.forbid ? "clean" : "none", rule: rule.label, ...span };
      return [
        {
          statement: statementOf(saying),
          refs: spanRefs(
            seq,
            own.map((it) => it.seq),
          ),
        },
      ];
    });
    return [{ statement: statementOf({ kind: "read", ...whole }), refs: spanRefs(seq, ends) }, ...quietly];
  }
}

function piecewise(text: ReadResult, toLine: number | null): Piecewise {
  return { path: text.path, seq: text.seq, fromLine: text.fromLine, toLine };
}

function spanOf(reads: readonly Piecewise[], fileCount: number): Span | null {
  const first = reads.at(0);
  const last = reads.at(-1);
  return first && last
    ? { fileCount, first: first.path, fromLine: first.fromLine, last: last.path, toLine: last.toLine }
    : null;
}

function spanRefs(survey: number, reads: readonly number[]): string[] {
  return [...new Set([survey, ...reads])].slice(0, MAXIMUM_SPAN_REFS).map((seq) => `ctx:${seq}`);
}

/** True for facts that keep a rule from being quiet. A value may be of several rules: none of them is quiet then. */
function isOf(rule: CompiledRule, fact: Fact): boolean {
  if (fact.kind === "value") return !rule.forbid && rule.extracts.some((it) => it.subject.mayGive(fact.subject));
  return (
    "rule" in fact.saying &&
    fact.saying.rule === rule.label &&
    (!rule.forbid || fact.saying.kind === "forbidden" || fact.saying.kind === "overflow")
  );
}

/** Estimated tokens of the claims in a proposal. */
export function costOf(drafts: readonly Draft[]): number {
  return drafts.reduce(
    (sum, draft) =>
      sum + jsonTokens({ ...CLAIM_FRAME, statement: draft.statement, evidence_refs: draft.refs }) + NAMING_TOKENS,
    0,
  );
}
