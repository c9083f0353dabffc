/** Importer for the events of this program's own runs, as `cairn export RUN --events DIR` writes them. */
import { CLIENT, openReader } from "./cairn/reader.ts";
import { headRows } from "./head-rows.ts";
import type { Importer } from "./imported.ts";
import type { Row } from "./fields.ts";

/** Event logs of runs. Source: schemas/event.schema.json. */
export const cairnEvents: Importer = {
  name: CLIENT,
  recognises: (_path, head) => headRows(head).some(isEvent),
  open: openReader,
};

/** What breaks off at the end of the beginning of a file may lack the members that come last. */
const isEvent = ({ hash, kind, payload }: Row): boolean =>
  typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash) && typeof kind === "string" && typeof payload === "object";
