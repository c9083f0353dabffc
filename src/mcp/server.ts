/**
 * The MCP server: tools, resources and prompts over what agents may do with runs. Both eras of the protocol are served by
 * the same registrations.
 */
import { fromJsonSchema, McpServer, ResourceTemplate, type ServerContext } from "@modelcontextprotocol/server";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";
import type { Agents } from "../app.ts";
import { RuntimeFailure } from "../errors.ts";
import { inputSchema, outputSchema } from "./schemas.ts";
import { TOOLS, type Tool, type ToolAnswer } from "./tools.ts";

export interface ServerSettings {
  readonly version: string;
  /** What the caller is called where it does not say so itself. */
  readonly agent: string;
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
    { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: {}, prompts: {} } },
  );
  for (const tool of TOOLS) addTool(server, tool, { agents, settings });
  for (const resource of RESOURCES) addResource(server, resource, agents);
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
      const agent = agentOf(input, settings);
      return answered(() => tool.call(agents, input, { agent, signal: context.mcpReq.signal }), context);
    },
  );
}

/** Sub-agents share a connection, and each has a name of its own in it. */
function agentOf(input: object, { agent }: ServerSettings): string {
  const own = "agent" in input && typeof input.agent === "string" ? input.agent : null;
  return own === null ? agent : `${agent}/${own}`;
}

/** An operating failure is an answer that the model can act on, not an error of the protocol. */
async function answered(call: () => Promise<ToolAnswer>, { mcpReq }: ServerContext): Promise<ToolResult> {
  try {
    const { text, data } = await call();
    return { content: [{ type: "text", text }], structuredContent: { ...data } };
  } catch (error) {
    if (mcpReq.signal.aborted || !(error instanceof RuntimeFailure)) throw error;
    return { content: [{ type: "text", text: adviceFor(error) }], isError: true };
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

interface Resource {
  readonly name: string;
  readonly pattern: string;
  readonly description: string;
  readonly read: (agents: Agents, variables: Variables) => unknown;
}

const RESOURCES: readonly Resource[] = [
  {
    name: "packet",
    pattern: "cairn://runs/{run}/tasks/{task}/packet",
    description: "The state packet of a task",
    read: (agents, it) => agents.packet(one(it, "run"), one(it, "task")),
  },
  {
    name: "item",
    pattern: "cairn://runs/{run}/items/{seq}",
    description: "An item of a run's ledger",
    read: (agents, it) => agents.evidence(one(it, "run"), one(it, "seq")),
  },
  {
    name: "result",
    pattern: "cairn://runs/{run}/result",
    description: "What a run came to so far",
    read: (agents, it) => agents.result(one(it, "run")),
  },
];

function addResource(server: McpServer, { name, pattern, description, read }: Resource, agents: Agents): void {
  const mimeType = "application/json";
  server.registerResource(
    name,
    new ResourceTemplate(pattern, { list: undefined }),
    { description, mimeType },
    async (uri, variables) => ({
      contents: [{ uri: uri.href, mimeType, text: JSON.stringify(read(agents, variables), null, 2) }],
    }),
  );
}

type Variables = Readonly<Record<string, string | string[]>>;

function one(variables: Variables, name: string): string {
  const value = variables[name];
  return decodeURIComponent((Array.isArray(value) ? value[0] : value) ?? "");
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
