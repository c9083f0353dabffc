/** The real command as a server over HTTP, and what programs that know nothing of it do to reach it. */
import { readFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { start, until, type Ended } from "../cli/built.ts";

export interface HttpServing {
  readonly url: string;
  readonly token: string;
  readonly tokenFile: string;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Starts `cairn mcp --http` for a store, at any port. */
export async function startHttp(root: string, ...options: readonly string[]): Promise<HttpServing> {
  const argv = ["mcp", "--http", "--port", "0", "--json", "--store", `${root}/store`, ...options];
  const { child, ended, output } = start(argv, { cwd: root });
  await until(() => output().stdout.endsWith("}\n") || child.exitCode !== null);
  const { url, token_file: tokenFile } = JSON.parse(output().stdout) as { url: string; token_file: string };
  const stop = (signal: NodeJS.Signals = "SIGTERM"): Promise<Ended> => {
    child.kill(signal);
    return ended;
  };
  return { url, token: readFileSync(tokenFile, "utf8").trim(), tokenFile, stop };
}

export type Era = "2026-07-28" | "2025-11-25" | "2025-06-18";

/** A real client of one revision, connected. */
export async function connectHttp(
  { url, token }: Pick<HttpServing, "url" | "token">,
  era: Era,
  name = "test",
): Promise<{ readonly client: Client; readonly transport: StreamableHTTPClientTransport }> {
  const isModern = era === "2026-07-28";
  const client = new Client(
    { name, version: "1.0.0" },
    isModern
      ? { versionNegotiation: { mode: { pin: era } } }
      : { versionNegotiation: { mode: "legacy" }, supportedProtocolVersions: [era] },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return { client, transport };
}

/** An address that adds the token to what passes: for programs that cannot be given one. */
export async function withoutToken({
  url,
  token,
}: HttpServing): Promise<{ readonly url: string; readonly server: Server }> {
  const target = new URL(url);
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const { method, url: path } = incoming;
    const onward = request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${target.pathname}`, server };
}
