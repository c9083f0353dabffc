/** What this machine has of what cairn needs. */
import { existsSync } from "node:fs";
import { RuntimeFailure } from "../errors.ts";
import { createTokenizer } from "../ledger/index.ts";
import {
  diagnose,
  diagnoseNode,
  diagnoseSpace,
  diagnoseStore,
  diagnoseTemporary,
  type Diagnosis,
} from "../runtime/index.ts";
import { aboutSqlite, missingFromSqliteStore, openSqliteStore } from "../runtime/sqlite/index.ts";

/** Looks at everything that cairn needs on this machine. Changes nothing. */
export async function diagnoseMachine(storePath: string): Promise<readonly Diagnosis[]> {
  return [
    diagnoseNode(),
    await diagnose("sqlite", () => {
      const { version, format } = aboutSqlite();
      return `${version}, stores of format ${format}`;
    }),
    ...diagnoseStore(storePath),
    ...(existsSync(storePath)
      ? [await diagnose("runs", () => openedRuns(storePath)), await diagnose("witness", () => witnessed(storePath))]
      : []),
    diagnoseSpace(storePath),
    diagnoseTemporary(),
    await diagnose("tokenizer", () => {
      const tokenizer = createTokenizer();
      return `${tokenizer.name}: ${tokenizer.count("hello world")} tokens in "hello world"`;
    }),
  ];
}

function witnessed(path: string): string {
  const missing = missingFromSqliteStore(path);
  if (missing === null) return "everything that was acknowledged is in the store";
  throw new RuntimeFailure("store-behind", `the store lacks what was acknowledged: ${missing}; see: cairn repair`);
}

async function openedRuns(path: string): Promise<string> {
  const store = openSqliteStore(path, { mode: "read" });
  try {
    const runs = store.runs();
    return `${runs.length} in the store, ${runs.filter((it) => it.outcome === null).length} not ended`;
  } finally {
    store.close();
  }
}
