/**
 * Says which resources changed, to whoever listens. Runs are looked at for as long as somebody does, since commands,
 * hooks and other servers write to the same store.
 */
import type { Agents, NewsReader } from "../app.ts";
import { itemUri, packetUri, resultUri } from "./uris.ts";

const INTERVAL_MS = 500;
/** Of the time at most so much goes into looking, however many runs there are. */
const LARGEST_SHARE = 0.02;

/** Is told the URI of a resource that changed. */
export type ChangeListener = (uri: string) => void;

export class ResourceWatch {
  readonly #agents: Pick<Agents, "news">;
  readonly #onError: (error: Error) => void;
  readonly #listeners = new Set<ChangeListener>();
  #timer: NodeJS.Timeout | undefined;

  constructor(agents: Pick<Agents, "news">, onError: (error: Error) => void) {
    this.#agents = agents;
    this.#onError = onError;
  }

  /** Tells of every change from now on, until the returned function is called. Errors: those of the store. */
  listen(listener: ChangeListener): () => void {
    if (this.#timer === undefined) this.#lookAgain(this.#agents.news(), INTERVAL_MS);
    // The same function may listen twice.
    const own: ChangeListener = (uri) => listener(uri);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  #lookAgain(news: NewsReader, afterMs: number): void {
    this.#timer = setTimeout(() => {
      const startedAt = performance.now();
      try {
        for (const uri of changedIn(news)) for (const listener of this.#listeners) listener(uri);
      } catch (error) {
        this.#onError(error instanceof Error ? error : new Error(String(error)));
      }
      const tookMs = performance.now() - startedAt;
      if (this.#listeners.size > 0) this.#lookAgain(news, Math.max(INTERVAL_MS, tookMs / LARGEST_SHARE));
    }, afterMs);
  }
}

function* changedIn(news: NewsReader): Iterable<string> {
  for (const { run, tasks, firstItem, nextItem } of news.read()) {
    for (const task of tasks) yield packetUri(run, task);
    for (let seq = firstItem; seq < nextItem; seq++) yield itemUri(run, seq);
    if (tasks.length > 0) yield resultUri(run);
  }
}
