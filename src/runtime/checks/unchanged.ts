/** The check `unchanged`: the files that globs name are, by hash, what they were when the run began. */
import { createHash } from "node:crypto";
import type { Workspace } from "../workspace/index.ts";
import { counted, failed, listed, passed, type CheckOutcome } from "./outcome.ts";

/** What the globs named at a moment: a SHA-256 (hex) a file, or `unreadable: <reason>`, in walk order. */
export interface Baseline {
  readonly files: readonly { readonly path: string; readonly state: string }[];
  /** SHA-256 (hex) over all paths and states: two baselines are equal iff their digests are. */
  readonly digest: string;
}

/** Returns the baseline of what the globs name now. Errors: RuntimeFailure `input-invalid` (a glob), the signal's reason. */
export async function captureBaseline(
  workspace: Workspace,
  globs: readonly string[],
  signal: AbortSignal,
): Promise<Baseline> {
  const files: { path: string; state: string }[] = [];
  for await (const entry of workspace.list({ paths: globs, signal })) {
    if (entry.kind === "unreadable") files.push({ path: entry.path, state: `unreadable: ${entry.reason}` });
    else {
      const hash = await workspace.sha256(entry.path, signal);
      files.push({ path: entry.path, state: hash.ok ? hash.value : `unreadable: ${hash.reason}` });
    }
  }
  const hash = createHash("sha256");
  for (const { path, state } of files) hash.update(`${JSON.stringify(path)} ${state}\n`);
  return { files, digest: hash.digest("hex") };
}

export interface UnchangedRequest {
  readonly globs: readonly string[];
  readonly baseline: Baseline | null;
  readonly signal: AbortSignal;
}

export async function checkUnchanged(workspace: Workspace, request: UnchangedRequest): Promise<CheckOutcome> {
  if (!request.baseline) return failed("nothing was recorded to compare with when the run began");
  const now = await captureBaseline(workspace, request.globs, request.signal);
  if (now.digest === request.baseline.digest) return passed(`${counted(now.files.length, "file")} unchanged`);
  const before = new Map(request.baseline.files.map((file) => [file.path, file.state]));
  const after = new Map(now.files.map((file) => [file.path, file.state]));
  const changes = [
    ...[...before].filter(([path]) => !after.has(path)).map(([path]) => `removed ${path}`),
    ...[...after]
      .filter(([path, state]) => before.has(path) && before.get(path) !== state)
      .map(([path]) => `changed ${path}`),
    ...[...after].filter(([path]) => !before.has(path)).map(([path]) => `added ${path}`),
  ];
  return failed(`no longer what it was: ${listed(changes)}`);
}
