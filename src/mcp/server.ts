/**
 * The MCP server: tools, resources and prompts over what agents may do with runs. Both eras of the protocol are served by
 * the same registrations.
 */
import { fromJsonSchema, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";
import type { Agents } from "../app.ts";
import { RuntimeFailure } from "../errors.ts";
import { withProgress } from "./progress.ts";
import { addResources } from "./resources.ts";
import { inputSchema, outputSchema } from "./schemas.ts";
import { TOOLS, type Tool, type ToolAnswer } from "./tools.ts";

export interface ServerSettings {
  readonly version: string;
  /** What the caller of a tool is called; sub-agents that share its connection add a name of their own. */
  readonly agent: (context: ServerContext) => string;
}

/** Interprets schemas: no code is generated at run time. */
const validator = new CfWorkerJsonSchemaValidator();

const INSTRUCTIONS = `cairn keeps long work honest. Open a task with task_open (or find open ones with task_list), take up work with
packet_get, read what you need with context_record so that it is on record, and hand in proposals with packet_propose. A
claim counts only if it cites what was recorded. After your context was cut, packet_get gives you the task again.`;

/** Returns a server that is not connected yet. */
export function createServer(agents: Agents, settings: ServerSettings): McpServer {
  const server = new McpServer(
    { name: "cairn", title: "cairn", version: settings.version },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
    },
  );
  for (const tool of TOOLS) addTool(server, tool, { agents, settings });
  addResources(server, agents);
  addPrompts(server);
  return server;
}

interface Parts {
  readonly agents: Agents;
  readonly settings: ServerSettings;
}

function addTool(server: McpServer, tool: Tool, { agents, settings }: Parts): void {
  const { name, title, description, annotations } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      annotations: { ...annotations, destructiveHint: false, openWorldHint: false },
      inputSchema: fromJsonSchema<Parameters<Tool["call"]>[1]>(inputSchema(name), validator),
      outputSchema: fromJsonSchema(outputSchema(name), validator),
    },
    async (input, context) => {
      const by = { agent: agentOf(input, settings.agent(context)), signal: context.mcpReq.signal };
      const call = (): Promise<ToolAnswer> => tool.call(agents, input, by);
      return answered(() => withProgress(context, name, call), context);
    },
  );
}

/** Sub-agents share a connection, and each has a name of its own in it. */
function agentOf(input: object, agent: string): string {
  const own = "agent" in input && typeof input.agent === "string" ? input.agent : null;
  return own === null ? agent : `${agent}/${own}`;
}

/** An operating failure is an answer that the model can act on, not an error of the protocol. A bug of ours is logged too. */
async function answered(call: () => Promise<ToolAnswer>, { mcpReq }: ServerContext): Promise<ToolResult> {
  try {
    const { text, data } = await call();
    return { content: [{ type: "text", text }], structuredContent: { ...data } };
  } catch (error) {
    if (mcpReq.signal.aborted) throw error;
    if (error instanceof RuntimeFailure) return { content: [{ type: "text", text: adviceFor(error) }], isError: true };
    await mcpReq.log("error", error instanceof Error ? error.message : String(error), "cairn");
    throw error;
  }
}

interface ToolResult {
  readonly [member: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

function adviceFor({ code, message, retry, details }: RuntimeFailure): string {
  const findings = Array.isArray(details["findings"]) ? `\n${JSON.stringify(details["findings"])}` : "";
  const again = retry === "never" ? "" : "\nTry again in a moment.";
  return `${code}: ${message}${findings}${again}`;
}

function addPrompts(server: McpServer): void {
  const objective = { type: "object", required: ["objective"], properties: { objective: { type: "string" } } };
  server.registerPrompt(
    "open_task",
    {
      title: "Do something as a task on record",
      description: "Opens a task for an objective and carries it to its end",
      argsSchema: fromJsonSchema<{ readonly objective: string }>(objective, validator),
    },
    (it) =>
      said(`Open a task with task_open for this objective, with requirements that say when it is reached and how that is
shown, and carry it to HALT with packet_get, context_record and packet_propose:\n\n${it.objective}`),
  );
  server.registerPrompt(
    "resume_task",
    { title: "Go on with an open task", description: "Finds the open task and takes its work up again" },
    () => said("Call task_list, take up the work that is free or yours with packet_get, and carry it on from there."),
  );
}

function said(text: string): { messages: { role: "user"; content: { type: "text"; text: string } }[] } {
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}
