/** What commands on the ledger have in common: which ledger, which part of it, opened and closed whatever happens. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import type { ledger } from "../app.ts";
import { RuntimeFailure } from "../errors.ts";
import type { Io } from "./io.ts";

export interface LedgerOption {
  readonly ledger?: string;
}

/** Adds `--ledger`. */
export function withLedgerOption(command: Command): Command {
  return command.option("--ledger <file>", "file of the ledger (default: cairn/ledger.db in your data folder)");
}

/** Opens the ledger that a command means, and closes it whatever happens. */
export async function withLedger<T>(
  { ledger, mode, tokenizer }: LedgerOption & { readonly mode: "read" | "write"; readonly tokenizer?: string },
  work: (opened: ledger.SessionLedger) => Promise<T>,
): Promise<T> {
  const { locateLedger, openLedger } = await import("../app.ts");
  const opened = openLedger(locateLedger(ledger), { mode, ...(tokenizer === undefined ? {} : { tokenizer }) });
  try {
    return await work(opened);
  } finally {
    opened.close();
  }
}

export interface FilterOptions {
  readonly session?: string;
  readonly run?: string;
  readonly project?: string;
  readonly agent?: string;
  readonly client?: string;
  readonly kind?: ledger.LedgerFilter["kind"];
  readonly tool?: string;
  readonly path?: string;
  readonly since?: string;
  readonly until?: string;
}

const KINDS = ["read", "shell", "search", "provider", "other"] as const;

/** Adds the options that say which items are meant. */
export function withFilter(command: Command): Command {
  return command
    .option("--session <id>", "only this session: its id, or the beginning of one")
    .option("--run <id>", "only this run of cairn's own")
    .option("--project <folder>", "only sessions of this folder, or of one whose path ends so")
    .option("--agent <name>", "only this agent: main, the id of a sub-agent, or a type of them")
    .option("--client <name>", "only sessions of this program: claude-code, codex, …")
    .addOption(new Option("--kind <kind>", "only this kind of source").choices(KINDS))
    .option("--tool <name>", "only this tool; * stands for anything")
    .option("--path <path>", "only this file, what is below this folder, or what fits this pattern")
    .option("--since <time>", "from this time on: 2026-12-01, a full time, or 7d, 12h ago", instant)
    .option("--until <time>", "before this time", instant);
}

/** The filter that options mean. */
export function filterOf(io: Pick<Io, "folder">, options: FilterOptions): ledger.LedgerFilter {
  const { run, project, session } = options;
  if (run !== undefined && session !== undefined)
    throw new RuntimeFailure("usage", "give --run or --session, not both");
  const folder = project === undefined ? undefined : projectOf(io, project);
  const client = run === undefined ? options.client : "cairn";
  const wanted = { session: run ?? session, project: folder, client };
  const { agent, kind, tool, path, since, until } = options;
  return defined({ ...wanted, agent, kind, tool, path, since, until });
}

/** The members that are there. */
function defined(filter: {
  readonly [Name in keyof ledger.LedgerFilter]: ledger.LedgerFilter[Name] | undefined;
}): ledger.LedgerFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** A folder that is there is meant as that folder; anything else is the end of a path. */
function projectOf(io: Pick<Io, "folder">, project: string): string {
  const path = resolve(io.folder, project);
  return project.startsWith(".") || existsSync(path) ? path : project;
}

const AGO = /^(\d{1,5})(m|h|d|w)$/;
const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** A time as a person gives it, as ISO 8601. */
export function instant(text: string): string {
  const [, count, unit] = AGO.exec(text) ?? [];
  if (count !== undefined && (unit === "m" || unit === "h" || unit === "d" || unit === "w")) {
    return new Date(Date.now() - Number(count) * UNITS_MS[unit]).toISOString();
  }
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(ms)) return new Date(ms).toISOString();
  throw new InvalidArgumentError(
    "It has to be a date like 2026-12-01, a time like 2026-12-01T08:00:00Z, or 7d, 12h, 30m ago.",
  );
}

export interface RedactionOptions {
  readonly personal?: boolean;
  readonly rules?: string;
}

/** Adds the options that say what is secret. */
export function withRedaction(command: Command): Command {
  return command
    .option("--personal", "also mail addresses, telephone numbers, bank accounts and card numbers")
    .option("--rules <file>", "your own rules and exceptions, as JSON (default: .cairn/redaction.json of the project)");
}

/** What options mean is secret. Errors: RuntimeFailure `input-unreadable`, `input-invalid`. */
export async function redactionOf(io: Io, { personal, rules }: RedactionOptions): Promise<ledger.RedactionChoice> {
  const { locateStore, parseRuleSet, readDocument } = await import("../app.ts");
  const usual = join(dirname(locateStore(io.folder)), "redaction.json");
  const file = rules ?? (existsSync(usual) ? usual : null);
  return {
    ...(personal === true ? { personal } : {}),
    ...(file === null ? {} : { custom: parseRuleSet(await readDocument(file, () => io.input.chunks()), file) }),
  };
}
