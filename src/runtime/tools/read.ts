/** The tools `survey` and `read`. */
import { RuntimeFailure } from "../../errors.ts";
import type { ReadResult, Survey, SurveyRequest } from "../../executors/index.ts";
import { surveyWorkspace, type SurveyContent } from "../workspace/index.ts";
import type { Entry } from "../../ledger/index.ts";
import { prepareShown } from "./again.ts";
import { deliver, elapsedUs, type Room, type ToolContext } from "./context.ts";
import { fit, type Fitted } from "./fit.ts";

/** Share of the room that a list of files may take: the rest is for reading them. */
const LIST_SHARE = 0.25;

export async function survey(context: ToolContext, request: SurveyRequest, room: Room): Promise<Survey> {
  const started = performance.now();
  const content = await surveyWorkspace(context.workspace, request, {
    listTokens: Math.floor(room.tokens * LIST_SHARE),
    signal: context.signal,
  });
  const prepared = context.recorder.prepare({
    role: "evidence",
    kind: "search",
    tool: "survey",
    pattern: request.paths.join(" "),
    rawText: surveyText(content),
    durationUs: elapsedUs(started),
  });
  const item = await deliver(context, prepared, room);
  return { seq: item.seq, ...content };
}

function surveyText({ fileCount, tokenEstimate, files, parts, unreadable }: SurveyContent): string {
  const lines = [`${fileCount} files, about ${tokenEstimate} tokens`];
  if (files) lines.push(...files.map((it) => `${it.path} ${it.tokenEstimate}`));
  else
    lines.push(
      ...parts.map(
        (it, at) => `part ${at + 1}: ${it.fileCount} files, about ${it.tokenEstimate} tokens, ${it.first} … ${it.last}`,
      ),
    );
  lines.push(...unreadable.map((it) => `unreadable: ${it.path} (${it.reason})`));
  return lines.join("\n");
}

export interface ReadRequest {
  readonly path: string;
  readonly fromLine?: number;
  readonly toLine?: number;
}

export async function read(context: ToolContext, request: ReadRequest, room: Room): Promise<ReadResult> {
  const started = performance.now();
  const file = context.workspace.readText(request.path);
  if (!file.ok) throw unreadable(request.path, file.reason);
  const fromLine = Math.max(1, request.fromLine ?? 1);
  const cut: { fitted: Fitted } = { fitted: { delivered: "", lines: 0, more: false } };
  const entry: Entry = {
    role: "evidence",
    kind: "read",
    tool: "read",
    path: request.path,
    rawText: file.value.text,
    deliver: (text) => {
      cut.fitted = fit(text, {
        fromLine,
        toLine: request.toLine ?? Number.MAX_SAFE_INTEGER,
        tokens: room.tokens,
        count: (delivered) => context.recorder.countTokens(delivered),
      });
      return cut.fitted.delivered;
    },
    durationUs: elapsedUs(started),
    firstLine: fromLine,
    sourceSha256: file.value.sha256,
  };
  const { prepared, again, keep } = prepareShown(context.recorder, entry, room.memory);
  const item = await deliver(context, prepared, room);
  keep(item.seq);
  const { lines, more } = cut.fitted;
  return {
    seq: item.seq,
    path: request.path,
    text: prepared.text,
    fromLine,
    toLine: fromLine + lines - 1,
    more,
    ...(again ? { again } : {}),
  };
}

/** The failure of a tool that cannot read a path. */
export function unreadable(path: string, reason: string): RuntimeFailure {
  return new RuntimeFailure("workspace-unreadable", `${JSON.stringify(path)} cannot be read: ${reason}`, {
    details: { path, reason },
  });
}
