/** What the protocol's conformance suite asks of a server that it tests whole: tools, resources and prompts by its names. */
import { setTimeout as delay } from "node:timers/promises";
import {
  acceptedContent,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  ResourceTemplate,
  type CallToolResult,
  type InputRequests,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";

type Answer = CallToolResult | InputRequiredResult;
type Work = (context: ServerContext, input: Readonly<Record<string, unknown>>) => Answer | Promise<Answer>;

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const text = (words: string): CallToolResult => ({ content: [{ type: "text", text: words }] });
const embedded = (uri: string): { type: "resource"; resource: { uri: string; mimeType: string; text: string } } => ({
  type: "resource",
  resource: { uri, mimeType: "text/plain", text: "Embedded resource content for testing." },
});

type Properties = Readonly<Record<string, object>>;

/** Asks for a form once, then says what came of it. */
function asksFor(key: string, properties: Properties, say: (content: object, action: string) => string): Work {
  return ({ mcpReq }, { message }) => {
    const view = inputResponse(mcpReq.inputResponses, key);
    if (view.kind === "elicit") return text(say(view.content ?? {}, view.action));
    return inputRequired({
      inputRequests: { [key]: form(typeof message === "string" ? message : "Please answer", properties) },
    });
  };
}

function form(message: string, properties: Properties): InputRequests[string] {
  // The properties are the suite's own, of every form that there is.
  return inputRequired.elicit({ message, requestedSchema: { type: "object", properties } as never });
}

const sampling = (words: string): InputRequests[string] =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: words } }],
    maxTokens: 100,
  });

const NAME = { name: { type: "string" } };
const told = (content: object, action: string): string => `action=${action}, content=${JSON.stringify(content)}`;

const DEFAULTS = {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
};

const titled = (name: string, count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ const: `value${index + 1}`, title: `${name} ${index + 1}` }));
const OPTIONS = ["option1", "option2", "option3"];
const ENUMS = {
  untitledSingle: { type: "string", enum: OPTIONS },
  titledSingle: { type: "string", oneOf: titled("Option", 3) },
  legacyEnum: { type: "string", enum: OPTIONS, enumNames: ["One", "Two", "Three"] },
  untitledMulti: { type: "array", minItems: 1, maxItems: 3, items: { type: "string", enum: OPTIONS } },
  titledMulti: { type: "array", minItems: 1, maxItems: 3, items: { anyOf: titled("Choice", 3) } },
};

/** What 2026-07-28 calls a state: here it is signed by its form. */
export const STATE: RegExp = /^state-\d$/;

const states: Work = ({ mcpReq }) => {
  const state = mcpReq.requestState<string>();
  if (state !== undefined && mcpReq.inputResponses) return text("state-ok");
  return inputRequired({
    inputRequests: { confirm: form("Please confirm", { ok: { type: "boolean" } }) },
    requestState: "state-1",
  });
};

const rounds: Work = ({ mcpReq }) => {
  const state = mcpReq.requestState<string>();
  if (state === "state-2" && mcpReq.inputResponses) return text("all rounds are done");
  const [step, next] = state === "state-1" && mcpReq.inputResponses ? ["step2", "state-2"] : ["step1", "state-1"];
  return inputRequired({ inputRequests: { [step]: form("What is your name?", NAME) }, requestState: next });
};

const many: Work = ({ mcpReq }) => {
  if (mcpReq.inputResponses) return text("all inputs are there");
  return inputRequired({
    inputRequests: {
      user_name: form("What is your name?", NAME),
      greeting: sampling("Generate a greeting"),
      client_roots: inputRequired.listRoots(),
    },
    requestState: "state-1",
  });
};

const logs: Work = async ({ mcpReq }) => {
  for (const it of ["started", "under way", "completed"]) {
    await mcpReq.log("info", `Tool execution ${it}`);
    await delay(20);
  }
  return text("Tool with logging executed successfully");
};

const progress: Work = async ({ mcpReq }) => {
  const progressToken = mcpReq._meta?.progressToken ?? 0;
  for (const it of [0, 50, 100]) {
    const params = { progressToken, progress: it, total: 100, message: `Completed step ${it} of 100` };
    await mcpReq.notify({ method: "notifications/progress", params });
    await delay(20);
  }
  return text(String(progressToken));
};

const reconnects: Work = async ({ http }) => {
  http?.closeSSE?.();
  await delay(100);
  return text("Reconnection test completed successfully.");
};

const samples: Work = ({ mcpReq }, { prompt }) => {
  const view = inputResponse(mcpReq.inputResponses, "answer");
  if (view.kind === "sampling") return text(`LLM response: ${JSON.stringify(view)}`);
  return inputRequired({ inputRequests: { answer: sampling(typeof prompt === "string" ? prompt : "Hello") } });
};

const roots: Work = ({ mcpReq }) => {
  if (mcpReq.inputResponses) return text(`roots: ${JSON.stringify(mcpReq.inputResponses)}`);
  return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
};

const needsSampling: Work = () => inputRequired({ inputRequests: { answer: sampling("Say something") } });

