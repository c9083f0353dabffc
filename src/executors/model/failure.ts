/** What went wrong with a request, from whatever was thrown: a sentence to read, and whether and when to try again. */

export interface RequestFailure {
  /** A sentence about the provider, with nothing in it that was sent. */
  readonly message: string;
  /** True where the same request may succeed later. */
  readonly passes: boolean;
  /** What the provider asked to wait, ms. */
  readonly waitMs: number | null;
  /** HTTP status, where there was one. */
  readonly status: number | null;
}

/** Characters kept of what a provider says. */
const MAXIMUM_SAID = 300;
const PASSING_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529]);

/** What `fetch` says of a connection that was there, and is no more. */
const BROKEN: ReadonlySet<string> = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE", "UND_ERR_BODY_TIMEOUT"]);

/** A failure that has no error behind it. */
export function failed(message: string, passes: boolean): RequestFailure {
  return { message, passes, waitMs: null, status: null };
}

/** Whether a provider does not know the form of a request (tools, a schema): each says so in its own way, with these statuses. */
export function isAboutForm({ status, message }: RequestFailure): boolean {
  return (
    (status === 400 || status === 404 || status === 422 || status === 501) &&
    /tool|function|response_format|schema|structured/i.test(message)
  );
}

/** Reads an error of the AI SDK, of `fetch`, or of a stream. */
export function failureFrom(error: unknown, nowMs: number): RequestFailure {
  const status = numberAt(error, "statusCode");
  // That a good answer cannot be read is the SDK's word for it; why is in the cause.
  const isUnreadable = status !== null && isSuccess(status) && error instanceof Error && error.cause instanceof Error;
  const said = saidBy(isUnreadable ? error.cause : error);
  if (status !== null) {
    const waitMs = askedToWait(fieldAt(error, "responseHeaders"), nowMs);
    return {
      message: `${meaning(status)} (HTTP ${status})${said === "" ? "" : `: ${said}`}`,
      passes: isSuccess(status) || PASSING_STATUS.has(status),
      waitMs,
      status,
    };
  }
  const code = networkCode(error);
  if (code !== null && !BROKEN.has(code)) return failed(`cannot be reached: ${code}`, true);
  if (code !== null || /without a finish|terminated|aborted|closed/i.test(said))
    return failed("broke off in the middle of an answer", true);
  // A stream that breaks off, or an error that the provider sends in the middle of one, may be gone next time.
  return failed(`failed in the middle of an answer${said === "" ? "" : `: ${said}`}`, true);
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function meaning(status: number): string {
  if (isSuccess(status)) return "sent something that is no answer";
  if (status === 401 || status === 403) return "refused the key";
  if (status === 404) return "has no such model or address";
  if (status === 413) return "refused the request as too large";
  if (status === 429) return "asks to send less";
  if (status >= 500) return "failed";
  return "refused the request";
}

function fieldAt(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function numberAt(value: unknown, name: string): number | null {
  const found = fieldAt(value, name);
  return typeof found === "number" ? found : null;
}

/** The provider's own words, on one line. */
function saidBy(error: unknown): string {
  const message = error instanceof Error ? error.message : (fieldAt(error, "message") ?? error);
  const text = typeof message === "string" ? message : "";
  return text.replace(/\s+/g, " ").trim().slice(0, MAXIMUM_SAID);
}

/** The code of a network error, wherever in the chain of causes it is. */
function networkCode(error: unknown): string | null {
  let at: unknown = error;
  for (let depth = 0; depth < 6 && at !== undefined && at !== null; depth += 1) {
    const code = fieldAt(at, "code");
    if (typeof code === "string" && /^(?:E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(code)) return code;
    at = at instanceof Error ? at.cause : undefined;
  }
  return null;
}

/** `retry-after-ms`, or `retry-after` as seconds or as a date. */
function askedToWait(headers: unknown, nowMs: number): number | null {
  const precise = Number(fieldAt(headers, "retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(precise) && precise >= 0) return precise;
  const given = fieldAt(headers, "retry-after");
  if (typeof given !== "string" || given.trim() === "") return null;
  const seconds = Number(given);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : null;
  const date = Date.parse(given);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
