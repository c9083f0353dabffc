/**
 * The virtual event loop: timers, turns and the clock of a simulated world, in place of those of Node.
 *
 * VL1  One delivery at a time: the promises that it settles are followed to their end before the next one.
 * VL2  What a delivery starts belongs to the process whose delivery it is; a dead process gets nothing more, a paused one
 *      gets it when it goes on.
 * VL3  No time passes but by deliveries: an hour costs as much as a millisecond.
 */

/** Who timers belong to: a process of the world, or the world itself. */
export interface Owner {
  isAlive: boolean;
  /** Nothing is delivered before this time, ms. */
  pausedUntilMs: number;
}

interface Delivery {
  readonly atMs: number;
  readonly order: number;
  readonly owner: Owner;
  readonly act: () => void;
  isCancelled: boolean;
  readonly unref: () => Delivery;
}

/** Beyond any time that is waited for in earnest. */
const LONGEST_MS = 2 ** 31;
const FACES = ["setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate"] as const;
type Faces = Readonly<Record<(typeof FACES)[number], unknown>>;

const realTurn = globalThis.setImmediate;

/** The world's own owner: never dead, never paused. */
export const WORLD: Owner = { isAlive: true, pausedUntilMs: 0 };

export class VirtualLoop {
  nowMs = 0;
  /** Deliveries so far: the steps of the simulation. */
  steps = 0;
  private readonly heap: Delivery[] = [];
  private order = 0;
  private owner: Owner = WORLD;
  private saved: Faces | null = null;

  /** Who is being delivered to. */
  get current(): Owner {
    return this.owner;
  }

  /** Delivers `act` to `owner` after so many milliseconds. */
  after(delayMs: number, act: () => void, owner: Owner = this.owner): Delivery {
    const atMs = this.nowMs + Math.min(LONGEST_MS, Math.max(0, Number.isNaN(delayMs) ? 0 : delayMs));
    const delivery: Delivery = {
      atMs,
      order: (this.order += 1),
      owner,
      act,
      isCancelled: false,
      unref: () => delivery,
    };
    this.push(delivery);
    return delivery;
  }

  /** Puts the loop in the place of Node's timers until the returned function is called. */
  install(): () => void {
    const cancel = (it?: Delivery): void => {
      if (it) it.isCancelled = true;
    };
    this.saved = Object.fromEntries(FACES.map((name) => [name, globalThis[name]])) as unknown as Faces;
    const faces: Faces = {
      setTimeout: (act: () => void, delayMs = 0) => this.after(Math.max(1, delayMs), act),
      setImmediate: (act: () => void) => this.after(0, act),
      setInterval: (act: () => void, delayMs: number) => this.every(delayMs, act),
      clearTimeout: cancel,
      clearInterval: cancel,
      clearImmediate: cancel,
    };
    Object.assign(globalThis, faces);
    return () => {
      if (this.saved) Object.assign(globalThis, this.saved);
      this.saved = null;
    };
  }

  private every(delayMs: number, act: () => void): { isCancelled: boolean; unref: () => void } {
    const handle = { isCancelled: false, unref: () => undefined };
    const { owner } = this;
    const next = (): void => {
      if (handle.isCancelled) return;
      act();
      this.after(delayMs, next, owner);
    };
    this.after(delayMs, next, owner);
    return handle;
  }

  /** Makes the next delivery and follows it to its end. False where nothing is left to deliver. */
  async step(): Promise<boolean> {
    const next = this.pop();
    if (!next) return false;
    if (next.isCancelled || !next.owner.isAlive) return true;
    if (next.owner.pausedUntilMs > Math.max(this.nowMs, next.atMs)) {
      this.after(next.owner.pausedUntilMs - this.nowMs, next.act, next.owner);
      return true;
    }
    this.nowMs = Math.max(this.nowMs, next.atMs);
    this.steps += 1;
    await this.deliver(next);
    return true;
  }

  /** Node takes up every promise that is settled before it comes to a turn of its own. */
  private async deliver({ owner, act }: Delivery): Promise<void> {
    this.owner = owner;
    act();
    await new Promise<void>((resolve) => realTurn(resolve));
    this.owner = WORLD;
  }

  private push(delivery: Delivery): void {
    const { heap } = this;
    let at = heap.push(delivery) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!isBefore(delivery, heap[up])) break;
      heap[at] = heap[up] ?? delivery;
      at = up;
    }
    heap[at] = delivery;
  }

  private pop(): Delivery | undefined {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const least = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
      if (!isBefore(heap[least], last)) break;
      heap[at] = heap[least] ?? last;
      at = least;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Delivery | undefined, b: Delivery | undefined): boolean {
  if (!a) return false;
  return !b || a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}
