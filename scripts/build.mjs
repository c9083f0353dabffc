/**
 * Compiles `src/` to `dist/` with tsc, file by file. All sources are TypeScript, the generated ones too; the schemas are
 * read from `schemas/`, which lies as far from `dist/` as from `src/`.
 *
 * B1  `dist/` is replaced whole: nothing of a deleted source stays, and a failed build leaves the old one as it was.
 * B2  `ensureBuilt` builds iff the sources, the compiler's options or the installed packages changed.
 *
 * Usage: node scripts/build.mjs
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import { isMain, projectRoot, say, seconds, SetupError } from "./console.mjs";

const sourceFolder = path.join(projectRoot, "src");
const distFolder = path.join(projectRoot, "dist");
const stampFile = path.join(distFolder, ".stamp");

/** What decides how the sources are compiled, beside the sources. */
const OPTION_FILES = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json", "scripts/build.mjs"];

/** Builds when `dist/` is not what the sources say. Returns whether it built; throws SetupError with tsc's findings. */
export function ensureBuilt() {
  const wanted = fingerprint();
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, "utf8") === wanted) return false;
  build(wanted);
  return true;
}

/** Builds in any case. Throws SetupError with tsc's findings. */
export function build(stamp = fingerprint()) {
  const started = Date.now();
  const staging = path.join(projectRoot, `dist-${process.pid}.tmp`);
  try {
    compile(staging);
    markExecutables(staging);
    fs.writeFileSync(path.join(staging, ".stamp"), stamp);
    swapIn(staging);
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
  }
  say(`dist/ built in ${seconds(Date.now() - started)}`);
}

function compile(outDir) {
  const tsc = path.join(projectRoot, "node_modules", "typescript", "bin", "tsc");
  if (!fs.existsSync(tsc)) throw new SetupError("TypeScript is not installed: run `npm run setup`.");
  const args = [tsc, "-p", path.join(projectRoot, "tsconfig.build.json"), "--outDir", outDir];
  const result = spawnSync(process.execPath, args, { cwd: projectRoot, encoding: "utf8", timeout: 5 * 60_000 });
  if (result.error !== undefined) throw new SetupError(`tsc could not run: ${result.error.message}`);
  if (result.status !== 0) throw new SetupError(`${result.stdout}${result.stderr}\nThe build failed: see above.`);
}

function markExecutables(outDir) {
  const { bin } = JSON.parse(fs.readFileSync(path.join(projectRoot, "package.json"), "utf8"));
  for (const file of Object.values(bin)) {
    const staged = path.join(outDir, path.relative("dist", file));
    if (fs.existsSync(staged)) fs.chmodSync(staged, 0o755);
  }
}

function swapIn(staging) {
  const old = path.join(projectRoot, `dist-${process.pid}.old.tmp`);
  if (fs.existsSync(distFolder)) fs.renameSync(distFolder, old);
  fs.renameSync(staging, distFolder);
  fs.rmSync(old, { recursive: true, force: true });
}

/** SHA-256 over the names and contents of all that goes into the build. */
function fingerprint() {
  const hash = createHash("sha256");
  const options = OPTION_FILES.map((file) => path.join(projectRoot, file)).filter((file) => fs.existsSync(file));
  for (const file of [...options, ...sourceFiles()]) {
    const content = fs.readFileSync(file);
    hash.update(`${path.relative(projectRoot, file)}\0${content.length}\0`).update(content);
  }
  return `${hash.digest("hex")}\n`;
}

/** Every file under `src/` that is not a test, sorted. */
function sourceFiles() {
  const entries = fs.readdirSync(sourceFolder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(test|suite)\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

if (isMain(import.meta.url)) {
  try {
    build();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
