/**
 * `npm start`: makes the clone ready and runs the example, so that the first command shows what cairn does.
 *
 * Usage: npm start [-- arguments for the example's `cairn run`]
 */
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { constants } from "node:os";
import * as path from "node:path";
import { projectRoot, SetupError } from "./console.mjs";
import { setup } from "./setup.mjs";

/** The example: reads the packages that set-up just installed, needs no key and no network. */
const EXAMPLE = ["run", "examples/licence-audit.yaml", "--workspace", "node_modules"];
/** `cairn run` exits with 3 when the audit found something: for a first look that is a success (docs/decisions/0010). */
const INCOMPLETE = 3;

function startExample() {
  const command = path.join(projectRoot, "dist", "cli", "main.js");
  if (!fs.existsSync(command)) throw new SetupError(`${command} was not built: src/cli/main.ts is missing.`);
  const args = [...EXAMPLE, ...process.argv.slice(2)];
  process.stderr.write(`$ cairn ${args.join(" ")}\n\n`);
  const child = spawn(process.execPath, [command, ...args], { cwd: projectRoot, stdio: "inherit" });
  // A terminal sends Ctrl-C to both; the child decides what it means, and this process waits for its answer.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("close", (code, signal) => {
    process.exitCode = signal === null ? exitCodeOf(code) : 128 + constants.signals[signal];
  });
}

function exitCodeOf(code) {
  return code === INCOMPLETE ? 0 : (code ?? 1);
}

try {
  setup();
  startExample();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
