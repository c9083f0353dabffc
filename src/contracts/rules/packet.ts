/** The rules of one state packet (§3.2), behind P-SCHEMA. */
import type { RuleFinding } from "../findings.ts";
import type { StatePacket } from "../vocabulary.ts";
import { ids } from "./p-id.ts";
import { tree } from "./p-tree.ts";
import { coverage } from "./p-coverage.ts";
import { evidence } from "./p-evidence.ts";
import { contradicted } from "./p-contradicted.ts";
import { split } from "./p-split.ts";
import { spent } from "./p-spent.ts";
import { phase } from "./p-phase.ts";
import { form } from "./p-form.ts";
import { halt } from "./p-halt.ts";

const rules = [ids, tree, coverage, evidence, contradicted, split, spent, phase, form, halt];

/** Everything that the rules say about a packet whose schema holds, rule by rule. Source: semantics §3.2. */
export const packetFindings = (packet: StatePacket): RuleFinding[] => rules.flatMap((rule) => rule(packet));
