/** Where agents from outside take up the work of a run. */
export { Desk, type DeskOptions, type DueWork, type Verdict } from "./desk.ts";
export { visitDesk, type VisitOptions } from "./visit.ts";
