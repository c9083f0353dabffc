/** How hooks of agents reach the task that is open in a project. */
export { handleHook, HOOK_EVENTS } from "./handle.ts";
export { canServe, isServed, serveHooks } from "./server.ts";
