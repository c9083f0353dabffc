/**
 * HTML out of strangers' texts.
 *
 * HT1  Everything that is put into a template is text and is escaped, but for what another template made. There is no
 *      other way to make markup.
 * HT2  A character that would steer the reader's screen (control, direction) is shown instead of obeyed.
 */
import { NO_TIME } from "../../contracts/index.ts";

/** Markup that a template made. */
export interface Html {
  readonly markup: string;
}

/** What may stand in a template: text and numbers (escaped), markup, lists of them; null and false are nothing. */
export type HtmlPart = string | number | Html | null | false | readonly HtmlPart[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const STEERING = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;
/** Longest text that a page shows of a path, a command, a prompt: characters. */
const TEXT_LENGTH = 240;

/** Text as it may stand in an element or in a quoted attribute. */
export function escaped(text: string): string {
  return text
    .replaceAll(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Markup of a template: what is put in is escaped (HT1). */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { markup: strings.reduce((text, string, at) => `${text}${markupOf(parts[at - 1] ?? null)}${string}`) };
}

function markupOf(part: HtmlPart): string {
  if (part === null || part === false) return "";
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return String(part);
  return "markup" in part ? part.markup : part.map(markupOf).join("");
}

/** One line of a text, cut to what a page shows of it. */
export function bounded(text: string, length: number = TEXT_LENGTH): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(line.slice(0, 2 * length + 2));
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join("")}…`;
}

/** `12,345`, whatever the machine's language is. */
export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

/** `67 %`; nothing of nothing is 0 %. */
export function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`;
}

/** `2026-12-01 08:00` of an ISO time, in UTC as everything; `no time` where it is not known. */
export function moment(at: string): string {
  if (at === NO_TIME) return "no time";
  return at.slice(0, 16).replace("T", " ");
}

/** The same as an element that a program can read. */
export function time(at: string): Html {
  return html`<time datetime="${at}">${moment(at)}</time>`;
}
