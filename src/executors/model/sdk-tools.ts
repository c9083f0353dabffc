/** Tools in the form in which the AI SDK sends them. */
import type { ToolSet } from "ai";
import type { ToolDescription } from "./tools.ts";

/** The tools by name. Inputs are not checked here: what a model wrote is read by us, as text. */
export async function describeTools(tools: readonly ToolDescription[]): Promise<ToolSet> {
  const { jsonSchema } = await import("ai");
  return Object.fromEntries(
    tools.map(({ name, description, schema }) => [name, { description, inputSchema: jsonSchema(schema) }]),
  );
}
