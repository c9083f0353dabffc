/** Why something in a workspace was not read. The list is closed: it is printed, tested and documented. */
export type UnreadableReason =
  | "missing" // nothing is there (any more)
  | "directory" // a folder where a file was asked for
  | "permission"
  | "link" // a link to something inside the workspace: read it by its own name
  | "link-outside" // a link that leads out of the workspace: never followed
  | "link-loop"
  | "link-dangling"
  | "socket"
  | "fifo"
  | "device"
  | "name" // control characters, bidirectional overrides or bytes that are no UTF-8 in the name
  | "too-large"
  | "too-deep"
  | "too-many-entries" // the walk stopped there
  | "binary" // holds NUL: not text
  | "excluded" // the program's own files, such as the live store
  | "escape" // the path itself leads out: absolute, `..`
  | "io-error";

/** A path that was not read, and why. A path with reason `name` may hold replacement characters. */
export interface Unreadable {
  readonly path: string;
  readonly reason: UnreadableReason;
}

const BY_ERRNO: Readonly<Record<string, UnreadableReason>> = {
  ENOENT: "missing",
  ENOTDIR: "missing",
  EACCES: "permission",
  EPERM: "permission",
  ELOOP: "link",
  ENXIO: "socket",
  EISDIR: "directory",
  ENAMETOOLONG: "name",
};

/** The reason behind a failed system call. */
export function reasonOf(cause: unknown): UnreadableReason {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return (typeof code === "string" ? BY_ERRNO[code] : undefined) ?? "io-error";
}

// Control characters break lines of every output; separators and bidirectional overrides make one path look like another.
// eslint-disable-next-line no-control-regex
const UNSAFE_NAME = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** True where a name can be printed, quoted and cited without harm. */
export function isSafeName(name: string): boolean {
  return !UNSAFE_NAME.test(name) && !/\p{Cs}/u.test(name);
}
