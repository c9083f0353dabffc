/** Safe reading of a workspace: list, read, hash, survey. */
export { surveyWorkspace, type SurveyContent } from "./survey.ts";
export { MAXIMUM_TEXT_BYTES, openWorkspace, type Workspace } from "./workspace.ts";
