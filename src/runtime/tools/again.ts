/**
 * What an executor in a conversation was shown is not sent again: the same content is referred to, and of a file that
 * changed the difference is sent, where that is smaller.
 *
 * AG1  What is recorded is what is delivered: the whole content's tokens as input, those of the reference or the
 *      difference as output.
 * AG2  A reference is no evidence (it holds nothing): the item that it names is. A difference is evidence of what it shows.
 */
import { structuredPatch } from "diff";
import type { Again } from "../../executors/index.ts";
import type { Entry, PreparedItem, Recorder } from "../../ledger/index.ts";

/** A text as the executor has it in view. */
interface Shown {
  readonly seq: number;
  readonly text: string;
  readonly fromLine: number;
}

/** What was shown in one conversation: files by path, other results by their text. */
export interface Memory {
  readonly files: Map<string, Shown[]>;
  readonly texts: Map<string, number>;
}

/** A memory that is empty. */
export const createMemory = (): Memory => ({ files: new Map(), texts: new Map() });

/** Views of one file that are kept; the oldest goes first. */
const MAXIMUM_VIEWS = 8;
/** Below this a reference is no shorter than what it refers to. Unit: UTF-16 code units. */
const SHORT_LENGTH = 120;
/** Changes and time that a difference may take to find: beyond them the whole is sent. */
const DIFFERENCE_LIMITS = { context: 2, maxEditLength: 2000, timeout: 250 };

/** An item made ready, with what to do once it has its number. */
export interface PreparedShown {
  readonly prepared: PreparedItem;
  readonly again: Again | null;
  /** Keeps that the content is in view, as the item with this number. */
  readonly keep: (seq: number) => void;
}

/** Prepares what a tool found, or what stands for it where the executor has it in view. */
export function prepareShown(recorder: Recorder, entry: Entry, memory: Memory | null): PreparedShown {
  if (memory === null) return { prepared: recorder.prepare(entry), again: null, keep: () => undefined };
  const found: { shown: string; instead: Instead | null } = { shown: "", instead: null };
  const prepared = recorder.prepare({
    ...entry,
    deliver: (whole) => {
      found.shown = entry.deliver ? entry.deliver(whole) : whole;
      found.instead = insteadOf(found.shown, entry, memory);
      if (found.instead && recorder.countTokens(found.instead.text) >= recorder.countTokens(found.shown))
        found.instead = null;
      return found.instead?.text ?? found.shown;
    },
  });
  const again = found.instead?.again ?? null;
  const isNew = again?.kind !== "same";
  return {
    prepared: marked(prepared, again),
    again,
    keep: (seq) => {
      if (isNew) keep(memory, entry, { seq, text: found.shown });
    },
  };
}

interface Instead {
  readonly text: string;
  readonly again: Again;
}

/** The item of a reference or a difference: its lines are its own, not those of the file. */
function marked(prepared: PreparedItem, again: Again | null): PreparedItem {
  if (again === null) return prepared;
  const { item } = prepared;
  const tool = `${item.tool}:${again.kind}`;
  return { ...prepared, item: { ...item, tool, firstLine: 1, role: again.kind === "same" ? "notice" : item.role } };
}

function insteadOf(text: string, { path, firstLine = 1, kind }: Entry, memory: Memory): Instead | null {
  if (kind !== "read" || typeof path !== "string") {
    const seq = memory.texts.get(text);
    return seq === undefined || text.length < SHORT_LENGTH ? null : reference(seq, `the same as ctx:${seq}`);
  }
  const views = memory.files.get(path)?.toReversed() ?? [];
  const lines = linesOf(text);
  const last = firstLine + lines.length - 1;
  const same = views.find((it) => holds(it, text, { firstLine, last }));
  if (same)
    return reference(same.seq, `lines ${firstLine}-${last} of ${path}: unchanged, as ctx:${same.seq} shows them`);
  const before = views.find((it) => it.fromLine === firstLine);
  return before ? difference(before, text, { path, firstLine }) : null;
}

function reference(seq: number, text: string): Instead {
  return { text: `${text}\n`, again: { kind: "same", seq } };
}

const linesOf = (text: string): string[] => (text === "" ? [] : text.split(/(?<=\n)/));

/** Whether a view shows exactly these lines. */
function holds(view: Shown, text: string, range: { readonly firstLine: number; readonly last: number }): boolean {
  if (range.firstLine < view.fromLine) return false;
  const shown = linesOf(view.text).slice(range.firstLine - view.fromLine, range.last + 1 - view.fromLine);
  return shown.join("") === text;
}

function difference(
  before: Shown,
  text: string,
  { path, firstLine }: { readonly path: string; readonly firstLine: number },
): Instead | null {
  const patch = structuredPatch(path, path, before.text, text, undefined, undefined, DIFFERENCE_LIMITS);
  if (!patch) return null;
  const shift = firstLine - 1;
  const hunks = patch.hunks.flatMap((it) => [
    `@@ -${it.oldStart + shift},${it.oldLines} +${it.newStart + shift},${it.newLines} @@`,
    ...it.lines,
  ]);
  const head = `${path} has changed since ctx:${before.seq}; what is different now:`;
  return { text: `${[head, ...hunks].join("\n")}\n`, again: { kind: "difference", seq: before.seq } };
}

function keep(memory: Memory, { kind, path, firstLine = 1 }: Entry, shown: Pick<Shown, "seq" | "text">): void {
  if (kind !== "read" || typeof path !== "string") {
    if (!memory.texts.has(shown.text)) memory.texts.set(shown.text, shown.seq);
    return;
  }
  const views = memory.files.get(path) ?? [];
  memory.files.set(path, [...views, { ...shown, fromLine: firstLine }].slice(-MAXIMUM_VIEWS));
}
