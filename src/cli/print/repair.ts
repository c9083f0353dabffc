/** What can be saved of a store, for people. */
import type { RepairReport, SavedRun } from "../../app.ts";
import { bold, dim, green, red } from "./marks.ts";
import { counted } from "./numbers.ts";

export function repairLines({ store, missing, accepted, runs, savedTo }: RepairReport): string[] {
  const behind = missing === null ? [] : [`${red("✗")} ${store} lacks what was acknowledged: ${missing}`];
  const damaged = runs.filter((it) => it.loss !== null);
  const did = savedTo === null ? "can be saved" : `saved into ${savedTo}`;
  const whole = runs.length - damaged.length;
  const sum = damaged.length === 0 ? "" : `, ${damaged.length} as far as they are whole`;
  return [
    ...behind,
    ...accepted.map((it) => dim(`  accepted at ${it.time}, without: ${it.missing}`)),
    `${damaged.length === 0 ? green("✓") : red("✗")} ${counted(whole, "run")} whole ${did}${sum}`,
    ...damaged.flatMap(damagedLines),
    ...(savedTo === null && damaged.length > 0
      ? [dim("  save it into a new store with: cairn repair --to FOLDER")]
      : []),
  ];
}

function damagedLines({ run, events, items, ofEvents, loss }: SavedRun): string[] {
  const of = ofEvents === null ? "" : ` of ${ofEvents}`;
  const what = events === 0 ? "nothing" : `events 1 to ${events}`;
  return [`  ${bold(run)} ${what}${of}, with ${counted(items, "ledger item")}`, `    ${loss}`];
}

export function acceptedLine(missing: string | null): string {
  if (missing === null) return `${green("✓")} nothing is missing: there is nothing to accept`;
  return `${green("✓")} taken as it is, without: ${missing}`;
}
