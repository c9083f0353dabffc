/**
 * The witness: a small file beside the store that says how far the store was when it last acknowledged something.
 *
 * A damaged, deleted or forgotten write-ahead log opens cleanly and is only shorter, and so is a copy that was put back:
 * the hash chain is whole, and its end is gone. What was acknowledged is therefore written down a second time.
 *
 * N1  The file is written and synced after each COMMIT and before anything is acknowledged: it is never ahead of the
 *     store, and what was acknowledged is in it. After a crash between the two it is behind, which is normal.
 * N2  Two slots of a page each, used in turn, each with a hash: a write that was torn leaves the other one. The file has
 *     its full size from the start, so that no write of it needs room, and it is never replaced, only written in place.
 * N3  Whoever writes reads first and never goes back. Between processes that write in the same moment, the newest entry
 *     may be that of the last but one until the next write: behind, which is normal.
 */
import {
  closeSync,
  fdatasyncSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { membersOf, sha256Hex } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";

/** How far a store was. Numbers only grow. */
export interface WitnessedEnd {
  /** Events in the store, of all runs, and the newest of them; 0 and nulls where there is none. */
  readonly events: number;
  readonly run: string | null;
  readonly seq: number;
  readonly hash: string | null;
  /** Ledger items of that run. */
  readonly items: number;
  /** Runs in the store, and the newest. */
  readonly runs: number;
  readonly newestRun: string | null;
  /** Messages that were ever left for workers. */
  readonly messages: number;
}

const SLOT_BYTES = 4096;
const HASH_CHARACTERS = 64;

/** Where the witness of a store is. */
export function witnessPath(store: string): string {
  return `${store}-head`;
}

/** The witness of a store that is open for writing. */
export class Witness {
  readonly #path: string;
  #descriptor: number;

  /** Opens the witness; where there is none it is made, and says what `end` gives. Errors: RuntimeFailure `disk-full`, `store-readonly`. */
  constructor(store: string, end: () => WitnessedEnd) {
    this.#path = witnessPath(store);
    try {
      this.#descriptor = openOrMake(this.#path, end);
    } catch (cause) {
      throw notWritten(this.#path, cause);
    }
  }

  /** What it says. Errors: RuntimeFailure `store-damaged` where no slot is as it was written. */
  read(): WitnessedEnd {
    return newestOf(this.#path, this.#slots());
  }

  /** Writes down how far the store is, durably, unless it is known to be further (N3). Errors: as the constructor. */
  write(end: WitnessedEnd): void {
    const [first, second] = this.#slots();
    const known = newer(first, second);
    if (known !== null && newer(known, end) === known) return;
    this.#put(known !== null && known === first ? 1 : 0, end);
  }

  /** Writes down what is so from now on, whatever was known. Errors: as the constructor. */
  overwrite(end: WitnessedEnd): void {
    for (const slot of [0, 1]) this.#put(slot, end);
  }

  /** Closing twice is no error. */
  close(): void {
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    this.#descriptor = -1;
  }

  #slots(): Slots {
    const bytes = Buffer.alloc(2 * SLOT_BYTES);
    readSync(this.#descriptor, bytes, 0, bytes.length, 0);
    return slotsOf(bytes);
  }

  #put(slot: number, end: WitnessedEnd): void {
    try {
      writeSync(this.#descriptor, slotBytes(end), 0, SLOT_BYTES, slot * SLOT_BYTES);
      fdatasyncSync(this.#descriptor);
    } catch (cause) {
      throw notWritten(this.#path, cause);
    }
  }
}

/** What the witness of a store says, for readers; null where there is none. Errors: RuntimeFailure `store-damaged`, `input-unreadable`. */
export function readWitness(store: string): WitnessedEnd | null {
  const path = witnessPath(store);
  try {
    return newestOf(path, slotsOf(readFileSync(path)));
  } catch (cause) {
    if (cause instanceof RuntimeFailure) throw cause;
    if (codeOf(cause) === "ENOENT") return null;
    throw new RuntimeFailure("input-unreadable", `${path} cannot be read`, { cause });
  }
}

type Slots = readonly [WitnessedEnd | null, WitnessedEnd | null];

function slotsOf(bytes: Buffer): Slots {
  return [slotAt(bytes, 0), slotAt(bytes, SLOT_BYTES)];
}

/** `<sha256> <json>`, filled up with blanks; a person can read it. */
function slotBytes(end: WitnessedEnd): Buffer {
  const json = JSON.stringify(end);
  const bytes = Buffer.alloc(SLOT_BYTES, " ");
  bytes.write(`${sha256Hex(json)} ${json}`);
  bytes.write("\n", SLOT_BYTES - 1);
  return bytes;
}

function slotAt(bytes: Buffer, start: number): WitnessedEnd | null {
  const text = bytes.toString("utf8", start, start + SLOT_BYTES).trimEnd();
  const json = text.slice(HASH_CHARACTERS + 1);
  return sha256Hex(json) === text.slice(0, HASH_CHARACTERS)
    ? (membersOf(JSON.parse(json)) as unknown as WitnessedEnd)
    : null;
}

function newestOf(path: string, [first, second]: Slots): WitnessedEnd {
  const end = newer(first, second);
  if (end !== null) return end;
  throw new RuntimeFailure(
    "store-damaged",
    `${path}, which says how far the store was, is not as it was written; to go on with the store as it is: cairn repair --accept`,
  );
}

function newer(first: WitnessedEnd | null, second: WitnessedEnd | null): WitnessedEnd | null {
  if (first === null || second === null) return first ?? second;
  const isSecond = place(second) > place(first) || (place(second) === place(first) && second.items > first.items);
  return isSecond ? second : first;
}

/** Grows with everything that is acknowledged but items without an event, which `items` tells apart. */
function place({ events, runs, messages }: WitnessedEnd): number {
  return events + runs + messages;
}

function openOrMake(path: string, end: () => WitnessedEnd): number {
  try {
    return openSync(path, "r+");
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  // Under its name only when it is whole, and never in place of one that another process made meanwhile (N2).
  const beside = `${path}.${process.pid}.tmp`;
  try {
    const slot = slotBytes(end());
    const slots = Buffer.concat([slot, slot]);
    writeFileSync(beside, slots, { mode: 0o600, flush: true });
    linkOrWrite(beside, path, slots);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(beside, { force: true });
  }
  return openSync(path, "r+");
}

/** Some file systems have no links: there it is made in place, and what a power loss leaves of it may have to be accepted. */
function linkOrWrite(beside: string, path: string, slots: Uint8Array): void {
  try {
    linkSync(beside, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw error;
    writeFileSync(path, slots, { flag: "wx", mode: 0o600, flush: true });
  }
}

function notWritten(path: string, cause: unknown): unknown {
  if (cause instanceof RuntimeFailure) return cause;
  const isFull = ["ENOSPC", "EDQUOT"].includes(codeOf(cause));
  const why = isFull ? "the disk is full" : codeOf(cause);
  return new RuntimeFailure(isFull ? "disk-full" : "store-readonly", `could not write ${path}: ${why}`, { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
