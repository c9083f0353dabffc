/**
 * Whether what `cairn init` wrote really fires: each piece is called as the agent would call it, and looked at for what it
 * did. Nothing that a task holds is changed.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Diagnosis } from "../../runtime/index.ts";

const LIMIT_MS = 20_000;
/** Put into the event, so that the file that it makes is known again. */
const MARK = "cairn doctor";

/** What is installed in a project, piece by piece; nothing where init was not called there. */
export async function diagnoseAgents(project: string): Promise<readonly Diagnosis[]> {
  if (!existsSync(join(project, ".cairn", "init.json"))) return [];
  return [await proveRecord(project), await proveDecide(project), ...(await proveServers(project))];
}

async function proveRecord(project: string): Promise<Diagnosis> {
  const subject = "hook that records";
  const script = join(project, ".cairn", "hooks", "record.sh");
  if (!existsSync(script)) return problem(subject, `${script} is not there: call cairn init again`);
  if (!existsSync(join(project, ".cairn", "cairn.db")))
    return { subject, level: "ok", message: "is there; no task was opened in this project yet, so it keeps nothing" };
  const { code, out } = await called("sh", [script], { input: JSON.stringify({ note: MARK }), project });
  const kept = takeMarked(join(project, ".cairn", "spool"));
  if (code !== 0 || out !== "")
    return problem(subject, `ended with ${code} and printed ${JSON.stringify(out.slice(0, 200))}`);
  return kept
    ? { subject, level: "ok", message: "fires: an event was kept" }
    : problem(subject, "fires, but kept nothing");
}

/** Removes the event that was kept for the proof. Returns whether it was there. */
function takeMarked(spool: string): boolean {
  const names = existsSync(spool) ? readdirSync(spool).filter((name) => name.endsWith(".json")) : [];
  const mine = names.map((name) => join(spool, name)).find((path) => readFileSync(path, "utf8").includes(MARK));
  if (mine !== undefined) rmSync(mine, { force: true });
  return mine !== undefined;
}

async function proveDecide(project: string): Promise<Diagnosis> {
  const subject = "hook that decides";
  const script = join(project, ".cairn", "hooks", "decide.sh");
  if (!existsSync(script)) return problem(subject, `${script} is not there: call cairn init again`);
  const event = { session_id: MARK, cwd: project, tool_name: MARK, tool_input: {} };
  const { code, err } = await called("sh", [script, "pre-tool", "doctor"], { input: JSON.stringify(event), project });
  if (code === 0) return { subject, level: "ok", message: "fires: a call that no rule prohibits goes on" };
  return problem(subject, `ended with ${code}: ${err.trim().slice(0, 300)}`);
}

/** The servers that MCP settings of JSON files name; Codex's are the same command. */
async function proveServers(project: string): Promise<readonly Diagnosis[]> {
  const servers = [".mcp.json", join(".gemini", "settings.json")].flatMap((path) => serverIn(project, path));
  const found: Diagnosis[] = [];
  for (const { path, command, args } of servers) found.push(await proveServer(project, { path, command, args }));
  return found;
}

interface ServerEntry {
  readonly path: string;
  readonly command: string;
  readonly args: readonly string[];
}

function serverIn(project: string, path: string): ServerEntry[] {
  try {
    const settings = JSON.parse(readFileSync(join(project, path), "utf8")) as {
      mcpServers?: { cairn?: { command?: unknown; args?: unknown } };
    }; // looked at member by member
    const { command, args } = settings.mcpServers?.cairn ?? {};
    if (typeof command === "string" && Array.isArray(args)) return [{ path, command, args: args.map(String) }];
  } catch {
    // not there, or with comments: the agent reads it, and init keeps it
  }
  return [];
}

async function proveServer(project: string, { path, command, args }: ServerEntry): Promise<Diagnosis> {
  const subject = `MCP server in ${path}`;
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: MARK, version: "1" } };
  const input = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`;
  const store = join(project, ".cairn");
  const hasStore = existsSync(join(store, "cairn.db"));
  const { out, err, code } = await called(command, args, { input, project });
  // A server makes the store that it works on: what was not there before the proof is not there after it.
  if (!hasStore)
    for (const name of ["cairn.db", "cairn.db-wal", "cairn.db-shm"]) rmSync(join(store, name), { force: true });
  if (out.includes('"serverInfo"')) return { subject, level: "ok", message: "answers" };
  return problem(subject, `does not answer (exit code ${code}): ${err.trim().slice(0, 300)}`);
}

function problem(subject: string, message: string): Diagnosis {
  return { subject, level: "problem", message };
}

interface Called {
  readonly code: number | string | null;
  readonly out: string;
  readonly err: string;
}

function called(
  command: string,
  args: readonly string[],
  { input, project }: { readonly input: string; readonly project: string },
): Promise<Called> {
  const environment = {
    ...process.env,
    CLAUDE_PROJECT_DIR: project,
    PATH: `${process.env["PATH"] ?? ""}:${dirname(process.execPath)}`,
  };
  const child = spawn(command, [...args], { cwd: project, env: environment, timeout: LIMIT_MS });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, out, err: error.message }));
    child.once("close", (code, signal) => resolve({ code: code ?? signal, out, err }));
  });
}
