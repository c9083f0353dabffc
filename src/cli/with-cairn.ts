/** Opens the store that a command means, and closes it whatever happens. */
import type { Cairn, RunInfo } from "../app.ts";
import { RuntimeFailure } from "../errors.ts";
import type { StoreOption } from "./definition.ts";
import type { Io } from "./io.ts";

export interface OpenRequest extends StoreOption {
  /** `read` where nothing is written: works on a read-only disk as well. */
  readonly mode: "read" | "write";
}

export async function withCairn<T>(
  io: Io,
  { store, mode }: OpenRequest,
  work: (cairn: Cairn) => Promise<T>,
): Promise<T> {
  const { locateStore, openCairn } = await import("../app.ts");
  const cairn = await openCairn({ path: locateStore(io.folder, store), mode });
  try {
    return await work(cairn);
  } finally {
    cairn.close();
  }
}

/** The same for one run of the store. */
export function withRun<T>(
  io: Io,
  request: OpenRequest & { readonly run: string },
  work: (cairn: Cairn, run: RunInfo) => Promise<T>,
): Promise<T> {
  return withCairn(io, request, (cairn) => work(cairn, cairn.find(request.run)));
}

/** The failure for an event number that a run has not reached. */
export function noEvent(run: RunInfo, seq: number): RuntimeFailure {
  return new RuntimeFailure("usage", `run ${run.id} has no event ${seq}: its last is ${run.head.seq}`);
}
