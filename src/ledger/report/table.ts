/** Tables that a screen reader can read: a caption, a scope for every heading, and a place for the keyboard to scroll. */
import { html, type Html, type HtmlPart } from "./html.ts";

export interface Column<T> {
  readonly head: string;
  /** Numbers stand to the right. */
  readonly isNumber?: boolean;
  readonly cell: (row: T) => HtmlPart;
}

export interface Table<T> {
  /** Unique on the page. */
  readonly id: string;
  readonly caption: string;
  /** The first one heads its row. */
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
}

/** A table; a sentence where it has no rows. */
export function table<T>({ id, caption, columns, rows }: Table<T>): Html {
  if (rows.length === 0) return html`<p class="none">${caption}: none.</p>`;
  const heads = columns.map(({ head, isNumber }) => html`<th scope="col" ${numberClass(isNumber)}>${head}</th>`);
  const body = rows.map(
    (row) =>
      html`<tr>
        ${columns.map((column, at) => cell(column, row, at === 0))}
      </tr> `,
  );
  return html`<div class="scroll" role="region" aria-labelledby="${id}-c" tabindex="0">
    <table id="${id}">
      <caption id="${id}-c">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}

function cell<T>({ isNumber, cell: content }: Column<T>, row: T, isHead: boolean): Html {
  return isHead
    ? html`<th scope="row" ${numberClass(isNumber)}>${content(row)}</th>`
    : html`<td${numberClass(isNumber)}>${content(row)}</td>`;
}

const numberClass = (isNumber: boolean | undefined): HtmlPart => isNumber === true && html` class="n"`;
