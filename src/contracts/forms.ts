/**
 * The forms that this system gives to contradictions, open loops and artifact deltas (§3.5, §3.6). The packet's schema
 * allows any object there; what has another form is kept as it is.
 */
import type { ArtifactDelta, Contradiction, OpenLoop } from "./vocabulary.ts";

type Item = Readonly<Record<string, unknown>>;

interface Member {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
  readonly optional?: true;
}

type Form = Readonly<Record<string, Member>>;

const filled: Member = {
  expected: "a text that is not empty",
  holds: (value) => typeof value === "string" && value !== "",
};
const text: Member = { expected: "a text", holds: (value) => typeof value === "string" };
const flag: Member = { expected: "true or false", holds: (value) => typeof value === "boolean" };
const lines: Member = {
  expected: "a count of lines",
  holds: (value) => typeof value === "number" && Number.isInteger(value) && value >= 0,
};
const version: Member = {
  expected: "64 lower-case hex digits or null",
  holds: (value) => value === null || (typeof value === "string" && /^[0-9a-f]{64}$/.test(value)),
};
const ids: Member = {
  expected: "a list of ids",
  holds: (value) => Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === "string"),
};
const oneOf = (...values: readonly string[]): Member => ({
  expected: `one of ${values.join(", ")}`,
  holds: (value) => typeof value === "string" && values.includes(value),
});
const optional = (member: Member): Member => ({ ...member, optional: true });

const contradictionForm: Form = {
  id: filled,
  kind: oneOf("claim", "invariant", "artifact", "coverage"),
  between: ids,
  found_by: text,
  status: oneOf("open", "settled"),
  settled_by: optional(text),
  outcome: optional(text),
};

const openLoopForm: Form = {
  id: filled,
  kind: oneOf("question", "escalation", "proposal", "dropped", "retry"),
  text,
  owner: oneOf("task", "parent", "person"),
  blocking: flag,
  status: oneOf("open", "closed"),
  closed_by: optional(text),
};

const artifactDeltaForm: Form = {
  id: filled,
  path: filled,
  op: oneOf("create", "modify", "delete", "rename"),
  from: optional(filled),
  before: version,
  after: version,
  status: oneOf("proposed", "applied", "reverted", "superseded"),
  added: lines,
  removed: lines,
};

/** Why an item is not of the form, in words; null when it is. */
function misfit(item: Item, form: Form): string | null {
  for (const [name, member] of Object.entries(form)) {
    if (!Object.hasOwn(item, name)) {
      if (member.optional) continue;
      return `"${name}" is missing`;
    }
    if (!member.holds(item[name])) return `"${name}" is not ${member.expected}`;
  }
  const foreign = Object.keys(item).find((name) => !Object.hasOwn(form, name));
  return foreign === undefined ? null : `"${foreign}" is no member of it`;
}

/** Why an item is no contradiction of this system's form; null when it is one. */
export const contradictionMisfit = (item: Item): string | null => misfit(item, contradictionForm);
/** Why an item is no open loop of this system's form; null when it is one. */
export const openLoopMisfit = (item: Item): string | null => misfit(item, openLoopForm);
/** Why an item is no artifact delta of this system's form; null when it is one. */
export const artifactDeltaMisfit = (item: Item): string | null => misfit(item, artifactDeltaForm);

const isContradiction = (item: Item): item is Contradiction => contradictionMisfit(item) === null;
const isOpenLoop = (item: Item): item is OpenLoop => openLoopMisfit(item) === null;
const isArtifactDelta = (item: Item): item is ArtifactDelta => artifactDeltaMisfit(item) === null;

/** The item of `contradictions` as one of this system's form, or null. */
export const asContradiction = (item: Item): Contradiction | null => (isContradiction(item) ? item : null);
/** The item of `open_loops` as one of this system's form, or null. */
export const asOpenLoop = (item: Item): OpenLoop | null => (isOpenLoop(item) ? item : null);
/** The item of `artifact_deltas` as one of this system's form, or null. */
export const asArtifactDelta = (item: Item): ArtifactDelta | null => (isArtifactDelta(item) ? item : null);

/** Whether a contradiction of any form stands open: it says so, or says nothing about it. */
export const isOpenContradiction = (item: Item): boolean => item["status"] === undefined || item["status"] === "open";

/** Whether an open loop of any form keeps its task from being complete: it blocks, and does not say that it is closed. */
export const isBlockingLoop = (item: Item): boolean => item["blocking"] === true && item["status"] !== "closed";
