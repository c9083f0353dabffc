import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { describe, expect, it } from "vitest";
import type { ItemLine, Summary, SummaryRow, Timeline, Turn } from "../answers.ts";
import { bounded, escaped, html } from "./html.ts";
import { renderReport } from "./page.ts";
import { gatherReport, type ReportData } from "./report-data.ts";

type Element = DefaultTreeAdapterTypes.Element;

const HOSTILE = '</title></style></script><script>alert(1)</script><img src=x onerror="alert(2)">\u202e&amp;';

function elementsOf(page: string): Element[] {
  const found: Element[] = [];
  const walk = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!("tagName" in child)) continue;
      found.push(child);
      walk(child);
    }
  };
  walk(parse(page));
  return found;
}

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ("value" in node && node.nodeName === "#text") return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((it) => it.name === name)?.value;

const cellsOf = (row: Element): string[] =>
  row.childNodes.flatMap((cell) => ("tagName" in cell ? [textOf(cell).trim().replaceAll(/\s+/g, " ")] : []));

/** Cells of the table under an id, row by row. */
function rowsOf(page: string, id: string): string[][] {
  const found = elementsOf(page).find((it) => it.tagName === "table" && attribute(it, "id") === id);
  const rows: string[][] = [];
  const walk = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!("tagName" in child)) continue;
      if (child.tagName === "tr") rows.push(cellsOf(child));
      else walk(child);
    }
  };
  if (found !== undefined) walk(found);
  return rows;
}

const sums = {
  items: 3,
  input_tokens: 9000,
  output_tokens: 1234,
  tokens_saved: 7766,
  tokens_repeated: 56,
  errors: 1,
  duration_us: 5,
};
const row = (name: string | null): SummaryRow => ({ name, ...sums });
const usage = {
  responses: 2,
  input_tokens: 11,
  cache_read_tokens: 22,
  cache_write_tokens: 33,
  output_tokens: 44,
  reasoning_tokens: 5,
};

function summaryOf(name: string): Summary {
  const by = Object.fromEntries(
    ["kind", "tool", "role", "path", "agent", "session"].map((it) => [it, [row(name), row(null)]]),
  );
  return {
    tokenizer: "o200k_base",
    totals: sums,
    sessions: 1,
    agents: 2,
    compactions: 1,
    first_at: "2026-11-30T23:00:00.000Z",
    last_at: "2026-12-01T01:00:00.000Z",
    by: { ...by, day: [row("2026-12-01"), row("2026-11-30")] },
    usage,
    usage_by_model: [{ model: name, ...usage }],
    agents_without_usage: 1,
    redactions: { "aws-access-key": 2 },
    pruned_items: 4,
  };
}

function lineOf(name: string): ItemLine {
  return {
    item: 7,
    created_at: "2026-12-01T00:00:00.000Z",
    client: "claude-code",
    session: name,
    project: name,
    agent: name,
    role: "evidence",
    kind: "read",
    tool: name,
    path: name,
    command: null,
    pattern: name,
    input_tokens: 10,
    output_tokens: 9,
    is_error: false,
    is_repeat: true,
    origin: { file: name, line: 3, message_id: null },
  };
}

function turnOf(turn: number, name: string): Turn {
  return {
    turn,
    started_at: "2026-12-01T00:00:00.000Z",
    ended_at: "2026-12-01T00:01:00.000Z",
    prompt: name,
    first_item: turn,
    items: 2,
    entered: { read: 100, shell: 50 },
    entered_tokens: 150,
    context_tokens: 150 * turn,
    responses: 1,
    provider_context_tokens: turn === 1 ? null : 200 * turn,
    provider_output_tokens: 4,
    compactions:
      turn % 2 === 0 ? [{ at: "2026-12-01T00:00:30.000Z", trigger: name, tokens_before: 4242, partial: true }] : [],
  };
}

