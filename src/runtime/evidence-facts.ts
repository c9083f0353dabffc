/**
 * Looks up what a proposal cites. Which of it counts is the engine's business (R-EVIDENCE).
 */
import type { Claim, Proposal } from "../contracts/index.ts";
import {
  isMadeByRun,
  parseEvidenceRef,
  type EvidenceFact,
  type EvidenceFacts,
  type EvidenceRef,
  type RunState,
} from "../engine/index.ts";
import { finalPacket, openedClaims } from "./final-packets.ts";
import type { LedgerItem, Store } from "./store.ts";

export interface FactSources {
  readonly state: RunState;
  readonly store: Store;
  readonly run: string;
  item(seq: number): LedgerItem | null;
}

const CITABLE: ReadonlySet<LedgerItem["role"]> = new Set(["evidence", "answer", "user"]);

/** Returns the facts for every evidence ref of a proposal; a ref that resolves to nothing has none. */
export function evidenceFacts(proposal: Proposal, sources: FactSources): EvidenceFacts {
  const facts = new Map<string, EvidenceFact>();
  const opened = new Map<string, ReadonlyMap<string, Claim>>();
  const changed = sources.state.tasks.get(proposal.task_id)?.record.changed ?? 0;
  for (const ref of new Set(proposal.claims?.flatMap((it) => it.evidence_refs))) {
    const parsed = parseEvidenceRef(ref);
    const fact = parsed ? factOf(parsed, { ...sources, changed }, opened) : null;
    if (fact) facts.set(ref, fact);
  }
  return facts;
}

type Opened = Map<string, ReadonlyMap<string, Claim>>;

/** `changed`: the last event that did not see what the citing task sees now. */
type Sources = FactSources & { readonly changed: number };

function factOf(ref: EvidenceRef, sources: Sources, opened: Opened): EvidenceFact | null {
  switch (ref.kind) {
    case "ctx":
      return itemFact(sources.item(ref.seq), sources);
    case "art":
      return artifactFact(ref, sources);
    case "chk":
      return checkFact(ref, sources);
    case "clm":
      return claimFact(ref, sources, opened);
    case "ans":
      return answerFact(ref.escalation, sources);
    case "url":
      return null;
  }
}

/** A file that the run itself wrote is the model's own text (§6 Evidence). */
function itemFact(item: LedgerItem | null, { state }: FactSources): EvidenceFact | null {
  if (!item) return null;
  const { task, role, firstLine, lineCount, sourceSha256 } = item;
  const isOwn = sourceSha256 !== null && sourceSha256 !== undefined && isMadeByRun(state, sourceSha256);
  return { kind: "ctx", task, citable: CITABLE.has(role) && !isOwn, blank: lineCount === 0, firstLine, lineCount };
}

/** An artifact version counts when an item holds it: that path with that hash on disk (F19). */
function artifactFact(
  ref: Extract<EvidenceRef, { kind: "art" }>,
  { state, store, run }: FactSources,
): EvidenceFact | null {
  for (const item of store.items(run)) {
    if (item.path === ref.path && item.sourceSha256 === ref.sha256)
      return { kind: "art", task: item.task, madeByRun: isMadeByRun(state, ref.sha256) };
  }
  return null;
}

function checkFact(ref: Extract<EvidenceRef, { kind: "chk" }>, { store, run, changed }: Sources): EvidenceFact | null {
  for (const event of store.events(run, ref.event - 1, ref.event)) {
    if (event.kind === "check-recorded" && event.payload.check === ref.check) {
      return { kind: "chk", task: event.task, passed: event.payload.passed, stale: event.seq <= changed };
    }
  }
  return null;
}

function claimFact(
  ref: Extract<EvidenceRef, { kind: "clm" }>,
  { state, store }: FactSources,
  opened: Opened,
): EvidenceFact | null {
  const packet = finalPacket(state, store, ref.task);
  if (!packet) return null;
  const claims = opened.get(ref.task) ?? openedClaims(packet, store);
  opened.set(ref.task, claims);
  const claim = claims.get(ref.claim);
  return claim ? { kind: "clm", task: ref.task, status: claim.status, halted: true } : null;
}

function answerFact(id: string, { state }: FactSources): EvidenceFact | null {
  const task = id.slice(0, Math.max(0, id.indexOf("/")));
  const escalation = state.tasks.get(task)?.record.escalations.find((it) => it.id === id);
  return escalation?.answer ? { kind: "ans", task, byPerson: escalation.answer.by === "person" } : null;
}
