/** What a run spent, and how near its limits are. */
import type { LimitUse, RunSpending, SpendingSum } from "../../app.ts";
import { columned } from "./columns.ts";
import { bold, dim, red, yellow } from "./marks.ts";
import { counted, duration, grouped } from "./numbers.ts";

/** `12,345 tokens in, 678 out, 0.42 spent`; empty where nothing was counted. */
export function spentText({ input_tokens, output_tokens, cost }: SpendingSum): string {
  if (input_tokens + output_tokens === 0) return "";
  const money = cost === null ? "" : `, ${amount(cost)} spent`;
  return `${grouped(input_tokens)} tokens in, ${grouped(output_tokens)} out${money}`;
}

/** One limit: `tokens: 41,000 of 50,000 (82 %)`, in colour from 80 % on. */
export function limitText(it: LimitUse): string {
  const percent = Math.floor((100 * it.used) / it.most);
  const text = `${NAMES[it.of]}: ${quantity(it.of, it.used)} of ${quantity(it.of, it.most)} (${percent} %)`;
  if (it.state === "fine") return text;
  return it.state === "near" ? yellow(text) : red(text);
}

/** What a person is told when a limit comes near, or is reached. */
export function warningText(it: LimitUse, run: string): string {
  const more = `cairn budget ${run} --add ${EXAMPLES[it.of]}`;
  return it.state === "reached"
    ? `${limitText(it)}: nothing new is begun`
    : `${limitText(it)}; for more: ${bold(more)}`;
}

/** Limits, then a line a task: its own, and with everything below it. */
export function* spendingLines({ limits, whole, tasks }: RunSpending): Generator<string> {
  for (const it of limits) yield limitText(it);
  const spent = spentText(whole);
  if (spent !== "") yield `the whole run: ${spent}`;
  if (tasks.length === 0) return;
  yield "";
  const head = ["task", "invocations", "tokens in", "tokens out", ...(whole.cost === null ? [] : ["cost"])].map(dim);
  yield* columned([head, ...tasks.map((it) => [it.task, ...pairs(it, it.whole)])]);
}

/** Each figure of a task, with that of everything below it where it is another. */
function pairs(own: SpendingSum, whole: SpendingSum): string[] {
  const pair = (a: number, b: number, tell: (value: number) => string): string =>
    a === b ? tell(a) : `${tell(a)} (${tell(b)})`;
  return [
    pair(own.invocations, whole.invocations, grouped),
    pair(own.input_tokens, whole.input_tokens, grouped),
    pair(own.output_tokens, whole.output_tokens, grouped),
    ...(own.cost === null || whole.cost === null ? [] : [pair(own.cost, whole.cost, amount)]),
  ];
}

const NAMES = { invocations: "invocations", time_ms: "time", tokens: "tokens", cost: "cost" } as const;
const EXAMPLES = { invocations: "50", time_ms: "time=30m", tokens: "tokens=50000", cost: "cost=1.50" } as const;

function quantity(of: LimitUse["of"], value: number): string {
  if (of === "time_ms") return duration(value);
  return of === "cost" ? amount(value) : grouped(value);
}

/** Money to four places behind the point, without zeros at the end. */
function amount(value: number): string {
  return String(Number(value.toFixed(4)));
}

/** `50 invocations, 50,000 tokens` of what a person adds. */
export function additionText(added: {
  readonly invocations: number;
  readonly wall_time_ms: number;
  readonly tokens?: number;
  readonly cost?: number;
}): string {
  const { invocations, wall_time_ms, tokens = 0, cost = 0 } = added;
  return [
    ...(invocations > 0 ? [counted(invocations, "invocation")] : []),
    ...(wall_time_ms > 0 ? [duration(wall_time_ms)] : []),
    ...(tokens > 0 ? [counted(tokens, "token")] : []),
    ...(cost > 0 ? [`${amount(cost)} in cost`] : []),
  ].join(" and ");
}
