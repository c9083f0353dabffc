/**
 * The log of what passed: one line a message, redacted, in a private file that `cairn import` reads.
 *
 * TL1  Writing never holds up what passes. What the disk cannot take in time is counted and left out.
 */
import { createWriteStream, mkdirSync, type WriteStream } from "node:fs";
import { dirname } from "node:path";
import type { Members } from "../../app.ts";
import { mapTexts } from "./message.ts";

/** Bytes that may wait for the disk. */
const MAXIMUM_WAITING = 64 * 1024 * 1024;

export interface TrafficOptions {
  readonly path: string;
  readonly server: string;
  readonly session: string;
  readonly redact: (text: string) => string;
}

/** A log that is written to. */
export class TrafficLog {
  readonly #options: TrafficOptions;
  readonly #stream: WriteStream;
  /** Messages that were left out, and why the file failed. */
  lost = 0;
  failure: Error | null = null;

  constructor(options: TrafficOptions) {
    this.#options = options;
    mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 });
    this.#stream = createWriteStream(options.path, { flags: "a", mode: 0o600 });
    this.#stream.on("error", (error) => (this.failure ??= error));
  }

  /** Takes a message that passed. */
  take(direction: "client" | "server", message: Members): void {
    if (this.failure !== null || this.#stream.writableLength > MAXIMUM_WAITING) {
      this.lost += 1;
      return;
    }
    const { server, session, redact } = this.#options;
    const kept = mapTexts(message, redact);
    this.#stream.write(
      `${JSON.stringify({ time: new Date().toISOString(), direction, server, session, message: kept })}\n`,
    );
  }

  /** A line was too long to be looked at. */
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
}
