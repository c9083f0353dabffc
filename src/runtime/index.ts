/**
 * What is done about it: the worker, the store port, checks, workspaces. Adapters are picked in app.ts.
 */
export {
  bundleDocumentation,
  bundleRun,
  loadVerifier,
  makeSigningKey,
  readSigningKey,
  usualKeyPath,
  type BundleReport,
  type BundleVerdict,
  type SigningKey,
} from "./bundle/index.ts";
export { systemClock } from "./clock.ts";
export { diagnose, diagnoseNode, diagnoseSpace, diagnoseStore, diagnoseTemporary, type Diagnosis } from "./diagnose.ts";
export { documentFacts, findProject, workspaceReader } from "./documents.ts";
export { exportRun, type ExportKind, type ExportReport } from "./export.ts";
export {
  findItem,
  searchItems,
  visitDesk,
  type Desk,
  Holders,
  type DueWork,
  type FoundItem,
  type Hit,
  type Verdict,
  type VisitOptions,
} from "./desk/index.ts";
export { definitionOf } from "./open-run.ts";
export type { Mail } from "./mail.ts";
export { packetAt, type PacketAt } from "./packet-at.ts";
export { readInput } from "./read-input.ts";
export { repairStore, type SavedRun } from "./repair.ts";
export { replayRun, type ReplayReport } from "./replay.ts";
export { openQuestions, resultOf, type RunResult } from "./result.ts";
export { loadState } from "./run-log.ts";
export {
  carryOn,
  createRun,
  encodeTaskFile,
  forkRun,
  storedTask,
  type ExecutorSetup,
  type RunOptions,
  type RunServices,
} from "./run.ts";
export type { RunInfo, RunSummary, Store } from "./store.ts";
export { SpendingCount, type LimitUse, type RunSpending, type SpendingSum } from "./spending.ts";
export { answersIn, inboxOf, type GivenAnswer, type InboxQuestion, type InboxWork, type RunInbox } from "./inbox.ts";
export { statusOf, type RunStatus } from "./status.ts";
export { secretFindings } from "./task-secrets.ts";
export {
  applyChanges,
  describeChanges,
  recoverChanges,
  revertChanges,
  type ChangeReport,
  type FileChange,
  type RunChanges,
} from "./changes/index.ts";
export { TreeBuilder, type TreeCounts, type TreeNode } from "./tree.ts";
export { TrustList, trustOf, type Trust } from "./trust.ts";
export { verifyWholeRun, type VerifyReport } from "./verify-run.ts";
export { writeWhole } from "./write-whole.ts";
export type { WorkerEnd } from "./worker.ts";
