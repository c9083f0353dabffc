/** What was delivered more than once, and what that cost. */
import { count, text, type Database } from "../../sqlite/index.ts";
import type { LedgerFilter, NearRepeat, Repeat, RepeatAnswer } from "../answers.ts";
import { Conditions, itemConditions, resolveFilter, type Resolved } from "./filter.ts";
import { itemById, itemLine, shaOf } from "./item-reading.ts";
import { instantOf } from "./time.ts";
import { totalsOf } from "./summary.ts";

export function repeatAnswer(database: Database, filter: LedgerFilter, limit: number): RepeatAnswer {
  const resolved = resolveFilter(database, filter);
  return { exact: exactRepeats(database, resolved, limit), near: nearRepeats(database, resolved, limit) };
}

/** Whether a filter is about more than whose context it was: then groups are chosen by their first items. */
function isByItem({ paths, tools, kind, role, sinceUs, untilUs }: Resolved): boolean {
  return (paths ?? tools ?? kind ?? role ?? sinceUs ?? untilUs) !== null;
}

function exactRepeats(database: Database, filter: Resolved, limit: number): RepeatAnswer["exact"] {
  const join = isByItem(filter) ? " JOIN items ON items.id = repeats.first_item" : "";
  const { sql, values } = isByItem(filter)
    ? itemConditions(filter, "items.").where()
    : new Conditions().among("repeats.scope", filter.scopes).where();
  const totals = database.get(`SELECT count(*) AS groups FROM repeats${join}${sql}`, ...values);
  const rows = database.all(
    `SELECT repeats.content, repeats.scope, times, tokens_repeated, first_item, last_us FROM repeats${join}${sql}
      ORDER BY tokens_repeated DESC, repeats.content LIMIT ?`,
    ...values,
    limit,
  );
  const top = rows.flatMap((row): Repeat[] => {
    const first = itemById(database, count(row, "first_item"));
    const scope = database.get("SELECT session, agent FROM scopes WHERE id = ?", count(row, "scope"));
    if (first === null || scope === null) return [];
    const agent = text(scope, "agent");
    return [
      {
        content_sha256: shaOf(database, count(row, "content")),
        session: text(scope, "session"),
        agent: agent === "" ? null : agent,
        times: count(row, "times"),
        tokens_repeated: count(row, "tokens_repeated"),
        first: itemLine(first),
        last_at: instantOf(count(row, "last_us")),
      },
    ];
  });
  return {
    groups: totals === null ? 0 : count(totals, "groups"),
    tokens_repeated: totalsOf(database, filter).tokens_repeated,
    top,
  };
}

function nearRepeats(database: Database, filter: Resolved, limit: number): RepeatAnswer["near"] {
  const join = isByItem(filter) ? " JOIN items ON items.id = near_repeats.item" : "";
  const { sql, values } = isByItem(filter)
    ? itemConditions(filter, "items.").where()
    : new Conditions().among("near_repeats.scope", filter.scopes).where();
  const totals = database.get(
    `SELECT count(*) AS items, coalesce(sum(near_repeats.tokens_repeated), 0) AS tokens_repeated FROM near_repeats${join}${sql}`,
    ...values,
  );
  const rows = database.all(
    `SELECT near_repeats.item, earlier, permille, near_repeats.tokens_repeated FROM near_repeats${join}${sql}
      ORDER BY near_repeats.tokens_repeated DESC, near_repeats.item LIMIT ?`,
    ...values,
    limit,
  );
  const top = rows.flatMap((row): NearRepeat[] => {
    const item = itemById(database, count(row, "item"));
    if (item === null) return [];
    return [
      {
        item: itemLine(item),
        earlier: count(row, "earlier"),
        share: count(row, "permille") / 1000,
        tokens_repeated: count(row, "tokens_repeated"),
      },
    ];
  });
  return {
    items: totals === null ? 0 : count(totals, "items"),
    tokens_repeated: totals === null ? 0 : count(totals, "tokens_repeated"),
    top,
  };
}
