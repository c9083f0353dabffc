/** Words of closed lists as the numbers that rows hold. The numbers are in files: words are added at the end, none goes. */
import type { SourceKind } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import { LEDGER_ROLES, type LedgerRole } from "../item.ts";

const KINDS: readonly SourceKind[] = ["read", "shell", "search", "provider", "other"];
const ROLES = LEDGER_ROLES;

/** What a model said itself: it was not sent in, so it is no repetition. */
export const PROPOSAL: number = ROLES.indexOf("proposal");
export const READ: number = KINDS.indexOf("read");
export const USER: number = ROLES.indexOf("user");

export const kindCode = (kind: SourceKind): number => KINDS.indexOf(kind);
export const roleCode = (role: LedgerRole): number => ROLES.indexOf(role);

export function kindOf(code: number): SourceKind {
  return known(KINDS[code], "kind");
}

export function roleOf(code: number): LedgerRole {
  return known(ROLES[code], "role");
}

function known<T>(word: T | undefined, what: string): T {
  if (word !== undefined) return word;
  throw new RuntimeFailure("store-damaged", `a row of the ledger has no known ${what}`);
}
