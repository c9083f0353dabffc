/**
 * Who may call a port of ours: asked before anything else of a request is looked at. A page in the user's browser can
 * send requests to this machine too, also under a name of its own that leads here (DNS rebinding).
 *
 * HG1  `Host` names this port by a name that is known: 403.
 * HG2  `Origin`, where there is one, is the port's own: 403. No answer ever allows another origin to read it (CORS).
 * HG3  The token is there and right: 401. It is compared in constant time.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface GuardOptions {
  /** Names by which the port may be called, without a port number, lower case: beside those of this machine itself. */
  readonly hosts: readonly string[];
  readonly token: string;
  /** Where a person finds the token: said in the 401. */
  readonly tokenPlace: string;
  /** A header that carries nothing but the token; default: `Authorization: Bearer TOKEN`. */
  readonly tokenHeader?: string;
  /** The token may also be the first part of the path: for clients whose headers are not the user's to choose. */
  readonly tokenInPath?: boolean;
}

/** Why a request is not served. */
export interface Refusal {
  readonly status: 401 | 403;
  /** One sentence: what is wrong and what to do. */
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Says why a request with these headers, for this path, is refused; null: it may pass. */
export type Guard = (headers: IncomingHttpHeaders, path?: string) => Refusal | null;

const LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** True for an address or name that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === "::1" || LOOPBACK_HOSTS.includes(host);
}

export function createGuard({ hosts, token, tokenPlace, tokenHeader, tokenInPath }: GuardOptions): Guard {
  const known = new Set([...LOOPBACK_HOSTS, ...hosts]);
  const expected = digest(token);
  return (headers, path) => {
    const host = headers.host?.toLowerCase() ?? "";
    if (!known.has(host.replace(/:\d+$/, ""))) {
      return forbidden(`the Host ${shown(host)} is not known here; call ${[...known].join(", ")}`);
    }
    const { origin } = headers;
    if (origin !== undefined && origin.toLowerCase() !== `http://${host}`) {
      return forbidden(`pages of ${shown(origin)} may not call this port`);
    }
    const inPath = tokenInPath === true ? firstPart(path) : undefined;
    const inHeader = tokenHeader === undefined ? bearer(headers.authorization) : headers[tokenHeader.toLowerCase()];
    const given = inHeader ?? inPath;
    if (typeof given === "string" && timingSafeEqual(digest(given), expected)) return null;
    return unauthorized(tokenHeader ?? "Authorization: Bearer", { tokenPlace, isGiven: given !== undefined });
  };
}

function forbidden(message: string): Refusal {
  return { status: 403, message, headers: {} };
}

interface Missing {
  readonly tokenPlace: string;
  readonly isGiven: boolean;
}

function unauthorized(header: string, { tokenPlace, isGiven }: Missing): Refusal {
  const fault = isGiven ? "the token is wrong" : "the token is missing";
  const isOwn = !header.includes(":");
  // "Bearer" would send clients of MCP to look for a server that gives them one.
  const scheme = isOwn ? header : "Bearer";
  return {
    status: 401,
    message: `${fault}; send the header "${header}${isOwn ? ":" : ""} TOKEN", with the token that is in ${tokenPlace}`,
    headers: { "www-authenticate": isGiven ? `${scheme} error="invalid_token"` : scheme },
  };
}

function firstPart(path: string | undefined): string | undefined {
  return /^\/([\w-]+)\//.exec(path ?? "")?.[1];
}

/** The scheme's name is case-insensitive (RFC 9110, 11.1). */
function bearer(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : (/^bearer +(\S+)$/i.exec(authorization)?.[1] ?? "");
}

/** Of one length whatever was given, so that the comparison says nothing of the token's. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** What somebody sent, short and on one line. */
function shown(text: string): string {
  return text === "" ? "(none)" : JSON.stringify(text.slice(0, 100));
}
