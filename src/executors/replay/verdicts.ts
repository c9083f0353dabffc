/** Recorded verdicts, taken apart: what is unclear is a no. */
import { isList, type Json } from "./request.ts";

interface Verdict {
  readonly claim: string;
  readonly confirmed: boolean;
  readonly reason: string;
}

export function verdictsOf(answer: Json): readonly Verdict[] {
  if (!isList(answer)) return [];
  return answer.flatMap((it) => {
    if (typeof it !== "object" || it === null || isList(it)) return [];
    const { claim, confirmed, reason } = it;
    if (typeof claim !== "string") return [];
    return [{ claim, confirmed: confirmed === true, reason: typeof reason === "string" ? reason : "" }];
  });
}
