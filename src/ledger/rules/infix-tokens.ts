/** Tokens whose mark stands in their middle or at their end: what comes before it belongs to them too. */
import { END, isWordBefore, matchAt, type Rule, type Span } from "./rule.ts";

interface InfixForm {
  readonly kind: string;
  readonly marks: readonly string[];
  /** Matches what must end just before the mark; at most `reach` characters are looked at. */
  readonly before: RegExp;
  readonly reach: number;
  /** Sticky; matches what must follow the mark. */
  readonly after: RegExp;
}

const digits = "0123456789".split("");

/**
 * The first three characters of the base 64 of every number of two digits and more.
 *
 * The first part of a Discord bot token is such a number, its bot's id.
 */
function discordMarks(): readonly string[] {
  const marks = new Set<string>();
  for (const first of digits.slice(1)) {
    for (const second of digits) marks.add(Buffer.from(`${first}${second}0`).toString("base64").slice(0, 3));
  }
  return [...marks];
}

const sticky = (source: string): RegExp => new RegExp(source, "y");

const infixForms: readonly InfixForm[] = [
  {
    kind: "telegram-token",
    marks: [":AA"],
    before: /\d{8,11}$/,
    reach: 12,
    after: sticky(`[A-Za-z0-9_-]{30,40}${END}`),
  },
  {
    kind: "azure-client-secret",
    marks: digits.map((digit) => `${digit}Q~`),
    before: /[A-Za-z0-9_~.-]{3}$/,
    reach: 3,
    after: sticky(`[A-Za-z0-9_~.-]{31,36}${END}`),
  },
  {
    kind: "azure-devops-token",
    marks: ["AZDO"],
    before: /[A-Za-z0-9]{76}$/,
    reach: 76,
    after: sticky(`[A-Za-z0-9]{4}${END}`),
  },
  {
    kind: "azure-key",
    marks: ["JQQJ99"],
    before: /[A-Za-z0-9]{52}$/,
    reach: 52,
    after: sticky(`[A-Za-z0-9]{26}${END}`),
  },
  {
    kind: "terraform-token",
    marks: [".atlasv1."],
    before: /[A-Za-z0-9]{14}$/,
    reach: 14,
    after: sticky(`[A-Za-z0-9_=-]{60,}`),
  },
  { kind: "maxmind-key", marks: ["_mmk"], before: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/, reach: 36, after: sticky(END) },
  {
    kind: "mailchimp-key",
    marks: ["-us1", "-us2", "-us3", "-us4", "-us5", "-us6", "-us7", "-us8", "-us9"],
    before: /[0-9a-f]{32}$/,
    reach: 32,
    after: sticky(`\\d?${END}`),
  },
  {
    kind: "discord-token",
    marks: discordMarks(),
    before: /$/,
    reach: 0,
    after: sticky(`[A-Za-z0-9]{20,25}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}${END}`),
  },
];

function ruleOf(form: InfixForm): Rule {
  return {
    anchors: form.marks,
    ignoreCase: false,
    byContext: false,
    find(text, at, anchor): Span | null {
      const tail = matchAt(form.after, text, at + anchor.length);
      if (tail === null) return null;
      const head = form.before.exec(text.slice(Math.max(0, at - form.reach), at));
      if (head === null) return null;
      const start = at - head[0].length;
      if (isWordBefore(text, start)) return null;
      return { start, end: at + anchor.length + tail[0].length, kind: form.kind };
    },
  };
}

/** The rules of all these forms. */
export const infixTokenRules: readonly Rule[] = infixForms.map(ruleOf);
