/** Safe reading of a workspace: list, read, hash, survey. */
export type { DecodedText } from "./decode.ts";
export { compareInWalk, type PathRange } from "./order.ts";
export type { Unreadable, UnreadableReason } from "./reasons.ts";
export { estimateTokens, surveyWorkspace, type SurveyContent, type SurveyLimits } from "./survey.ts";
export type { WorkspaceEntry } from "./walk.ts";
export {
  MAXIMUM_TEXT_BYTES,
  openWorkspace,
  type ListRequest,
  type Readable,
  type Workspace,
  type WorkspaceOptions,
  type WorkspaceText,
} from "./workspace.ts";
