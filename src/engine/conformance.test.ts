/**
 * The transition cases as data: a packet, a proposal and what is known of the task and the context, and what is expected.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  identity,
  packetFindings,
  parseContextIr,
  parseProposal,
  parseStatePacket,
  parseTaskFile,
  type ContextIrDocument,
  type Result,
  type RunDefinition,
  type TaskFile,
} from "../contracts/index.ts";
import { parseEvidenceRef, type EvidenceFact, type EvidenceFacts } from "./evidence.ts";
import { tryProposal } from "./try.ts";

interface Case {
  readonly name: string;
  readonly task: unknown;
  readonly packet: unknown;
  readonly proposal: { readonly claims?: readonly { readonly evidence_refs: readonly string[] }[] };
  readonly ledger: unknown;
  readonly expect: { readonly accepted: boolean; readonly codes: readonly string[] };
}

const url = new URL("../../test/conformance/transition.json", import.meta.url);
const cases: readonly Case[] = JSON.parse(readFileSync(url, "utf8"));

function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.findings));
  return result.value;
}

/** Items of the document count as the task's own; `other` only where its origin is a person (decision 0005, F20). */
function factsOf(document: ContextIrDocument, task: string, refs: readonly string[]): EvidenceFacts {
  const items = new Map(document.items.map((item) => [item.seq, item]));
  return new Map(
    refs.flatMap((ref): [string, EvidenceFact][] => {
      const parsed = parseEvidenceRef(ref);
      const item = parsed?.kind === "ctx" ? items.get(parsed.seq) : undefined;
      if (!item) return [];
      const origin = "x-origin" in item.source ? item.source["x-origin"] : undefined;
      const citable = item.source.kind !== "other" || origin === "answer" || origin === "user";
      const text = item.content_excerpt;
      const lineCount = text.split("\n").length;
      return [[ref, { kind: "ctx", task, citable, blank: text.trim() === "", firstLine: 1, lineCount }]];
    }),
  );
}

function definitionOf(file: TaskFile): RunDefinition {
  const { remaining_invocations = null, remaining_wall_time_ms = null } = file.budget;
  return {
    task: file.task,
    objective: file.objective,
    requirements: file.requirements.map(({ local: _local, ...it }) => it),
    invariants: (file.invariants ?? []).map((it) => ({ authority: "user", ...it })),
    budget: { ...file.budget, remaining_invocations, remaining_wall_time_ms },
    repairs: 2,
    escalation: {},
  };
}

const countTokens = (text: string): number => Math.ceil(text.length / 4);

describe("the transition cases", () => {
  it("are all there", () => {
    expect(cases.length).toBeGreaterThanOrEqual(23);
  });

  it.each(cases.map((it) => [it.name, it] as const))("%s", (_name, it) => {
    const packet = valueOf(parseStatePacket(JSON.stringify(it.packet)));
    const before = JSON.stringify(packet);
    const refs = (it.proposal.claims ?? []).flatMap((claim) => claim.evidence_refs);
    const result = tryProposal({
      packet,
      proposal: parseProposal(it.proposal),
      facts: factsOf(valueOf(parseContextIr(JSON.stringify(it.ledger))), packet.task_id, refs),
      definition: definitionOf(valueOf(parseTaskFile(it.task))),
      countTokens,
    });
    expect(new Set(result.rejections.map((one) => one.code))).toEqual(new Set(it.expect.codes));
    expect(result.accepted).toBe(it.expect.accepted);
    expect(JSON.stringify(packet)).toBe(before);
    expect(result.packet === null).toBe(!it.expect.accepted);
    const next = result.packet ?? packet;
    expect(packetFindings(next).filter((finding) => finding.level === "error")).toEqual([]);
    expect(identity(next) === identity(packet)).toBe(!it.expect.accepted);
  });
});
