/** Ports of ours for HTTP: who may call, what they take, how they end. What is served is for others to say. */
export { createGuard, isLoopback } from "./guard.ts";
export { HTTP_LIMITS, type HttpLimits } from "./limits.ts";
export { listen, refuse, type Port } from "./listen.ts";
export { tokenIn } from "./token.ts";
