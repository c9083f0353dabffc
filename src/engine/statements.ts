/**
 * Statements: when two are the same, and when one says `<subject> = <value>` (§3.6, §3.8; decisions 0007 F54, 0008 F63).
 */

/** Printable ASCII with single spaces between: what most statements are, and what normalising leaves as it is. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** The statement as it is compared: NFC, format characters removed, white space runs one space, trimmed. Case counts. */
export function normalise(statement: string): string {
  if (PLAIN.test(statement)) return statement;
  return statement
    .normalize("NFC")
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Whether nothing is left of a statement when it is normalised: mostly told by its first character. */
export function isBlank(statement: string): boolean {
  return !VISIBLE.test(statement);
}

/** Subject and value of a statement of the form `<subject> = <value>` (first ` = `), or null. */
export function subjectValue(statement: string): { readonly subject: string; readonly value: string } | null {
  if (!statement.includes("=")) return null; // normalising makes none
  const text = normalise(statement);
  const at = text.indexOf(" = ");
  if (at <= 0 || at + 3 >= text.length) return null;
  return { subject: text.slice(0, at), value: text.slice(at + 3) };
}
