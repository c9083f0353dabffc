/** What `cairn init` changes in a project, and takes back. */
export { AGENT_NAMES, type AgentName } from "./agents.ts";
export { diagnoseAgents } from "./prove.ts";
export { differenceOf } from "./show.ts";
export { applyPlan, findAgents, planInit, planRemoval, type InitPlan } from "./init.ts";
