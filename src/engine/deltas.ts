/**
 * Artifact deltas in a proposal (§3.5): shape, paths, and content. The workspace itself is the runtime's business.
 */
import { asArtifactDelta, type Proposal, type StatePacket } from "../contracts/index.ts";
import { looseId, upsert } from "./forms.ts";
import type { Rejection } from "./rejection.ts";
import type { Task } from "./state.ts";

type Delta = NonNullable<Proposal["artifact_deltas"]>[number];

const MAXIMUM_PATH_BYTES = 1024;
const RESERVED_NAMES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Names that decide what runs or who may do what: no delta touches them (F7; authority runtime). */
const PROTECTED_SEGMENTS = new Set([
  ".git",
  ".gitattributes",
  ".gitmodules",
  ".cairn",
  ".claude",
  ".codex",
  ".gemini",
  ".cursor",
  ".vscode",
  ".idea",
  ".husky",
  ".mcp.json",
]);

/** What the runtime measured of a proposal's `contents`: the SHA-256 of each, or null where it does not ask for them. */
export type ContentHashes = ReadonlySet<string> | null;

/**
 * Every reason against the deltas of a proposal.
 *
 * Source: R-DELTA, R-PROHIBITED; decision 0008 (F7, F60, F66).
 */
export function deltaRejections(task: Task, proposal: Proposal, contents: ContentHashes): Rejection[] {
  const seen = new Set<string>();
  return (proposal.artifact_deltas ?? []).flatMap((it, index) => {
    const pointer = `/artifact_deltas/${index}`;
    const reasons = [
      ...shapeReasons(it),
      ...pathReasons(it, seen),
      ...contentReasons(it, contents),
      ...changeReasons(task, it),
    ];
    const rejections: Rejection[] = reasons.map((message) => ({ code: "R-DELTA", pointer, message }));
    const guarded = [it.path, it.from ?? ""].find(isProtected);
    if (guarded !== undefined)
      rejections.push({
        code: "R-PROHIBITED",
        pointer,
        message: `${JSON.stringify(guarded)} is protected: repository, agent and editor settings are not changed by proposals`,
      });
    return rejections;
  });
}

function shapeReasons(it: Delta): string[] {
  const reasons: string[] = [];
  if (it.status !== "proposed") reasons.push(`a proposal's delta has status proposed, not ${it.status}`);
  if ((it.op === "create") !== (it.before === null)) reasons.push("before is null exactly where op is create");
  if ((it.op === "delete") !== (it.after === null)) reasons.push("after is null exactly where op is delete");
  if ((it.op === "rename") !== (it.from !== undefined)) reasons.push("from is there exactly where op is rename");
  return reasons;
}

function pathReasons(it: Delta, seen: Set<string>): string[] {
  return [it.path, ...(it.from === undefined ? [] : [it.from])].flatMap((path) => {
    const key = path.normalize("NFC").toLowerCase();
    const twice = seen.has(key);
    seen.add(key);
    const reason = unsafePath(path) ?? (twice ? "named twice in one proposal (letter case aside)" : null);
    return reason === null ? [] : [`path ${JSON.stringify(path)}: ${reason}`];
  });
}

/** Why a path may not name a file of the workspace, or null. Source: R-DELTA. */
export function unsafePath(path: string): string | null {
  if (path !== path.normalize("NFC")) return "not in Unicode form NFC";
  if (new TextEncoder().encode(path).length > MAXIMUM_PATH_BYTES) return `longer than ${MAXIMUM_PATH_BYTES} bytes`;
  if (/[\p{Cc}\\:]/u.test(path)) return "holds a control character, a backslash or a colon";
  const segments = path.split("/");
  if (segments.some((it) => it === "" || it === "." || it === ".."))
    return "leads out of the workspace or is not in its simplest form";
  if (segments.some((it) => /[. ]$/.test(it))) return "a name ends in a dot or a space";
  return segments.some((it) => RESERVED_NAMES.test(it)) ? "a name is reserved on some systems" : null;
}

/** As the file systems see it that ignore letter case and format characters, or give short names (`GIT~1`). */
function isProtected(path: string): boolean {
  return path.split("/").some((segment) => {
    const name = segment.replace(/\p{Cf}/gu, "").toLowerCase();
    return PROTECTED_SEGMENTS.has(name) || /^git~\d+$/.test(name);
  });
}

function contentReasons(it: Delta, contents: ContentHashes): string[] {
  if (contents === null || it.after === null || contents.has(it.after)) return [];
  if (it.op === "rename" && it.after === it.before) return [];
  return [`no entry of contents has the SHA-256 ${it.after}`];
}

function changeReasons(task: Task, it: Delta): string[] {
  const existing = task.packet.artifact_deltas.find((other) => looseId(other) === it.id);
  if (!existing) return [];
  return asArtifactDelta(existing)?.status === "proposed"
    ? []
    : ["a delta that was applied, reverted or superseded does not change"];
}

/** The packet's deltas with those of a proposal. */
export function mergeDeltas(task: Task, proposed: readonly Delta[]): StatePacket["artifact_deltas"] {
  return proposed.reduce<StatePacket["artifact_deltas"]>(
    (list, it) => upsert(list, { ...it }),
    task.packet.artifact_deltas,
  );
}
