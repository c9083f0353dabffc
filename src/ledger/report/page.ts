/**
 * A report as one page: HTML that opens from disk, with its style in it, without a script and without any other file.
 *
 * RP1  Everything on it comes from answers of the ledger, which hold redacted text only; of a secret it says kind and place.
 * RP2  Texts of logs are escaped and cut (html.ts), lists are bounded: the page opens at once and does nothing.
 */
import type { TimelineCompaction, Turn } from "../answers.ts";
import { bounded, grouped, html, moment, percent, time, type Html } from "./html.ts";
import type { ReportData } from "./report-data.ts";
import { breakdownSection, ITEM_COLUMNS, sourceOf, totalsSection, usageSection } from "./sections.ts";
import { STYLE } from "./style.ts";
import { table, type Column } from "./table.ts";
import { KINDS, timelineChart, timelineLegend } from "./timeline-chart.ts";

/** By this a page is known as one of ours: it may be made anew over itself. */
export const REPORT_MARK = '<meta name="generator" content="cairn report">';
/** Rows of the table of turns: the newest. */
const TURNS = 500;

interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

/** The page, whole. */
export function renderReport(data: ReportData): string {
  const sections = sectionsOf(data);
  const title = titleOf(data);
  const { first_at, last_at, sessions, agents, tokenizer } = data.summary;
  const span = first_at === null || last_at === null ? "" : `${moment(first_at)} to ${moment(last_at)} UTC, `;
  // The style is ours and holds no text of others.
  const style: Html = { markup: STYLE };
  const mark: Html = { markup: REPORT_MARK };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        ${mark}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <header>
          <a class="skip" href="#main">Skip to the report</a>
          <h1>${title}</h1>
          <p class="about">
            ${span}${counted(sessions, "session")}, ${counted(agents, "agent")}. Made ${moment(data.made_at)} UTC.
          </p>
          <nav aria-label="Parts of this report">
            <ul>
              ${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}
            </ul>
          </nav>
        </header>
        <main id="main" tabindex="-1">
          ${sections.map(
            ({ id, title: name, body }) =>
              html`<section id="${id}" aria-labelledby="${id}-h">
                <h2 id="${id}-h">${name}</h2>
                ${body}
              </section> `,
          )}
        </main>
        <footer>
          <p>
            Token counts are of ${tokenizer}, this program's own, where nothing else is said; providers count more for
            the same text. Made by cairn.
          </p>
        </footer>
      </body>
    </html> `.markup;
}

function sectionsOf(data: ReportData): readonly Section[] {
  const { summary, subject, timeline } = data;
  return [
    { id: "totals", title: "Delivered, saved, wasted", body: totalsSection(data) },
    ...(timeline === null ? [] : [{ id: "timeline", title: "Turn by turn", body: timelineSection(timeline.turns) }]),
    {
      id: "where",
      title: "Where the tokens came from",
      body: breakdownSection(summary, { isOneSession: subject.kind === "session" }),
    },
    {
      id: "top",
      title: "What cost most",
      body: table({ id: "top-items", caption: "The items with most tokens", columns: ITEM_COLUMNS, rows: data.top }),
    },
    { id: "duplicates", title: "Sent more than once", body: repeatSection(data) },
    { id: "usage-part", title: "What the provider counted", body: usageSection(summary) },
    { id: "stale", title: "Out of date", body: staleSection(data) },
    { id: "secrets", title: "Secrets redacted", body: secretSection(data) },
  ];
}

function titleOf({ subject }: ReportData): string {
  if (subject.name === null) return "What entered the contexts: everything in the ledger";
  return `What entered the context: ${subject.kind} ${bounded(subject.name, 120)}`;
}

function timelineSection(turns: readonly Turn[]): Html {
  const shown = turns.slice(-TURNS);
  const columns: readonly Column<Turn>[] = [
    { head: "turn", cell: ({ turn }) => turn },
    { head: "began (UTC)", cell: ({ started_at }) => time(started_at) },
    { head: "entered", isNumber: true, cell: ({ entered_tokens }) => grouped(entered_tokens) },
    ...KINDS.map((kind) => ({ head: kind, isNumber: true, cell: ({ entered }: Turn) => grouped(entered[kind] ?? 0) })),
    { head: "in context, our count", isNumber: true, cell: ({ context_tokens }) => grouped(context_tokens) },
    {
      head: "in context, provider",
      isNumber: true,
      cell: ({ provider_context_tokens: tokens }) => (tokens === null ? "unknown" : grouped(tokens)),
    },
    { head: "compactions", cell: ({ compactions }) => compactions.map(compactionText).join("; ") },
    { head: "prompt", cell: ({ prompt }) => bounded(prompt ?? "before the first prompt", 120) },
  ];
  const left = turns.length - shown.length;
  const caption = `Every turn: tokens that entered, by kind, and what the context then held${left > 0 ? `; the newest ${TURNS}, ${grouped(left)} before them are left out` : ""}`;
  return html`${timelineLegend()} ${timelineChart(turns)} ${table({ id: "turns", caption, columns, rows: shown })}`;
}

function compactionText({ at, trigger, tokens_before, partial }: TimelineCompaction): string {
  const before = tokens_before === null ? "" : `, ${grouped(tokens_before)} tokens before`;
  return `${moment(at)}${trigger === null ? "" : ` ${bounded(trigger, 40)}`}${before}${partial ? ", in part" : ""}`;
}

function repeatSection({ repeats: { exact, near } }: ReportData): Html {
  return html`<p>
      ${counted(exact.groups, "content")} entered one agent's context more than once: ${grouped(exact.tokens_repeated)}
      tokens too many. ${counted(near.items, "item")} repeated much of an earlier one: ${grouped(near.tokens_repeated)}
      tokens.
    </p>
    ${table({
      id: "repeats",
      caption: "The same content again",
      columns: [
        { head: "from", cell: ({ first }) => bounded(sourceOf(first) || first.tool) },
        { head: "tool", cell: ({ first }) => bounded(first.tool, 60) },
        { head: "times", isNumber: true, cell: ({ times }) => grouped(times) },
        { head: "tokens too many", isNumber: true, cell: ({ tokens_repeated }) => grouped(tokens_repeated) },
        { head: "agent", cell: ({ agent }) => bounded(agent ?? "main", 40) },
        { head: "last (UTC)", cell: ({ last_at }) => time(last_at) },
      ],
      rows: exact.top,
    })}
    ${table({
      id: "near-repeats",
      caption: "Nearly the same again",
      columns: [
        { head: "item", cell: ({ item }) => `#${item.item}` },
        { head: "from", cell: ({ item }) => bounded(sourceOf(item) || item.tool) },
        { head: "like", cell: ({ earlier }) => `#${earlier}` },
        { head: "lines known", isNumber: true, cell: ({ share }) => percent(share, 1) },
        { head: "tokens too many", isNumber: true, cell: ({ tokens_repeated }) => grouped(tokens_repeated) },
      ],
      rows: near.top,
    })}`;
}

function staleSection({ stale }: ReportData): Html {
  if (stale === null) return html`<p>Files were not compared: give a folder with <code>--workspace</code>.</p>`;
  return html`<p>
      ${counted(stale.compared, "file")} below ${bounded(stale.workspace)} compared with what was read of them.
    </p>
    ${table({
      id: "stale-files",
      caption: "Files that are no longer what the agent read",
      columns: [
        { head: "file", cell: ({ item }) => bounded(item.path ?? "") },
        { head: "now", cell: ({ state }) => (state === "missing" ? "is gone" : "says something else") },
        { head: "read (UTC)", cell: ({ item }) => time(item.created_at) },
        { head: "item", cell: ({ item }) => `#${item.item}` },
      ],
      rows: stale.files,
    })}`;
}

function secretSection({ secrets }: ReportData): Html {
  const kinds = Object.entries(secrets.kinds);
  return html`<p>
      Secrets are replaced before anything is stored: this page knows kinds and places, and no value. They still stand
      in the logs named here.
    </p>
    ${table({
      id: "secret-kinds",
      caption: "How often each kind was replaced",
      columns: [
        { head: "kind", cell: ([kind]) => bounded(kind, 60) },
        { head: "times", isNumber: true, cell: ([, count]) => grouped(count) },
      ],
      rows: kinds,
    })}
    ${table({
      id: "secret-places",
      caption: "Where, the newest first",
      columns: [
        { head: "item", cell: ({ item }) => `#${item}` },
        { head: "kinds", cell: ({ redactions }) => Object.keys(redactions).join(", ") },
        { head: "log", cell: ({ origin }) => `${bounded(origin.file)}:${origin.line}` },
        { head: "from", cell: (item) => bounded(sourceOf(item) || item.tool) },
      ],
      rows: secrets.items,
    })}`;
}

function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}
