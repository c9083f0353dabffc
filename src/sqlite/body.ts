/**
 * How bytes lie in a row: one byte that says how, then the bytes. Hashes are over the bytes outside, never over these.
 *
 * B1  `unpack(pack(x))` is `x`, or unpacking throws; it never returns more than the length that was packed.
 * B2  A form that was once written is read forever: a better packing is another form, never a change of this one.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { RuntimeFailure } from "../errors.ts";

const PLAIN = 0;
const DEFLATED = 1;

/**
 * Below this, packing costs more than it saves: 25 to 30 µs whatever the length, a third of what a whole step may
 * cost, for some 500 bytes of a kilobyte (measured).
 */
const MINIMUM_BYTES = 2048;
/** One byte for the form, four for the length outside. */
const HEADER_BYTES = 5;
const MAXIMUM_BYTES = 0x7fff_ffff;

/** The bytes as a row keeps them: compressed where that makes them smaller. */
export function pack(bytes: Uint8Array): Uint8Array {
  const packed = bytes.length < MINIMUM_BYTES ? null : deflateRawSync(bytes, { level: 1 });
  if (packed !== null && packed.length + HEADER_BYTES < bytes.length) {
    const body = Buffer.allocUnsafe(HEADER_BYTES + packed.length);
    body.writeUInt8(DEFLATED, 0);
    body.writeUInt32LE(bytes.length, 1);
    body.set(packed, HEADER_BYTES);
    return body;
  }
  const body = Buffer.allocUnsafe(1 + bytes.length);
  body.writeUInt8(PLAIN, 0);
  body.set(bytes, 1);
  return body;
}

/**
 * The bytes that were packed.
 *
 * Errors: RuntimeFailure `store-damaged` when the row holds no such form or other bytes than it says.
 */
export function unpack(body: Uint8Array): Uint8Array {
  const form = body[0];
  if (form === PLAIN) return new Uint8Array(body.buffer, body.byteOffset + 1, body.length - 1);
  if (form !== DEFLATED || body.length < HEADER_BYTES) throw damaged("a stored body has an unknown form");
  const view = Buffer.from(body.buffer, body.byteOffset, body.length);
  const length = view.readUInt32LE(1);
  if (length > MAXIMUM_BYTES) throw damaged("a stored body says that it is larger than 2 GiB");
  const bytes = inflate(view.subarray(HEADER_BYTES), length);
  if (bytes.length !== length) throw damaged("a stored body has another length than it says");
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

function inflate(packed: Uint8Array, length: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(length, 1) });
  } catch (cause) {
    throw damaged("a stored body cannot be unpacked", cause);
  }
}

function damaged(message: string, cause?: unknown): RuntimeFailure {
  return new RuntimeFailure("store-damaged", message, cause === undefined ? {} : { cause });
}
