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

/** Names of members as they are written: documents have a few dozen, again and again. */
const keptNames = new Map<string, string>();
const KEPT_NAMES = 1024;

/** The order in which an object's members are written, by the order in which it has them: found once a shape. */
interface Order {
  readonly names: readonly string[];
  readonly sorted: readonly string[];
}

/** Orders by the first of their names. */
const keptOrders = new Map<string, Order[]>();
/** Bounds of what is kept: first names, orders of one first name, names of an order, UTF-16 units of a name. */
const KEPT_ORDERS = 64;

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
  if (!text.isWellFormed()) throw new TypeError("canonical JSON has no lone surrogate");
  return JSON.stringify(text);
}

function writeObject(value: object, walk: Walk): string {
  const known = keptTexts.get(value);
  if (known !== undefined) return known;
  if (walk.depth >= MAXIMUM_DEPTH) throw new TypeError(`more than ${MAXIMUM_DEPTH} levels`);
  const own = { frozen: Object.isFrozen(value), depth: walk.depth + 1 };
  const isList = Array.isArray(value);
  const text = isList ? writeElements(value, own) : writeMembers(value, own);
  // A list's elements are kept; the list changes whenever one of them does.
  if (own.frozen && !isList && text.length <= KEPT_LENGTH) keptTexts.set(value, text);
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
  let text = "";
  for (const name of inOrder(Object.keys(value))) {
    // An own member, whatever its name: `__proto__` too, since names come from the object itself.
    const member: unknown = Reflect.get(value, name);
    if (member === undefined) continue;
    if (text !== "") text += ",";
    text += writeName(name);
    text += write(member, walk);
  }
  return `{${text}}`;
}

/** Names in the order of their UTF-16 code units. Objects of one shape have their names in one order, again and again. */
function inOrder(names: readonly string[]): readonly string[] {
  const first = names[0] ?? "";
  const orders = keptOrders.get(first);
  const known = orders?.find((it) => isSame(it.names, names));
  if (known !== undefined) return known.sorted;
  const sorted = names.toSorted(compareUnits);
  const isSmall = names.length <= KEPT_ORDERS && names.every((name) => name.length <= KEPT_ORDERS);
  if (!isSmall || (orders ?? []).length >= KEPT_ORDERS) return sorted;
  if (orders !== undefined) orders.push({ names, sorted });
  else if (keptOrders.size < KEPT_ORDERS) keptOrders.set(first, [{ names, sorted }]);
  return sorted;
}

const compareUnits = (a: string, b: string): number => (a < b ? -1 : 1);

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, at) => name === right[at]);
}

function writeName(name: string): string {
  const known = keptNames.get(name);
  if (known !== undefined) return known;
  const text = `${writeString(name)}:`;
  if (keptNames.size < KEPT_NAMES) keptNames.set(name, text);
  return text;
}
