/**
 * What kind of value stands behind `password =` and the like: a secret, or one of the many things that are none.
 *
 * Source code, documentation and translations assign to such names all day. A value counts the more easily the more its
 * name promises: a password may be a short word, a token has to look drawn at random.
 */
import { holdsPlaceholder } from "./rule.ts";

/** How much a name promises: `password` most, `token` least. */
export type Strength = "strong" | "medium" | "weak";

/** Written for a reader to replace, or by a program that fills it in. */
const template =
  /\$\{|\{\{|<%|#\{|\$\(|%\(|\$\[|^\$[A-Za-z_]\w*$|^%\w+%$|^@\w+@$|^__\w+__$|^<[^>]*>?$|^\{[^}]*\}?$|^\[[^\]]*\]?$|%[sdv](?!\w)|%-?\d+[sd]/;
const drawn = /^(.)\1*$|^[xX*.\-_#•●…?0/\\|]+$|\.\.\.|…|\*{3}|[xX]{5}/;
const forReplacing =
  /your[-_ ]|^your|example|placeholder|change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|with|this)|insert[-_ ]|^(?:my|some|the|a|an)[-_ ](?:\w+[-_ ])?(?:password|secret|token|key)$|to[-_]be[-_]|not[-_ ]?set/i;
/** A reference to where the value is kept. */
const reference =
  /^(?:process\.env|import\.meta|os\.(?:environ|getenv)|env[.(:[]|getenv|secrets?\.|vars?\.|config\.|settings\.|this\.|self\.|req\.|request\.|params\.|props\.|options?\.|args\.|data\.|vault:|op:\/\/|ssm:|arn:|file:|https?:|ENC\[|!vault|keyring:|\/run\/secrets)/i;
const path = /^(?:~|\.{1,2})?\/(?:[\w.@-]+\/)*[\w.@-]*$|^[A-Za-z]:[\\/]|^\.{1,2}[\\/]/;
const version = /^[\^~>=<v]{0,2}\d+(?:\.[\dx*]+)+(?:[-+][\w.]+)?$/;
const call = /^[A-Za-z_$][\w$.]*\(.*\)?;?$/;
const selector = /^[#.][A-Za-z][\w-]*$|^\w*\[[^\]]*\]?$/;
const pattern = /^\^.*\$?$|^\/.*\/[gimsuy]*$/;
const words = new Set(
  (
    "password passwd passphrase passcode pass pwd secret secrets token tokens key keys apikey auth basic bearer oauth jwt none null nil undefined " +
    "true false yes no on off default string number boolean object array text hidden required optional empty invalid missing unknown " +
    "value input field user username email login admin test testing sample dummy fake mock redacted removed masked filtered todo foobar " +
    "hashed encrypted plain plaintext bcrypt argon scrypt sha256 sha512 base64 utf8 varchar digest current new old confirm confirmation " +
    "forgot reset change strong weak visible private public internal external disabled enabled prompt never always unset passed failed different same wrong correct mismatch match"
  ).split(" "),
);

const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

function classOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return LOWER;
  if (code >= 0x41 && code <= 0x5a) return UPPER;
  return code >= 0x30 && code <= 0x39 ? DIGIT : 0;
}

/** How often neighbours change between lower case, upper case and digits; the capital of a word does not count. */
function changes(value: string): number {
  let count = 0;
  for (let i = 1, before = classOf(value.charCodeAt(0)); i < value.length; i += 1) {
    const now = classOf(value.charCodeAt(i));
    if (now !== before && now !== 0 && before !== 0 && !(before === UPPER && now === LOWER)) count += 1;
    before = now;
  }
  return count;
}

/** Bits a character, by how often each occurs. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

const FEWEST_RANDOM = 16;
const FEWEST_BITS = 2.8;
/** One run without a joint, with at least four digits among letters: no identifier that people would read. */
const unjoined = /^(?=(?:[^\d]*\d){4})(?=.*[A-Za-z].*[A-Za-z])[A-Za-z0-9+/=]+$/;

/** Whether a value looks drawn at random: words and identifiers change class rarely, hex and base 64 all the time. */
export function looksRandom(value: string): boolean {
  if (value.length < FEWEST_RANDOM || /\s/.test(value) || !/\d/.test(value) || entropy(value) < FEWEST_BITS)
    return false;
  return changes(value) >= Math.max(3, value.length / 8) || unjoined.test(value);
}

/** Whether a value is none: a template, a placeholder, a reference, a type, a path, a word that names what should be there. */
export function isNoValue(value: string): boolean {
  if (holdsPlaceholder(value) || template.test(value) || drawn.test(value) || reference.test(value)) return true;
  if (version.test(value) || call.test(value) || selector.test(value) || pattern.test(value)) return true;
  if (looksRandom(value)) return false; // a random value may begin with a slash, or hold a word by chance
  return path.test(value) || forReplacing.test(value) || words.has(value.toLowerCase().replace(/[^a-z0-9]/g, ""));
}

const onlyLetters = /^[\p{L}\p{M}]+$/u;
const onlyWords = /^[\p{L}\p{M}]+(?:[-_.:/ ]+[\p{L}\p{M}]+)*[.:!?*]?$/u;
const lowerWord = /^[a-z]{6,}$/;

/**
 * Whether a quoted value is a secret, for a name of that strength.
 *
 * White space makes a sentence or a label of it (a pass phrase in quotes is not found, except in an environment file).
 */
export function isQuotedSecret(value: string, strength: Strength): boolean {
  if (value.length < 4 || /\s/.test(value) || isNoValue(value)) return false;
  if (strength === "weak") return looksRandom(value);
  if (strength === "medium")
    return (
      value.length >= 8 &&
      (/\d/.test(value) ? changes(value) >= 1 || value.length >= 16 : /[!@#$%^&*+=~]/.test(value) || looksMixed(value))
    );
  // A label (`Passwort`), an identifier (`newPassword`) or a key of translations is none; a lone lower-case word may be.
  if (onlyLetters.test(value)) return lowerWord.test(value);
  return !onlyWords.test(value);
}

/** Long, without a digit, but in changing case: `qWeRtYuIoPaSdFgH`. */
const looksMixed = (value: string): boolean => value.length >= FEWEST_RANDOM && changes(value) >= value.length / 5;

const codeCharacters = /[()[\]{};,<>|]|=>|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|\?\?|&&|\|\|/;

/** Whether an unquoted value (in YAML, an INI file, a header, a query) is a secret. */
export function isBareSecret(value: string, strength: Strength): boolean {
  if (codeCharacters.test(value)) return false;
  if (strength !== "strong") return isQuotedSecret(value, strength);
  return value.length >= 4 && /[\d\W]/.test(value) && isQuotedSecret(value, strength);
}

/** Whether the value of an environment assignment (`NAME=value`) is a secret: nothing but its emptiness speaks against it. */
export function isEnvironmentSecret(value: string, strength: Strength): boolean {
  if (value.length < (strength === "strong" ? 4 : 8) || isNoValue(value)) return false;
  if (strength !== "strong" && /^(?:0x[\da-f]+|\d+)?[,;]?$|[,;]$/i.test(value)) return false; // members of an enumeration
  return strength !== "weak" || /\d/.test(value) || looksMixed(value) || value.length >= 24;
}
