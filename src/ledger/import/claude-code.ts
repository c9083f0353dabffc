/** Importer for the transcripts of Claude Code: sessions, sub-agents, resumed and forked ones, all versions known. */
import { join } from "node:path";
import { CLIENT } from "./claude-code/entry.ts";
import { openReader } from "./claude-code/reader.ts";
import { mayHoldUsage } from "./claude-code/silent-rows.ts";
import type { Importer } from "./imported.ts";

/** Members that rows of this format have, and those of others do not have together. */
const MARKS: readonly RegExp[] = [
  /"sessionId":"/,
  /^\{"type":"summary","summary":"/m,
  /^\{"type":"file-history-snapshot","messageId":"/m,
  /^\{"parentUuid":/m,
];

/** Claude Code session files (`projects/…/<session>.jsonl`, `agent-<id>.jsonl`). Source: what its versions were seen to write. */
export const claudeCode: Importer = {
  name: CLIENT,
  roots({ CLAUDE_CONFIG_DIR }, home) {
    // The variable may name several folders; where it is set, the default ones hold nothing new.
    const named = (CLAUDE_CONFIG_DIR ?? "")
      .split(",")
      .flatMap((folder) => (folder.trim() === "" ? [] : [folder.trim()]));
    const folders = named.length > 0 ? named : [join(home, ".claude"), join(home, ".config", "claude")];
    return folders.map((folder) => join(folder, "projects"));
  },
  recognises: (path, head) => path.endsWith(".jsonl") && /^\s*\{/.test(head) && MARKS.some((mark) => mark.test(head)),
  mayHoldUsage,
  open: openReader,
};
