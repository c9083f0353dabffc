/**
 * Changes to a JSON text that leave everything else in place: members that no schema names, their order (also of names
 * like "2", which JavaScript would move to the front), numbers as they were written, white space.
 */
import { applyEdits, findNodeAtLocation, modify, parseTree } from "jsonc-parser";
import type { Edit, JSONPath, Node } from "jsonc-parser";
import { pointerSteps } from "../pointer.ts";

/**
 * One change: a value is set, `undefined` removes what is there. In a list the last step `-` appends. Objects on the
 * way that are missing are made.
 */
export interface JsonEdit {
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * The text after the edits, made in their order.
 *
 * Shape:  text that passed the gate, edits → text. Replacements in a row cost one pass together.
 * Errors: throws on a pointer to the whole document, or through what is neither object nor list: the caller's bug.
 */
export function editJson(text: string, edits: readonly JsonEdit[]): string {
  let current = text;
  let tree = parseTree(text);
  let waiting: Edit[] = [];
  for (const { pointer, value } of edits) {
    const path = pathOf(tree, pointer);
    const node = tree && findNodeAtLocation(tree, path);
    if (node !== undefined && value !== undefined && !waiting.some((edit) => overlaps(edit, node))) {
      waiting.push({ offset: node.offset, length: node.length, content: JSON.stringify(value) });
      continue;
    }
    const flushed = applyEdits(current, waiting);
    waiting = [];
    current = applyEdits(flushed, modify(flushed, path, value, {}));
    tree = parseTree(current);
  }
  return applyEdits(current, waiting);
}

const overlaps = (edit: Edit, node: Node): boolean =>
  edit.offset < node.offset + node.length && node.offset < edit.offset + edit.length;

function pathOf(tree: Node | undefined, pointer: string): JSONPath {
  const path: JSONPath = [];
  let parent = tree;
  for (const step of pointerSteps(pointer)) {
    const index = step === "-" ? -1 : Number(step);
    const segment = parent?.type === "array" ? index : step;
    path.push(segment);
    parent = parent && findNodeAtLocation(parent, [segment]);
  }
  if (path.length === 0) throw new TypeError("an edit changes a part, not the whole");
  return path;
}
