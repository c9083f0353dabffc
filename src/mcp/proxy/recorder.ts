/**
 * The copy of what passes: recorded, and looked at for what a person should be told.
 *
 * RC1  Nothing that is in a message, and no failure of a disk, leaves this file as an exception.
 */
import type { Members } from "../../app.ts";
import type { Notice } from "./pins.ts";
import type { Side, Spot, TrafficLog } from "./traffic.ts";

/** A server may change what it says of itself with every answer: a person is told so often, and then no more. */
const MOST_WARNINGS = 20;

export interface RecorderOptions {
  readonly traffic: TrafficLog;
  /** What a person should be told of a message of the server. */
  readonly noticesOf: (message: Members) => readonly Notice[];
  /** Tells a person, on standard error. */
  readonly warn: (line: string) => void;
}

export class Recorder {
  readonly #options: RecorderOptions;
  #warnings = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Takes messages that one side sent. */
  take(side: Side, messages: readonly Members[], spot: Partial<Spot> = {}): void {
    const { traffic, noticesOf } = this.#options;
    for (const message of messages) {
      traffic.take(side, message, spot);
      if (side === "server") this.#attempt(() => noticesOf(message).forEach((it) => this.#warn(it)));
    }
  }

  /** Something passed that could not be looked at. */
  skip(): void {
    this.#options.traffic.skip();
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#warn(`what the server says of itself could not be compared: ${String(error)}`);
    }
  }

  #warn(line: string): void {
    this.#warnings += 1;
    if (this.#warnings <= MOST_WARNINGS) this.#options.warn(line);
    if (this.#warnings === MOST_WARNINGS) this.#options.warn("there may be more of this; no more is said of it");
  }
}
