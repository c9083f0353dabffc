/**
 * `cairn init`: what it would change, doing it, and taking it back.
 *
 * IT1  Nothing is changed that was not shown: the plan is what is written.
 * IT2  A file that was not touched since is restored byte for byte; from one that was, only what is ours is taken out.
 */
import { existsSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { sha256Hex } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import { makeFolders } from "../../folders.ts";
import { writeWhole } from "../../runtime/index.ts";
import { AGENTS, type AgentFiles, type AgentName } from "./agents.ts";
import { decideScript, RECORD_SCRIPT } from "./scripts.ts";
import { withoutSettings, withSettings, type ServerCommand, type Settings } from "./settings.ts";

/** A file that is to be written; `after` null: removed. */
export interface FileChange {
  /** Relative to the project. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly mode?: number;
}

export interface InitPlan {
  readonly agents: readonly AgentName[];
  readonly changes: readonly FileChange[];
}

/** What init wrote, to take it back. */
interface Receipt {
  readonly files: readonly { readonly path: string; readonly before: string | null; readonly after_sha256: string }[];
}

const RECEIPT = join(".cairn", "init.json");
const SCRIPTS = join(".cairn", "hooks");

/** The agents whose traces are in the project, or whose command is on the path. */
export function findAgents(project: string, path: string = process.env["PATH"] ?? ""): readonly AgentName[] {
  const folders = path.split(delimiter).filter((it) => it !== "");
  const isThere = (it: AgentFiles): boolean =>
    it.traces.some((trace) => existsSync(join(project, trace))) ||
    it.commands.some((name) => folders.some((folder) => existsSync(join(folder, name))));
  return AGENTS.filter(isThere).map((it) => it.name);
}

/** What is to be changed so that these agents are governed in a project. Errors: RuntimeFailure `input-invalid`. */
export function planInit(
  project: string,
  { agents, mainFile }: { readonly agents: readonly AgentName[]; readonly mainFile: string },
): InitPlan {
  const server = { command: process.execPath, args: [mainFile, "mcp"] };
  const scripts = [
    { path: join(SCRIPTS, "record.sh"), after: RECORD_SCRIPT, mode: 0o700 },
    { path: join(SCRIPTS, "decide.sh"), after: decideScript(mainFile), mode: 0o700 },
    { path: join(".cairn", ".gitignore"), after: "*\n", mode: 0o644 },
  ].map((it) => ({ ...it, before: textOf(project, it.path) }));
  const settings = settingsOf(agents, server).map((it): FileChange => {
    const before = textOf(project, it.path);
    return { path: it.path, before, after: withSettings(before, it, it.path) };
  });
  const changes = [...scripts, ...settings].filter((it) => it.before !== it.after);
  return { agents, changes };
}

/** What is to be changed to take back what init wrote. Errors: RuntimeFailure `usage` where init was not called here. */
export function planRemoval(project: string): InitPlan {
  const receipt = readReceipt(project);
  if (receipt === null)
    throw new RuntimeFailure("usage", `cairn init was not called in ${project}: there is nothing to remove`);
  const known = new Map(
    settingsOf(
      AGENTS.map((it) => it.name),
      { command: "", args: [] },
    ).map((it) => [it.path, it]),
  );
  const changes = receipt.files.flatMap(({ path, before, after_sha256 }): FileChange[] => {
    const now = textOf(project, path);
    if (now === null) return [];
    const settings = known.get(path);
    const isUntouched = sha256Hex(now) === after_sha256;
    const after = isUntouched || settings === undefined ? before : withoutSettings(now, settings, path);
    return [{ path, before: now, after }];
  });
  const own = [{ path: RECEIPT, before: textOf(project, RECEIPT), after: null }];
  return { agents: [], changes: [...changes, ...own].filter((it) => it.before !== it.after) };
}

/** Writes the changes of a plan, each file whole or not at all, and remembers what was there. */
export function applyPlan(project: string, { changes, agents }: InitPlan): void {
  if (agents.length > 0) remember(project, changes);
  for (const { path, after, mode } of changes) {
    const file = join(project, path);
    if (after === null) removeFile(file, project);
    else writeInFolder(file, after, mode);
  }
}

function settingsOf(
  agents: readonly AgentName[],
  server: ServerCommand,
): readonly (Settings & { readonly path: string })[] {
  return AGENTS.filter((it) => agents.includes(it.name)).flatMap((it) => it.settings(server));
}

/** A second init keeps what the first found. */
function remember(project: string, changes: readonly FileChange[]): void {
  const earlier = new Map((readReceipt(project)?.files ?? []).map((it) => [it.path, it]));
  for (const { path, before, after } of changes) {
    if (after === null || path.endsWith(".gitignore")) continue;
    earlier.set(path, { path, before: earlier.get(path)?.before ?? before, after_sha256: sha256Hex(after) });
  }
  const receipt: Receipt = { files: [...earlier.values()] };
  writeInFolder(join(project, RECEIPT), `${JSON.stringify(receipt, null, 2)}\n`, 0o600);
}

function readReceipt(project: string): Receipt | null {
  const text = textOf(project, RECEIPT);
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Receipt; // written by remember; looked through below
    const isReceipt = value.files.every((it) => typeof it.path === "string" && typeof it.after_sha256 === "string");
    if (isReceipt) return value;
  } catch {
    // told below
  }
  throw new RuntimeFailure("input-invalid", `${join(project, RECEIPT)} is damaged: take the settings out by hand`);
}

function textOf(project: string, path: string): string | null {
  const file = join(project, path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

function writeInFolder(file: string, text: string, mode?: number): void {
  makeFolders(dirname(file), dirname(file).includes(".cairn") ? 0o700 : 0o777);
  writeWhole(file, text, mode);
}

/** Removes a file, and folders that are empty then. */
function removeFile(file: string, project: string): void {
  rmSync(file, { force: true });
  for (let folder = dirname(file); folder.startsWith(project) && folder !== project; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return; // not empty
    }
  }
}
