/**
 * The composition root: what the shells (command line; later MCP, HTTP) call. Its parts, in `app/`, are the only files
 * that pick concrete adapters. Each function parses what comes from outside, calls inward, and returns data to be shown.
 */
import { join, resolve } from "node:path";
import { SessionLedger } from "./ledger/index.ts";
import { openSqliteLedger, type SqliteLedgerOptions } from "./ledger/sqlite/index.ts";
import { findProject } from "./runtime/index.ts";

export { Agents, statedTaskFile, type AgentCall, type HandedOut, type Proposed, type Recorded } from "./app/agents.ts";
export { signingKey, verifyBundleFile } from "./app/bundle.ts";
export { Cairn, openCairn } from "./app/cairn.ts";
export {
  allowCommands,
  checkPacketBytes,
  contextIrChecker,
  loadContextIr,
  loadTask,
  plainRedactor,
  readDocument,
  readProposal,
  tryFiles,
  type LoadedTask,
} from "./app/documents.ts";
export { briefing, missingOf, openGovernance, type Governance } from "./app/govern.ts";
export {
  AGENT_NAMES,
  applyPlan,
  diagnoseAgents,
  differenceOf,
  findAgents,
  planInit,
  planRemoval,
  type AgentName,
  type InitPlan,
} from "./app/init/index.ts";
export { diagnoseMachine } from "./app/machine.ts";
export { membersOf, objectOf, sha256Hex, type Members } from "./contracts/index.ts";
export type { TryResult, UnsealedEvent } from "./engine/index.ts";
export type { AnswerPiece } from "./executors/index.ts";
export type * as ledger from "./ledger/index.ts";
export {
  chooseRedactor,
  compareDocuments,
  gatherReport,
  locateLedger,
  parseRuleSet,
  readerBelow,
  renderReport,
  REPORT_MARK,
  scanFiles,
  verifyDocument,
} from "./ledger/index.ts";
export type { NewsReader } from "./app/run-news.ts";
export { acceptStore, repair, type RepairReport } from "./app/repair.ts";
export { failClosed, globOver, loadRules, type ToolCall } from "./app/rules.ts";
export type { Observed } from "./executors/index.ts";
export { findProject, writeWhole } from "./runtime/index.ts";
export type * from "./runtime/index.ts";
export type { SpendingCount, TreeBuilder } from "./runtime/index.ts";

const STORE_FILE = "cairn.db";

/** Where the store of a command is: `--store` (a folder), else `.cairn/` of the project that holds `from`. */
export function locateStore(from: string, store?: string): string {
  return join(store === undefined ? join(findProject(from), ".cairn") : resolve(store), STORE_FILE);
}

/** Opens the ledger of sessions. Errors: RuntimeFailure `store-…`, `disk-full`; `usage` where it counts otherwise. */
export function openLedger(path: string, options: SqliteLedgerOptions): SessionLedger {
  return new SessionLedger(openSqliteLedger(path, options));
}
