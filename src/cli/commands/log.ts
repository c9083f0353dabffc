/** `cairn log`. Exit codes: 0 · 2 · 128 + signal where `--follow` is ended by one. */
import { setTimeout as wait } from "node:timers/promises";
import type { Cairn, RunInfo } from "../../app.ts";
import {
  RUN_ARGUMENT,
  RUN_DESCRIPTION,
  withExamples,
  withStore,
  type DefineCommand,
  type JsonOption,
  type StoreOption,
} from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { stopOnSignal } from "../live/stop.ts";
import { wholeNumber } from "../option-values.ts";
import { logLines } from "../print/log.ts";
import { printJsonLines, printLines } from "../print/print.ts";
import { withRun } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly follow?: boolean;
  readonly after?: number;
}

const POLL_MS = 250;

export const defineLog: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option("--follow", "go on with new events until the run has halted")
    .option("--after <seq>", "only what came after this event", wholeNumber(0))
    .option("--json", "print the events themselves, one JSON document a line")
    .action(
      action((run: string, options: Options) =>
        withRun(io, { ...options, run, mode: "read" }, (cairn, info) =>
          options.follow ? follow(io, { cairn, info }, options) : printFrom(io, { cairn, info }, options),
        ),
      ),
    );
  withExamples(command, [
    ["what happened, newest last", "log last"],
    ["look on while another process works", "log last --follow"],
    ["the proposals that were rejected", "log last --json | jq 'select(.kind == \"proposal-rejected\")'"],
  ]);
};

interface Subject {
  readonly cairn: Cairn;
  readonly info: RunInfo;
}

async function printFrom(io: Io, subject: Subject, options: Options): Promise<ExitCode> {
  await printSince(io, { ...subject, after: options.after ?? 0 }, options);
  return EXIT.done;
}

/** Prints events after one and returns the last that was printed; null once nobody reads any more. */
async function printSince(
  io: Io,
  { cairn, info, after }: Subject & { readonly after: number },
  options: Options,
): Promise<number | null> {
  let last = after;
  const events = (function* () {
    for (const event of cairn.events(info.id, after)) {
      last = event.seq;
      yield event;
    }
  })();
  const columns = io.out.isTerminal ? io.out.size().columns : null;
  const isRead = await (options.json ? printJsonLines(io.out, events) : printLines(io.out, logLines(events, columns)));
  return isRead ? last : null;
}

async function follow(io: Io, subject: Subject, options: Options): Promise<ExitCode> {
  const stop = stopOnSignal(io, () => undefined);
  try {
    let last: number | null = options.after ?? 0;
    while (last !== null && !stop.signal.aborted) {
      // Asked before the events are read: what is written between the two is printed all the same.
      const hasHalted = subject.cairn.find(subject.info.id).outcome !== null;
      last = await printSince(io, { ...subject, after: last }, options);
      if (hasHalted) break;
      await wait(POLL_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
    return stop.exitCode() ?? EXIT.done;
  } finally {
    stop.release();
  }
}
