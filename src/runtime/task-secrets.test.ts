import { describe, expect, it } from "vitest";
import { createRedactor } from "../ledger/index.ts";
import { secretFindings } from "./task-secrets.ts";

const redactor = createRedactor();
/** Made up, in the form of a provider's key. */
const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

describe("a task file", () => {
  it("without a secret has no finding", () => {
    expect(secretFindings("task: t\nobjective: Look\n", redactor)).toEqual([]);
  });

  it("that holds a secret is told its kind and its line, never the secret", () => {
    const findings = secretFindings(`task: t\nobjective: Look\ntoken: ${secret}\n`, redactor);
    expect(findings).toMatchObject([{ code: "T-SECRET", level: "error", line: 3, column: 1 }]);
    expect(findings[0]?.message).toContain("a secret stands here (");
    expect(JSON.stringify(findings)).not.toContain(secret);
  });

  it("whose secret spans lines is told at the first line, where no line is one by itself", () => {
    const once = {
      name: "once",
      stream: () => redactor.stream(),
      redact: (text: string) => {
        return text.includes("\n") ? { text: "gone", counts: { key: 1 } } : { text, counts: {} };
      },
    };
    expect(secretFindings("a\nb", once)).toMatchObject([{ line: 1 }]);
  });
});
