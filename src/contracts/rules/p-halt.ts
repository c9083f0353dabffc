import { warning } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { isBlockingLoop, isOpenContradiction } from "../forms.ts";
import { toPointer } from "../pointer.ts";
import type { StatePacket } from "../vocabulary.ts";

/** P-HALT: what keeps a packet that is to halt from being complete. */
export function halt(packet: StatePacket): RuleFinding[] {
  if (packet.next_transition !== "HALT") return [];
  const found = (pointer: string, what: string): RuleFinding =>
    warning("P-HALT", pointer, `the outcome of this HALT is incomplete: ${what}`);
  const { unsatisfied } = packet.coverage;
  return [
    ...(unsatisfied.length > 0 ? [found("/coverage/unsatisfied", `unsatisfied: ${listed(unsatisfied)}`)] : []),
    ...packet.contradictions.flatMap((item, index) =>
      isOpenContradiction(item) ? [found(toPointer("contradictions", index), "a contradiction is open")] : [],
    ),
    ...packet.open_loops.flatMap((item, index) =>
      isBlockingLoop(item) ? [found(toPointer("open_loops", index), "a blocking loop is open")] : [],
    ),
  ];
}

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, 8).join(", ");
  return ids.length > 8 ? `${shown} and ${ids.length - 8} more` : shown;
}
