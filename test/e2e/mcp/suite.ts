/** The protocol's own conformance suite, where it is installed: it is no dependency, and needs Node 22. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

const NEEDED_NODE = 22;

/** How the suite is started: a Node that is new enough, and its file. */
export type Suite = readonly [node: string, file: string];

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Null where the suite, or a Node for it, is not in the PATH. */
export function findSuite(): Suite | null {
  const folder = (process.env["PATH"] ?? "").split(delimiter).find((it) => isFile(join(it, "conformance")));
  if (folder === undefined) return null;
  const own = join(folder, "node");
  const isNew = Number(process.versions.node.split(".")[0]) >= NEEDED_NODE;
  if (!isNew && !isFile(own)) return null;
  return [isNew ? process.execPath : own, join(folder, "conformance")];
}

export interface Check {
  readonly scenario: string;
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Runs the suite's scenarios against a server; what it finds is left in `folder`, and returned. */
export async function runSuite([node, file]: Suite, folder: string, argv: readonly string[]): Promise<Check[]> {
  const child = spawn(node, [file, "server", "--output-dir", folder, ...argv], { stdio: "ignore" });
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve());
  });
  return checksIn(folder);
}

/** One folder a scenario, named after it and the time. */
function checksIn(folder: string): Check[] {
  return readdirSync(folder).flatMap((name) => {
    // As the suite writes it.
    const checks = JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")) as Omit<Check, "scenario">[];
    return checks.map((it) => ({ ...it, scenario: name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "") }));
  });
}
