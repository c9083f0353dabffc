/**
 * How to call the agents that people have installed: their arguments, and how their streams are read.
 *
 * They are called to look, not to change, unless `edits` says so: then they may change files in their private copy, and
 * nothing else. Whoever wants more says so in `arguments`. Settings that lie in the workspace may start programs: they are left out where the agent can.
 */
import type { CommandExecutor } from "../../contracts/index.ts";
import type { AgentStream } from "./streams/agent-stream.ts";
import { readClaudeStream } from "./streams/claude.ts";
import { readCodexStream } from "./streams/codex.ts";
import { readGeminiStream } from "./streams/gemini.ts";
import { readPiStream } from "./streams/pi.ts";

export type ProfileName = NonNullable<CommandExecutor["profile"]>;

export interface Profile {
  /** The command, which takes the prompt on standard input. */
  readonly command: readonly string[];
  /** Reads one stream of it, from its beginning. */
  readonly read: () => AgentStream;
}

type Settings = Pick<CommandExecutor, "model" | "arguments" | "edits">;

/** Returns how an agent is called. */
export function profileOf(name: ProfileName, { model, arguments: more = [], edits = false }: Settings): Profile {
  const named = (option: string): readonly string[] => (model === undefined ? [] : [option, model]);
  switch (name) {
    case "claude": {
      const reading = [
        "--setting-sources",
        "user",
        "--allowedTools",
        edits ? "Read,Grep,Glob,Edit,Write" : "Read,Grep,Glob",
      ];
      const command = ["claude", "-p", "--output-format", "stream-json", "--verbose", ...reading, ...named("--model")];
      return { command: [...command, ...more], read: readClaudeStream };
    }
    case "codex": {
      const reading = ["--skip-git-repo-check", "--sandbox", edits ? "workspace-write" : "read-only"];
      const command = ["codex", "exec", "--json", ...reading, ...named("--model")];
      return { command: [...command, ...more, "-"], read: () => readCodexStream(model) };
    }
    case "gemini": {
      const editing = edits ? ["--approval-mode", "auto_edit"] : [];
      return {
        // It works in no folder that a person has not trusted; each private copy is a new one.
        command: ["gemini", "--output-format", "stream-json", "--skip-trust", ...editing, ...named("--model"), ...more],
        read: readGeminiStream,
      };
    }
    case "pi": {
      const reading = ["--no-extensions", "--tools", edits ? "read,grep,find,ls,edit,write" : "read,grep,find,ls"];
      const command = ["pi", "-p", "--mode", "json", "--no-session", ...reading, ...named("--model")];
      return { command: [...command, ...more], read: readPiStream };
    }
  }
}
