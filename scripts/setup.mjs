/**
 * Makes a fresh clone ready: checks the Node version, installs the packages of the lock file and builds `dist/`, each
 * only when it is needed. Uses nothing but Node, because it runs before there is anything else.
 *
 * Usage: node scripts/setup.mjs [--install-only]
 *
 * What it does not do: repair a lock file that disagrees with package.json (it says so and stops).
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { ensureBuilt } from "./build.mjs";
import { isMain, projectRoot, say, seconds, SetupError } from "./console.mjs";
import { agreesWithLock } from "./lock-agreement.mjs";
import { withSetupLock } from "./setup-lock.mjs";

const lockFile = path.join(projectRoot, "package-lock.json");
const installedFile = path.join(projectRoot, "node_modules", ".package-lock.json");
const stampFile = path.join(projectRoot, "node_modules", ".cairn-setup");

/** What to tell the user, by what npm printed. The first match wins. */
const NPM_HINTS = [
  { pattern: /\bENOSPC\b/, hint: "The disk is full." },
  {
    pattern: /\bEUSAGE\b/,
    hint: "package.json and package-lock.json disagree: run `npm install` and commit the lock file.",
  },
  { pattern: /\bEBADENGINE\b/, hint: "A package needs another version of Node." },
  {
    pattern: /\b(EACCES|EROFS|EPERM)\b/,
    hint: "A folder cannot be written: look at the path in npm's message above.",
  },
  {
    pattern: /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/,
    hint: "The package registry cannot be reached: the first run needs a network (or a filled npm cache).",
  },
];

/** Throws SetupError when this Node is older than the `engines` field of package.json says. */
export function checkNodeVersion() {
  const { engines } = JSON.parse(fs.readFileSync(path.join(projectRoot, "package.json"), "utf8"));
  const wanted = engines.node
    .replace(/[^0-9.]/g, "")
    .split(".")
    .map(Number);
  const actual = process.versions.node.split(".").map(Number);
  const isNewer = actual[0] > wanted[0] || (actual[0] === wanted[0] && actual[1] >= (wanted[1] || 0));
  if (!isNewer) throw new SetupError(`cairn needs Node ${engines.node}, and this is Node ${process.versions.node}.`);
}

/** Installs what the lock file says, unless `node_modules` already holds exactly that. */
export function ensureInstalled() {
  if (!fs.existsSync(lockFile)) throw new SetupError("package-lock.json is missing: this is not a whole clone.");
  if (readIfThere(stampFile) === stampNow()) return;
  if (!isInstalled()) runNpmCi();
  writeStamp();
}

function runNpmCi() {
  const started = Date.now();
  say("installing packages (npm ci; again only when the lock file changes) …");
  const cache = temporaryCacheIfNeeded();
  const npm = npmCommand();
  const args = [...npm.args, "ci", "--include=dev", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  if (cache !== null) args.push(`--cache=${cache}`);
  const result = spawnSync(npm.file, args, {
    cwd: projectRoot,
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
    timeout: 20 * 60_000,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (cache !== null) fs.rmSync(cache, { recursive: true, force: true });
  if (result.error !== undefined || result.status !== 0) throw new SetupError(explainNpmFailure(result));
  say(`packages installed in ${seconds(Date.now() - started)}`);
}

/** Inside `npm …` npm tells where it is; otherwise it stands beside Node or on the path. */
function npmCommand() {
  const fromNpm = process.env.npm_execpath;
  if (fromNpm !== undefined && /npm-cli\.c?js$/.test(fromNpm)) return { file: process.execPath, args: [fromNpm] };
  return { file: process.platform === "win32" ? "npm.cmd" : "npm", args: [] };
}

function explainNpmFailure(result) {
  const output = withoutUsage(`${result.stdout || ""}${result.stderr || ""}`.trim());
  const reason = result.error === undefined ? `exit code ${result.status}` : result.error.message;
  const known = NPM_HINTS.find(({ pattern }) => pattern.test(output));
  return [output, `npm ci failed (${reason}).`, known === undefined ? "" : known.hint]
    .filter((line) => line !== "")
    .join("\n");
}

/** npm repeats its whole manual after some errors; what went wrong stands before it. */
function withoutUsage(output) {
  const manual = output.search(/\n(npm error\s*\n)?npm error (Clean install a project|Usage:)/);
  return manual < 0 ? output : output.slice(0, manual).trim();
}

/** A cache folder of our own where npm's cannot be written (a read-only home, another user's); null where it can. */
function temporaryCacheIfNeeded() {
  const cache = process.env.npm_config_cache;
  if (cache === undefined || cache === "") return null;
  try {
    fs.mkdirSync(cache, { recursive: true });
    const probe = fs.mkdtempSync(path.join(cache, "cairn-probe-"));
    fs.rmdirSync(probe);
    return null;
  } catch (error) {
    say(`npm's cache ${cache} cannot be written (${error.code}); using a temporary one`);
    return fs.mkdtempSync(path.join(tmpdir(), "cairn-npm-cache-"));
  }
}

function isInstalled() {
  const installed = readIfThere(installedFile);
  if (installed === null) return false;
  const isThere = (key) => fs.existsSync(path.join(projectRoot, key, "package.json"));
  const wanted = fs.readFileSync(lockFile, "utf8");
  return agreesWithLock(JSON.parse(wanted).packages, JSON.parse(installed).packages, isThere);
}

/** What was installed, from what, for which machine. */
function stampNow() {
  const hash = createHash("sha256");
  for (const file of [lockFile, installedFile]) hash.update(readIfThere(file) || "absent").update("\0");
  return `${hash.digest("hex")} ${process.platform}-${process.arch}\n`;
}

function writeStamp() {
  try {
    fs.writeFileSync(stampFile, stampNow());
  } catch (error) {
    // A read-only folder with everything installed is fine: the next run compares again, which takes milliseconds.
    if (error.code !== "EROFS" && error.code !== "EACCES") throw error;
  }
}

function readIfThere(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  }
}

/** Brings the clone into a state in which it can run. Throws SetupError with what to tell the user. */
export function setup(options = { installOnly: false }) {
  checkNodeVersion();
  withSetupLock(() => {
    ensureInstalled();
    if (!options.installOnly) ensureBuilt();
  });
}

if (isMain(import.meta.url)) {
  try {
    setup({ installOnly: process.argv.includes("--install-only") });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
