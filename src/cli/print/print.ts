/**
 * Puts lines and JSON out.
 *
 * PR1  A line is made harmless as a whole (visible.ts) and gets its colours last (marks.ts): no text gets past that.
 * PR2  Printing waits for the reader, and ends when there is none any more: a log of any length needs no memory.
 */
import type { Output } from "../io.ts";
import { renderMarks } from "./marks.ts";
import { visible, visibleJson } from "./visible.ts";

const CHUNK_LENGTH = 32_768;

/** Prints lines; false once nobody reads them any more. */
export async function printLines(output: Output, lines: Iterable<string>): Promise<boolean> {
  let chunk = "";
  for (const line of lines) {
    chunk += rendered(output, line);
    if (chunk.length < CHUNK_LENGTH) continue;
    if (!(await output.write(chunk))) return false;
    chunk = "";
  }
  return chunk === "" || output.write(chunk);
}

/** One line with its end, as this output takes it. */
export function rendered(output: Output, line: string): string {
  return `${renderMarks(visible(line), output.hasColors)}\n`;
}

/** Prints a value as indented JSON. */
export function printJson(output: Output, value: unknown): Promise<boolean> {
  const json = JSON.stringify(value, null, 2);
  return output.write(`${output.isTerminal ? visibleJson(json) : json}\n`);
}

/** Prints values as JSON, one a line. */
export async function printJsonLines(output: Output, values: Iterable<unknown>): Promise<boolean> {
  let chunk = "";
  for (const value of values) {
    const json = JSON.stringify(value);
    chunk += `${output.isTerminal ? visibleJson(json) : json}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    if (!(await output.write(chunk))) return false;
    chunk = "";
  }
  return chunk === "" || output.write(chunk);
}
