/**
 * Effects that wait for a free place. Deeper tasks go first: work that was begun is finished before more is begun, so
 * what is alive stays small however wide the tree is.
 */
import type { Effect } from "../engine/index.ts";

export class ReadyQueue {
  private readonly byDepth: Effect[][] = [];
  private readonly known = new Set<string>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Adds an effect unless it is queued already. */
  add(effect: Effect): void {
    if (this.known.has(effect.id)) return;
    this.known.add(effect.id);
    const depth = effect.task.split(".").length - 1;
    while (this.byDepth.length <= depth) this.byDepth.push([]);
    this.byDepth[depth]?.push(effect);
    this.count += 1;
  }

  /** Takes the next effect, or null: of the deepest tasks the one that has waited longest. */
  take(): Effect | null {
    while (this.byDepth.length > 0) {
      const deepest = this.byDepth.at(-1) ?? [];
      const effect = deepest.shift();
      if (deepest.length === 0) this.byDepth.pop();
      if (!effect) continue;
      this.known.delete(effect.id);
      this.count -= 1;
      return effect;
    }
    return null;
  }
}
