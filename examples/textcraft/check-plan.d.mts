import type { Goal } from "./make-task.mjs";
export function stepsOf(result: { readonly findings: readonly { readonly statement: string }[] }): string[];
export function faultOf(steps: readonly string[], goal: Goal): string | null;
