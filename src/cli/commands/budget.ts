/** `cairn budget`. Exit codes: 0 shown, or the budget waits for the run · 1 the task has halted · 2. */
import { InvalidArgumentError } from "commander";
import type { Cairn, RunInfo } from "../../app.ts";
import { RuntimeFailure } from "../../errors.ts";
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
import { sayWhoGoesOn } from "../mail.ts";
import { wholeNumber } from "../option-values.ts";
import { printJson, printLines } from "../print/print.ts";
import { spendingLines } from "../print/spending.ts";
import { withRun } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly add?: readonly Addition[];
  readonly wallTime?: number;
  readonly task?: string;
}

/** What is added, by what it is: invocations, milliseconds, tokens, money in the currency of the prices. */
type Addition = Partial<Record<"invocations" | "time" | "tokens" | "cost", number>>;

/** More than this at once is a slip of the finger. */
const MOST = { invocations: 1_000_000, time: 365 * 86_400_000, tokens: 1e12, cost: 1e9 } as const;
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export const defineBudget: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option(
      "--add <amount>",
      "what the task gets on top: a number of invocations, or time=30m, tokens=50000, cost=2.50; may be given often",
      additions,
    )
    .option("--wall-time <ms>", "the same as --add time=<ms>ms", wholeNumber(1, MOST.time))
    .option("--task <id>", "the task (default: the root); tokens and cost are the whole run's")
    .option("--json", "print what was spent as JSON")
    .action(
      action((run: string, options: Options) => {
        const isLook = options.add === undefined && options.wallTime === undefined;
        return withRun(io, { ...options, run, mode: isLook ? "read" : "write" }, (cairn, info) =>
          isLook ? show(io, { cairn, info }, options) : extend(io, { cairn, info }, options),
        );
      }),
    );
  withExamples(command, [
    ["what was spent, by task, and how near the limits are", "budget last"],
    ["fifty more invocations for the whole run", "budget last --add 50"],
    ["more tokens and money for the whole run", "budget last --add tokens=50000 --add cost=2.50"],
    ["ten more minutes for one task", "budget last --add time=10m --task t.2"],
  ]);
};

function additions(text: string, before: readonly Addition[] = []): readonly Addition[] {
  const {
    name = "invocations",
    number = "",
    unit,
  } = /^(?:(?<name>invocations|time|tokens|cost)=)?(?<number>\d{1,15}(?:\.\d{1,6})?)(?<unit>ms|s|m|h|d)?$/.exec(text)
    ?.groups ?? {};
  const factor = name === "time" ? UNITS[unit as keyof typeof UNITS] : unit === undefined ? 1 : undefined;
  const value = Number(number) * (factor ?? Number.NaN);
  const isWhole = name === "cost" || Number.isSafeInteger(value);
  const most = MOST[name as keyof typeof MOST];
  if (number !== "" && isWhole && value > 0 && value <= most) return [...before, { [name]: value }];
  throw new InvalidArgumentError(
    "It has to be a number of invocations, or time=30m (ms, s, m, h, d), tokens=50000, cost=2.50.",
  );
}

interface Found {
  readonly cairn: Cairn;
  readonly info: RunInfo;
}

async function show(io: Io, { cairn, info }: Found, { json, task }: Options): Promise<ExitCode> {
  const all = cairn.spending(info.id).report();
  const spending = task === undefined ? all : { ...all, tasks: all.tasks.filter((it) => isWithin(it.task, task)) };
  if (json) await printJson(io.out, { run: info.id, ...spending });
  else await printLines(io.out, spendingLines(spending));
  return EXIT.done;
}

function isWithin(id: string, task: string): boolean {
  return id === task || id.startsWith(`${task}.`);
}

async function extend(io: Io, { cairn, info }: Found, options: Options): Promise<ExitCode> {
  const { add = [], wallTime = 0, task = info.task } = options;
  const sum = (of: keyof Addition): number => add.reduce((total, it) => total + (it[of] ?? 0), 0);
  const [tokens, cost] = [sum("tokens"), sum("cost")];
  if (task !== info.task && tokens + cost > 0)
    throw new RuntimeFailure("usage", "tokens and cost are limits of the whole run: leave --task out");
  const limits = cairn
    .spending(info.id)
    .limits()
    .map((it) => it.of);
  const unlimited = [
    ...(tokens > 0 && !limits.includes("tokens") ? ["tokens"] : []),
    ...(cost > 0 && !limits.includes("cost") ? ["cost"] : []),
  ];
  if (unlimited.length > 0 && info.head.seq > 0)
    throw new RuntimeFailure(
      "usage",
      `run ${info.id} has no limit of ${unlimited.join(" or ")}: there is nothing to raise`,
    );
  const node = cairn.tree(info.id).node(task);
  if (!node && info.head.seq > 0)
    throw new RuntimeFailure("usage", `run ${info.id} has no task ${task}`, {
      details: { hint: `see: cairn tree ${info.id}` },
    });
  if (info.outcome !== null || node?.state === "halted") {
    await printLines(io.err, [
      `cairn: ${task} has halted, so it spends nothing any more`,
      `  to try again with more, fork the run from an event before its end: cairn log ${info.id}`,
    ]);
    return EXIT.no;
  }
  const invocations = sum("invocations");
  const wallTimeMs = wallTime + sum("time");
  await cairn.post(info.id, { kind: "extend-budget", task, invocations, wallTimeMs, tokens, cost, by: "person" });
  await sayWhoGoesOn(io, cairn, { run: info.id, what: "the budget" });
  return EXIT.done;
}
