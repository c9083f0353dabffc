/** What can be read of runs without a call: packets, items and results. */
import { ResourceNotFoundError, ResourceTemplate, type McpServer } from "@modelcontextprotocol/server";
import type { Agents } from "../app.ts";
import { RuntimeFailure } from "../errors.ts";
import { packetUri, resultUri } from "./uris.ts";

interface Resource {
  readonly name: string;
  readonly pattern: string;
  readonly description: string;
  /** Null where there is nothing of this name. */
  readonly read: (agents: Agents, variables: Variables) => unknown;
  /** Those of open runs that are listed; what others there are is said by tools. */
  readonly listedOf?: (run: OpenRun) => string;
}

type Variables = Readonly<Record<string, string | string[]>>;
type OpenRun = ReturnType<Agents["newest"]>[number];

/** Runs whose resources are listed. */
const LISTED_RUNS = 50;
const MIME_TYPE = "application/json";

const RESOURCES: readonly Resource[] = [
  {
    name: "packet",
    pattern: "cairn://runs/{run}/tasks/{task}/packet",
    description: "The state packet of a task",
    read: (agents, it) => agents.packet(one(it, "run"), one(it, "task")),
    listedOf: ({ id, task }) => packetUri(id, task),
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
    listedOf: ({ id }) => resultUri(id),
  },
];

/** Registers every resource. */
export function addResources(server: McpServer, agents: Agents): void {
  for (const resource of RESOURCES) addResource(server, resource, agents);
}

function addResource(server: McpServer, resource: Resource, agents: Agents): void {
  const { name, pattern, description, listedOf } = resource;
  const list = listedOf && (() => ({ resources: agents.newest(LISTED_RUNS).map((run) => listed(run, listedOf(run))) }));
  const listed = (run: OpenRun, uri: string): { uri: string; name: string; description: string; mimeType: string } => ({
    uri,
    name: `${name} of ${run.task}`,
    description: `${description}: ${run.objective}`,
    mimeType: MIME_TYPE,
  });
  server.registerResource(
    name,
    new ResourceTemplate(pattern, { list, complete: { run: (begun) => runsBeginning(agents, begun) } }),
    { description, mimeType: MIME_TYPE },
    async (uri, variables) => {
      const value = found(uri, () => resource.read(agents, variables));
      return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text: JSON.stringify(value, null, 2) }] };
    },
  );
}

/** What a person may mean who has typed so much of a run's id. */
function runsBeginning(agents: Agents, begun: string): string[] {
  return agents.newest(LISTED_RUNS).flatMap(({ id }) => (id.startsWith(begun) ? [id] : []));
}

function one(variables: Variables, name: string): string {
  const value = variables[name];
  return decodeURIComponent((Array.isArray(value) ? value[0] : value) ?? "");
}

/** What names nothing is an answer of the protocol's own. */
function found(uri: URL, read: () => unknown): unknown {
  try {
    const value = read();
    if (value !== null) return value;
  } catch (error) {
    if (!(error instanceof RuntimeFailure) || !NAMES_NOTHING.has(error.code)) throw error;
    throw new ResourceNotFoundError(uri.href, error.message);
  }
  throw new ResourceNotFoundError(uri.href);
}

const NAMES_NOTHING: ReadonlySet<RuntimeFailure["code"]> = new Set(["usage", "run-unknown", "run-ambiguous"]);
