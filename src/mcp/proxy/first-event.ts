/**
 * The event with which a server of 2024-11-05 says where it takes messages: an address on the server, which has to become one
 * on the proxy. All other bytes pass as they come.
 */
import { Transform, type TransformCallback } from "node:stream";
import { placed, type Place } from "./http-headers.ts";

/** No such event is longer. */
const MOST_HELD = 64 * 1024;
const NO_BYTES: Buffer = Buffer.alloc(0);
const EVENT_END = /\r?\n\r?\n/;

export class FirstEvent extends Transform {
  readonly #place: Place;
  /** What came so far of the first event with data; null once it is through. */
  #held: Buffer | null = NO_BYTES;

  constructor(place: Place) {
    super();
    this.#place = place;
  }

  /** The bytes of events with the address in them, if there is one, as clients of the proxy have to call it. */
  static placed(bytes: Buffer, place: Place): Buffer {
    const text = bytes.toString("latin1"); // a character a byte: what is not changed comes back as it was
    const changed = text.replace(
      /^(event: ?endpoint\r?\ndata: ?)([^\r\n]*)/m,
      (_, before: string, address: string) => `${before}${placed(address, place)}`,
    );
    return changed === text ? bytes : Buffer.from(changed, "latin1");
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    if (this.#held === null) {
      done(null, chunk);
      return;
    }
    const held = Buffer.concat([this.#held, chunk]);
    const text = held.toString("latin1");
    const isWhole = text
      .split(EVENT_END)
      .slice(0, -1)
      .some((it) => /^data:/m.test(it));
    if (!isWhole && held.length <= MOST_HELD) {
      this.#held = held;
      done();
      return;
    }
    this.#held = null;
    done(null, FirstEvent.placed(held, this.#place));
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#held ?? NO_BYTES);
  }
}
