/** Importers: what other programs' logs say of what entered a context. */
export { parseCheckpoint, type FileCheckpoint } from "./checkpoint.ts";
export { discover, type Discovery, type FoundFile } from "./discover.ts";
export { follow, type FollowedBatch, type FollowOptions } from "./follow.ts";
export { fuller, saysMore } from "./fuller.ts";
export { importFile, type FileOutcome, type ImportBatch, type ImportFileOptions } from "./import-file.ts";
export type {
  Imported,
  ImportedCompaction,
  ImportedItem,
  ImportedMedia,
  ImportedUsage,
  Importer,
  ImportProblem,
  ImportScope,
  LineReader,
  Provenance,
  SourceFile,
  SourceLine,
} from "./imported.ts";
export { defaultRoots, importerFor, IMPORTERS } from "./registry.ts";
