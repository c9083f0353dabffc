/** Which of the items delivered to an invocation go first where not all of them fit. */
import type { DeliveredItem } from "./executor.ts";

/**
 * Why an item is delivered decides: what the task works on, what went wrong, what was decided, what is known. The lower,
 * the more urgent.
 */
export const URGENCY: Readonly<Record<DeliveredItem["role"], number>> = {
  input: 0,
  rejection: 1,
  answer: 2,
  check: 3,
  notice: 4,
  result: 5,
};
