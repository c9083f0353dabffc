/** What the checks found, for people: a file a group, a line a finding. */
import type { Finding, Level } from "../../contracts/index.ts";
import { counted } from "./numbers.ts";
import { bold, cyan, dim, green, red, yellow } from "./marks.ts";

export interface CheckedFile {
  readonly file: string;
  readonly findings: readonly Finding[];
}

const LEVEL_STYLE: Readonly<Record<Level, (text: string) => string>> = { error: red, warning: yellow, note: cyan };

/** `file:line:column level CODE message (pointer)`: the place first, so that editors can jump to it. */
export function findingLine(file: string, finding: Finding): string {
  const { line, column, level, code, message, pointer } = finding;
  const where = pointer === "" ? "" : dim(` (${pointer})`);
  return `${file}:${line}:${column} ${LEVEL_STYLE[level](level)} ${bold(code)} ${message}${where}`;
}

/** Every finding, a blank line between files that have any, and a line that sums up. */
export function* findingLines(files: readonly CheckedFile[]): Generator<string> {
  for (const { file, findings } of files) {
    for (const finding of findings) yield findingLine(file, finding);
    if (findings.length > 0) yield "";
  }
  yield summaryLine(files);
}

function summaryLine(files: readonly CheckedFile[]): string {
  const levels = files.flatMap(({ findings }) => findings.map(({ level }) => level));
  const count = (level: Level): number => levels.filter((it) => it === level).length;
  const errors = count("error");
  const parts = [counted(errors, "error"), counted(count("warning"), "warning"), counted(count("note"), "note")];
  const mark = errors > 0 ? red("✗") : green("✓");
  return `${mark} ${counted(files.length, "file")} checked: ${parts.join(", ")}`;
}
