/**
 * What passes over HTTP, recorded so that a reader finds the request of each answer.
 *
 * EX1  Clients count their requests each for itself, and those without a session cannot be told apart: a request is written
 *      again before its answer where another that has its id was written since, or where only the answer says which
 *      session it begins.
 */
import { sha256Hex, type Members } from "../../app.ts";
import { idOf, type Messages } from "./message.ts";
import type { Recorder } from "./recorder.ts";

/** Requests whose answers may still come over another stream. */
const MOST_REMEMBERED = 10_000;
const LABEL_LENGTH = 12;

interface Sent {
  readonly message: Members;
  readonly at: Date;
}

/** The recorded exchanges of a proxy. */
export class Exchanges {
  readonly recorder: Recorder;
  readonly #log: string;
  /** Whose request was written last, by session and id. */
  readonly #latest = new Map<string, Exchange>();

  /** `log` is the session of clients that have none. */
  constructor(recorder: Recorder, log: string) {
    this.recorder = recorder;
    this.#log = log;
  }

  begin(session: string | undefined): Exchange {
    return new Exchange(this, session);
  }

  /** What the log calls a session: who has its id can speak in it, so that is not kept. */
  labelOf(session: string | undefined): string {
    return session === undefined ? this.#log : `${this.#log}#${sha256Hex(session).slice(0, LABEL_LENGTH)}`;
  }

  write(key: string, exchange: Exchange): void {
    this.#latest.delete(key);
    this.#latest.set(key, exchange);
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > MOST_REMEMBERED && oldest !== undefined) this.#latest.delete(oldest);
  }

  /** True where the request of that key that was written last is this exchange's; it is answered now. */
  settle(key: string, exchange: Exchange): boolean {
    const isOwn = this.#latest.get(key) === exchange;
    this.#latest.delete(key);
    return isOwn;
  }
}

/** A request of HTTP and its answer. */
export class Exchange {
  readonly #all: Exchanges;
  readonly #sent = new Map<string, Sent>();
  #session: string;

  constructor(all: Exchanges, session: string | undefined) {
    this.#all = all;
    this.#session = all.labelOf(session);
  }

  sent({ all }: Messages): void {
    const at = new Date();
    for (const message of all) {
      const id = "method" in message ? idOf(message) : null;
      if (id === null) continue;
      this.#sent.set(id, { message, at });
      this.#all.write(`${this.#session} ${id}`, this);
    }
    this.#all.recorder.take("client", all, { session: this.#session, at });
  }

  /** The answer says which session it is of. */
  isOf(session: string): void {
    this.#session = this.#all.labelOf(session);
  }

  answered({ all }: Messages): void {
    const { recorder } = this.#all;
    for (const message of all) {
      const id = "method" in message ? null : idOf(message);
      const request = id === null ? undefined : this.#sent.get(id);
      if (request && !this.#all.settle(`${this.#session} ${id}`, this)) {
        recorder.take("client", [request.message], { session: this.#session, at: request.at });
      }
      if (id !== null) this.#sent.delete(id);
      recorder.take("server", [message], { session: this.#session });
    }
  }

  /** Something was too long, or in a form that cannot be read. */
  skip(): void {
    this.#all.recorder.skip();
  }
}
