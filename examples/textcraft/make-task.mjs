/** Writes the task of a goal into a folder: `node make-task.mjs env_0 FOLDER`, then `cairn run FOLDER/task.json --trust`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { invocationsFor, readRecipes, waysToMake } from "./recipes.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The goals of TextCraft as they were published with the results of ADaPT (MIT). */
export function readGoals() {
  return JSON.parse(readFileSync(here("goals.json"), "utf8"));
}

/** Writes recipes and task file of a goal. Returns the task file's path, and what was granted. */
export function writeTask({ goal, commands }, folder) {
  const recipes = `${commands.join("\n")}\n`;
  const [, item] = /^craft (.+?)\.?$/.exec(goal);
  const granted = invocationsFor(item, waysToMake(readRecipes(recipes)));
  mkdirSync(join(folder, "files"), { recursive: true });
  writeFileSync(join(folder, "files", "recipes.txt"), recipes);
  const task = {
    task: "make",
    objective: `Make 1 ${item}`,
    workspace: "files",
    requirements: [{ id: "plan", statement: `It is known how to make ${item}`, needs: "supported" }],
    budget: {
      context_tokens: 8000,
      output_tokens: 3000,
      maximum_children: 8,
      maximum_depth: 8,
      remaining_invocations: granted,
    },
    executor: "planner",
    executors: { planner: { kind: "command", command: [process.execPath, here("agent.mjs")] } },
  };
  const path = join(folder, "task.json");
  writeFileSync(path, JSON.stringify(task, null, 2));
  return { path, granted, item };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [id, folder = "."] = process.argv.slice(2);
  const goal = readGoals().find((it) => it.id === id);
  if (!goal) throw new Error(`there is no goal ${id}`);
  console.log(writeTask(goal, folder).path);
}
