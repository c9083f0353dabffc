/**
 * What entered the context: redaction, token counts, recording, and windows on what was recorded.
 */
export { contentMd5, EXCERPT_LENGTH, excerptOf, settledCut, type Excerpt, type RedactText } from "./excerpt.ts";
export type { LedgerItem, LedgerRole, UnplacedItem } from "./item.ts";
export {
  createRecorder,
  lineCountOf,
  type Entry,
  type KnownEntry,
  type PreparedItem,
  type Recorder,
  type RecorderOptions,
} from "./record.ts";
export {
  createRedactor,
  loadCustomRules,
  type Redaction,
  type RedactionCounts,
  type RedactionStream,
  type Redactor,
  type RedactorOptions,
} from "./redact.ts";
export type { CustomRule, CustomRules, CustomRuleSet } from "./rules/custom.ts";
export { parseRuleSet } from "./rules/parse-rule-set.ts";
export { createTokenizer, isTokenizerName, TOKENIZER_NAMES, type Tokenizer, type TokenizerName } from "./tokens.ts";
export {
  contextIrSeries,
  toContextIr,
  totalsOf,
  WINDOW_ITEMS,
  type ScopeOptions,
  type WindowItem,
  type WindowOptions,
} from "./window.ts";
export * from "./answers.ts";
export {
  createCallRecorder,
  type CallRecorder,
  type CallScope,
  type CallUsage,
  type FactSink,
} from "./call-recorder.ts";
export * from "./import/index.ts";
export {
  callPart,
  reasoningPart,
  resultPart,
  textPart,
  type ChatMessage,
  type ChatPart,
} from "./import/chat/message.ts";
export { contentOf, type Content } from "./import/content.ts";
export type { FileStamp, LedgerStore, PruneReport, WriteCounts } from "./ledger-store.ts";
export type { IngestProgress } from "./ingest/ingest.ts";
export type { IngestReport } from "./ingest/ingest-report.ts";
export { compareDocuments, type ComparedItem, type DocumentDifference } from "./documents/compare-documents.ts";
export type { TakenDocument } from "./documents/take-document.ts";
export { verifyDocument, type DocumentVerification, type VerifiedItem } from "./documents/verify-document.ts";
export { REPORT_MARK, renderReport } from "./report/page.ts";
export { gatherReport, type ReportData, type ReportSubject } from "./report/report-data.ts";
export { scanFiles, type FoundSecret, type ScanCounts } from "./scan.ts";
export {
  chooseRedactor,
  locateLedger,
  readerBelow,
  SessionLedger,
  type ImportRequest,
  type ReadState,
  type RedactionChoice,
} from "./session-ledger.ts";
