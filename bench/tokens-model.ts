/**
 * A scripted model behind chat completions, on loopback: it documents a tree of files, one page a file, knowing nothing but what
 * a request holds. What every request sends is counted.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as it is sent. */
export interface Message {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: unknown;
}

export interface Sent {
  readonly messages: readonly Message[];
  readonly tools?: unknown;
}

interface Call {
  readonly name: string;
  readonly input: object;
}

export interface ScriptedModel {
  readonly url: string;
  close(): void;
}

/** A request body as the SDK writes it. */
const parseSent = (text: string): Sent => JSON.parse(text) as Sent;

/** Starts the model; `onSent` gets each request. */
export async function startScriptedModel(onSent: (sent: Sent) => void): Promise<ScriptedModel> {
  let calls = 0;
  const server: Server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.once("end", () => {
      const sent = parseSent(body);
      onSent(sent);
      const { name, input } = answerTo(textOf(sent.messages));
      calls += 1;
      const call = {
        index: 0,
        id: `call_${calls}`,
        type: "function",
        function: { name, arguments: JSON.stringify(input) },
      };
      const frame = (delta: object, finish: string | null): string =>
        `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(
        `${frame({ role: "assistant", tool_calls: [call] }, null)}${frame({}, "tool_calls")}data: [DONE]\n\n`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

/** All that the messages say. */
function textOf(messages: readonly Message[]): string {
  return messages
    .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content ?? "")))
    .join("\n");
}

/** The page of a file whose lines were read. */
export function pageOf(path: string, source: string): string {
  const name = /export function (\w+)/.exec(source)?.[1] ?? "";
  const said = /\/\*\* (.*) \*\//.exec(source)?.[1] ?? "";
  return `# ${path}\n\n## ${name}\n\n${said}\n\n\`\`\`js\nexport function ${name}(first, second) {\n\`\`\`\n`;
}

function answerTo(text: string): Call {
  const place = /"Document ([\w./]+)"/.exec(text)?.[1] ?? ".";
  if (place.endsWith(".js")) return document(text, place);
  const listed = /<data ctx:\d+ \w+> names\b.*\n([^]*?)<\/data /.exec(text)?.[1];
  if (listed === undefined) return { name: "list", input: { path: place } };
  return text.includes("phase BEGINNING") ? split(text, listed, place) : lookOver(text);
}

/** The last look of the whole task: the requirement that it kept rests on what is there now. */
function lookOver(text: string): Call {
  const seq = /<data ctx:(\d+) \w+> names\b/.exec(text)?.[1] ?? "";
  const claim = {
    id: "whole",
    statement: "The tree has its pages",
    status: "supported",
    evidence_refs: [`ctx:${seq}#L1-L1`],
  };
  const satisfies = [{ requirement: "whole", claims: ["whole"] }];
  const halt = { outcome: "complete", reason: "", summary: "documented" };
  return { name: "propose", input: { transition: "HALT", claims: [claim], satisfies, halt } };
}

function split(text: string, listed: string, place: string): Call {
  // A line begins with a path from the workspace's root; that of a folder ends with a slash.
  const entries = listed.split("\n").flatMap((line) => /^([\w/]+(?:\.js)?)/.exec(line)?.[1]?.replace(/\/$/, "") ?? []);
  const paths = entries.filter((path) => path !== place);
  const requirement = /^- (pages[\w/]*) /m.exec(text)?.[1] ?? "pages";
  const left = Number(/this one included: (\d+)/.exec(text)?.[1] ?? 0);
  const invocations = Math.floor((left - 4) / paths.length);
  const into = paths.map((path, at) => ({
    id: `${requirement}/${at}`,
    statement: `${path} is documented`,
    needs: "supported",
  }));
  const children = paths.map((path, at) => ({
    key: `k${at}`,
    objective: `Document ${path}`,
    requires: [`${requirement}/${at}`],
    depends_on: [],
    share: { invocations },
  }));
  return {
    name: "propose",
    input: {
      transition: "SPLIT",
      split: { keep: place === "." ? ["whole"] : [], refine: [{ requirement, into }], children },
    },
  };
}

function document(text: string, path: string): Call {
  const [, seq, source = ""] = /<data ctx:(\d+) \w+> [\w./]+, lines .*\n([^]*?)<\/data /.exec(text) ?? [];
  if (seq === undefined) return { name: "read", input: { path } };
  const requirement = /^- (pages[\w/]*) /m.exec(text)?.[1] ?? "pages";
  const claim = {
    id: "c1",
    statement: `${path} is documented`,
    status: "supported",
    evidence_refs: [`ctx:${seq}#L1-L2`],
  };
  return {
    name: "propose",
    input: {
      transition: "HALT",
      claims: [claim],
      satisfies: [{ requirement, claims: ["c1"] }],
      artifact_deltas: [{ id: "page", path: path.replace(/\.js$/, ".md"), op: "create", after: "contents/0" }],
      contents: [{ text: pageOf(path, source) }],
      halt: { outcome: "complete", reason: "", summary: path },
    },
  };
}
