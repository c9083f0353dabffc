/** Changes of the workspace: proposed, looked at, merged, tried in private copies, and applied at the end. */
export {
  applyChanges,
  describeChanges,
  recoverChanges,
  revertChanges,
  type ChangeReport,
  type FileChange,
  type RunChanges,
} from "./apply/run-changes.ts";
export { guardedPaths } from "./guarded.ts";
export { harvest, type Harvest } from "./harvest.ts";
export { mergeAll } from "./merge.ts";
export { openPrivateTrees, type PrivatePlace, type PrivateTrees, type Privately } from "./private-trees.ts";
export { proposedChanges, withEdits } from "./proposed.ts";
export { withHashes } from "./short-forms.ts";
