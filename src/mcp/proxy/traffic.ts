/**
 * The log of what passed: one line a message, redacted, in a private file that `cairn import` reads.
 *
 * TL1  Writing never holds up what passes. What the disk cannot take in time, what is nested too deep to be written and
 *      what would make the file too large is counted and left out.
 */
import { createWriteStream, type WriteStream } from "node:fs";
import { dirname } from "node:path";
import type { Members } from "../../app.ts";
import { mapTexts } from "./message.ts";
import { makeFolders } from "../../folders.ts";

/** Characters that may wait for the disk, and that a log may hold. */
const MAXIMUM_WAITING = 64 * 1024 * 1024;
const MAXIMUM_LENGTH = 2 * 1024 * 1024 * 1024;

export type Side = "client" | "server";

/** What a message is recorded with, beside what it says. */
export interface Spot {
  /** Messages of one session have ids of their own. */
  readonly session: string;
  readonly at: Date;
}

export interface TrafficOptions {
  readonly path: string;
  readonly server: string;
  readonly session: string;
  readonly redact: (text: string) => string;
  readonly maximumLength?: number;
}

/** A log that is written to. */
export class TrafficLog {
  readonly #options: TrafficOptions;
  readonly #stream: WriteStream;
  #length = 0;
  /** Messages that were left out, and why the file failed. */
  lost = 0;
  failure: Error | null = null;

  constructor(options: TrafficOptions) {
    this.#options = options;
    makeFolders(dirname(options.path), 0o700);
    this.#stream = createWriteStream(options.path, { flags: "a", mode: 0o600 });
    this.#stream.on("error", (error) => (this.failure ??= error));
  }

  /** Takes a message that passed; `spot` where it is of another session than the log, or of another time than now. */
  take(direction: Side, message: Members, spot: Partial<Spot> = {}): void {
    const line = this.#canTake() ? this.#lineOf(direction, message, spot) : null;
    const { maximumLength = MAXIMUM_LENGTH } = this.#options;
    if (line === null || this.#length + line.length > maximumLength) {
      this.lost += 1;
      return;
    }
    this.#length += line.length;
    this.#stream.write(line);
  }

  /** Something was too long to be looked at. */
  skip(): void {
    this.lost += 1;
  }

  /** Resolves when everything is in the file, or the file failed. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.failure !== null) resolve();
      this.#stream.once("error", () => resolve());
      this.#stream.end(() => resolve());
    });
  }

  #canTake(): boolean {
    return this.failure === null && this.#stream.writableLength <= MAXIMUM_WAITING;
  }

  #lineOf(direction: Side, message: Members, { session, at = new Date() }: Partial<Spot>): string | null {
    const { server, redact } = this.#options;
    const head = { time: at.toISOString(), direction, server, session: session ?? this.#options.session };
    try {
      return `${JSON.stringify({ ...head, message: mapTexts(message, redact) })}\n`;
    } catch {
      return null; // nested too deep
    }
  }
}
