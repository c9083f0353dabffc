/**
 * One measurement of LangGraph.js with its SQLite checkpointer, in a process of its own: a graph of one node that runs
 * as many times as there are steps, its state written after each of them. Plain JavaScript, since its packages are not
 * there where the project is checked.
 *
 * Usage: node langgraph.mjs JOB       JOB: JSON, see ../jobs.ts; prints the result as one line of JSON
 */
import { statSync } from "node:fs";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

const job = JSON.parse(process.argv[2] ?? "{}");
const threadOf = (index) => ({ configurable: { thread_id: `bench-${index}` } });

/** The same promise as the store's: an acknowledged write survives a power loss. */
function openSaver(path) {
  const saver = SqliteSaver.fromConnString(path);
  saver.setup();
  saver.db.pragma("synchronous = FULL");
  const durability = saver.db.pragma("synchronous", { simple: true });
  if (durability !== 2) throw new Error(`the peer's database has synchronous = ${durability}`);
  return saver;
}

/** A graph whose node replaces its text, or adds to its list. `onStep` ends the run early where it returns true. */
function buildGraph(saver, { texts, growing, steps, onStep }) {
  const State = Annotation.Root({
    step: Annotation(),
    text: growing ? Annotation({ reducer: (before, added) => before.concat(added), default: () => [] }) : Annotation(),
  });
  const work = ({ step }) => {
    const text = texts[step % texts.length];
    return { step: step + 1, text: growing ? [text] : text };
  };
  const next = ({ step }) => (step < steps && !onStep(step) ? "work" : END);
  const graph = new StateGraph(State).addNode("work", work).addEdge(START, "work");
  return graph.addConditionalEdges("work", next, ["work", END]).compile({ checkpointer: saver });
}

/** A state that grows is warmed up by many short threads: a long one would take minutes. */
const WARM_UP_THREAD = 300;

async function warmUp({ path, steps: count, texts, growing }) {
  if (count === 0) return;
  const saver = openSaver(path);
  for (let done = 0; done < count; done += WARM_UP_THREAD) {
    const steps = Math.min(WARM_UP_THREAD, count - done);
    const graph = buildGraph(saver, { texts, growing, steps, onStep: () => false });
    await graph.invoke({ step: 0 }, { ...threadOf(done), recursionLimit: steps + 10 });
  }
  saver.db.close();
}

async function steps({ path, warmUpPath, warmUpSteps, texts, growing, steps: count, tasks, limitMs }) {
  await warmUp({ path: warmUpPath, steps: warmUpSteps, texts, growing });
  const saver = openSaver(path);
  const started = performance.now();
  const onStep = () => performance.now() - started > limitMs;
  const graph = buildGraph(saver, { texts, growing, steps: Math.ceil(count / tasks), onStep });
  const before = process.cpuUsage();
  const limits = { recursionLimit: Math.ceil(count / tasks) + 10 };
  const threads = Array.from({ length: tasks }, (_, index) =>
    graph.invoke({ step: 0 }, { ...threadOf(index), ...limits }),
  );
  const done = (await Promise.all(threads)).reduce((sum, { step }) => sum + step, 0);
  const wallMs = performance.now() - started;
  const cpu = process.cpuUsage(before);
  saver.db.pragma("wal_checkpoint(TRUNCATE)");
  saver.db.close();
  return { steps: done, wallMs, cpuMs: (cpu.user + cpu.system) / 1000, diskBytes: statSync(path).size };
}

/** Opening the database and having the newest state of the thread. */
async function resume({ path, growing }) {
  const started = performance.now();
  const saver = openSaver(path);
  const graph = buildGraph(saver, { texts: [""], growing, steps: 0, onStep: () => false });
  const state = await graph.getState(threadOf(0));
  const ms = performance.now() - started;
  if (!(state.values.step > 0)) throw new Error("the peer has no state");
  saver.db.close();
  return { ms };
}

const result = job.kind === "resume" ? await resume(job) : await steps(job);
process.stdout.write(`${JSON.stringify(result)}\n`);
