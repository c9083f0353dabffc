/** Personal data: electronic and bank addresses, card numbers, telephone numbers. Off unless asked for. */
import { isWordBefore, type Span } from "./rule.ts";

interface PersonalForm {
  readonly kind: string;
  /** Global; bounded, so that each place costs little. */
  readonly pattern: RegExp;
  readonly isOne: (match: string) => boolean;
}

/** The check digit of card numbers (ISO/IEC 7812). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [i, digit] of digits.split("").reverse().entries()) {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** The check digits of bank account numbers (ISO 13616). */
function passesMod97(account: string): boolean {
  let rest = 0;
  for (const character of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

const compact = (match: string): string => match.replace(/[ -]/g, "");

const isCard = (match: string): boolean => {
  const digits = compact(match);
  return (
    digits.length >= 13 &&
    /^(?:4|5[1-5]|2[2-7]|3[47]|6)/.test(digits) &&
    !/^(\d)\1+$/.test(digits) &&
    passesLuhn(digits)
  );
};

const isMail = (match: string): boolean => !/@(?:example\.|localhost|.*\.(?:png|jpg|svg|js|ts|css)$)/i.test(match);

const forms: readonly PersonalForm[] = [
  {
    kind: "email",
    pattern: /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])/g,
    isOne: isMail,
  },
  {
    kind: "iban",
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/g,
    isOne: (match) => passesMod97(compact(match)),
  },
  {
    kind: "card-number",
    pattern: /(?<![\d.-])\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\d.-])|(?<![\d.-])3\d{3}[ -]?\d{6}[ -]?\d{5}(?![\d.-])/g,
    isOne: isCard,
  },
  {
    kind: "phone",
    pattern: /(?<![\w+.])\+[1-9]\d{0,2}(?:[ .-]?\(?\d{1,4}\)?){2,5}(?!\w)/g,
    isOne: (match) => /^.{0,4}\d/.test(match) && match.replace(/\D/g, "").length >= 9,
  },
  {
    kind: "social-security-number",
    pattern: /(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g,
    isOne: () => true,
  },
];

/** Every stretch of personal data in a text, in no order. */
export function findPersonal(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { kind, pattern, isOne } of forms) {
    for (const match of text.matchAll(pattern)) {
      if (!isOne(match[0]) || isWordBefore(text, match.index)) continue;
      spans.push({ start: match.index, end: match.index + match[0].length, kind });
    }
  }
  return spans;
}
