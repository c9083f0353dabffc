/**
 * A person as executor. Nobody calls a person: their work waits in the inbox, whichever process runs or none, and what
 * they hand in is judged like anybody's.
 *
 * PE1  Nothing is begun before something is handed in: no packet freezes, and no time passes, while a person thinks.
 * PE2  `task_id` and `based_on` are filled in where they are missing; `file:` refs become items that are read now.
 */
import { objectOf } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import { withFileEvidence } from "../evidence.ts";
import type { Executor, ExecutorTools, Invocation } from "../executor.ts";

/** Returns the executor. Its `execute` rejects: there is nobody to be called. */
export function createPersonExecutor(name: string): Executor {
  return {
    name,
    execute: async () => {
      throw new RuntimeFailure("executor-failed", "a person does this work: see cairn inbox");
    },
    handedIn: (text) => ({ name, execute: (invocation, tools) => proposalFrom(text, invocation, tools) }),
  };
}

/** The proposal in a text; what is no JSON object goes on as it is, to be refused with the place where it breaks. */
async function proposalFrom(text: string, invocation: Invocation, tools: ExecutorTools): Promise<unknown> {
  const stated = objectOf(jsonOf(text));
  if (stated === null) return text;
  const whole = { task_id: invocation.packet.task_id, based_on: invocation.basedOn, ...stated };
  return withFileEvidence(whole, { tools, workspace: invocation.workspace, seen: [] });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
