/**
 * Checks the pages of a package: `CAIRN_WORKSPACE=FOLDER node check-docs.mjs documented | quoted`. Exit code 1 where one is
 * wrong, with a line for each fault.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const EXPORT = /^export (?:async )?(?:function\*?|const|let|class) ([\w$]+)/gm;
const FENCE = /^```js\n([^]*?)^```$/gm;

/** Source files by name, those that export nothing by name left out. */
function sourcesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(".js"))
    .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join(folder, path), "utf8") }))
    .map((it) => ({ ...it, names: [...it.text.matchAll(EXPORT)].map(([, name]) => name) }))
    .filter((it) => it.names.length > 0);
}

const pageOf = (path) => `docs/${path.replace(/\.js$/, ".md")}`;

function missingIn({ path, names }, page) {
  if (page === null) return [`${pageOf(path)}: there is no such page, ${path} exports ${names.join(", ")}`];
  const headings = new Set(page.split("\n").map((line) => line.trim()));
  return names.filter((name) => !headings.has(`## ${name}`)).map((name) => `${pageOf(path)}: no heading "## ${name}"`);
}

function misquotedIn({ path, text }, page) {
  if (page === null) return [];
  const lines = new Set(text.split("\n").map((line) => line.trim()));
  const quoted = [...page.matchAll(FENCE)].flatMap(([, code]) => code.split("\n").map((line) => line.trim()));
  if (quoted.length === 0) return [`${pageOf(path)}: quotes no declaration`];
  return quoted
    .filter((line) => !lines.has(line) && line !== "")
    .map((line) => `${pageOf(path)}: not in ${path}: ${line}`);
}

const CHECKS = { documented: missingIn, quoted: misquotedIn };

/** Faults of the pages below a folder, a sentence each. */
export function faultsOf(check, folder) {
  return sourcesOf(folder).flatMap((source) => {
    const page = join(folder, pageOf(source.path));
    return CHECKS[check](source, existsSync(page) ? readFileSync(page, "utf8") : null);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [check] = process.argv.slice(2);
  const folder = process.env.CAIRN_WORKSPACE;
  if (!folder || !Object.hasOwn(CHECKS, check)) throw new Error("see the first lines of this file");
  const faults = faultsOf(check, folder);
  if (faults.length > 0) console.log(faults.join("\n"));
  process.exitCode = faults.length === 0 ? 0 : 1;
}
