/** Runs that change files, for tests: deltas, and executors whose turns are written down. */
import { sha256Hex } from "../../contracts/index.ts";
import type { RunState } from "../../engine/index.ts";
import type { Invocation } from "../../executors/index.ts";
import { halt, proposal, type Harness, type Script, type Tools } from "../harness.suite.ts";
import { loadState } from "../index.ts";

/** A proposal, or a part of one, as a value from outside. */
export type Body = Readonly<Record<string, unknown>>;

export const modify = (id: string, path: string, [before, after]: readonly [string, string]): Body => ({
  id,
  path,
  op: "modify",
  before: sha256Hex(before),
  after: sha256Hex(after),
  status: "proposed",
  added: 1,
  removed: 1,
});
export const create = (id: string, path: string, after: string): Body => ({
  id,
  path,
  op: "create",
  before: null,
  after: sha256Hex(after),
  status: "proposed",
  added: 1,
  removed: 0,
});
export const REST: Body = { status: "proposed", added: 0, removed: 0 };
export const texts = (...all: string[]): Body => ({ contents: all.map((text) => ({ text })) });

/** A script by task and turn: each turn is one invocation's answer. */
export function scripted(turns: Readonly<Record<string, readonly Turn[]>>): Script {
  const done = new Map<string, number>();
  return async (invocation, tools) => {
    const task = invocation.packet.task_id;
    const turn = done.get(task) ?? 0;
    done.set(task, turn + 1);
    const answer = turns[task]?.[turn];
    return answer ? answer(invocation, tools) : proposal(invocation, halt("incomplete", `no turn ${turn} for ${task}`));
  };
}

type Turn = (it: Invocation, tools: Tools) => unknown;

export const say =
  (body: Body): Turn =>
  (it) =>
    proposal(it, body);

export function rejections(it: Harness): string[] {
  return [...it.services.store.events(it.run)].flatMap((event) =>
    event.kind === "proposal-rejected" ? event.payload.rejections.map((one) => `${one.code}: ${one.message}`) : [],
  );
}

export function rootOf(it: Harness): RunState {
  const state = loadState(it.services.store, it.services.engine, { run: it.run });
  if (!state) throw new Error("no state");
  return state;
}

export const CHECKS: { readonly requirements: readonly Body[]; readonly checks: Body } = {
  requirements: [{ id: "r1", statement: "a.txt says MIT", needs: "check", check: "mit" }],
  checks: {
    mit: { command: ["node", "-e", 'process.exit(require("fs").readFileSync("a.txt","utf8").includes("MIT")?0:1)'] },
  },
};
