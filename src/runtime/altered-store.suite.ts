/** A store of which some functions do otherwise: damage and failures, for tests. */
import type { Store } from "./store.ts";

/** The store, with some of what it does done otherwise. */
export function alteredStore(store: Store, change: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const own: unknown = Reflect.get(change, name) ?? Reflect.get(target, name);
      return typeof own === "function" ? (own.bind(target) as unknown) : own;
    },
  });
}
