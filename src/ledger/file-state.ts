/**
 * Whether a file still says what was read of it.
 *
 * Tools that read files put numbers before the lines, notes behind them, and often read a part. So what was delivered is
 * freed of numbers and notes, and has to stand in the file as it is now, redacted the same way.
 */

/** `as-read` · `changed` · `missing`: not there, or not to be read as text. */
export type FileState = "as-read" | "changed" | "missing";

/** Line numbers as reading tools put them before each line. */
const NUMBERED = /^ *\d+(?:→|\t)/;
const NOTES = /\s*<system-reminder>[\s\S]*?<\/system-reminder>\s*/g;

/** Shape: what was delivered (redacted), the file's text now (null: there is none), what redacts. */
export function fileStateOf(delivered: string, now: string | null, redact: (text: string) => string): FileState {
  if (now === null) return "missing";
  const part = plain(withoutNumbers(delivered.replace(NOTES, "\n")));
  return plain(redact(now)).includes(part) ? "as-read" : "changed";
}

const plain = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/** The numbered lines without their numbers; all lines where none has one. */
function withoutNumbers(text: string): string {
  const lines = text.split("\n");
  const numbered = lines.filter((line) => NUMBERED.test(line));
  return numbered.length === 0 ? text : numbered.map((line) => line.replace(NUMBERED, "")).join("\n");
}
