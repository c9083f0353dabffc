/** YAML 1.2 text (a task file's) as a plain value, with the places of its parts. */
import { LineCounter, isNode, isScalar, parseDocument, visit } from "yaml";
import type { Pair, Scalar } from "yaml";
import type { Position } from "./json/positions.ts";
import { readUtf8 } from "./json/read-json.ts";
import { pointerSteps } from "./pointer.ts";

export interface YamlOptions {
  /** Bytes, or UTF-16 code units of a text. */
  readonly maximumLength?: number;
}

export type YamlRead =
  | { readonly ok: true; readonly value: unknown; readonly positionOf: (pointer: string) => Position }
  | { readonly ok: false; readonly problems: readonly (Position & { readonly message: string })[] };

/** References to anchors that one file may make: a guard against files that grow when they are read. */
const MAXIMUM_ALIASES = 100;
const MAXIMUM_PROBLEMS = 200;

/** Reads YAML. No key twice, no unknown tag, keys are texts. Errors: problems as values, never thrown. */
export function readYaml(input: string | Uint8Array, options: YamlOptions): YamlRead {
  const utf8 = readUtf8(input, options.maximumLength);
  if (!utf8.ok) return utf8;
  const lines = new LineCounter();
  try {
    // The reader's own search for keys that are given twice compares each with each; ours is `repeatedKeys`.
    const document = parseDocument(utf8.text, {
      lineCounter: lines,
      stringKeys: true,
      prettyErrors: false,
      uniqueKeys: false,
    });
    const faults = [...document.errors, ...document.warnings].map(({ message, pos }) => ({ message, offset: pos[0] }));
    if (faults.length === 0) faults.push(...repeatedKeys(document), ...manyAliases(document));
    if (faults.length > 0) {
      const problems = faults.map(({ message, offset }) => ({ message, ...at(lines, offset) }));
      return { ok: false, problems: problems.slice(0, MAXIMUM_PROBLEMS) };
    }
    const positionOf = (pointer: string): Position => at(lines, offsetOf(document, pointerSteps(pointer)));
    return { ok: true, value: document.toJS({ maxAliasCount: MAXIMUM_ALIASES }) as unknown, positionOf };
  } catch (thrown) {
    // The reader throws on what no document should hold: too many aliases, more depth than the stack.
    return { ok: false, problems: [{ line: 1, column: 1, message: `cannot be read as YAML: ${String(thrown)}` }] };
  }
}

interface Fault {
  readonly message: string;
  readonly offset: number;
}

const hasScalarKey = (pair: Pair): pair is Pair<Scalar> => isScalar(pair.key);

function repeatedKeys(document: ReturnType<typeof parseDocument>): Fault[] {
  const faults: Fault[] = [];
  visit(document, {
    Map(_, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items.filter(hasScalarKey)) {
        if (seen.has(key.value)) {
          faults.push({
            message: `the key ${JSON.stringify(key.value)} is given twice`,
            offset: Number(key.range?.[0]),
          });
        }
        seen.add(key.value);
      }
    },
  });
  return faults;
}

/** References are counted before any is followed. */
function manyAliases(document: ReturnType<typeof parseDocument>): Fault[] {
  const offsets: number[] = [];
  visit(document, { Alias: (_, alias) => void offsets.push(Number(alias.range?.[0])) });
  const message = `expected at most ${MAXIMUM_ALIASES} references to anchors, found ${offsets.length}`;
  return offsets.slice(MAXIMUM_ALIASES, MAXIMUM_ALIASES + 1).map((offset) => ({ message, offset }));
}

function at(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** Where a node begins; where there is none, the nearest one around it. */
function offsetOf(document: ReturnType<typeof parseDocument>, steps: readonly string[]): number {
  const node: unknown = steps.length === 0 ? document.contents : document.getIn(steps, true);
  if (isNode(node) && node.range) return node.range[0];
  return steps.length === 0 ? 0 : offsetOf(document, steps.slice(0, -1));
}
