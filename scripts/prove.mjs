/**
 * `npm run prove`: tries to break what is promised (docs/promises.md) and prints what was tried. `--full` tries
 * everything, which takes an hour; without it as much as `npm test` does.
 *
 * Usage: npm run prove -- [--full] [P1 …]
 */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { projectRoot, seconds } from "./console.mjs";
import { NOT_TESTED, PROMISES } from "./promises.mjs";

const folder = path.join(projectRoot, ".reports", "prove");

/** What one promise's tests found: Vitest's own report, and the cases that the tests told of. */
function tryToBreak({ id, tests }, isFull) {
  const [report, told] = [path.join(folder, `${id}.json`), path.join(folder, `${id}.jsonl`)];
  const started = Date.now();
  const env = { ...process.env, CAIRN_PROVE_REPORT: told, ...(isFull ? { CAIRN_PROVE: "full" } : {}) };
  const vitest = path.join("node_modules", "vitest", "vitest.mjs");
  const args = [vitest, "run", ...tests, "--reporter=json", `--outputFile=${report}`];
  const { error } = spawnSync(process.execPath, args, {
    cwd: projectRoot,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (error !== undefined) throw error;
  const files = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, "utf8")).testResults : [];
  const all = files.flatMap((it) => it.assertionResults);
  const cases = fs.existsSync(told)
    ? fs
        .readFileSync(told, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];
  return {
    tests: all.filter((it) => it.status === "passed").length,
    passedOver: all.filter((it) => it.status !== "passed" && it.status !== "failed"),
    failed: all.filter((it) => it.status === "failed"),
    brokenFiles: files.filter((it) => it.status === "failed" && it.assertionResults.length === 0).map((it) => it.name),
    cases,
    ms: Date.now() - started,
  };
}

function rowsOf({ id, promise }, { tests, failed, brokenFiles, cases, ms }) {
  const failures = failed.length + brokenFiles.length + (tests === 0 ? 1 : 0);
  const head = `| ${id} | ${promise} | ${tests} tests | ${failures} | ${seconds(ms)} |`;
  const parts = cases.map((it) => `| | ${it.fault} | ${it.cases} cases | ${it.failures.length} | |`);
  return { rows: [head, ...parts], failures };
}

function main(argv) {
  const isFull = argv.includes("--full");
  const wanted = argv.filter((it) => !it.startsWith("--"));
  const unknown = wanted.filter((id) => !PROMISES.some((it) => it.id === id));
  if (unknown.length > 0) {
    process.stderr.write(`No promise ${unknown.join(", ")}; there are ${PROMISES.map((it) => it.id).join(", ")}.\n`);
    return 2;
  }
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const out = (line) => process.stdout.write(`${line}\n`);
  out("| | promise, and faults tried | cases | failures | time |\n|---|---|---:|---:|---:|");
  let failures = 0;
  const passedOver = [];
  for (const promise of PROMISES.filter((it) => wanted.length === 0 || wanted.includes(it.id))) {
    process.stderr.write(`prove: ${promise.id} ${promise.promise}\n`);
    const found = tryToBreak(promise, isFull);
    const { rows, failures: more } = rowsOf(promise, found);
    for (const row of rows) out(row);
    failures += more;
    passedOver.push(...found.passedOver.map((it) => it.fullName));
    for (const it of found.failed) process.stderr.write(`failed: ${it.fullName}\n${it.failureMessages.join("\n")}\n`);
    for (const it of found.brokenFiles) process.stderr.write(`failed: ${it}\n`);
  }
  out(`\n${failures === 0 ? "Nothing was broken" : `${failures} failures`}.`);
  if (passedOver.length > 0)
    out(`\nPassed over on this machine: ${passedOver.length} tests (${passedOver.slice(0, 5).join("; ")}).`);
  out(`\nNot tested:\n${NOT_TESTED.map((it) => `- ${it}`).join("\n")}`);
  return failures === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
