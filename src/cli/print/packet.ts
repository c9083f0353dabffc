/** A state packet, for people. */
import type { StatePacket } from "../../contracts/index.ts";
import { columned } from "./columns.ts";
import { bold, cyan, dim, red, yellow } from "./marks.ts";
import { counted, duration, grouped } from "./numbers.ts";
import { claimSign, yesOrNo } from "./symbols.ts";

type Loose = StatePacket["open_loops"][number];

/** Everything that the packet holds; `seq` is the event after which it was so. */
export function* packetLines(packet: StatePacket, seq: number): Generator<string> {
  const { coverage, claims, invariants } = packet;
  yield `${bold(packet.task_id)} ${packet.objective}`;
  yield dim(`  ${packet.phase}, next ${packet.next_transition}; depth ${packet.depth}; as of event ${seq}`);
  yield dim(`  ${budgetText(packet)}`);
  if (packet.dependencies.length > 0) yield dim(`  after ${packet.dependencies.join(", ")}`);
  yield* titled(
    "Coverage",
    `${coverage.satisfied.length} of ${coverage.required.length}`,
    coverage.required.map((id) => `${yesOrNo(coverage.satisfied.includes(id))} ${id}`),
  );
  yield* titled("Claims", grouped(claims.length), columned(claims.map(claimCells)));
  yield* titled(
    "Invariants",
    grouped(invariants.length),
    invariants.map((it) => `${bold(it.id)} ${it.operator} ${it.statement}${dim(`  ${it.authority}`)}`),
  );
  yield* titled("Contradictions", grouped(packet.contradictions.length), packet.contradictions.map(contradictionLine));
  yield* titled("Open loops", grouped(packet.open_loops.length), packet.open_loops.map(loopLine));
  yield* titled("Artifact deltas", grouped(packet.artifact_deltas.length), packet.artifact_deltas.map(deltaLine));
}

function* titled(title: string, note: string, lines: readonly string[]): Generator<string> {
  if (lines.length === 0) return;
  yield "";
  yield `${bold(title)}  ${dim(note)}`;
  for (const line of lines) yield `  ${line}`;
}

function budgetText({ budget }: StatePacket): string {
  const { remaining_invocations: invocations, remaining_wall_time_ms: timeMs } = budget;
  const left =
    typeof invocations === "number" ? `${counted(invocations, "invocation")} left` : "invocations not limited here";
  const time = typeof timeMs === "number" ? `, ${duration(timeMs)} left` : "";
  return `${left}${time}; ${grouped(budget.context_tokens)} tokens of context, ${grouped(budget.output_tokens)} of output; at most ${counted(budget.maximum_children, "child", "children")}, depth ${budget.maximum_depth}`;
}

function claimCells({ id, statement, status, evidence_refs }: StatePacket["claims"][number]): string[] {
  return [`${claimSign(status)} ${bold(id)}`, statement, dim(status), cyan(evidence_refs.join(" "))];
}

function contradictionLine(it: Loose): string {
  const between = Array.isArray(it["between"]) ? it["between"].map(String).join(", ") : "";
  const isOpen = it["status"] === "open";
  return `${isOpen ? red("≠") : dim("=")} ${bold(text(it, "id"))} ${text(it, "kind")} ${text(it, "status")}: ${between}${dim(`  found by ${text(it, "found_by")}`)}`;
}

function loopLine(it: Loose): string {
  const isOpen = it["status"] === "open";
  const blocking = it["blocking"] === true ? ", blocking" : "";
  return `${isOpen ? yellow("○") : dim("●")} ${bold(text(it, "id"))} ${text(it, "text")}${dim(`  ${text(it, "kind")}, ${text(it, "status")}, owned by ${text(it, "owner")}${blocking}`)}`;
}

function deltaLine(it: Loose): string {
  return `${bold(text(it, "id"))} ${text(it, "op")} ${text(it, "path")}${dim(`  ${text(it, "status")}, +${text(it, "added")} -${text(it, "removed")}`)}`;
}

/** A member of an object that packets of others may fill as they like. */
function text(it: Loose, name: string): string {
  const value = it[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "?";
}
