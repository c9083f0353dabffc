/** How far an import is: one line on a terminal, drawn over; nothing anywhere else. On standard error, as in progress.ts. */
import type { ledger } from "../../app.ts";
import type { Output } from "../io.ts";
import { cyan, dim } from "../print/marks.ts";
import { byteCount, grouped } from "../print/numbers.ts";
import { rendered } from "../print/print.ts";
import { fit } from "../print/width.ts";

export interface ImportProgress {
  show(progress: ledger.IngestProgress): void;
  /** Puts a line where it stays. */
  say(line: string): void;
  /** Takes the line away. */
  end(): void;
}

const REDRAW_MS = 100;

export function importProgress(output: Output): ImportProgress {
  let drawnMs = 0;
  let isDrawn = false;
  const put = (text: string): void => {
    // Progress that nobody can read is no failure.
    output.write(text).catch(() => undefined);
  };
  const erase = (): string => (isDrawn ? "\u001B[1A\u001B[2K" : "");
  return {
    show({ filesDone, files, bytesDone, bytes, file }) {
      if (!output.isTerminal || performance.now() - drawnMs < REDRAW_MS) return;
      const share = bytes === 0 ? 100 : Math.floor((100 * bytesDone) / bytes);
      const line = `${cyan(`${share} %`)} ${grouped(filesDone)} of ${grouped(files)} files, ${byteCount(bytesDone)} of ${byteCount(bytes)}  ${dim(file)}`;
      put(`${erase()}${rendered(output, fit(line, output.size().columns - 1))}`);
      drawnMs = performance.now();
      isDrawn = true;
    },
    say(line) {
      put(`${erase()}${rendered(output, line)}`);
      isDrawn = false;
    },
    end() {
      if (isDrawn) put(erase());
      isDrawn = false;
    },
  };
}
