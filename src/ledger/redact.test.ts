import { describe, expect, it } from "vitest";
import { tokens, values, type MadeUp } from "./made-up-secrets.suite.ts";
import { createRedactor } from "./redact.ts";
import { tokenForms } from "./rules/provider-tokens.ts";

const redactor = createRedactor();
const redact = (text: string): string => redactor.redact(text).text;

function expectFound({ kind, secret, before, after }: MadeUp): void {
  const { text, counts } = redactor.redact(before + secret + after);
  const breaks = secret.match(/\n/g)?.join("");
  const placeholder = `[REDACTED:${kind}]`;
  expect(text).toBe(before + placeholder + (breaks === undefined ? "" : breaks + placeholder) + after);
  expect(counts).toEqual({ [kind]: 1 });
}

describe("secrets", () => {
  it.each(tokens)("replaces $name by its form alone", expectFound);
  it.each(values)("replaces the value in $name and nothing around it", expectFound);

  it("replaces the conformance case's token", () => {
    const token = ["ghp", "_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("");
    expect(redact(`token ${token} end`)).toBe("token [REDACTED:github-token] end");
  });

  it("names a value by its own form where it has one", () => {
    const token = ["ghp", "_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("");
    expect(redactor.redact(`GITHUB_TOKEN=${token}\n`)).toEqual({
      text: "GITHUB_TOKEN=[REDACTED:github-token]\n",
      counts: { "github-token": 1 },
    });
  });

  it("counts each secret of a text under its kind", () => {
    const text = tokens.map(({ secret }) => secret).join("\n\n");
    const expected: Record<string, number> = {};
    for (const { kind } of tokens) expected[kind] = (expected[kind] ?? 0) + 1;
    expect(redactor.redact(text).counts).toEqual(expected);
  });

  it("replaces what a cut has left of a quoted password", () => {
    expect(redact('{"password": "hunter2')).toBe('{"password": "[REDACTED:password]');
  });

  it("keeps the lines of a text where a key of several lines was", () => {
    const key = tokens.find(({ name }) => name === "an RSA private key")?.secret ?? "";
    const text = `first\n${key}\r\nlast\n`;
    expect(redact(text).split("\n")).toHaveLength(text.split("\n").length);
    expect(redact(text).split("\n").at(-2)).toBe("last");
  });

  it("takes no form's prefix alone for a token", () => {
    for (const { prefixes } of tokenForms) {
      for (const prefix of prefixes)
        expect(redact(`${prefix}the rest of an ordinary sentence`)).toBe(`${prefix}the rest of an ordinary sentence`);
    }
  });
});

const others: readonly string[] = [
  "d41d8cd98f00b204e9800998ecf8427e",
  "commit 2793a50c0ffee1234567890abcdef1234567890ab",
  "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="',
  "id 01a22edd-618e-7fb2-8db5-22bb99317246",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbXX0=",
  "3.14159265358979323846264338327950288419716939937510",
  "2026-12-01T03:01:00.000Z 1764558060000",
  "const token = getToken();",
  "const token = await client.token(request);",
  "this.token = token;",
  "let password: string;",
  "password: string | null,",
  "function login(user: string, password: string): Promise<void> {}",
  "const { password } = this.props;",
  "password: process.env.DB_PASSWORD,",
  'password = os.environ["DB_PASSWORD"]',
  'password: "${DB_PASSWORD}"',
  "password: {{ .Values.password }}",
  "password: ${{ secrets.DB_PASSWORD }}",
  "PASSWORD=$PASSWORD",
  'PASSWORD="${PASSWORD:?not set}"',
  "DB_PASSWORD=changeme",
  "API_KEY=your-api-key-here",
  "API_KEY=<your api key>",
  "TOKEN=xxxxxxxxxxxxxxxxxxxx",
  '"password": "********"',
  '"password": "Passwort"',
  '"password": "Enter your password"',
  '"password": "Contraseña"',
  '"forgotPassword": "Forgot password?"',
  'type="password" name="password" autocomplete="current-password"',
  '{"type": "string", "title": "Password", "password": "required"}',
  '"js-tokens": "^4.0.0", "generate-password": "^1.7.1"',
  '"max_tokens": 4096, "input_tokens": 1200, "token": null',
  'case SyntaxKind.token: return { token: "EqualsEqualsToken" };',
  "{ token: 'keyword.operator.assignment', regex: /=+/ }",
  '"nextPageToken": "CAUQAAoVY3Vyc29yMTIzNDU2Nzg5MA1b2C3d4"',
  "U_UNEXPECTED_TOKEN=0x10100,",
  "AnalysisType &Pass::getAnalysis() const {",
  'password: "/api/v2/reset-password"',
  "PASSWORD=./secrets/db2.txt",
  '"AWS::SecretsManager::Secret": "ea029b329dc57364"',
  'pass: "passed", fail: "failed"',
  "http://localhost:8080/@scope/name",
  "ssh://git@github.com:22/a/b.git",
  "see https://example.com/a:b@c and mailto:x@y.example",
  "postgres://user:${PASSWORD}@db/app",
  "postgres://user:<password>@db/app",
  "Authorization: Bearer <token>",
  "Authorization: Bearer ${token}",
  "headers.set('Authorization', `Bearer ${token}`)",
  'WWW-Authenticate: Basic realm="registry"',
  "Cookie: theme=dark; lang=en",
  "const cookie = document.cookie;",
  ["ghp_", "x".repeat(36)].join(""),
  "API_KEY=EXAMPLE_KEY_GOES_HERE",
  'if (key.startsWith("-----BEGIN RSA PRIVATE KEY-----")) return;',
  "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEbdOz\n-----END CERTIFICATE-----",
  "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOC\n-----END PUBLIC KEY-----",
  "npm_config_registry npm_package_json npm_lifecycle_event",
  "hf_hub_download sk-folding-cube key-value re_exported_name",
  "import { password } from 'inquirer-prompts';",
  "[REDACTED:github-token] and [REDACTED:password]",
  "[REDACTED:token]: 'a1B2c3D4e5F6a1B2c3D4'",
  "Authorization: Basic [REDACTED:authorization]",
  "Authorization: Basic c2VjcmV0 is no pair",
  "Authorization: see the next section",
  "the bearer of this letter, bearer authentication-scheme",
  "jdbc:oracle:thin:scott/${PASSWORD}@//db",
  "https://x.example/?sig=shortsignature&se=1",
  "https://x.example/?sig=abcdefghijklmnopqrstuvwxyzabcdefghij&se=1",
  "AccountKey=abcdefghijklmnopqrstuvwxyz",
  "X-Amz-Date=20261201T000000Z&X-Amz-Signature=abcdefghijklmnopqrstuvwx",
  '{"d": "M10 10 L20 20"}',
  '{"d": "abcdefghijklmnopqrstuvwxyz"}',
  '"auth": "bm8gcGFpcg=="',
  "machine x login y password <password>",
  "curl -u ada:$PASSWORD https://x",
  "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
  "Private-Lines: many",
  "my_passenger: x1y2z3, compass: 'north1'",
  "<password>see below</password>",
  "--password $PASSWORD --token",
  "password,abc,def",
  "token,abcdefghijklmnopqrst,",
];

describe("what is no secret", () => {
  it.each(others)("stays as it is: %s", (text) => {
    expect(redactor.redact(text)).toEqual({ text, counts: {} });
    expect(redact(`before\n${text}\nafter`)).toBe(`before\n${text}\nafter`);
  });
});

describe("D1: a placeholder counts as part of a word", () => {
  it("so that no name comes to light which the replaced secret hid", () => {
    const text =
      "[REDACTED:shopify-token]PASSWORD=hunter2 [REDACTED:github-token]Authorization: token a1b2c3d4e5f6a1b2c3";
    expect(redact(text)).toBe(text);
  });
});

describe("personal data", () => {
  const personal = createRedactor({ personal: true });
  const found: readonly (readonly [string, string])[] = [
    ["mail ada@lovelace.org now", "mail [REDACTED:email] now"],
    ["card 4111 1111 1111 1111 ok", "card [REDACTED:card-number] ok"],
    ["IBAN DE89 3704 0044 0532 0130 00.", "IBAN [REDACTED:iban]."],
    ["call +49 30 901820 0", "call [REDACTED:phone]"],
    ["ssn 536-22-1234", "ssn [REDACTED:social-security-number]"],
  ];

  it.each(found)("is replaced where the option asks for it: %s", (text, expected) => {
    expect(personal.redact(text).text).toBe(expected);
    expect(redact(text)).toBe(text);
  });

  it("does not take numbers without a check digit for cards or accounts", () => {
    const text = "4111 1111 1111 1112, DE89 3704 0044 0532 0130 01, 1234567890123456, @scope/name@1.2.3";
    expect(personal.redact(text).text).toBe(text);
  });

  it("shows in the policy's name", () => {
    expect(redactor.name).toBe("cairn-1");
    expect(personal.name).toBe("cairn-1+personal");
  });
});
