/**
 * The public surface: documents, the engine, the ledger. What runs them is the command, `cairn`.
 */
export * as contracts from "./contracts/index.ts";
export * as engine from "./engine/index.ts";
export * as ledger from "./ledger/index.ts";
