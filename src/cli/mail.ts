/** After a message to a run was left: who will decide on it. */
import type { Cairn } from "../app.ts";
import type { Io } from "./io.ts";
import { bold } from "./print/marks.ts";
import { printLines } from "./print/print.ts";

export async function sayWhoGoesOn(
  io: Io,
  cairn: Cairn,
  { run, what }: { readonly run: string; readonly what: string },
): Promise<void> {
  const { holder } = cairn.status(cairn.find(run));
  const text =
    holder === null
      ? `${what} is kept; nobody works on the run, so go on with ${bold(`cairn resume ${run}`)}`
      : `${what} is kept; ${holder} works on the run and takes it`;
  await printLines(io.out, [text]);
}
