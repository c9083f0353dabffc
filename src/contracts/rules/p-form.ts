import { note } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { artifactDeltaMisfit, contradictionMisfit, openLoopMisfit } from "../forms.ts";
import { toPointer } from "../pointer.ts";
import type { StatePacket } from "../vocabulary.ts";

const forms = [
  { list: "contradictions", name: "contradiction", misfit: contradictionMisfit },
  { list: "open_loops", name: "open loop", misfit: openLoopMisfit },
  { list: "artifact_deltas", name: "artifact delta", misfit: artifactDeltaMisfit },
] as const;

/** P-FORM: which open objects have another form than this system's (§3.5, §3.6). They are kept as they are. */
export function form(packet: StatePacket): RuleFinding[] {
  return forms.flatMap(({ list, name, misfit }) =>
    packet[list].flatMap((item, index) => {
      const reason = misfit(item);
      return reason === null
        ? []
        : [note("P-FORM", toPointer(list, index), `no ${name} of this system's form, and kept as it is: ${reason}`)];
    }),
  );
}