const TOOLS: Readonly<Record<string, Work>> = {
  test_simple_text: () => text("This is a simple text response for testing."),
  test_image_content: () => ({ content: [{ type: "image", data: PIXEL, mimeType: "image/png" }] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: SILENCE, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({ content: [embedded("test://embedded-resource")] }),
  test_multiple_content_types: () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      { type: "image", data: PIXEL, mimeType: "image/png" },
      embedded("test://mixed-content-resource"),
    ],
  }),
  test_tool_with_logging: logs,
  test_logging_tool: logs,
  test_tool_with_progress: progress,
  test_error_handling: () => ({ ...text("This tool intentionally returns an error for testing"), isError: true }),
  test_reconnection: reconnects,
  test_sampling: samples,
  test_elicitation: asksFor("answer", { response: { type: "string" } }, told),
  test_streaming_elicitation: asksFor("answer", NAME, told),
  test_elicitation_sep1034_defaults: asksFor("answer", DEFAULTS, told),
  test_elicitation_sep1330_enums: asksFor("answer", ENUMS, told),
  test_input_required_result_elicitation: asksFor(
    "user_name",
    NAME,
    (content) => `Hello, ${"name" in content ? String(content.name) : "nobody"}!`,
  ),
  test_input_required_result_sampling: (context) =>
    context.mcpReq.inputResponses
      ? text(JSON.stringify(context.mcpReq.inputResponses))
      : inputRequired({ inputRequests: { capital_question: sampling("What is the capital of France?") } }),
  test_input_required_result_list_roots: roots,
  test_input_required_result_request_state: states,
  test_input_required_result_tampered_state: states,
  test_input_required_result_multi_round: rounds,
  test_input_required_result_multiple_inputs: many,
  test_input_required_result_capabilities: needsSampling,
  test_missing_capability: needsSampling,
};

const INPUT = fromJsonSchema<Readonly<Record<string, unknown>>>({ type: "object" });
/** As text: an object of ours with a member `then` could be taken for a promise. */
const CONDITION = JSON.parse(`{
  "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
  "then": { "required": ["phone"] },
  "else": { "required": ["email"] }
}`) as object;
const OF_2020_12 = fromJsonSchema<Readonly<Record<string, unknown>>>({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  ...CONDITION,
  additionalProperties: false,
});

export function addTools(server: McpServer): void {
  for (const [name, work] of Object.entries(TOOLS)) {
    const config = { description: `Does what the suite asks of ${name}`, inputSchema: INPUT };
    server.registerTool(name, config, (input, context) => work(context, input));
  }
  const config = { description: "Has an input of JSON Schema 2020-12", inputSchema: OF_2020_12 };
  server.registerTool("json_schema_2020_12_tool", config, (input) => text(JSON.stringify(input)));
}

export function addResources(server: McpServer): void {
  const fixed = (name: string, mimeType: string, content: { text: string } | { blob: string }): void => {
    const uri = `test://${name}`;
    const config = { title: name, description: "For testing", mimeType };
    server.registerResource(name, uri, config, () => ({ contents: [{ uri, mimeType, ...content }] }));
  };
  fixed("static-text", "text/plain", { text: "This is the content of the static text resource." });
  fixed("static-binary", "image/png", { blob: PIXEL });
  fixed("watched-resource", "text/plain", { text: "Watched resource content" });
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { title: "Template", description: "For testing", mimeType: "application/json" },
    ({ href: uri }, { id }) => {
      const body = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` });
      return { contents: [{ uri, mimeType: "application/json", text: body }] };
    },
  );
}

const said = (words: string): { role: "user"; content: { type: "text"; text: string } } => ({
  role: "user",
  content: { type: "text", text: words },
});

const strings = (...names: readonly string[]): ReturnType<typeof fromJsonSchema<Readonly<Record<string, string>>>> =>
  fromJsonSchema({
    type: "object",
    properties: Object.fromEntries(names.map((it) => [it, { type: "string" }])),
    required: [...names],
  });

export function addPrompts(server: McpServer): void {
  const description = "For testing";
  server.registerPrompt("test_simple_prompt", { description }, () => ({
    messages: [said("This is a simple prompt for testing.")],
  }));
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description, argsSchema: strings("arg1", "arg2") },
    ({ arg1, arg2 }) => ({ messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description, argsSchema: strings("resourceUri") },
    ({ resourceUri = "" }) => ({
      messages: [{ role: "user", content: embedded(resourceUri) }, said("Please process the embedded resource above.")],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description }, () => ({
    messages: [
      { role: "user", content: { type: "image", data: PIXEL, mimeType: "image/png" } },
      said("Please analyze the image above."),
    ],
  }));
  server.registerPrompt("test_input_required_result_prompt", { description }, ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, "user_context");
    if (given) return { messages: [said(`The context is ${JSON.stringify(given)}`)] };
    const properties = { context: { type: "string" } };
    return inputRequired({ inputRequests: { user_context: form("What context should the prompt use?", properties) } });
  });
}
