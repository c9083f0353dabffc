/**
 * A planner as a program: one task an item to make. It splits by what the recipe needs and has to be made itself, and
 * says its own step once its parts are there. It speaks the protocol `once` (docs/executors.md).
 */
import { readFileSync } from "node:fs";
import { invocationsFor, readRecipes, waysToMake } from "./recipes.mjs";

const asked = JSON.parse(readFileSync(0, "utf8"));
const { packet } = asked;
const ways = waysToMake(readRecipes(readFileSync("recipes.txt", "utf8")));
const [, wanted, item] = /^Make (\d+) (.+)$/.exec(packet.objective);
const recipe = ways.get(item);

const proposal = { task_id: packet.task_id, based_on: asked.based_on };
const toMake = recipe?.parts.filter((part) => ways.get(part.item)) ?? [];
const times = recipe ? Math.ceil(Number(wanted) / recipe.count) : 0;
// One that was cut into parts is satisfied by its parts.
const requirement = packet.coverage.unsatisfied.find((id) => !(id in asked.refinements));

console.log(JSON.stringify({ ...proposal, ...(recipe ? step() : giveUp()) }));

function step() {
  return packet.phase === "BEGINNING" && toMake.length > 0 ? split() : finish();
}

function split() {
  const parts = toMake.map((part, at) => ({ ...part, id: `${requirement}/${at + 1}` }));
  const own = `${requirement}/own`;
  const into = [
    ...parts.map((part) => ({ id: part.id, statement: `It is known how to make ${part.item}`, needs: "supported" })),
    { id: own, statement: `It is known how ${item} is made from its parts`, needs: "supported" },
  ];
  const children = parts.map((part, at) => ({
    key: `part${at + 1}`,
    objective: `Make ${part.count * times} ${part.item}`,
    requires: [part.id],
    depends_on: [],
    share: { invocations: invocationsFor(part.item, ways) },
  }));
  return { transition: "SPLIT", split: { children, keep: [own], refine: [{ requirement, into }] } };
}

function finish() {
  const gathered = recipe.parts.filter((part) => ways.get(part.item) === null);
  const said = [
    ...gathered.map((part) => ({ step: `gather ${part.count * times} ${part.item}`, ref: "file:recipes.txt" })),
    { step: `${times} x ${recipe.text}`, ref: `file:recipes.txt#L${recipe.line}` },
  ];
  const claims = said.map(({ step: text, ref }, at) => ({
    id: `step${at + 1}`,
    statement: `${packet.task_id} step ${at + 1}: ${text}`,
    status: "supported",
    confidence: null,
    evidence_refs: [ref],
  }));
  return {
    transition: "HALT",
    claims,
    satisfies: [{ requirement, claims: claims.map((it) => it.id) }],
    halt: { outcome: "complete", reason: "", summary: `${wanted} ${item} can be made` },
  };
}

function giveUp() {
  return { transition: "HALT", halt: { outcome: "incomplete", reason: `nothing makes ${item}`, summary: "" } };
}
