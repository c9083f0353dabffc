/** `cairn mcp`. Exit codes: 0 the client has gone · 2 · 128 + signal. */
import { withExamples, withStore, type DefineCommand, type StoreOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { stopOnSignal } from "../live/stop.ts";
import { withCairn } from "../with-cairn.ts";

interface Options extends StoreOption {
  readonly workspace?: string;
  readonly agent?: string;
}

export const defineMcp: DefineCommand = (command, { io, action }) => {
  withStore(command)
    .option("--workspace <folder>", "folder that tasks opened here are about (default: this folder)")
    .option("--agent <name>", "what the log calls the client (default: agent and the number of its process)")
    .action(
      action(async (options: Options) => {
        const { versionOf } = await import("../version.ts");
        const { Agents } = await import("../../app.ts");
        const { serveOnStdio } = await import("../../mcp/index.ts");
        const stop = stopOnSignal(io, () => undefined);
        try {
          await withCairn(io, { ...options, mode: "write" }, async (cairn) => {
            const agents = new Agents(cairn, options.workspace ?? io.folder);
            const agent = options.agent ?? `agent-${process.ppid}`;
            await serveOnStdio(agents, { version: versionOf(), agent }, stop.signal);
          });
          return stop.exitCode() ?? EXIT.done;
        } finally {
          stop.release();
        }
      }),
    );
  withExamples(command, [
    ["what an MCP client is told to start", "mcp"],
    ["with a name for the log", "mcp --agent claude-code"],
  ]);
};
