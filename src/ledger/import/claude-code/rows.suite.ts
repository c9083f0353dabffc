/** Rows of transcripts, as the tests need them: with the members that the client writes, and invented ids. */

export type Members = Readonly<Record<string, unknown>>;

let counter = 0;

/** An invented uuid, another one each time. */
export function uuid(): string {
  counter += 1;
  return `00000000-0000-4000-8000-${counter.toString(16).padStart(12, "0")}`;
}

/** An instant, so many milliseconds after the sessions of the tests begin. */
export const at = (milliseconds: number): string => new Date(Date.UTC(2026, 0, 5, 10) + milliseconds).toISOString();

export const SESSION = "11111111-2222-4333-8444-555555555555";

const common = (): Members => ({
  parentUuid: uuid(),
  isSidechain: false,
  userType: "external",
  cwd: "/home/dev/project",
  sessionId: SESSION,
  version: "2.1.100",
  gitBranch: "main",
  uuid: uuid(),
  timestamp: at(0),
});

export const usage = (output: number, input = 10): Members => ({
  input_tokens: input,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 100,
  output_tokens: output,
});

/** One row of an assistant message. */
export function assistant(
  id: string,
  content: readonly unknown[],
  about: { usage?: Members; message?: Members; row?: Members } = {},
): Members {
  const message = {
    id,
    type: "message",
    role: "assistant",
    model: "claude-opus-4-6",
    content,
    usage: about.usage ?? usage(5),
    ...about.message,
  };
  return { ...common(), type: "assistant", requestId: `req_${id}`, message, ...about.row };
}

export const text = (value: string): Members => ({ type: "text", text: value });
export const call = (id: string, name: string, input: Members): Members => ({ type: "tool_use", id, name, input });

/** A row of the user. */
export const user = (content: unknown, row: Members = {}): Members => ({
  ...common(),
  type: "user",
  message: { role: "user", content },
  ...row,
});

/** A row with the result of a tool. */
export function result(
  id: string,
  content: unknown,
  about: { raw?: unknown; isError?: boolean; row?: Members } = {},
): Members {
  const block = {
    tool_use_id: id,
    type: "tool_result",
    content,
    ...(about.isError === undefined ? {} : { is_error: about.isError }),
  };
  return user([block], { ...(about.raw === undefined ? {} : { toolUseResult: about.raw }), ...about.row });
}

export const system = (subtype: string, row: Members = {}): Members => ({
  ...common(),
  type: "system",
  subtype,
  ...row,
});
export const attachment = (value: Members, row: Members = {}): Members => ({
  ...common(),
  type: "attachment",
  attachment: value,
  ...row,
});
