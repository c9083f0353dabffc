/** The second thread of a prepare pool: facts in, prepared facts out. */
import { parentPort, workerData } from "node:worker_threads";
import { preparerFor, type PreparePolicy, type PrepareReply, type PrepareRequest } from "./prepare-pool.ts";

const { preparer } = await preparerFor(workerData as PreparePolicy);

parentPort?.on("message", ({ id, facts }: PrepareRequest) => {
  const reply = answer(id, facts);
  parentPort?.postMessage(reply);
});

function answer(id: number, facts: PrepareRequest["facts"]): PrepareReply {
  try {
    return { id, prepared: preparer.prepare(facts) };
  } catch (error) {
    return { id, error };
  }
}
