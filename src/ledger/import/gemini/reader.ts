/**
 * Reads one chat of Gemini CLI: a document with all messages, or records by line.
 *
 * G1 A message is written again as it grows (its tokens and tool results come later): each time it is said again under its id.
 * G2 A chat's history may be written anew as a whole (`$set`): messages that are known keep their ids and keys.
 * G3 State is bounded: whose the chat is, and the time.
 */
import { basename, dirname } from "node:path";
import { NO_TIME } from "../../../contracts/index.ts";
import { listOf, rowOf, textOf, type Row } from "../fields.ts";
import type { Imported, ImportScope, LineReader, SourceFile, SourceLine } from "../imported.ts";
import { anyInstant } from "../instant.ts";
import { placeIn } from "../item-at.ts";
import { placeOf, type Reports } from "../reports.ts";
import { openRowReader } from "../row-reader.ts";
import { messageFacts } from "./message.ts";

/** The name of this client in scopes and keys. */
export const CLIENT = "gemini";

interface Chat {
  readonly file: SourceFile;
  readonly reports: Reports;
  scope: ImportScope | null;
  lastTime: string;
}

/** A reader that goes on from `state`, or begins where it is null or not of this format. */
export function openReader(file: SourceFile, state: unknown): LineReader {
  const from = rowOf(state);
  return openRowReader(file, (reports) => {
    const chat: Chat = {
      file,
      reports,
      scope: isScope(from?.["scope"]) ? from["scope"] : null,
      lastTime: textOf(from?.["lastTime"]) ?? NO_TIME,
    };
    return {
      readRow: (row, line) => readRow(chat, row, line),
      state: () => ({ scope: chat.scope, lastTime: chat.lastTime }),
    };
  });
}

const isScope = (value: unknown): value is ImportScope => textOf(rowOf(value)?.["session"]) !== null;

function readRow(chat: Chat, row: Row, line: SourceLine): readonly Imported[] {
  if (textOf(row["sessionId"]) !== null && row["type"] === undefined) {
    begin(chat, row);
    return Array.isArray(row["messages"]) ? historyFacts(chat, row["messages"], line) : [];
  }
  const changed = rowOf(row["$set"]);
  if (changed !== null) {
    if (textOf(changed["sessionId"]) !== null || Array.isArray(changed["directories"])) begin(chat, changed);
    return Array.isArray(changed["messages"]) ? historyFacts(chat, changed["messages"], line) : [];
  }
  if (textOf(row["$rewindTo"]) !== null) {
    // What was taken back had entered the context all the same.
    chat.reports.passed("$rewindTo");
    return [];
  }
  return factsOf(chat, row, { line, index: null });
}

/** The chat is whose this says; what was known and is not said stays. */
function begin(chat: Chat, about: Row): void {
  const before = chat.scope;
  const id = textOf(about["sessionId"]) ?? before?.agent ?? before?.session ?? sessionByPath(chat.file.path);
  const isAgent =
    about["kind"] === "subagent" || (about["kind"] === undefined && before !== null && before.agent !== null);
  // A sub-agent's chat stands in a folder named after the session that started it.
  const folder = basename(dirname(chat.file.path));
  const parent = before !== null && before.agent !== null ? before.session : folder === "chats" ? id : folder;
  const project = textOf(listOf(about["directories"])[0]) ?? before?.project ?? null;
  chat.scope = { client: CLIENT, session: isAgent ? parent : id, project, agent: isAgent ? id : null };
}

function sessionByPath(path: string): string {
  return basename(path).replace(/\.jsonl?$/, "");
}

function historyFacts(chat: Chat, messages: readonly unknown[], line: SourceLine): readonly Imported[] {
  const facts: Imported[] = [];
  for (const [index, value] of messages.entries()) {
    const message = rowOf(value);
    if (message === null) chat.reports.kind("bad-line", placeOf(line), { what: "message that is", name: "no object" });
    else for (const fact of factsOf(chat, message, { line, index })) facts.push(fact);
  }
  return facts;
}

/** Types of messages that the client shows and the model never sees. */
const SHOWN: ReadonlySet<string> = new Set(["info", "warning", "error"]);

function factsOf(
  chat: Chat,
  message: Row,
  { line, index }: { readonly line: SourceLine; readonly index: number | null },
): readonly Imported[] {
  const type = textOf(message["type"]) ?? "";
  if (SHOWN.has(type)) {
    chat.reports.passed(type);
    return [];
  }
  if (type !== "user" && type !== "gemini") {
    const name = type === "" ? (Object.keys(message)[0] ?? "") : type;
    chat.reports.kind("unknown-type", placeOf(line), { what: "record of type", name });
    return [];
  }
  if (chat.scope === null) begin(chat, {});
  chat.lastTime = anyInstant(message["timestamp"]) ?? chat.lastTime;
  const spot = { scope: chat.scope ?? NOBODY, at: chat.lastTime, place: placeIn(chat.file.path, line) };
  const id = textOf(message["id"]);
  return messageFacts(message, spot, id ?? (index === null ? `line-${line.line}` : `index-${index}`));
}

const NOBODY: ImportScope = { client: CLIENT, session: "", project: null, agent: null };
