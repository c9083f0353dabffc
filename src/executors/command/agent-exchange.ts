/**
 * An agent that somebody has installed: it gets a prompt, works with tools of its own, and says a JSON object at the end.
 *
 * AE1  What it was shown is recorded in the order in which its stream tells it, before its answer is looked at.
 * AE2  The answer is what it said last; what it said before are steps.
 */
import { membersOf } from "../../contracts/index.ts";
import { readJson } from "../../contracts/index.ts";
import type { ExecutorTools } from "../executor.ts";
import { answerIn, type Wanted } from "./answer.ts";
import { Child, failed } from "./child.ts";
import { relativePath, type SeenLines } from "../evidence.ts";
import type { Exchange } from "./exchange.ts";
import { cutLines } from "./lines.ts";
import type { Profile } from "./profiles.ts";
import type { StreamEvent } from "./streams/agent-stream.ts";

export interface AgentRequest extends Omit<Exchange, "document" | "resultMember" | "command"> {
  readonly profile: Profile;
  readonly prompt: string;
  readonly wanted: Wanted;
}

export interface AgentAnswer {
  /** The object in its last words, else these words. */
  readonly value: unknown;
  /** Lines of files that it was shown. */
  readonly seen: readonly SeenLines[];
}

/** Observed results of one invocation that are recorded; an agent that looks at more is stopped. */
const MAXIMUM_OBSERVED = 5000;

/** Asks an agent. Errors: as `Child.ended`; `executor-failed` where it gave up or said nothing. */
export async function askAgent(request: AgentRequest, tools: ExecutorTools): Promise<AgentAnswer> {
  const { profile, prompt, wanted, ...rest } = request;
  const listener = new Listener(tools, request.folder);
  const stream = profile.read();
  const lines = cutLines((line) => listener.take(stream.read(jsonLine(line))));
  const child = new Child({ ...rest, command: profile.command, onText: (text) => lines.take(text) });
  child.write(prompt);
  child.endInput();
  try {
    await child.ended;
  } catch (error) {
    // What it cost is known, and what it said of itself says more than its exit code.
    listener.take(stream.end());
    await listener.recorded();
    throw listener.gaveUp === null || rest.signal.aborted ? error : failed(`gave up: ${listener.gaveUp}`);
  }
  lines.end();
  listener.take(stream.end());
  const seen = await listener.recorded();
  if (listener.gaveUp !== null) throw failed(`gave up: ${listener.gaveUp}`);
  if (listener.said.trim() === "") throw failed("said nothing", child.errorText());
  return { value: answerIn(listener.said, wanted), seen };
}

/** A line that is no JSON object tells nothing (ST1): agents print warnings among their events. */
function jsonLine(line: string): Readonly<Record<string, unknown>> {
  const read = readJson(line, { unsafeIntegers: "accept" });
  return membersOf(read.ok ? read.value : null);
}

/** Takes what a stream tells: records what was observed, in order; keeps what was said last. */
class Listener {
  said = "";
  gaveUp: string | null = null;
  private readonly tools: ExecutorTools;
  private readonly workspace: string;
  private readonly seen: SeenLines[] = [];
  private recording: Promise<void> = Promise.resolve();
  private count = 0;

  constructor(tools: ExecutorTools, workspace: string) {
    this.tools = tools;
    this.workspace = workspace;
  }

  take(events: readonly StreamEvent[]): void {
    for (const event of events) this.takeOne(event);
  }

  /** Resolves with the lines that were seen, once everything is recorded. Errors: those of `observe`. */
  async recorded(): Promise<readonly SeenLines[]> {
    await this.recording;
    return this.seen;
  }

  private takeOne(event: StreamEvent): void {
    switch (event.kind) {
      case "said":
        this.said = event.text;
        return;
      case "usage":
        this.tools.report(event.usage);
        return;
      case "gave-up":
        this.gaveUp = event.reason;
        return;
      case "observed":
        this.count += 1;
        if (this.count > MAXIMUM_OBSERVED) throw failed(`looked at more than ${MAXIMUM_OBSERVED} things`);
        this.recording = this.recording.then(() => this.record(event.observed));
        this.recording.catch(() => undefined); // `recorded` tells it
    }
  }

  private async record(observed: Extract<StreamEvent, { kind: "observed" }>["observed"]): Promise<void> {
    const path = observed.path === undefined ? undefined : relativePath(observed.path, this.workspace);
    const { seq } = await this.tools.observe({ ...observed, ...(path === undefined ? {} : { path }) });
    const source = observed.kind === "read" ? await this.tools.sourceOf(seq) : null;
    if (source) this.seen.push({ seq, ...source });
  }
}
