/** Outputs of Codex tools: the text that the model saw, and what the client says in it about the run. */
import { contentOf, type Content } from "../content.ts";
import { numberOf, rowOf, textOf } from "../fields.ts";

export interface Output {
  readonly content: Content;
  readonly exitCode: number | null;
  readonly durationUs: number;
  /** Tokens of the whole output before it was cut, by the client's count. */
  readonly producedTokens: number | null;
  /** Id under which a command that still runs can be asked for more. */
  readonly runningSession: string | null;
  readonly isError: boolean;
}

const HEAD_LENGTH = 400;

/** Reads an `output` member: a text, a list of contents, or (oldest) an object with `content` and `success`. */
export function outputOf(value: unknown): Output {
  const row = rowOf(value);
  const content = contentOf(row === null ? (value ?? "") : (row["content"] ?? row["output"] ?? ""));
  const failed = row?.["success"] === false;
  const { text } = content;
  const about = text.startsWith("{") ? fromJson(text) : fromHead(text.slice(0, HEAD_LENGTH));
  return { content, ...about, isError: failed || (about.exitCode ?? 0) !== 0 };
}

type Run = Omit<Output, "content" | "isError">;

/** Current versions begin with lines about the run and then `Output:`. */
function fromHead(text: string): Run {
  const end = text.indexOf("\nOutput:");
  const head = end < 0 ? "" : text.slice(0, end);
  const seconds = /^Wall time: ([\d.]+) seconds/m.exec(head)?.[1];
  const exit = /^(?:Process exited with code|Exit code:) (-?\d+)/m.exec(head)?.[1];
  const tokens = /^Original token count: (\d+)/m.exec(head)?.[1];
  return {
    exitCode: exit === undefined ? null : Number(exit),
    durationUs: microseconds(Number(seconds ?? 0)),
    producedTokens: tokens === undefined ? null : Number(tokens),
    runningSession: /^Process running with session ID (\S+)/m.exec(head)?.[1] ?? null,
  };
}

/** Versions of 2025 wrote the output as JSON text. */
function fromJson(text: string): Run {
  const nothing: Run = { exitCode: null, durationUs: 0, producedTokens: null, runningSession: null };
  const tail = text.slice(-HEAD_LENGTH);
  const at = tail.lastIndexOf('"metadata":');
  if (at < 0) return nothing;
  const exit = /"exit_code":\s*(-?\d+)/.exec(tail.slice(at))?.[1];
  const seconds = /"duration_seconds":\s*([\d.]+)/.exec(tail.slice(at))?.[1];
  return {
    ...nothing,
    exitCode: exit === undefined ? null : Number(exit),
    durationUs: microseconds(Number(seconds ?? 0)),
  };
}

function microseconds(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000_000) : 0;
}

/** A duration as the client writes it, `{secs, nanos}`, in microseconds; 0 where it is none. */
export function durationOf(value: unknown): number {
  const row = rowOf(value);
  if (row === null) return 0;
  return Math.round((numberOf(row["secs"]) ?? 0) * 1_000_000 + (numberOf(row["nanos"]) ?? 0) / 1000);
}

/** Text that a tool returned, from the event that says a call has ended; null where it is not there. */
export function aggregatedOutput(item: Readonly<Record<string, unknown>>): string | null {
  if (typeof item["aggregated_output"] === "string") return item["aggregated_output"];
  const { stdout, stderr } = item;
  if (typeof stdout === "string")
    return textOf(stderr) === null ? stdout : `${stdout}${stdout === "" ? "" : "\n"}${String(stderr)}`;
  return null;
}
