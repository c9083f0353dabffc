/** What is to be said about a file: problems with their place, kinds of unknown things once with their count. */
import type { ImportProblem, SourceLine } from "./imported.ts";
import { nameForMessage } from "./fields.ts";

/** Problems of one kind told one by one; more of them are told as one with a count. */
const TOLD_ONE_BY_ONE = 20;
/** Kinds kept apart; more are counted as one. */
const MAX_KINDS = 500;

interface Place {
  readonly line: number;
  readonly offset: number;
}

/** Collects what is to be reported about one file. */
export interface Reports {
  /** Something wrong with one line: `reason` completes "file:line …". */
  line(code: ImportProblem["code"], place: Place, reason: string): void;
  /** A kind of thing that is not known, or missing: told once, with its count, `what` (`row type`) and its name. */
  kind(code: ImportProblem["code"], place: Place, named: { readonly what: string; readonly name: string }): void;
  /** A row that gives nothing, by type. */
  passed(type: string): void;
  /** The problems since the last call; kinds of things, which are counted, only where the reading ends. */
  drain(isLast: boolean): ImportProblem[];
  tally(): Readonly<Record<string, number>>;
}

interface Counted extends Place {
  readonly code: ImportProblem["code"];
  readonly say: (count: number) => string;
  count: number;
}

export function createReports(file: string): Reports {
  let single: ImportProblem[] = [];
  let counted = new Map<string, Counted>();
  const perCode = new Map<string, number>();
  const passed = new Map<string, number>();

  const count = (key: string, first: () => Counted): void => {
    const bounded = counted.has(key) || counted.size < MAX_KINDS ? key : "more";
    const known = counted.get(bounded);
    if (known) known.count += 1;
    else counted.set(bounded, first());
  };

  return {
    line(code, { line, offset }, reason) {
      const told = (perCode.get(code) ?? 0) + 1;
      perCode.set(code, told);
      if (told <= TOLD_ONE_BY_ONE) {
        const message = `${file}:${line} ${reason} (byte offset ${offset})`;
        single.push({ type: "problem", code, message, file, line, offset });
        return;
      }
      const say = (times: number): string =>
        `${file}:${line} and after: ${times} more line(s) like those reported before (${code})`;
      count(`line ${code}`, () => ({ code, line, offset, count: 1, say }));
    },
    kind(code, { line, offset }, { what, name }) {
      const say = (times: number): string => `${file}:${line} ${what} ${nameForMessage(name)}, ${times} time(s)`;
      count(`${code} ${what} ${name}`, () => ({ code, line, offset, count: 1, say }));
    },
    passed(type) {
      const key = passed.has(type) || passed.size < MAX_KINDS ? type : "more";
      passed.set(key, (passed.get(key) ?? 0) + 1);
    },
    drain(isLast) {
      const problems = single;
      single = [];
      if (!isLast) return problems;
      for (const { code, say, line, offset, count: times } of counted.values()) {
        problems.push({ type: "problem", code, message: say(times), file, line, offset, count: times });
      }
      counted = new Map();
      return problems;
    },
    tally: () => Object.fromEntries(passed),
  };
}

/** The place of a line. */
export const placeOf = ({ line, offset }: SourceLine): Place => ({ line, offset });
