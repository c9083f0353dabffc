import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { ContextIrDocument } from "../vocabulary.ts";

/** Replaces secrets in plain text. Running it on what it returned replaces nothing more. */
export type Redact = (text: string) => string;

const sourceTexts = ["path", "command", "pattern"] as const;

/** IR-SECRET: the redactor finds nothing more to replace in the stored texts. Messages do not repeat what it found. */
export function secrets({ items }: ContextIrDocument, redact: Redact): RuleFinding[] {
  return items.flatMap((item, index) => {
    const texts = [
      { text: item.content_excerpt, pointer: toPointer("items", index, "content_excerpt") },
      ...sourceTexts.map((name) => ({
        text: item.source[name] ?? "",
        pointer: toPointer("items", index, "source", name),
      })),
    ];
    return texts
      .filter(({ text }) => redact(text) !== text)
      .map(({ pointer }) => error("IR-SECRET", pointer, "holds what the redactor replaces"));
  });
}
