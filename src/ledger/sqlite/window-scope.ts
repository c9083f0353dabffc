/** What a filter is about, as the scope of documents: sums over everything recorded, and its borders in time. */
import { countOrNull, type Database } from "../../sqlite/index.ts";
import type { LedgerFilter, WindowScope } from "../answers.ts";
import { Conditions, itemConditions, resolveFilter } from "./filter.ts";
import { totalsOf } from "./summary.ts";
import { instantOf } from "./time.ts";

export function windowScopeOf(database: Database, filter: LedgerFilter): WindowScope | null {
  const resolved = resolveFilter(database, filter);
  const sums = totalsOf(database, resolved);
  if (sums.items === 0) return null;
  const among = new Conditions().among("id", resolved.scopes).where();
  const scopes = database.get(
    `SELECT min(first_us) AS first_us, max(last_us) AS last_us FROM scopes${among.sql}`,
    ...among.values,
  );
  const items = itemConditions(resolved).where();
  const kept = database.get(
    `SELECT min(created_us) AS first_us, max(created_us) AS last_us FROM items${items.sql}`,
    ...items.values,
  );
  const isPruned = kept === null || kept["first_us"] === null;
  // Times of what was pruned are known for whole scopes only.
  const first = isPruned || database.get("SELECT 1 FROM gone LIMIT 1") !== null ? scopes : kept;
  const last = isPruned ? scopes : kept;
  return {
    sums,
    first_at: instantOf(countOrNull(first ?? {}, "first_us") ?? 0),
    last_at: instantOf(countOrNull(last ?? {}, "last_us") ?? 0),
  };
}