function dataOf(name: string, turns = 3): ReportData {
  const item = lineOf(name);
  const timeline: Timeline = {
    client: "claude-code",
    session: name,
    project: name,
    agent: null,
    tokenizer: "o200k_base",
    turns: Array.from({ length: turns }, (_, at) => turnOf(at + 1, name)),
    agents: [],
  };
  return {
    subject: { kind: "session", name },
    made_at: "2026-12-01T02:00:00.000Z",
    summary: summaryOf(name),
    top: [item],
    repeats: {
      exact: {
        groups: 1,
        tokens_repeated: 56,
        top: [
          {
            content_sha256: "0".repeat(64),
            session: name,
            agent: null,
            times: 3,
            tokens_repeated: 56,
            first: item,
            last_at: item.created_at,
          },
        ],
      },
      near: { items: 1, tokens_repeated: 12, top: [{ item, earlier: 5, share: 0.75, tokens_repeated: 12 }] },
    },
    timeline,
    stale: {
      workspace: name,
      compared: 2,
      files: [
        { item, state: "missing" },
        { item, state: "changed" },
      ],
    },
    secrets: { kinds: { "aws-access-key": 2 }, items: [{ ...item, redactions: { "aws-access-key": 2 } }] },
  };
}

describe("a template", () => {
  it("escapes every text, shows what would steer, and keeps only markup of templates", () => {
    expect(html`<b title="${'a"b'}">${"<i>"}${html`<i>${1}</i>`}${[false, null, "&"]}</b>`.markup).toBe(
      '<b title="a&quot;b">&lt;i&gt;<i>1</i>&amp;</b>',
    );
    expect(escaped("a\u202eb\u0007'\ud800")).toBe("a\\u202eb\\u0007&#39;\\ud800");
  });

  it("cuts a text between characters, and says that it did", () => {
    expect(bounded("😀".repeat(10), 4)).toBe("😀😀😀…");
    expect(bounded(" a\n b ", 4)).toBe("a b");
  });
});

