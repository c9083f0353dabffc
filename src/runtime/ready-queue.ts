/**
 * Effects that wait for a free place. Deeper tasks go first: work that was begun is finished before more is begun, so
 * what is alive stays small however wide the tree is. An answer goes with the task that asked, ahead of work at its depth:
 * else children that go on would keep the one that asked waiting for ever.
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
    const place = placeOf(effect);
    while (this.byDepth.length <= place) this.byDepth.push([]);
    this.byDepth[place]?.push(effect);
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

/** Higher goes first: two places a depth, the upper one for answers. */
function placeOf(effect: Effect): number {
  const isAnswer = effect.kind === "invoke" && effect.purpose === "answer";
  const task = isAnswer ? effect.escalation.slice(0, effect.escalation.indexOf("/")) : effect.task;
  return 2 * (task.split(".").length - 1) + (isAnswer ? 1 : 0);
}
