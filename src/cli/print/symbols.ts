/** One sign for one state, everywhere. */
import type { TreeNode } from "../../app.ts";
import type { Claim, Outcome } from "../../contracts/index.ts";
import { cyan, dim, green, red, yellow } from "./marks.ts";

export function yesOrNo(isSo: boolean): string {
  return isSo ? green("✓") : red("✗");
}

export function outcomeSign(outcome: Outcome): string {
  switch (outcome) {
    case "complete":
      return green("✓");
    case "incomplete":
      return yellow("◐");
    case "refused":
      return red("✗");
  }
}

export function taskSign({ state, outcome }: Pick<TreeNode, "state" | "outcome">): string {
  switch (state) {
    case "waiting":
      return dim("·");
    case "working":
      return cyan("●");
    case "asking":
      return yellow("?");
    case "halted":
      return outcome === null ? dim("·") : outcomeSign(outcome);
  }
}

export function claimSign(status: Claim["status"]): string {
  switch (status) {
    case "verified":
      return green("✓");
    case "supported":
      return green("+");
    case "contradicted":
      return red("≠");
    case "rejected":
      return dim("✗");
    case "proposed":
    case "unresolved":
      return dim("?");
  }
}
