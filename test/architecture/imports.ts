/** Reads the imports of `src/` from its text alone: a second opinion on what dependency-cruiser says. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot: string = fileURLToPath(new URL("../..", import.meta.url));

/** One import or re-export of a module of `src/`. Paths are relative to the project, with `/`. */
export interface Import {
  readonly from: string;
  /** What the line says: `./x.ts`, `node:fs`, `yaml`. */
  readonly specifier: string;
  /** The file it means, for relative specifiers; otherwise null. */
  readonly target: string | null;
  readonly isTypeOnly: boolean;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?<what>[^;"']*?)\s*\bfrom\s*["'](?<from>[^"']+)["']|(?:^|\n)\s*import\s*["'](?<bare>[^"']+)["']|\bimport\(\s*["'](?<dynamic>[^"']+)["']\s*\)/g;

/** The part of `src/` that a file belongs to: its folder's name, or its own for `app`, `errors`, `folders`, `index`. */
export function partOf(file: string): string {
  return file.split("/")[1]!.replace(/(\.test)?\.ts$/, "");
}

export function isTest(file: string): boolean {
  return /\.(test|suite)\.ts$/.test(file);
}

/** Every TypeScript file under `src/`, sorted, relative to the project. */
export function sourceFiles(): string[] {
  const entries = readdirSync(join(projectRoot, "src"), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** The imports that the text of one file states, in order. */
export function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(({ groups = {} }) => {
    const specifier = groups["from"] ?? groups["bare"] ?? groups["dynamic"] ?? "";
    const isRelative = specifier.startsWith(".");
    return {
      from: file,
      specifier,
      target: isRelative ? join(dirname(file), specifier).split(sep).join("/") : null,
      isTypeOnly: isTypeClause(groups["what"] ?? ""),
    };
  });
}

/** The imports of one file of the project. */
export function importsOf(file: string): Import[] {
  return importsIn(file, readFileSync(join(projectRoot, file), "utf8"));
}

/** True for `type { A }`, `type * as x` and `{ type A, type B }`. */
function isTypeClause(clause: string): boolean {
  if (/^type\b/.test(clause)) return true;
  const names =
    /^\{([^}]*)\}$/
      .exec(clause)?.[1]
      ?.split(",")
      .filter((name) => name.trim() !== "") ?? [];
  return names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
}
