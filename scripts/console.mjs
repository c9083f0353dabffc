/** What the scripts of this folder print and how they know where they are. Uses nothing but Node. */
import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Something that the user has to know or mend; its message is all that is printed. */
export class SetupError extends Error {}

/** Prints one line of progress on stderr, so that stdout carries results only. */
export function say(line) {
  process.stderr.write(`cairn: ${line}\n`);
}

/** Milliseconds as `1.2 s`. */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** True iff the module with this URL is the file that Node was started with. */
export function isMain(url) {
  return process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(url);
}
