/** Templates of subjects and values: `$0` … `$9` are groups of the match, `${dir}`, `${file}`, `${path}` are of the file, `$$` is a dollar. */
import type { Result } from "../../contracts/index.ts";
import { compilePattern, type Pattern, type PatternMatch } from "../patterns.ts";
import { asSubject, isShortened } from "./texts.ts";

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "group"; readonly group: number }
  | { readonly kind: "file"; readonly name: FileTerm };
type FileTerm = "dir" | "file" | "path";

export interface Template {
  expand(match: PatternMatch, path: string): string;
  /** True where a subject of this template may read like this. */
  mayGive(subject: string): boolean;
}

/** Returns the template, or the sentence that says why it cannot be used with a pattern of so many groups. */
export function compileTemplate(source: string, groupCount: number): Result<Template, string> {
  const pieces = parse(source);
  const beyond = pieces.find((piece) => piece.kind === "group" && piece.group > groupCount);
  if (beyond?.kind === "group")
    return { ok: false, findings: `it names group ${beyond.group}, and the pattern has ${groupCount}` };
  const shape = shapeOf(pieces);
  return {
    ok: true,
    value: {
      expand: (match, path) => pieces.map((piece) => expandPiece(piece, match, path)).join(""),
      mayGive: (subject) => isShortened(subject) || shape.test(subject),
    },
  };
}

function parse(source: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of source.matchAll(/\$(?:(\$)|(\d)|\{(dir|file|path)\})/g)) {
    if (found.index > at) pieces.push({ kind: "text", text: source.slice(at, found.index) });
    at = found.index + found[0].length;
    const [, dollar, group, name] = found;
    if (dollar !== undefined) pieces.push({ kind: "text", text: "$" });
    else if (group !== undefined) pieces.push({ kind: "group", group: Number(group) });
    else pieces.push({ kind: "file", name: fileTerm(name) });
  }
  if (at < source.length) pieces.push({ kind: "text", text: source.slice(at) });
  return pieces;
}

function fileTerm(name: string | undefined): FileTerm {
  return name === "dir" || name === "file" ? name : "path";
}

function expandPiece(piece: Piece, match: PatternMatch, path: string): string {
  if (piece.kind === "text") return piece.text;
  if (piece.kind === "group") return match.groups[piece.group] ?? "";
  const slash = path.lastIndexOf("/");
  if (piece.name === "path") return path;
  if (piece.name === "file") return path.slice(slash + 1);
  return slash < 0 ? "." : path.slice(0, slash);
}

const ANYTHING = "(?s:.*)";

/** What any subject of the template looks like, after it was put on one line: its fixed text, with anything between. */
function shapeOf(pieces: readonly Piece[]): Pattern {
  const source = pieces
    .map((piece) => (piece.kind === "text" ? escaped(asSubject(`x${piece.text}x`).slice(1, -1)) : ANYTHING))
    .join("");
  const compiled = compilePattern(`^${source.replace(/^ | $/g, "")}$`);
  if (compiled.ok) return compiled.value;
  const anything = compilePattern("");
  if (anything.ok) return anything.value;
  throw new Error(`cairn bug: the empty pattern does not compile: ${anything.findings}`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
