/** One step of the check: a Node program with a deadline, whose output is kept for the case that it fails. */
import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { projectRoot } from "./console.mjs";

/** What is kept of a step's output: its end, where tools write their findings' summary. */
const OUTPUT_LIMIT_CHARS = 200_000;
/** A group of its own lets the deadline end what the step itself started; Windows has no such groups. */
const OWN_GROUP = process.platform !== "win32";

const children = new Set();

/** Runs one step. Resolves, never rejects, with `{ name, ok, ms, reason, output }`; `reason` is empty when it holds. */
export function runStep({ name, args, limitMs }) {
  return new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(process.execPath, args, {
      cwd: projectRoot,
      env: colourEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      detached: OWN_GROUP,
    });
    children.add(child);
    let output = "";
    let isLate = false;
    const keep = (chunk) => {
      output = (output + chunk).slice(-OUTPUT_LIMIT_CHARS);
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    const deadline = setTimeout(() => {
      isLate = true;
      kill(child);
    }, limitMs);
    const finish = (reason) => {
      clearTimeout(deadline);
      children.delete(child);
      // Not every tool heeds NO_COLOR.
      const told = isForPerson() ? output : stripVTControlCharacters(output);
      resolve({ name, ok: reason === "", ms: Date.now() - started, reason, output: told });
    };
    child.on("error", (error) => finish(error.message));
    child.on("close", (code, signal) => {
      if (isLate) finish(`stopped after ${limitMs / 1000} s`);
      else if (signal !== null) finish(`ended by ${signal}`);
      else finish(code === 0 ? "" : `exit code ${code}`);
    });
  });
}

/** Ends every step that still runs, with what it started. */
export function killAll() {
  for (const child of children) kill(child);
}

function kill(child) {
  try {
    if (OWN_GROUP && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch (error) {
    // ESRCH: it ended in this very moment, which is what was wanted.
    if (error.code !== "ESRCH") throw error;
  }
}

function isForPerson() {
  return process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
}

/** Colours where a person reads, plain text elsewhere: the steps write into a pipe and cannot see for themselves. */
function colourEnvironment() {
  const { FORCE_COLOR: _forced, NO_COLOR: _none, ...rest } = process.env;
  return { ...rest, ...(isForPerson() ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }) };
}
