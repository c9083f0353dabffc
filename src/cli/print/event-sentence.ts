/** What an event says, as a sentence about its task. */
import type { Event, EventPayloads } from "../../contracts/index.ts";
import type { UnsealedEvent } from "../../app.ts";
import { counted } from "./numbers.ts";
import { additionText } from "./spending.ts";

type Proposal = NonNullable<EventPayloads["proposal-accepted"]["proposal"]>;

/** A sentence without its subject, e.g. `halted incomplete: r1 is unsatisfied`. */
export function eventSentence(event: Event | UnsealedEvent): string {
  switch (event.kind) {
    case "run-opened":
    case "task-opened":
    case "task-halted":
    case "changes-merged":
    case "children-joined":
    case "budget-extended":
      return lifeSentence(event);
    case "invocation-opened":
    case "invocation-failed":
    case "proposal-accepted":
    case "proposal-rejected":
      return invocationSentence(event);
    case "checks-requested":
    case "check-recorded":
    case "claims-verified":
      return checkSentence(event);
    case "task-escalated":
    case "escalation-handed-on":
    case "escalation-answered":
      return questionSentence(event);
  }
}

type EventOf<K extends keyof EventPayloads> = Extract<UnsealedEvent, { kind: K }>;

function lifeSentence(
  event: EventOf<
    "run-opened" | "task-opened" | "task-halted" | "changes-merged" | "children-joined" | "budget-extended"
  >,
): string {
  switch (event.kind) {
    case "run-opened": {
      const { objective, requirements, budget } = event.payload.definition;
      return `run opened with ${counted(requirements.length, "requirement")} and ${invocations(budget.remaining_invocations)}: ${objective}`;
    }
    case "task-opened":
      return `opened by ${event.payload.parent} with ${invocations(event.payload.budget.remaining_invocations)}: ${event.payload.objective}`;
    case "task-halted":
      return `halted ${event.payload.outcome}${reasons(event.payload.reasons)}`;
    case "changes-merged":
      return mergeSentence(event.payload.results);
    case "children-joined":
      return `joined ${counted(event.payload.children.length, "child", "children")}: ${event.payload.children.join(", ")}`;
    case "budget-extended": {
      const { by } = event.payload;
      return `got ${additionText(event.payload) || "nothing"} more${by === undefined ? "" : ` from ${by}`}`;
    }
  }
}

function mergeSentence(results: EventPayloads["changes-merged"]["results"]): string {
  const conflicts = results.filter((it) => it.sha256 === null).map((it) => it.path);
  const merged = `merged what its children changed in ${counted(results.length - conflicts.length, "file")}`;
  return conflicts.length === 0 ? merged : `${merged}; in conflict: ${conflicts.join(", ")}`;
}

function invocations(count: number | null): string {
  return count === null ? "invocations without limit" : counted(count, "invocation");
}

function reasons(texts: readonly string[]): string {
  return texts.length === 0 ? "" : `: ${texts.join("; ")}`;
}

function invocationSentence(
  event: EventOf<"invocation-opened" | "invocation-failed" | "proposal-accepted" | "proposal-rejected">,
): string {
  switch (event.kind) {
    case "invocation-opened": {
      const { purpose, escalation, executor = "executor", items = [] } = event.payload;
      return `${executor} begins to ${purpose === "answer" ? `answer ${escalation ?? "a question"}` : "work"}, given ${counted(items.length, "item")}`;
    }
    case "invocation-failed":
      return `the invocation failed (${event.payload.code}): ${event.payload.message}`;
    case "proposal-rejected":
      return `rejected: ${event.payload.rejections.map(({ code, message }) => `${code} ${message}`).join("; ")}`;
    case "proposal-accepted": {
      const { proposal, withdrawn = [] } = event.payload;
      const gone = withdrawn.length > 0 ? `; withdrawn: ${withdrawn.join(", ")}` : "";
      return `accepted: ${proposal ? proposalSentence(proposal) : "the proposal that waited for checks"}${gone}`;
    }
  }
}

function proposalSentence(proposal: Proposal): string {
  const {
    transition,
    claims = [],
    satisfies = [],
    verify = [],
    artifact_deltas: deltas = [],
    contradictions = [],
    answer,
  } = proposal;
  const parts = [
    ...(claims.length > 0 ? [counted(claims.length, "claim")] : []),
    ...(deltas.length > 0 ? [counted(deltas.length, "change")] : []),
    ...(contradictions.length > 0 ? [counted(contradictions.length, "contradiction")] : []),
    ...(verify.length > 0 ? [`${counted(verify.length, "claim")} to verify`] : []),
    ...(satisfies.length > 0 ? [`satisfies ${satisfies.map((it) => it.requirement).join(", ")}`] : []),
    ...(answer ? [`answers ${answer.escalation}`] : []),
    ...(proposal.split ? [`into ${counted(proposal.split.children.length, "child", "children")}`] : []),
    ...(proposal.escalation ? [`asks ${proposal.escalation.to}: ${proposal.escalation.question}`] : []),
    ...(proposal.halt
      ? [`${proposal.halt.outcome}${proposal.halt.reason === "" ? "" : `: ${proposal.halt.reason}`}`]
      : []),
  ];
  return parts.length === 0 ? transition : `${transition}, ${parts.join(", ")}`;
}

function checkSentence(event: EventOf<"checks-requested" | "check-recorded" | "claims-verified">): string {
  switch (event.kind) {
    case "checks-requested":
      return `waits for ${counted(event.payload.checks.length, "check")}: ${event.payload.checks.map(({ check }) => check).join(", ")}`;
    case "check-recorded": {
      const { check, passed, detail = "" } = event.payload;
      // What the command printed stands in the lines below the first: `--json` has them.
      const [reason = ""] = detail.split("\n", 1);
      return `check ${check} ${passed ? "passed" : "failed"}${reason === "" ? "" : `: ${reason}`}`;
    }
    case "claims-verified": {
      const { results, verifier = "a verifier" } = event.payload;
      const refused = results.filter((it) => !it.confirmed);
      const why =
        refused.length > 0
          ? `; not ${refused.map(({ claim, reason }) => `${claim}${reason === undefined ? "" : ` (${reason})`}`).join(", ")}`
          : "";
      return `${verifier} confirmed ${results.length - refused.length} of ${counted(results.length, "claim")}${why}`;
    }
  }
}

function questionSentence(event: EventOf<"task-escalated" | "escalation-handed-on" | "escalation-answered">): string {
  switch (event.kind) {
    case "task-escalated":
      return `asks, since ${event.payload.reason === "repairs" ? "its proposals were refused too often" : "its packet does not fit its context"}: ${event.payload.question}`;
    case "escalation-handed-on":
      return `question ${event.payload.escalation} is handed on to ${event.payload.to}`;
    case "escalation-answered":
      return `question ${event.payload.escalation} is answered by ${ANSWERERS[event.payload.by]}: ${event.payload.text}`;
  }
}

const ANSWERERS: Readonly<Record<EventPayloads["escalation-answered"]["by"], string>> = {
  parent: "its parent",
  person: "a person",
  default: "the default of the task file",
  deadline: "nobody in time",
};
