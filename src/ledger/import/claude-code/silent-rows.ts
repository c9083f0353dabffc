/**
 * Rows that give nothing: bookkeeping of the client. The large ones among them are told by their first bytes and not
 * parsed.
 */

/** Types of rows that are known and carry nothing that entered the context, or only what other rows carry too. */
export const SILENT_TYPES: ReadonlySet<string> = new Set([
  "file-history-snapshot",
  "summary",
  "queue-operation",
  "pr-link",
  "permission-mode",
  "last-prompt",
  "custom-title",
  "ai-title",
  "agent-name",
  "agent-color",
  "agent-setting",
  "mode",
  "tag",
  "task-summary",
  "worktree-state",
  "content-replacement",
  "attribution-snapshot",
  "speculation-accept",
  "marble-origami-commit",
  "marble-origami-snapshot",
  "api-request",
  "api-request-shape",
  "api-request-blob",
  "tools-used",
  "cost-state",
  "atis-latch",
  "started",
  "result",
  "continued-in",
]);

/** Those that are long: the message list and the tools as they were sent, copies of files. */
const PASSED_OVER: readonly { readonly type: string; readonly start: Buffer }[] = [
  "api-request-shape",
  "api-request-blob",
  "api-request",
  "file-history-snapshot",
].map((type) => ({ type, start: Buffer.from(`{"type":"${type}",`) }));

const BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
/** Two rows on one line, for want of a break between them. */
const GLUED = Buffer.from('}{"');
const ROW_START_LENGTH = 9;

/**
 * The type of a row that needs no parsing, by its bytes; null where it must be parsed.
 *
 * A row that is cut, or that another one is glued to, is not one of them: nothing may be lost with it.
 */
export function silentTypeOf(bytes: Buffer, start: number, end: number): string | null {
  // `{"type":"` and then `a` or `f`: most rows end here.
  if (bytes[start] !== BRACE || bytes[end - 1] !== CLOSING_BRACE) return null;
  const initial = bytes[start + ROW_START_LENGTH];
  if (initial !== 0x61 && initial !== 0x66) return null;
  for (const { type, start: expected } of PASSED_OVER) {
    const from = start + expected.length;
    if (from > end || bytes.compare(expected, 0, expected.length, start, from) !== 0) continue;
    return bytes.subarray(from, end).includes(GLUED) ? null : type;
  }
  return null;
}

const USAGE = Buffer.from('"usage":{');

/** Whether a row may have the usage of a response. */
export const mayHoldUsage = (bytes: Buffer, start: number, end: number): boolean =>
  silentTypeOf(bytes, start, end) === null && bytes.subarray(start, end).includes(USAGE);
