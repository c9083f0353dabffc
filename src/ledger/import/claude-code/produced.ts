/**
 * What a tool returned, before anything was cut: `toolUseResult` of a row, or the side file it points to.
 *
 * Not what the model saw: that is the `tool_result` block. Undocumented, so it goes by shape, and says null rather than
 * guess.
 */
import { joinedText } from "../content.ts";
import { listOf, rowOf, textOf, type Row } from "../fields.ts";

/** Where a side file of a session may stand, seen from the folder of the transcript. */
export function sideFilePlaces(persistedPath: string, session: string): readonly string[] {
  const name = persistedPath.split(/[\\/]/).at(-1) ?? "";
  if (!/^[\w.-]{1,200}$/.test(name) || name.startsWith(".")) return [];
  return [
    `${session}/tool-results/${name}`,
    `../tool-results/${name}`,
    `../../tool-results/${name}`,
    `tool-results/${name}`,
  ];
}

/**
 * The text that a tool returned, by its `toolUseResult`; null where the log does not have it.
 *
 * Shape: the value, what reads a persisted side file by its recorded path → text or null.
 */
export function producedOf(result: unknown, readPersisted: (path: string) => string | null): string | null {
  if (Array.isArray(result)) return textOf(joinedText(result));
  const row = rowOf(result);
  if (row === null) return null;
  const persisted = textOf(row["persistedOutputPath"]);
  const whole = persisted === null ? null : readPersisted(persisted);
  return whole ?? shellText(row) ?? fileText(row) ?? searchText(row) ?? otherText(row);
}

function shellText(row: Row): string | null {
  if (typeof row["stdout"] !== "string") return null;
  const stderr = textOf(row["stderr"]);
  if (stderr === null) return row["stdout"];
  return row["stdout"] === "" ? stderr : `${row["stdout"]}\n${stderr}`;
}

function fileText(row: Row): string | null {
  const file = rowOf(row["file"]);
  if (file === null || row["type"] !== "text") return null;
  return typeof file["content"] === "string" ? file["content"] : null;
}

function searchText(row: Row): string | null {
  if (!Array.isArray(row["filenames"])) return null;
  const content = textOf(row["content"]);
  return content ?? row["filenames"].filter((name) => typeof name === "string").join("\n");
}

/** Fetched pages (`result`), sub-agents (`content`), background tasks (`task.output`). Edits return the whole file: not what they produced. */
function otherText(row: Row): string | null {
  if ("structuredPatch" in row || "originalFile" in row) return null;
  const task = textOf(rowOf(row["task"])?.["output"]);
  if (task !== null) return task;
  const result = textOf(row["result"]);
  if (result !== null) return result;
  return listOf(row["content"]).length > 0 ? textOf(joinedText(row["content"])) : null;
}
