/**
 * `npm run bench`: compiles the benchmarks with the sources they measure, installs the peers where they are missing, and
 * runs. No test and no check depends on it.
 *
 * Usage: npm run bench -- [part …] [--rounds N] [--steps N] [--dir FOLDER] [--no-peers]     (parts: steps parallel tree micro import proxy tokens)
 */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { projectRoot, say, SetupError } from "../scripts/console.mjs";

const benchFolder = path.join(projectRoot, "bench");
const peersFolder = path.join(benchFolder, "peers");
const built = path.join(projectRoot, "dist-bench.tmp");

function run(command, args, cwd) {
  const result = spawnSync(command, args, { cwd, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  if (result.error !== undefined) throw new SetupError(`${command} could not run: ${result.error.message}`);
  if (result.status !== 0) throw new SetupError(`${command} ${args[0] ?? ""} failed: see above`);
}

/** tsc and not tsx: its output is what is shipped, without the names and maps that a development runner adds. */
function compile() {
  fs.rmSync(built, { recursive: true, force: true });
  const tsc = path.join(projectRoot, "node_modules", "typescript", "bin", "tsc");
  if (!fs.existsSync(tsc)) throw new SetupError("TypeScript is not installed: run `npm run setup`.");
  run(process.execPath, [tsc, "-p", path.join(benchFolder, "tsconfig.json"), "--outDir", built], projectRoot);
}

/**
 * One of them is compiled on the machine, which takes minutes: so they are no dependencies of the project. `install` and
 * not `ci`: one has a package for each platform, and `ci` fails where a registry's mirror lacks those of the others.
 */
function installPeers() {
  if (fs.existsSync(path.join(peersFolder, "node_modules", ".package-lock.json"))) return;
  say("installing the peers (compiles SQLite, about two minutes)");
  run("npm", ["install", "--no-save"], peersFolder);
}

try {
  compile();
  if (!process.argv.includes("--no-peers")) installPeers();
  const main = path.join(built, "bench", "main.js");
  const result = spawnSync(process.execPath, [main, ...process.argv.slice(2)], { cwd: projectRoot, stdio: "inherit" });
  process.exitCode = result.status ?? 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  fs.rmSync(built, { recursive: true, force: true });
}
