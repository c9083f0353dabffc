/** Safe reading of a workspace: list, read, hash, survey; and of a task's view of it. */
export { decodeText } from "./decode.ts";
export { reasonOf } from "./reasons.ts";
export { closeFolder, kindOf, openFile, openFolder, openRoot, type OpenFolder } from "./safe-open.ts";
export { surveyWorkspace, type SurveyContent } from "./survey.ts";
export type { WorkspaceEntry } from "./walk.ts";
export { viewWorkspace } from "./view.ts";
export { MAXIMUM_TEXT_BYTES, openWorkspace, type Workspace } from "./workspace.ts";
