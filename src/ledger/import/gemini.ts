/** Importer for the chats of Gemini CLI: one JSON document a session, and since then one record a line. */
import { join } from "node:path";
import { openReader, CLIENT } from "./gemini/reader.ts";
import { headRows, isDocumentHead } from "./head-rows.ts";
import type { Importer } from "./imported.ts";
import type { Row } from "./fields.ts";

/** Gemini CLI chats (`tmp/<project>/chats/session-….json` and `.jsonl`). Source: what its versions write. */
export const gemini: Importer = {
  name: CLIENT,
  roots({ GEMINI_CLI_HOME }, home) {
    const base = GEMINI_CLI_HOME === undefined || GEMINI_CLI_HOME === "" ? home : GEMINI_CLI_HOME;
    return [join(base, ".gemini", "tmp")];
  },
  isDocument: isDocumentHead,
  recognises: (path, head) => headRows(head).some((row) => isSession(row) || (inChats(path) && isMessage(row))),
  open: openReader,
};

const isSession = (row: Row): boolean => typeof row["sessionId"] === "string" && typeof row["projectHash"] === "string";

/** A message alone tells where its file stands where chats do: the line about the session may be damaged. */
const inChats = (path: string): boolean => /[\\/]chats[\\/]/.test(path);

const isMessage = (row: Row): boolean =>
  typeof row["id"] === "string" && (row["type"] === "gemini" || row["type"] === "user") && "content" in row;