describe("a report", () => {
  const page = renderReport(dataOf("src/index.ts"));

  it("has the form of a document that a screen reader can walk", () => {
    const elements = elementsOf(page);
    const all = (name: string): Element[] => elements.filter(({ tagName }) => tagName === name);
    expect(attribute(all("html")[0]!, "lang")).toBe("en");
    for (const name of ["h1", "main", "header", "footer", "nav"]) expect(all(name)).toHaveLength(1);
    const ids = elements.flatMap((it) => attribute(it, "id") ?? []);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const it of elements) {
      for (const id of attribute(it, "aria-labelledby")?.split(" ") ?? []) expect(ids).toContain(id);
    }
    const targets = elements.flatMap((it) => attribute(it, "href")?.slice(1) ?? []);
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
    const headings = elements.flatMap(({ tagName }) => (/^h[1-6]$/.test(tagName) ? [Number(tagName[1])] : []));
    headings.forEach((level, at) => expect(level - (headings[at - 1] ?? 0)).toBeLessThanOrEqual(1));
    for (const table of all("table"))
      expect(table.childNodes.some(({ nodeName }) => nodeName === "caption")).toBe(true);
    for (const head of all("th")) expect(["col", "row"]).toContain(attribute(head, "scope"));
    for (const chart of all("svg")) {
      expect(attribute(chart, "role")).toBe("img");
      expect(chart.childNodes.filter(({ nodeName }) => ["title", "desc"].includes(nodeName))).toHaveLength(2);
    }
    expect(all("svg").length).toBeGreaterThanOrEqual(6);
  });

  it("needs nothing from outside and does nothing", () => {
    const elements = elementsOf(page);
    for (const name of ["script", "link", "img", "iframe", "object", "form"]) {
      expect(elements.filter(({ tagName }) => tagName === name)).toEqual([]);
    }
    expect(page).not.toMatch(/https?:|url\(|@import/);
    expect(page).toContain("prefers-color-scheme: dark");
    expect(page).toContain("default-src 'none'");
  });

  it("shows the numbers of the answers", () => {
    expect(rowsOf(page, "by-tool")[1]).toEqual(["src/index.ts", "1,234", "100 %", "3", "7,766", "56", "1"]);
    expect(rowsOf(page, "by-day").map(([day]) => day)).toEqual(["day", "2026-11-30", "2026-12-01"]);
    expect(rowsOf(page, "usage")[1]).toEqual(["src/index.ts", "2", "11", "22", "33", "44", "5"]);
    expect(rowsOf(page, "turns")[2]).toEqual([
      "2",
      "2026-12-01 00:00",
      "150",
      "100",
      "50",
      "0",
      "0",
      "0",
      "300",
      "400",
      "2026-12-01 00:00 src/index.ts, 4,242 tokens before, in part",
      "src/index.ts",
    ]);
    expect(rowsOf(page, "turns")[1]?.[9]).toBe("unknown");
    expect(rowsOf(page, "near-repeats")[1]?.slice(2)).toEqual(["#5", "75 %", "12"]);
    expect(rowsOf(page, "stale-files").map((cells) => cells[1])).toEqual(["now", "is gone", "says something else"]);
    expect(rowsOf(page, "secret-places")[1]?.slice(1, 3)).toEqual(["aws-access-key", "src/index.ts:3"]);
  });

  it("shows hostile names as text, and has the same elements as with harmless ones", () => {
    const hostile = renderReport(dataOf(HOSTILE));
    expect(elementsOf(hostile).map(({ tagName }) => tagName)).toEqual(elementsOf(page).map(({ tagName }) => tagName));
    for (const { attrs } of elementsOf(hostile)) expect(attrs.filter(({ name }) => name.startsWith("on"))).toEqual([]);
    expect(rowsOf(hostile, "by-path")[1]?.[0]).toBe(HOSTILE.replace("\u202e", "\\u202e"));
  });

  it("stays small however long names and sessions are", () => {
    expect(renderReport(dataOf("x".repeat(100_000), 20_000)).length).toBeLessThan(1_000_000);
  });

  it("says so where there is nothing", () => {
    const data = dataOf("x", 0);
    const empty = renderReport({
      ...data,
      subject: { kind: "ledger", name: null },
      summary: {
        ...data.summary,
        by: {},
        first_at: null,
        usage: { ...usage, responses: 0 },
        usage_by_model: [],
        agents_without_usage: 0,
      },
      top: [],
      timeline: null,
      stale: null,
    });
    expect(empty).toContain("The items with most tokens: none.");
    expect(empty).toContain("everything in the ledger");
    expect(empty).toContain("--workspace");
    expect(elementsOf(empty).filter(({ tagName }) => tagName === "svg")).toEqual([]);
  });

  it("is of the one session, of the one program, that its timeline is of", () => {
    const asked: unknown[] = [];
    const wanted = dataOf("abc");
    const note =
      <T>(answer: T) =>
      (filter: unknown): T => {
        asked.push(filter);
        return answer;
      };
    const ask = {
      timeline: () => wanted.timeline,
      summary: note(wanted.summary),
      top: note(wanted.top),
      repeats: note(wanted.repeats),
      secrets: note(wanted.secrets),
    } as unknown as Parameters<typeof gatherReport>[0]["ask"];
    const states = [
      { item: lineOf("a"), state: "as-read" as const },
      { item: lineOf("b"), state: "changed" as const },
    ];
    const reads = { workspace: "/w", states };
    const data = gatherReport({
      ask,
      subject: { kind: "session", name: "a" },
      filter: { session: "a" },
      madeAt: "",
      reads,
    });
    expect(data.subject).toEqual({ kind: "session", name: "abc" });
    expect(data.stale).toEqual({ workspace: "/w", compared: 2, files: [states[1]] });
    expect(asked).toEqual(asked.map(() => ({ session: "abc", client: "claude-code" })));
  });
});
