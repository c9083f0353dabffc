/**
 * Canonical JSON (RFC 8785), and identities made of it.
 *
 * C1  Equal values give equal text: members sorted by UTF-16 code units, numbers as ECMAScript prints them.
 * C2  Only JSON gets text: a lone surrogate, a number that is not finite, a class's instance throw.
 * C3  The text of a deeply frozen object is kept, so what did not change costs a look-up. What is not frozen is
 *     never kept: it could change.
 */
import { sha256Hex } from "./sha256.ts";
import type { StatePacket } from "./vocabulary.ts";

/** Longer texts are joined anew from their parts: keeping them would hold every packet's text beside its claims'. */
const KEPT_LENGTH = 16_384;
/** The gate lets documents through to depth 64; more is a cycle or a mistake. */
const MAXIMUM_DEPTH = 256;

const keptTexts = new WeakMap<object, string>();
const keptIdentities = new WeakMap<object, string>();
const loneSurrogate = /\p{Surrogate}/u;

/** Names of members as they are written: documents have a few dozen, again and again. */
const keptNames = new Map<string, string>();
const KEPT_NAMES = 1024;

/** Whether everything that was written since the object began is frozen. */
interface Walk {
  frozen: boolean;
  depth: number;
}

/**
 * The canonical JSON of a value. Members that are `undefined` are left out.
 *
 * Errors: throws TypeError on what is no JSON (C2) and on more than 256 levels: the caller's bug, since documents pass the gate.
 */
export const canonicalText = (value: unknown): string => write(value, { frozen: true, depth: 0 });

/** The SHA-256, in hex, of a value's canonical JSON. Errors: as `canonicalText`. */
export const canonicalHash = (value: unknown): string => sha256Hex(canonicalText(value));

/** A packet's identity: what a proposal's `based_on` names (§3.1). Errors: as `canonicalText`. */
export function identity(packet: StatePacket): string {
  const known = keptIdentities.get(packet);
  if (known !== undefined) return known;
  const walk = { frozen: true, depth: 0 };
  const hash = sha256Hex(write(packet, walk));
  if (walk.frozen) keptIdentities.set(packet, hash);
  return hash;
}

/** The same value, frozen in all its depth. What is frozen already is taken to be frozen below as well. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
  return value;
}

function write(value: unknown, walk: Walk): string {
  if (value === null) return "null";
  if (typeof value === "string") return writeString(value);
  if (typeof value === "object") return writeObject(value, walk);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  throw new TypeError(`canonical JSON has no ${typeof value === "number" ? String(value) : typeof value}`);
}

function writeString(text: string): string {
  if (loneSurrogate.test(text)) throw new TypeError("canonical JSON has no lone surrogate");
  return JSON.stringify(text);
}

function writeObject(value: object, walk: Walk): string {
  const known = keptTexts.get(value);
  if (known !== undefined) return known;
  if (walk.depth >= MAXIMUM_DEPTH) throw new TypeError(`more than ${MAXIMUM_DEPTH} levels`);
  const own = { frozen: Object.isFrozen(value), depth: walk.depth + 1 };
  const text = Array.isArray(value) ? writeElements(value, own) : writeMembers(value, own);
  if (own.frozen && text.length <= KEPT_LENGTH) keptTexts.set(value, text);
  walk.frozen &&= own.frozen;
  return text;
}

function writeElements(elements: readonly unknown[], walk: Walk): string {
  let text = "";
  for (const element of elements) text += `${text === "" ? "" : ","}${write(element, walk)}`;
  return `[${text}]`;
}

function writeMembers(value: object, walk: Walk): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError("canonical JSON has no class's instance");
  const names = Object.keys(value);
  if (!isSorted(names)) names.sort();
  let text = "";
  for (const name of names) {
    // An own member, whatever its name: `__proto__` too, since names come from the object itself.
    const member: unknown = Reflect.get(value, name);
    if (member !== undefined) text += `${text === "" ? "" : ","}${writeName(name)}${write(member, walk)}`;
  }
  return `{${text}}`;
}

/** Whether names are in the order of their UTF-16 code units, as ours mostly are once they were written. */
function isSorted(names: readonly string[]): boolean {
  let before = "";
  for (const name of names) {
    if (name < before) return false;
    before = name;
  }
  return true;
}

function writeName(name: string): string {
  const known = keptNames.get(name);
  if (known !== undefined) return known;
  const text = `${writeString(name)}:`;
  if (keptNames.size < KEPT_NAMES) keptNames.set(name, text);
  return text;
}
