/**
 * How bytes lie in a row: one byte that says how, then the bytes. Hashes are over the bytes outside, never over these.
 *
 * B1  `unpack(pack(x))` is `x`, or unpacking throws; it never returns more than the length that was packed.
 * B2  A form that was once written is read forever: a better dictionary is another form, never a change of this one.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { RuntimeFailure } from "../../errors.ts";

const PLAIN = 0;
const DEFLATED = 1;
const DEFLATED_EVENT = 2;

/** Below this, what is saved is not worth 25 µs. */
const MINIMUM_BYTES = 512;
/** One byte for the form, four for the length outside. */
const HEADER_BYTES = 5;
const MAXIMUM_BYTES = 0x7fff_ffff;

/**
 * What events are made of, so that the first event of a run is packed as well as the thousandth (354 instead of 781
 * bytes a step, measured). The most frequent text is last: near matches are the cheapest.
 */
const EVENT_DICTIONARY = Buffer.from(
  [
    `"artifact_deltas":[{"added":,"after":"","before":null,"id":"a1","op":"create","path":"","removed":0,"status":"proposed"`,
    `"contradictions":[{"between":["c1","c2"],"found_by":"model","id":"x1","kind":"claim","outcome":"","settled_by":"","status":"open"`,
    `"escalation":{"blocking":true,"options":[],"question":"","to":"person"}"halt":{"outcome":"incomplete","reason":"","summary":"`,
    `"invariants":[{"authority":"model-proposal","id":"i1","operator":"PROHIBIT","statement":"`,
    `"split":{"any":[],"children":[{"depends_on":[],"key":"","objective":"","requires":["r1"],"share":{"invocations":`,
    `"keep":[],"refine":[{"into":[{"id":"r1/","needs":"supported","statement":"`,
    `{"kind":"task-opened","payload":{"any":[],"budget":{"context_tokens":8000,"maximum_children":8,"maximum_depth":4,"output_tokens":1000,"remaining_invocations":,"remaining_wall_time_ms":},"dependencies":[],"key":"","objective":"","ordinal":1,"parent":"","requirements":[{"check":"","id":"r1","needs":"supported","statement":"`,
    `{"kind":"check-recorded","payload":{"check":"","clock_ms":0,"detail":"","effect":"","item":null,"passed":true},"prev":"`,
    `{"kind":"checks-requested","payload":{"checks":[{"check":"","effect":"","purpose":"proposal"}],"clock_ms":0,"invocation":"`,
    `{"kind":"children-joined","payload":{"children":["","clock_ms":0,"packet":"{"kind":"task-halted","payload":{"clock_ms":0,"outcome":"complete","packet":"","reasons":[]},"prev":"`,
    `{"kind":"proposal-rejected","payload":{"clock_ms":0,"invocation":"","proposal":1,"rejections":[{"code":"R-EVIDENCE","message":"","pointer":"/claims/0`,
    `{"kind":"invocation-opened","payload":{"clock_ms":0,"executor":"local","invocation":"","items":[1,2],"purpose":"work"},"prev":"`,
    `{"kind":"proposal-accepted","payload":{"clock_ms":0,"invocation":"","packet":"","proposal":{"based_on":"","claims":[{"confidence":0.9,"evidence_refs":["ctx:1#L1-L20"],"id":"c1","statement":"","status":"proposed"},{"confidence":1,"evidence_refs":["ctx:2"],"id":"c2","statement":"","status":"supported"}],`,
    `"open_loops":[{"blocking":false,"id":"l1","kind":"question","owner":"task","status":"open","text":"`,
    `"satisfies":[{"claims":["c1","c2"],"requirement":"r1"}],"task_id":"","transition":"EXECUTE"}},"prev":"","seq":,"task":"","time":"202`,
  ].join(""),
);

/** What the bytes are: events share a dictionary. */
export type BodyKind = "event" | "content";

/** The bytes as a row keeps them: compressed where that makes them smaller. */
export function pack(bytes: Uint8Array, kind: BodyKind): Uint8Array {
  const packed = bytes.length < MINIMUM_BYTES ? null : deflate(bytes, kind);
  if (packed !== null && packed.length + HEADER_BYTES < bytes.length) {
    const body = Buffer.allocUnsafe(HEADER_BYTES + packed.length);
    body.writeUInt8(kind === "event" ? DEFLATED_EVENT : DEFLATED, 0);
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
  const view = Buffer.from(body.buffer, body.byteOffset, body.length);
  const form = view[0];
  if (form === PLAIN) return body.subarray(1);
  if ((form !== DEFLATED && form !== DEFLATED_EVENT) || view.length < HEADER_BYTES) throw damaged("a stored body has an unknown form");
  const length = view.readUInt32LE(1);
  if (length > MAXIMUM_BYTES) throw damaged("a stored body says that it is larger than 2 GiB");
  let bytes: Uint8Array;
  try {
    const dictionary = form === DEFLATED_EVENT ? { dictionary: EVENT_DICTIONARY } : {};
    bytes = inflateRawSync(view.subarray(HEADER_BYTES), { ...shape(length), ...dictionary, maxOutputLength: Math.max(length, 1) });
  } catch (cause) {
    throw damaged("a stored body cannot be unpacked", cause);
  }
  if (bytes.length !== length) throw damaged("a stored body has another length than it says");
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

function deflate(bytes: Uint8Array, kind: BodyKind): Uint8Array {
  const dictionary = kind === "event" ? { dictionary: EVENT_DICTIONARY } : {};
  return deflateRawSync(bytes, { ...shape(bytes.length), ...dictionary, level: 1 });
}

/** A window as large as the bytes need: zeroing the largest one costs more than packing a small event. */
function shape(length: number): { windowBits: number; memLevel: number } {
  return length <= 4096 ? { windowBits: 13, memLevel: 5 } : { windowBits: 15, memLevel: 8 };
}

function damaged(message: string, cause?: unknown): RuntimeFailure {
  return new RuntimeFailure("store-damaged", message, cause === undefined ? {} : { cause });
}
