/** The second thread of a prepare pool: texts in, measures out. */
import { parentPort, workerData } from "node:worker_threads";
import { preparerFor, type MeasureReply, type MeasureRequest, type PreparePolicy } from "./prepare-pool.ts";

const { preparer } = await preparerFor(workerData as PreparePolicy);

parentPort?.on("message", ({ id, texts }: MeasureRequest) => parentPort?.postMessage(answer(id, texts)));

function answer(id: number, texts: MeasureRequest["texts"]): MeasureReply {
  try {
    return { id, measured: preparer.measure(texts) };
  } catch (error) {
    return { id, error };
  }
}
