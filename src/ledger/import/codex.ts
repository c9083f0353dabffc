/** Importer for the rollouts of Codex: sessions, sub-agents, forks, all generations of the format. */
import { basename, join } from "node:path";
import { CLIENT } from "./codex/entry.ts";
import { openReader } from "./codex/reader.ts";
import { mayHoldUsage } from "./codex/silent-lines.ts";
import type { Importer } from "./imported.ts";

/** The line about the session, with and without an envelope. */
const MARKS: readonly RegExp[] = [
  /^\s*\{"timestamp":"[^"]+",(?:"ordinal":\d+,)?"type":"session_meta"/,
  /^\s*\{[^\n]{0,300}"type":"session_meta","payload":\{/,
  /^\s*\{"id":"[0-9a-f-]{36}","timestamp":"[^"]+"(?:,"(?:instructions|git)"|\})/,
];
const ENVELOPE =
  /^\s*\{"timestamp":"[^"]+",(?:"ordinal":\d+,)?"type":"(?:response_item|event_msg|turn_context|compacted|world_state|token_usage_record)","payload":/;

/** Codex rollout files (`sessions/YYYY/MM/DD/rollout-….jsonl`, `archived_sessions/`). Source: what its versions were seen to write. */
export const codex: Importer = {
  name: CLIENT,
  roots({ CODEX_HOME }, home) {
    const base = CODEX_HOME === undefined || CODEX_HOME === "" ? join(home, ".codex") : CODEX_HOME;
    return [join(base, "sessions"), join(base, "archived_sessions")];
  },
  recognises: (path, head) =>
    path.endsWith(".jsonl") &&
    (MARKS.some((mark) => mark.test(head)) || (basename(path).startsWith("rollout-") && ENVELOPE.test(head))),
  mayHoldUsage,
  open: openReader,
};
