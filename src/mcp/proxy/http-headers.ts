/** Headers on their way through the proxy: all pass as they are, but those of a connection, and those that name the proxy. */

import { unescape } from "node:querystring"; // of what is no encoding it makes something, where others throw

/** They are of one connection, and end with it (RFC 9110, 7.6.1). */
const OF_CONNECTION = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** The header that carries the proxy's own token: it goes no further. */
export const TOKEN_HEADER = "Cairn-Token";

/** Said anew to the server, or of no use to it; `referer` would tell it the proxy's address, and the token in it. */
const OF_PROXY = [
  TOKEN_HEADER.toLowerCase(),
  "host",
  "content-length",
  "expect",
  "accept-encoding",
  "origin",
  "referer",
];

type Pair = readonly [name: string, value: string];

/** The headers of a client for the server, in Node's raw form; its body has `length` bytes. */
export function toServer(raw: readonly string[], target: URL, { method = "GET", length }: Body): string[] {
  const pairs = pairsOf(raw);
  const names = new Set(pairs.map(([name]) => name.toLowerCase()));
  const passed = without(pairs, OF_PROXY);
  const own: Pair[] = [
    ["Host", target.host],
    // The copy is read, and a policy may change it: neither can be done to what is compressed.
    ["Accept-Encoding", "identity"],
  ];
  if (names.has("origin")) own.push(["Origin", target.origin]);
  if (target.username !== "" && !names.has("authorization")) own.push(["Authorization", basic(target)]);
  if (length > 0 || method === "POST") own.push(["Content-Length", String(length)]);
  return [...own, ...passed].flat();
}

interface Body {
  readonly method?: string | undefined;
  readonly length: number;
}

function basic({ username, password }: URL): string {
  const text = `${unescape(username)}:${unescape(password)}`;
  return `Basic ${Buffer.from(text).toString("base64")}`;
}

/** Where a server's address stands for the proxy's own: before its path stands `prefix`. */
export interface Place {
  readonly target: URL;
  /** The token's part of the path that a client called, or nothing. */
  readonly prefix: string;
}

/** The headers of a server for the client; `hasOwnLength`: the body is not the server's any more. */
export function toClient(raw: readonly string[], place: Place, hasOwnLength: boolean): string[] {
  const pairs = without(pairsOf(raw), hasOwnLength ? ["content-length"] : []);
  return pairs
    .filter(([name]) => !name.toLowerCase().startsWith("access-control-")) // no page of others may read it (HG2)
    .flatMap(([name, value]) => [name, name.toLowerCase() === "location" ? placed(value, place) : value]);
}

/** An address of the server as clients of the proxy have to call it; others stay as they are. */
export function placed(address: string, { target, prefix }: Place): string {
  const url = URL.canParse(address, target.href) ? new URL(address, target) : null;
  return url?.origin === target.origin ? `${prefix}${url.pathname}${url.search}${url.hash}` : address;
}

function pairsOf(raw: readonly string[]): readonly Pair[] {
  return raw.flatMap((name, index): Pair[] => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""]] : []));
}

function without(pairs: readonly Pair[], names: readonly string[]): readonly Pair[] {
  const listed = pairs
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/));
  const left = new Set([...OF_CONNECTION, ...names, ...listed]);
  return pairs.filter(([name]) => !left.has(name.toLowerCase()));
}
