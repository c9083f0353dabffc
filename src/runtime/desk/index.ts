/** Where agents from outside take up the work of a run. */
export { type Desk, type Verdict } from "./desk.ts";
export { Holders, type DueWork } from "./holders.ts";
export { findItem, searchItems, type FoundItem, type Hit } from "./look-up.ts";
export { visitDesk, type VisitOptions } from "./visit.ts";
