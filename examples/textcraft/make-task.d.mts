export interface Goal {
  readonly id: string;
  readonly goal: string;
  readonly commands: readonly string[];
}
export function readGoals(): Goal[];
export function writeTask(
  goal: Goal,
  folder: string,
): { readonly path: string; readonly granted: number; readonly item: string };
