/** Delivers what a tool found as a text, as far as its share of the room goes. */
import type { ToolText } from "../../executors/index.ts";
import type { Entry } from "../../ledger/index.ts";
import { prepareShown } from "./again.ts";
import { deliver, type Room, type ToolContext } from "./context.ts";
import { fit, type Fitted } from "./fit.ts";

export interface TextDelivery {
  /** What is recorded, with the whole text. */
  readonly entry: Omit<Entry, "deliver" | "role">;
  /** Share of the room that it may take. */
  readonly share: number;
  /** True where the run itself wrote some of it: then it is no evidence (§6 Evidence). */
  readonly isOwn?: boolean;
  /** What of the text goes into so many tokens (default: its first lines). */
  readonly fitting?: (text: string, tokens: number, count: (text: string) => number) => Fitted;
}

/** Records a text, as evidence where nothing of it is the run's own, and returns what of it is delivered; `more`: it was cut, or stands for a longer one. */
export async function deliverText(
  context: ToolContext,
  room: Room,
  { entry, share, isOwn = false, fitting = firstLines }: TextDelivery,
): Promise<ToolText> {
  const cut: { fitted: Fitted } = { fitted: { delivered: "", lines: 0, more: false } };
  const { prepared, again, keep } = prepareShown(
    context.recorder,
    {
      ...entry,
      role: isOwn ? "notice" : "evidence",
      deliver: (text) => {
        const tokens = Math.floor(room.tokens * share);
        cut.fitted = fitting(text, tokens, (delivered) => context.recorder.countTokens(delivered));
        return cut.fitted.delivered;
      },
    },
    room.memory,
  );
  const item = await deliver(context, prepared, room);
  keep(item.seq);
  return { seq: item.seq, text: prepared.text, ...(again ? { again } : {}), more: cut.fitted.more };
}

function firstLines(text: string, tokens: number, count: (text: string) => number): Fitted {
  return fit(text, { fromLine: 1, toLine: Number.MAX_SAFE_INTEGER, tokens, count });
}
