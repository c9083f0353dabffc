/**
 * The executor port, and the two engines for what task files say about paths and texts. Adapters (`local/`, …) are
 * picked in app.ts by their own index.
 */
export type {
  Again,
  AnswerPiece,
  ConversationTools,
  DeliveredItem,
  Executor,
  ExecutorTools,
  Invocation,
  Observed,
  OpenedClaim,
  ReadResult,
  Survey,
  SurveyPart,
  SurveyRequest,
  ToolText,
  Usage,
} from "./executor.ts";
export { compileGlobs, type Globs, type GlobState } from "./globs.ts";
export { compilePattern, type Pattern } from "./patterns.ts";
export { renderInvocation } from "./prompt/index.ts";
export { URGENCY } from "./urgency.ts";
export { DEFAULT_EXECUTOR, routeOf, type Executors, type WorkKind } from "./routing.ts";
