/**
 * What an HTTP port of ours takes, and how long it waits. Bytes and milliseconds; every limit holds before anything is
 * known of who is calling, but those of sessions.
 */
export interface HttpLimits {
  /** All headers of a request together. */
  readonly headerBytes: number;
  /** From the first byte of a request to the last of its headers. */
  readonly headersTimeMs: number;
  /** From the first byte of a request to its last. How long an answer takes is not bounded here: streams are open for hours. */
  readonly requestTimeMs: number;
  /** How often the two times above are looked at: without it Node closes slow connections half a minute late. */
  readonly checkingIntervalMs: number;
  /** A connection between two requests. */
  readonly keepAliveMs: number;
  /** Open at the same time; those above it are closed at once. */
  readonly connectionCount: number;
  readonly bodyBytes: number;
  /** Sessions of clients that have them, at the same time. */
  readonly sessionCount: number;
  /** A session nobody calls in and nobody listens in. */
  readonly sessionIdleMs: number;
  /** What is under way when the port closes may take so long to end. */
  readonly closingMs: number;
}

export const HTTP_LIMITS: HttpLimits = {
  headerBytes: 16 * 1024,
  headersTimeMs: 5_000,
  requestTimeMs: 30_000,
  checkingIntervalMs: 500,
  keepAliveMs: 30_000,
  connectionCount: 256,
  bodyBytes: 4 * 1024 * 1024,
  sessionCount: 100,
  sessionIdleMs: 30 * 60_000,
  closingMs: 2_000,
};
