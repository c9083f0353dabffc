/** What is on disk where a proposal's deltas want to change something (engine/deltas.ts, `DiskFact`). */
import { closeSync } from "node:fs";
import type { Proposal } from "../../contracts/index.ts";
import { isProtected, unsafePath, type DiskFact, type Version } from "../../engine/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { sha256OfFd } from "./bytes.ts";
import { lookAt } from "./look.ts";

type Deltas = NonNullable<Proposal["artifact_deltas"]>;

/** Returns a fact for every path that the deltas name, and that the view (path → version) says nothing of. */
export async function diskFacts(
  workspace: Workspace,
  deltas: Deltas,
  it: { readonly view: ReadonlyMap<string, Version>; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, DiskFact>> {
  const facts = new Map<string, DiskFact>();
  for (const path of deltas.flatMap(({ path: own, from }) => (from === undefined ? [own] : [own, from]))) {
    // What has no safe form is refused for that: it is never looked for.
    if (it.view.has(path) || facts.has(path) || unsafePath(path) !== null || isProtected(path)) continue;
    facts.set(path, await diskFact(workspace, path, it.signal));
  }
  return facts;
}

/** What is on disk at one path of safe form. */
async function diskFact(workspace: Workspace, path: string, signal?: AbortSignal): Promise<DiskFact> {
  if (workspace.isExcluded(path)) return { sha256: null, obstacle: "belongs to this program" };
  const found = lookAt(workspace.root, path, { forChange: true });
  if (found.kind === "nothing") return { sha256: null, obstacle: null };
  if (found.kind === "obstacle") return { sha256: null, obstacle: found.reason };
  try {
    return { sha256: await sha256OfFd(found.fd, signal), obstacle: null };
  } finally {
    closeSync(found.fd);
  }
}
